/** Finds existing rules that a new rule would conflict with, for dry runs of rules and imports. */
import { type Cidr, parseCidr } from "../address/address.ts";
import type { Rule } from "./rule.ts";
import type { RangeEntry } from "./rule_range.ts";
import { type CompiledRule, isLive, type RuleSet } from "./rule_set.ts";

export type ConflictType =
  | "duplicate" // the same action and value
  | "swallowed_by" // the existing rule is wider and has the same action
  | "overridden_by" // the candidate allows what the existing rule blocks
  | "overrides"; // the candidate blocks what the existing rule allows

export interface RuleConflict {
  readonly type: ConflictType;
  /** The existing rule. */
  readonly rule: Rule;
}

export type CandidateRule = Pick<Rule, "action" | "kind" | "value">;

/** At most this many for one candidate: 0.0.0.0/0 contains all address rules. */
export const MAX_CONFLICTS = 20;

/**
 * A function that finds what a candidate would conflict with. It sorts the existing domains and e-mail addresses once, for the
 * first candidate that needs them.
 * @param now milliseconds since the epoch
 */
export function conflictFinder(existing: RuleSet, now: number): (candidate: CandidateRule) => RuleConflict[] {
  let names: readonly Name[] | null = null;
  return (candidate) => {
    const found: RuleConflict[] = [];
    const report = (item: CompiledRule, compare: (rule: Rule) => RuleConflict | null) => {
      const met = isLive(item, now) ? compare(item.rule) : null;
      if (met !== null && found.length < MAX_CONFLICTS) found.push(met);
      return found.length < MAX_CONFLICTS;
    };
    for (const item of covering(existing, candidate)) {
      if (!report(item, (rule) => metFromAbove(rule, candidate))) return found;
    }
    const cidr = networkOf(candidate);
    if (cidr !== null) {
      for (const entry of existing.ranges.inside(cidr)) {
        for (const item of entry.items) {
          if (!report(item, (rule) => metFromBelow(rule, candidate))) return found;
        }
      }
    } else if (candidate.kind === "domain") {
      names ??= sortedNames(existing);
      for (const item of below(names, candidate.value)) {
        if (!report(item, (rule) => metFromBelow(rule, candidate))) return found;
      }
    }
    return found;
  };
}

/** The existing rule is equal to the candidate or wider. */
function metFromAbove(rule: Rule, candidate: CandidateRule): RuleConflict {
  const same = rule.kind === candidate.kind && rule.value === candidate.value;
  if (rule.action === candidate.action) {
    return { type: same ? "duplicate" : "swallowed_by", rule };
  }
  if (candidate.action === "allow") return { type: "overridden_by", rule };
  return { type: "overrides", rule };
}

/** The existing rule is narrower than the candidate; with the same action that is no conflict. */
function metFromBelow(rule: Rule, candidate: CandidateRule): RuleConflict | null {
  if (rule.action === candidate.action) return null;
  if (candidate.action === "block") return { type: "overrides", rule };
  return { type: "overridden_by", rule };
}

/** Rules of the same value first, then wider and wider ones. */
function* covering(existing: RuleSet, { kind, value }: CandidateRule): IterableIterator<CompiledRule> {
  if (kind === "ip" || kind === "cidr") {
    const cidr = parseCidr(value);
    let entry: RangeEntry<CompiledRule> | null = cidr === null ? null : existing.ranges.covering(cidr);
    for (; entry !== null; entry = entry.parent) yield* entry.items;
    return;
  }
  if (kind !== "domain") yield* existing.exactly(kind, value);
  if (kind !== "domain" && kind !== "email") return;
  for (let host = value.slice(value.lastIndexOf("@") + 1); host !== ""; host = parentOf(host)) {
    yield* existing.exactly("domain", host);
  }
}

function networkOf({ kind, value }: CandidateRule): Cidr | null {
  return kind === "ip" || kind === "cidr" ? parseCidr(value) : null;
}

/** "" above a top-level name. */
function parentOf(host: string): string {
  const dot = host.indexOf(".");
  return dot < 0 ? "" : host.slice(dot + 1);
}

/** `com.example.` for example.com, `com.example.@jane` for jane@example.com: the keys of everything under a domain start with its own. */
interface Name {
  readonly key: string;
  readonly item: CompiledRule;
}

function sortedNames(existing: RuleSet): readonly Name[] {
  const names: Name[] = [];
  for (const kind of ["domain", "email"] as const) {
    const values = existing.rules.filter((rule) => rule.kind === kind).map((rule) => rule.value);
    for (const value of new Set(values)) {
      const key = nameKey(value);
      for (const item of existing.exactly(kind, value)) names.push({ key, item });
    }
  }
  return names.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function nameKey(value: string): string {
  const at = value.lastIndexOf("@");
  const host = value.slice(at + 1).split(".").reverse().join(".");
  return at < 0 ? `${host}.` : `${host}.@${value.slice(0, at)}`;
}

/** Subdomains of a domain, and e-mail addresses at it and at them. */
function* below(names: readonly Name[], domain: string): IterableIterator<CompiledRule> {
  const prefix = nameKey(domain);
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (names[middle]!.key <= prefix) low = middle + 1;
    else high = middle;
  }
  for (; low < names.length && names[low]!.key.startsWith(prefix); low++) yield names[low]!.item;
}
