/**
 * Clashes that the tables in memory show without any stored score: an IP address lies in an AS and a country, a phone number in a
 * country and in the range of an operator.
 */
import { parseAddress } from "../../model/address/address.ts";
import type { Decider } from "../../model/rules/decider.ts";
import { deciderClash } from "../../model/rules/decider.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { compileRules, type RuleSet, type RuleSubject } from "../../model/rules/rule_set.ts";
import { announcedBy, countryOf } from "../../signals/ip/collect.ts";
import { parsePhone } from "../../signals/phone/parse.ts";
import type { Services } from "../context.ts";
import { type HeldRules, isInForce } from "./account_rules.ts";
import type { StoredClash } from "./stored_clashes.ts";
import { runInSlices } from "./time_slicing.ts";

type PlaceClash = Omit<StoredClash, "scores"> & { readonly scores?: undefined };

/** Added rules that are looked into, and clashes of them. */
const MAX_RULES = 1_000;
const MAX_CLASHES = 100;
/** Existing rules that are looked at, where an added one is for a place. */
const MAX_EXISTING = 20_000;
const RULES_PER_STEP = 20;

export function findPlaceClashes(
  services: Services,
  added: readonly Decider[],
  existing: HeldRules,
): Promise<PlaceClash[]> {
  const rules = added.flatMap((each) => each.kind === "list" ? [each.rule] : []).slice(0, MAX_RULES);
  return runInSlices(placeClashes(services, rules, existing));
}

function* placeClashes(
  services: Services,
  added: readonly Rule[],
  existing: HeldRules,
): Generator<void, PlaceClash[]> {
  const now = services.now();
  const clashes: PlaceClash[] = [];
  const add = (own: Rule, other: Rule) => {
    const pair = [{ kind: "list", rule: own }, { kind: "list", rule: other }] as const;
    const type = own.id === other.id || !isInForce(other, now) ? null : deciderClash(...pair);
    if (type !== null) clashes.push({ added: pair[0], existing: pair[1], type });
  };
  let looked = 0;
  for (const rule of added) {
    if (clashes.length >= MAX_CLASHES) return clashes;
    if (++looked % RULES_PER_STEP === 0) yield;
    for (const other of placesOf(existing.compiled, subjectOf(services, rule))) add(rule, other);
  }
  const wide = added.filter(isPlace);
  if (wide.length === 0) return clashes;
  const places = compileRules(wide);
  const byId = new Map(wide.map((rule) => [rule.id, rule]));
  looked = 0;
  for (const other of existing.all()) {
    if (++looked > MAX_EXISTING || clashes.length >= MAX_CLASHES) break;
    if (looked % RULES_PER_STEP === 0) yield;
    for (const rule of placesOf(places, subjectOf(services, other))) add(byId.get(rule.id)!, other);
  }
  return clashes;
}

function isPlace({ kind }: Rule): boolean {
  return kind === "asn" || kind === "country" || kind === "carrier";
}

function placesOf(rules: RuleSet, subject: RuleSubject | null): Rule[] {
  return subject === null ? [] : [...rules.places(subject)];
}

/** Where the value of a rule lies; null: that cannot be told of it. */
function subjectOf({ sources }: Services, { kind, value, hash }: Rule): RuleSubject | null {
  if (hash !== undefined) return null;
  if (kind === "ip") {
    const address = parseAddress(value);
    if (address === null) return null;
    return { asn: announcedBy(address, sources), country: countryOf(address, sources) };
  }
  if (kind !== "phone") return null;
  const { number } = parsePhone(value, null);
  return number === null ? null : { country: number.country, carrier: sources.carriers.of(number) };
}
