/** Rules made of refs: they hold the hash of a value and its mask, never the value. */
import { type Address, clientSubnet, parseAddress } from "../../model/address/address.ts";
import { invalidField } from "../../model/error.ts";
import { type Caller, RETENTION_MS, type ScoreRecord, type StoredComponent } from "../../model/records.ts";
import { networkText } from "../../model/related_texts.ts";
import { type FoundValue, MAX_RULE_VALUE, NO_MASK, type RuleValue } from "../../model/rules/rule.ts";
import { addWork, WORK } from "../access/work.ts";
import { readRef, type ReferredValue, type RefKind, refOf } from "../cases/value_ref.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "./time_slicing.ts";

/** Scores searched for what refs name, the newest first. */
const MAX_SCORES = 20_000;
/** And of what none of these has: the newest that the index knows. */
const LOOKED_AT = 5;
const MASK = /^\P{Cc}*[•…]\P{Cc}*$/u;

/** A ref of a request, and where it is. */
interface RefPlace {
  readonly ref: string;
  readonly pointer: string;
}

/**
 * What refs name, as rules do: a network in clear, because its mask shows it, and anything else by its hash.
 * @param of a score that has them; absent: they are looked for
 * @throws AppError invalid_value naming the first that is not a ref of the account
 */
export async function ruleValuesOf(
  services: Services,
  caller: Caller,
  refs: readonly RefPlace[],
  of?: ScoreRecord,
): Promise<FoundValue[]> {
  if (refs.length === 0) return [];
  const values = refs.map(({ ref, pointer }) => {
    const value = readRef(services.hasher, caller.account.id, ref);
    if (value === null) throw invalidField(pointer, "is not a ref of this account");
    return value;
  });
  const shown = await shownOf(services, caller, values, of === undefined ? null : [of]);
  return values.map((value, index) => {
    const { mask, lineType } = shown.get(value) ?? { mask: NO_MASK, lineType: undefined };
    if (value.kind !== "network") return { kind: value.kind, value: mask, hash: value.hash, lineType };
    const network = networkOfMask(services, mask, value.hash);
    if (network !== null) return { kind: "cidr", value: network };
    throw invalidField(
      refs[index]!.pointer,
      "names a network that no stored score has any more; give its value",
    );
  });
}

/** The value of an exported rule that was made of a ref; null when it is not a ref of the account. @param mask as exported */
export function exportedValue(
  { hasher }: Pick<Services, "hasher">,
  caller: Caller,
  ref: string,
  mask: string,
): RuleValue | null {
  const value = readRef(hasher, caller.account.id, ref);
  if (value === null || value.kind === "network") return null;
  const isMask = mask.length <= MAX_RULE_VALUE && MASK.test(mask);
  return { kind: value.kind, value: isMask ? mask : NO_MASK, hash: value.hash };
}

/** The ref that a rule is made of; null for a rule that holds its value. */
export function refOfRule(
  { hasher }: Pick<Services, "hasher">,
  caller: Caller,
  { kind, hash }: RuleValue,
): string | null {
  // Rules of the other kinds hold their value.
  return hash === undefined ? null : refOf(hasher, caller.account.id, { kind: kind as RefKind, hash });
}

interface Shown {
  readonly mask: string;
  /** Of a phone number. */
  readonly lineType: string | undefined;
}

/** What stored scores show of the values, as far as there are any. @param scores null: the newest of the account */
async function shownOf(
  services: Services,
  caller: Caller,
  values: readonly ReferredValue[],
  scores: readonly ScoreRecord[] | null,
): Promise<ReadonlyMap<ReferredValue, Shown>> {
  const now = services.now();
  const found = new Map<ReferredValue, Shown>();
  const take = (score: ScoreRecord, value: ReferredValue) => {
    const component = score.components.find((component) => isNamed(component, value));
    if (component === undefined) return;
    const lineType = value.kind === "phone" ? score.facts?.["phone.line_type"] : undefined;
    found.set(value, {
      mask: component.mask,
      lineType: lineType === undefined ? lineType : String(lineType),
    });
  };
  const slice = new TimeSlice();
  let searched = 0;
  const span = { since: now - RETENTION_MS, until: now };
  for await (const score of scores ?? services.store.scores.list(caller.account.id, span)) {
    if (slice.isOver) await slice.next();
    for (const value of values) if (!found.has(value)) take(score, value);
    if (++searched === MAX_SCORES || found.size === values.length) break;
  }
  addWork(services, caller, WORK.dryRunScore * searched);
  if (scores !== null) return found;
  for (const value of values) {
    if (found.has(value) || value.kind === "network") continue;
    const older = await services.store.scoreSearch.newestWith(caller.account.id, [value.hash], {
      since: span.since,
      limit: LOOKED_AT,
    });
    addWork(services, caller, WORK.searchedScore * older.records.length);
    for (const score of older.records) if (!found.has(value)) take(score, value);
  }
  return found;
}

function isNamed(component: StoredComponent, { kind, hash }: ReferredValue): boolean {
  if (kind === "network") return component.kind === "ip" && component.relatedHashes.includes(hash);
  return component.kind === kind && component.hash === hash;
}

/** The network that the mask of an address shows: `203.0.113.•` is 203.0.113.0/24, `2001:db8:1::•` is 2001:db8:1::/48. */
export function maskedNetwork(mask: string): string | null {
  const address: Address | null = parseAddress(mask.replace("•", mask.includes(":") ? "" : "0"));
  return address === null ? null : clientSubnet(address);
}

function networkOfMask({ hasher }: Services, mask: string, hash: string): string | null {
  const network = maskedNetwork(mask);
  return network !== null && hasher.relatedHashes([networkText(network)])[0] === hash ? network : null;
}
