/** What decisions an account's rules and switched-on lists make at a moment. */
import type { Account } from "../../model/records.ts";
import { MOST } from "../../model/decisions/decision.ts";
import { networkOfHeld, scopeOfNetwork } from "../../model/decisions/decision_index.ts";
import { type HeldDecision, nameOfHeld } from "../../model/decisions/held_decision.ts";
import { isNeverNetwork } from "../../model/decisions/never.ts";
import type { Wanted } from "../../model/decisions/reconcile.ts";
import { type Address, type Cidr, parseCidr } from "../../model/address/address.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { nameOf } from "../../model/rules/rule_named.ts";
import { asnOf, isLive, type RuleSet } from "../../model/rules/rule_set.ts";
import { type HeldRules, isInForce } from "../rules/account_rules.ts";

/** Ranges of public lists. */
export interface ListedRanges {
  readonly drop: readonly Cidr[];
  readonly tor: readonly Cidr[];
}

/** Where an address is, from the tables in memory. */
export type PlaceOf = (address: Address) => { readonly asn: number | null; readonly country: string | null };

/** What a rule names, read once; null: it names what no decision may name. */
export type NamedRules = WeakMap<Rule, NamedRule | null>;

interface NamedRule extends Pick<HeldDecision, "scope" | "value"> {
  /** Of `nameOfHeld`. */
  readonly name: string;
}

interface WantedParts {
  readonly named: NamedRules;
  readonly account: Pick<Account, "decisionsTor" | "decisionsDrop">;
  readonly rules: Pick<HeldRules, "all" | "compiled">;
  readonly listed: () => ListedRanges;
  readonly placeOf: PlaceOf;
  readonly now: number;
}

interface WantedDecisions {
  /** By `nameOfHeld`. */
  readonly wanted: ReadonlyMap<string, Wanted>;
  /** When rules make others than these, if none changes before. */
  readonly until: number;
}

const PER_STEP = 200;

/** To be run in slices. */
export function* wantedDecisions(parts: WantedParts): Generator<void, WantedDecisions> {
  const { account, rules, named, listed, placeOf, now } = parts;
  const wanted = new Map<string, Wanted>();
  let until = Infinity;
  let steps = 0;
  for (const rule of rules.all()) {
    if (++steps % PER_STEP === 0) yield;
    const { kind, action, expires_at } = rule;
    if (kind !== "ip" && kind !== "cidr" && kind !== "asn" && kind !== "country") continue;
    const end = expires_at === undefined ? null : Date.parse(expires_at);
    if (end !== null && end > now) until = Math.min(until, end);
    if (action !== "block" || rule.hash !== undefined || !isInForce(rule, now)) continue;
    let known = named.get(rule);
    if (known === undefined) named.set(rule, known = namedBy(rule));
    if (known === null || wanted.size >= MOST.rules || wanted.has(known.name)) continue;
    const { name, scope, value } = known;
    wanted.set(name, { origin: "winnow-rules", type: "ban", scope, value, until: end, cause: rule.id });
  }
  const lists = [
    ...(account.decisionsDrop ? [["winnow-drop", "ban", listed().drop] as const] : []),
    ...(account.decisionsTor ? [["winnow-tor", "captcha", listed().tor] as const] : []),
  ];
  for (const [origin, type, networks] of lists) {
    for (const network of networks.slice(0, MOST.listed)) {
      if (++steps % PER_STEP === 0) yield;
      if (isNeverNetwork(network) || isAllowed(rules.compiled, network, placeOf, now)) continue;
      const want = { ...scopeOfNetwork(network), origin, type, until: null, cause: origin };
      wanted.set(nameOfHeld(want), want);
    }
  }
  return { wanted, until };
}

function namedBy(rule: Rule): NamedRule | null {
  const named = namedIn(rule);
  return named === null ? null : { ...named, name: nameOfHeld({ ...named, origin: "winnow-rules" }) };
}

function namedIn({ kind, value }: Rule): Pick<HeldDecision, "scope" | "value"> | null {
  if (kind === "asn") return { scope: "AS", value: String(asnOf(value)) };
  if (kind === "country") return { scope: "Country", value: nameOf(value).toUpperCase() };
  const cidr = parseCidr(value);
  return cidr === null || isNeverNetwork(cidr) ? null : scopeOfNetwork(cidr);
}

/** Whether a rule allows the network, one that contains it, or its system or country. */
export function isAllowed(rules: RuleSet, network: Cidr, placeOf: PlaceOf, now: number): boolean {
  if (rules.size === 0) return false;
  for (const items of rules.covering(network)) {
    if (items.some((item) => item.rule.action !== "block" && isLive(item, now))) return true;
  }
  const subject = placeOf(network.address);
  for (const rule of rules.places(subject)) if (rule.action !== "block" && isInForce(rule, now)) return true;
  return false;
}

/** The same of a decision about an address that people had. */
export function isHeldAllowed(rules: RuleSet, held: HeldDecision, placeOf: PlaceOf, now: number): boolean {
  const network = networkOfHeld(held);
  return network !== null && isAllowed(rules, network, placeOf, now);
}
