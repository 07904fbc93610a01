/**
 * Which existing rules decide sign-ups otherwise that an added rule is for: rules of other kinds, which the values of the rules
 * do not show (the AS that an e-mail address signed up from), and conditions. Told from stored scores that both match.
 */
import { contains, parseAddress, parseCidr } from "../../model/address/address.ts";
import { type Caller, RETENTION_MS, type ScoreRecord, type StoredComponent } from "../../model/records.ts";
import { asnText, domainText, networkText } from "../../model/related_texts.ts";
import { type Decider, type DeciderClash, deciderClash } from "../../model/rules/decider.ts";
import { deviceOf, isOfOnePerson, type Rule, type RuleValue } from "../../model/rules/rule.ts";
import { isNamedKind, nameOf } from "../../model/rules/rule_named.ts";
import { asnOf } from "../../model/rules/rule_set.ts";
import { emailIdentity, parseEmail } from "../../signals/email/parse.ts";
import { ipIdentity } from "../../signals/ip/parse.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { addWork, WORK } from "../access/work.ts";
import { RecordSubject } from "../conditions/record_subject.ts";
import { compileCondition, isProblem } from "../conditions/language/compile.ts";
import type { Services } from "../context.ts";
import { type HeldRules, isInForce } from "./account_rules.ts";
import { NamedValues } from "./named_values.ts";
import { maskedNetwork } from "./rule_refs.ts";
import { runInSlices } from "./time_slicing.ts";

/** Added rules that are looked into, and existing ones for a value of one person or address that scores are looked for of. */
const MAX_RULES = 50;
/** Scores of each that are looked at, the newest ones. */
const MAX_SCORES = 100;
/** Of the account, where an added rule has no value that scores are found by. */
const MAX_NEWEST = 1_000;
/** Rules hashed per step. */
const RULES_PER_STEP = 50;

export interface StoredClash {
  readonly added: Decider;
  readonly existing: Decider;
  readonly type: DeciderClash;
  /** Stored scores that have both. */
  readonly scores: number;
}

/** Of the first MAX_RULES added rules, the most frequent first. */
export async function findStoredClashes(
  services: Services,
  caller: Caller,
  added: readonly Decider[],
  existing: HeldRules,
): Promise<StoredClash[]> {
  const now = services.now();
  const candidates = added.slice(0, MAX_RULES);
  if (candidates.length === 0) return [];
  const { conditions } = await services.conditions.of(caller.account.id);
  const others = await runInSlices(othersOf(candidates, existing, now));
  for (const rule of conditions) {
    const isLive = rule.state === "live" &&
      (rule.expires_at === undefined || Date.parse(rule.expires_at) > now);
    if (isLive) others.push({ kind: "condition", rule });
  }
  const clashing = others.filter((other) => candidates.some((each) => isClash(each, other)));
  if (clashing.length === 0) return [];
  const matched = await scoresFor(services, caller, candidates, clashing);
  if (matched.length === 0) return [];
  addWork(services, caller, WORK.dryRunScore * matched.length);
  return await runInSlices(storedClashes(services.hasher, candidates, clashing, matched));
}

function isClash(added: Decider, other: Decider): boolean {
  return added.rule.id !== other.rule.id && deciderClash(added, other) !== null;
}

/** Rules of lists that are in force and may decide otherwise. */
function* othersOf(
  candidates: readonly Decider[],
  existing: HeldRules,
  now: number,
): Generator<void, Decider[]> {
  const others: Decider[] = [];
  let looked = 0;
  for (const rule of existing.all()) {
    if (++looked % RULES_PER_STEP === 0) yield;
    const other = { kind: "list", rule } as const;
    if (isInForce(rule, now) && candidates.some((each) => isClash(each, other))) others.push(other);
  }
  return others;
}

/** Newest scores that the added rules may match: found by their values, else by those of the other rules, else the newest. */
async function scoresFor(
  services: Services,
  caller: Caller,
  candidates: readonly Decider[],
  others: readonly Decider[],
): Promise<readonly ScoreRecord[]> {
  const { hasher, store } = services;
  const account = caller.account.id;
  const since = services.now() - RETENTION_MS;
  const matched = new Map<string, ScoreRecord>();
  const add = (record: ScoreRecord) => {
    if (record.mode === caller.key.mode) matched.set(record.id, record);
  };
  const isBroad = candidates.some((each) => each.kind === "condition" || !isOfOneValue(each.rule));
  const found = isBroad
    ? [...candidates, ...others.filter((each) => each.kind === "list" && isOfOneValue(each.rule))]
    : candidates;
  for (const each of found.slice(0, candidates.length + MAX_RULES)) {
    const terms = each.kind === "condition" ? [] : termsOf(hasher, each.rule);
    if (terms.length === 0) continue;
    const { records } = await store.scoreSearch.newestWith(account, terms, { since, limit: MAX_SCORES });
    for (const record of records) add(record);
  }
  if (candidates.some((each) => each.kind === "condition" || termsOf(hasher, each.rule).length === 0)) {
    let read = 0;
    for await (const record of store.archive.list(account, { since, until: services.now() })) {
      if (++read > MAX_NEWEST) break;
      add(record);
    }
  }
  return [...matched.values()];
}

function isOfOneValue({ kind }: Rule): boolean {
  return kind === "ip" || isOfOnePerson(kind);
}

/** What stored scores are found by; none: of what is no hash. */
function termsOf(hasher: IdentifierHasher, rule: Rule): readonly string[] {
  const names = namesOf(hasher, rule);
  return rule.kind === "user" ? names : names.map((name) => name.slice(name.indexOf(" ") + 1));
}

/** To be run by `runInSlices`. @param matched stored scores that the rules may match */
function* storedClashes(
  hasher: IdentifierHasher,
  candidates: readonly Decider[],
  others: readonly Decider[],
  matched: readonly ScoreRecord[],
): Generator<void, StoredClash[]> {
  const scores = matched.map(placesOf);
  const own: (readonly [Decider, ReadonlySet<number>])[] = [];
  let looked = 0;
  for (const added of candidates) {
    if (added.kind === "condition" || ++looked % RULES_PER_STEP === 0) yield;
    const found = scoresOf(hasher, added, scores);
    if (found.size > 0) own.push([added, found]);
  }
  if (own.length === 0) return [];
  const clashes: StoredClash[] = [];
  for (const existing of others) {
    if (existing.kind === "condition" || ++looked % RULES_PER_STEP === 0) yield;
    const met = scoresOf(hasher, existing, scores);
    for (const [added, found] of met.size === 0 ? [] : own) {
      const type = added.rule.id === existing.rule.id ? null : deciderClash(added, existing);
      const both = type === null ? 0 : met.intersection(found).size;
      if (type !== null && both > 0) clashes.push({ added, existing, type, scores: both });
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
  readonly record: ScoreRecord;
}

function placesOf(record: ScoreRecord): Places {
  const { components } = record;
  return {
    record,
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
function scoresOf(
  hasher: IdentifierHasher,
  decider: Decider,
  scores: readonly Places[],
): ReadonlySet<number> {
  if (decider.kind === "condition") return scoresOfCondition(decider.rule.when, scores);
  const { rule } = decider;
  if (isNamedKind(rule.kind)) return scoresNamed(rule, scores);
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

/** Conditions are judged on sign-ups. What rests on counts is not certain. */
function scoresOfCondition(when: string, scores: readonly Places[]): ReadonlySet<number> {
  const condition = compileCondition(when);
  const found = new Set<number>();
  if (isProblem(condition)) return found;
  for (const [index, { record }] of scores.entries()) {
    const isTrue = record.subject === "user" && condition.evaluate(new RecordSubject(record)).value === true;
    if (isTrue) found.add(index);
  }
  return found;
}

function scoresNamed({ kind, value }: Rule, scores: readonly Places[]): ReadonlySet<number> {
  const named = new NamedValues();
  if (isNamedKind(kind)) named.add(kind, nameOf(value));
  const found = new Set<number>();
  for (const [index, { record }] of scores.entries()) if (named.match(record) === "match") found.add(index);
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
