/** Finds existing rules that new rules would conflict with, for dry runs of rules and imports. */
import { parseCidr } from "../address/address.ts";
import { isStronger, type Rule, type RuleAction, type RuleValue, verdictOfRule } from "./rule.ts";
import { nameOf } from "./rule_named.ts";
import { type CompiledRule, isLive, type RuleSet } from "./rule_set.ts";

/** The types that a dry run lists. */
export const CLASH_TYPES = [
  "swallowed_by", // the existing rule is wider and has the same action
  "overridden_by", // the existing rule decides otherwise, and comes first
  "overrides", // the candidate decides otherwise, and comes first
] as const;
export type ClashType = typeof CLASH_TYPES[number];

/** `duplicate`: the same action and value. */
export type ConflictType = "duplicate" | ClashType;

export interface RuleConflict {
  readonly type: ConflictType;
  /** The existing rule. */
  readonly rule: Rule;
}

type CandidateRule = RuleValue & Pick<Rule, "action">;

/** At most this many for one candidate: 0.0.0.0/0 contains all address rules. */
export const MAX_CONFLICTS = 20;

/** Rules looked at per step. */
const RULES_PER_STEP = 200;

type Meet = (rule: Rule, candidate: CandidateRule) => RuleConflict | null;

/**
 * What each candidate would conflict with, in their order. To be run in slices: it may have to look at every existing rule,
 * but at none of them once for each candidate.
 * @param now milliseconds since the epoch
 */
export function* findConflicts(
  existing: RuleSet,
  candidates: readonly CandidateRule[],
  now: number,
): Generator<void, readonly (readonly RuleConflict[])[]> {
  const all = candidates.map((candidate) => new Conflicts(candidate, now));
  let looked = 0;
  for (const conflicts of all) {
    const { candidate } = conflicts;
    for (const items of covering(existing, candidate)) {
      if (++looked % RULES_PER_STEP === 0) yield;
      conflicts.add(items, metFromAbove);
    }
    for (const items of inside(existing, candidate)) {
      if (++looked % RULES_PER_STEP === 0) yield;
      if (!conflicts.add(items, metFromBelow)) break;
    }
  }
  yield* findBelowDomains(existing, all);
  return all.map(({ found }) => found);
}

/** Rules on subdomains of the candidates, and on e-mail addresses at the candidates and at their subdomains. */
function* findBelowDomains(existing: RuleSet, all: readonly Conflicts[]): Generator<void, void> {
  const domains = new Map<string, Conflicts[]>();
  for (const conflicts of all) {
    const { kind, value, hash } = conflicts.candidate;
    if (kind === "domain" && hash === undefined) domains.set(value, [...domains.get(value) ?? [], conflicts]);
  }
  if (domains.size === 0) return;
  let looked = 0;
  for (const items of existing.named()) {
    if (++looked % RULES_PER_STEP === 0) yield;
    const { kind, value } = items[0]!.rule;
    const first = kind === "email" ? hostOf(value) : parentOf(value);
    for (let host = first; host !== ""; host = parentOf(host)) {
      for (const conflicts of domains.get(host) ?? []) conflicts.add(items, metFromBelow);
    }
  }
}

/** The conflicts of one candidate, as many as are reported. */
class Conflicts {
  readonly candidate: CandidateRule;
  readonly found: RuleConflict[] = [];
  readonly #now: number;

  constructor(candidate: CandidateRule, now: number) {
    this.candidate = candidate;
    this.#now = now;
  }

  /** False when no more are reported. */
  add(items: readonly CompiledRule[], meet: Meet): boolean {
    for (const item of items) {
      if (this.found.length >= MAX_CONFLICTS) return false;
      const met = isLive(item, this.#now) ? meet(item.rule, this.candidate) : null;
      if (met !== null) this.found.push(met);
    }
    return this.found.length < MAX_CONFLICTS;
  }
}

/** The existing rule is equal to the candidate or wider. */
function metFromAbove(rule: Rule, candidate: CandidateRule): RuleConflict | null {
  const same = rule.kind === candidate.kind && rule.value === candidate.value && rule.hash === candidate.hash;
  if (rule.action === candidate.action) return { type: same ? "duplicate" : "swallowed_by", rule };
  const between = clashOf(candidate.action, rule.action);
  if (between !== null) return { type: between, rule };
  return isStronger(rule.action, candidate.action) ? { type: "swallowed_by", rule } : null;
}

/** What a rule is to an existing one that matches the same; null: they decide alike. */
function clashOf(candidate: RuleAction, existing: RuleAction): "overridden_by" | "overrides" | null {
  if (verdictOfRule(candidate) === verdictOfRule(existing)) return null;
  return isStronger(existing, candidate) ? "overridden_by" : "overrides";
}

/** The existing rule is narrower than the candidate; with the same action that is not a conflict. */
function metFromBelow(rule: Rule, candidate: CandidateRule): RuleConflict | null {
  const type = clashOf(candidate.action, rule.action);
  return type === null ? null : { type, rule };
}

/** Rules of the same value first, then wider and wider ones. */
function* covering(
  existing: RuleSet,
  candidate: CandidateRule,
): IterableIterator<readonly CompiledRule[]> {
  const { kind, value, hash } = candidate;
  // What a hash is of cannot be compared with anything but that hash.
  if (hash !== undefined) return yield existing.exactly(candidate);
  if (kind === "ip" || kind === "cidr") {
    const cidr = parseCidr(value);
    if (cidr !== null) yield* existing.covering(cidr);
    return;
  }
  if (kind !== "domain" && kind !== "phone_prefix") yield existing.exactly(candidate);
  if (kind === "phone") yield* existing.prefixesOf(value);
  if (kind === "phone_prefix") yield* existing.prefixesOf(nameOf(value));
  if (kind !== "domain" && kind !== "email") return;
  for (let host = kind === "email" ? hostOf(value) : value; host !== ""; host = parentOf(host)) {
    yield existing.exactly({ kind: "domain", value: host });
  }
}

function inside(
  existing: RuleSet,
  { kind, value, hash }: CandidateRule,
): Iterable<readonly CompiledRule[]> {
  if (kind === "phone_prefix") return existing.beginningWith(nameOf(value));
  const isNetwork = hash === undefined && (kind === "ip" || kind === "cidr");
  const cidr = isNetwork ? parseCidr(value) : null;
  return cidr === null ? [] : existing.inside(cidr);
}

function hostOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** "" above a top-level name. */
function parentOf(host: string): string {
  const dot = host.indexOf(".");
  return dot < 0 ? "" : host.slice(dot + 1);
}
