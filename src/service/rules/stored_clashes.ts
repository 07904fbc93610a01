/**
 * Which existing block rules would still decide sign-ups that an added allow rule is for: rules of other kinds, which the values
 * of the rules do not show (the AS that an e-mail address signed up from). Told from the stored scores that have the allowed
 * value: block rules override allow rules.
 */
import { contains, parseAddress, parseCidr } from "../../model/address/address.ts";
import { type Caller, RETENTION_MS, type ScoreRecord, type StoredComponent } from "../../model/records.ts";
import { asnText, domainText, networkText } from "../../model/related_texts.ts";
import { deviceOf, type Rule, type RuleValue } from "../../model/rules/rule.ts";
import { isNamedKind, nameOf } from "../../model/rules/rule_named.ts";
import { asnOf } from "../../model/rules/rule_set.ts";
import { emailIdentity, parseEmail } from "../../signals/email/parse.ts";
import { ipIdentity } from "../../signals/ip/parse.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { type HeldRules, isInForce } from "./account_rules.ts";
import { maskedNetwork } from "./rule_refs.ts";
import { runInSlices } from "./time_slicing.ts";

/** Added rules that are looked into. */
const MAX_RULES = 50;
/** Scores of each that are looked at, the newest ones. */
const MAX_SCORES = 100;
/** Rules hashed per step. */
const RULES_PER_STEP = 50;

interface StoredClash {
  /** The added rule. */
  readonly rule: Rule;
  /** An existing one. */
  readonly blockedBy: Rule;
  /** Stored scores that have both. */
  readonly scores: number;
}

/** Of the first MAX_RULES added allow rules, the most frequent first. */
export async function findStoredClashes(
  services: Services,
  caller: Caller,
  added: readonly Rule[],
  existing: HeldRules,
): Promise<StoredClash[]> {
  const { hasher, store } = services;
  const now = services.now();
  const account = caller.account.id;
  const allowed = added.filter(({ action }) => action === "allow").slice(0, MAX_RULES);
  const matched = new Map<string, ScoreRecord>();
  for (const rule of allowed) {
    const hashes = namesOf(hasher, rule).map((name) => name.slice(name.indexOf(" ") + 1));
    const span = { since: now - RETENTION_MS, limit: MAX_SCORES };
    for (const record of (await store.scoreSearch.newestWith(account, hashes, span)).records) {
      if (record.mode === caller.key.mode) matched.set(record.id, record);
    }
  }
  if (matched.size === 0) return [];
  addWork(services, caller, WORK.dryRunScore * matched.size);
  return await runInSlices(
    storedClashes(hasher, { allowed, existing: existing.all(), matched: [...matched.values()], now }),
  );
}

/** To be run by `runInSlices`. @param matched stored scores that the rules may match */
function* storedClashes(
  hasher: IdentifierHasher,
  { allowed, existing, matched, now }: {
    readonly allowed: readonly Rule[];
    readonly existing: Iterable<Rule>;
    readonly matched: readonly ScoreRecord[];
    readonly now: number;
  },
): Generator<void, StoredClash[]> {
  const scores = matched.map(placesOf);
  const blocks: [Rule, ReadonlySet<number>][] = [];
  let looked = 0;
  for (const rule of existing) {
    if (++looked % RULES_PER_STEP === 0) yield;
    if (rule.action !== "block" || !isInForce(rule, now)) continue;
    const found = scoresOf(hasher, rule, scores);
    if (found.size > 0) blocks.push([rule, found]);
  }
  if (blocks.length === 0) return [];
  const clashes: StoredClash[] = [];
  for (const rule of allowed) {
    if (++looked % RULES_PER_STEP === 0) yield;
    const own = scoresOf(hasher, rule, scores);
    for (const [blockedBy, found] of own.size === 0 ? [] : blocks) {
      const both = own.intersection(found).size;
      if (both > 0) clashes.push({ rule, blockedBy, scores: both });
    }
  }
  return clashes.sort((one, other) => other.scores - one.scores);
}

/** What rules can name of a stored score. */
interface Places {
  /** `kind hash` of values, and related hashes. */
  readonly names: ReadonlySet<string>;
  /** The /24 or /48 of its address. */
  readonly networks: readonly string[];
}

function placesOf({ components }: ScoreRecord): Places {
  return {
    names: new Set(
      components.flatMap(({ kind, hash, relatedHashes }) => [`${kind} ${hash}`, ...relatedHashes]),
    ),
    networks: components.flatMap((component) => networkOf(component) ?? []),
  };
}

function networkOf({ kind, mask }: StoredComponent): string | null {
  return kind === "ip" ? maskedNetwork(mask) : null;
}

/** Indexes of the scores that the rule matches for certain. */
function scoresOf(hasher: IdentifierHasher, rule: Rule, scores: readonly Places[]): ReadonlySet<number> {
  const names = namesOf(hasher, rule);
  const cidr = rule.kind === "cidr" ? parseCidr(rule.value) : null;
  const found = new Set<number>();
  for (const [index, score] of scores.entries()) {
    const inside = cidr !== null && score.networks.some((network) => {
      const own = parseCidr(network)!;
      return cidr.prefix <= own.prefix && contains(cidr, own.address);
    });
    if (inside || names.some((name) => score.names.has(name))) found.add(index);
  }
  return found;
}

/** Under all secrets: stored scores keep the hashes that they were made with. */
export function namesOf(hasher: IdentifierHasher, { kind, value, hash }: RuleValue): readonly string[] {
  const named = (of: "ip" | "email" | "phone" | "device", identity: string) =>
    hasher.hashes(of, identity).map((each) => `${of} ${each}`);
  if (hash !== undefined) return [`${kind} ${hash}`];
  if (kind === "ip") return named(kind, ipIdentity(parseAddress(value)!));
  if (kind === "email") return named(kind, emailIdentity(parseEmail(value)));
  if (kind === "phone") return named(kind, value);
  if (kind === "device") return named(kind, deviceOf(value));
  if (isNamedKind(kind)) return kind === "user" ? [`user ${nameOf(value)}`] : [];
  if (kind === "domain") return hasher.relatedHashesOf(domainText(value));
  return hasher.relatedHashesOf(kind === "asn" ? asnText(asnOf(value)) : networkText(value));
}
