/**
 * `dry_run=true`: what rules would do, without doing it. What would be added, what conflicts with existing rules, and how many
 * of the account's stored scores of the last 30 days would have another verdict.
 */
import type { Caller } from "../../model/records.ts";
import { type Rule, ruleWords } from "../../model/rules/rule.ts";
import { type ClashType, findConflicts } from "../../model/rules/rule_conflict.ts";
import type { ConditionRule } from "../../model/rules/condition_rule.ts";
import type { Decider } from "../../model/rules/decider.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { COUNTS_ALONE, type DryRunRequest, listedScores } from "../dry_run/listed_scores.ts";
import type { HeldRules } from "./account_rules.ts";
import { backtest, type BacktestCounts } from "./backtest.ts";
import { findPlaceClashes } from "./place_clashes.ts";
import { ruleLimit } from "./rule_limit.ts";
import type { RuleOptions } from "./rule_options.ts";
import { type Duplicate, planRules, type WantedRule } from "./rule_plan.ts";
import { readRuleSources, ruleBody, type RuleSources, type ShownRule, shownRule } from "./rules.ts";
import { findStoredClashes } from "./stored_clashes.ts";
import { runInSlices } from "./time_slicing.ts";

const MAX_CONFLICTS_LISTED = 100;

export interface ListedConflict {
  readonly value: string;
  readonly type: ClashType;
  readonly rule: ShownRule | ShownCondition;
  /** Of rules of different kinds: the stored scores that both match. */
  readonly scores?: number;
}

/**
 * The response of `addRules` with conflicts and the counts of stored scores.
 * @throws AppError rate_limited, unavailable when too many dry runs are waiting
 */
export async function dryRunRules(
  services: Services,
  caller: Caller,
  sources: RuleSources,
  options: RuleOptions,
  request: DryRunRequest = COUNTS_ALONE,
) {
  requireWork(services, caller);
  const { wanted, skipped } = await readRuleSources(services, caller, sources, options);
  const dry = await dryRunWanted(services, caller, wanted, request);
  for (const { value, reason } of dry.duplicates) skipped.push({ value, reason });
  return {
    dry_run: true,
    added: dry.rules.length,
    rules: dry.rules.map((rule) => ruleBody(services, rule)),
    skipped,
    clashes: dry.conflicts,
    trial: dry.counts,
    ...(dry.list === null ? {} : { list: dry.list }),
  };
}

interface DryRun {
  readonly rules: Rule[];
  readonly duplicates: Duplicate[];
  readonly conflicts: ListedConflict[];
  readonly counts: BacktestCounts;
  readonly list: Awaited<ReturnType<typeof listedScores>>;
}

/** @throws AppError rate_limited, unavailable when too many dry runs are waiting */
export function dryRunWanted(
  services: Services,
  caller: Caller,
  wanted: readonly WantedRule[],
  request: DryRunRequest = COUNTS_ALONE,
): Promise<DryRun> {
  return services.dryRunLimit.run(caller.account.id, async () => {
    const now = services.now();
    const existing = await services.rules.held(caller.account.id, now);
    addWork(services, caller, WORK.dryRunRule * (wanted.length + existing.size));
    const limit = ruleLimit(caller);
    const { rules, duplicates } = await runInSlices(planRules(existing, wanted, now, limit));
    const found = await runInSlices(listConflicts(rules, existing, now));
    const added = rules.map((rule) => ({ kind: "list", rule } as const));
    const conflicts = joined(found, await listStoredClashes(services, caller, added, existing));
    const { counts, tally } = await backtest(services, caller, rules, existing, request);
    return {
      rules,
      duplicates,
      conflicts,
      counts,
      list: await listedScores(services, caller, tally, request),
    };
  });
}

/**
 * What meets a rule that the account has.
 * @throws AppError rate_limited
 */
export async function clashesOf(
  services: Services,
  caller: Caller,
  rule: Decider,
): Promise<ListedConflict[]> {
  requireWork(services, caller);
  const now = services.now();
  const existing = await services.rules.held(caller.account.id, now);
  addWork(services, caller, WORK.dryRunRule * existing.size);
  const own = rule.kind === "list" ? [rule.rule] : [];
  const conflicts = await runInSlices(listConflicts(own, existing, now));
  const found = await listStoredClashes(services, caller, [rule], existing);
  return joined(conflicts.filter((each) => each.rule.id !== rule.rule.id), found);
}

/** Each pair once; the stored scores of one are those of both. */
function joined(conflicts: readonly ListedConflict[], found: readonly ListedConflict[]): ListedConflict[] {
  const all = [...conflicts];
  for (const clash of found) {
    const isListed = conflicts.some(({ value, rule }) => value === clash.value && rule.id === clash.rule.id);
    if (!isListed && all.length < MAX_CONFLICTS_LISTED) all.push(clash);
  }
  return all;
}

/** Rules of other kinds, and conditions, that decide otherwise about what the added rules are for. */
export async function listStoredClashes(
  services: Services,
  caller: Caller,
  added: readonly Decider[],
  existing: HeldRules,
): Promise<ListedConflict[]> {
  const clashes = [
    ...await findStoredClashes(services, caller, added, existing),
    ...await findPlaceClashes(services, added, existing),
  ];
  const listed = new Map<string, ListedConflict>();
  for (const { added: { kind, rule }, existing, type, scores } of clashes) {
    const value = kind === "list" ? rule.value : rule.when;
    const key = `${rule.id} ${existing.rule.id}`;
    if (listed.has(key)) continue;
    const shown = shownDecider(existing);
    listed.set(key, { value, type, rule: shown, ...(scores === undefined ? {} : { scores }) });
  }
  return [...listed.values()].slice(0, MAX_CONFLICTS_LISTED);
}

/** For sentences: "your block rule for IP range 203.0.113.0/24". */
export function clashingWords(rule: ListedConflict["rule"]): string {
  return rule.kind === "condition" ? `sign-ups where ${rule.when}` : ruleWords(rule);
}

/** A live condition as an existing rule. */
interface ShownCondition extends Pick<ConditionRule, "id" | "when" | "action"> {
  readonly kind: "condition";
}

function shownDecider(decider: Decider): ListedConflict["rule"] {
  if (decider.kind === "list") return shownRule(decider.rule);
  const { id, when, action } = decider.rule;
  return { id, kind: "condition", when, action };
}

function* listConflicts(
  rules: readonly Rule[],
  existing: HeldRules,
  now: number,
): Generator<void, ListedConflict[]> {
  const conflicts: ListedConflict[] = [];
  const found = yield* findConflicts(existing.compiled, rules, now);
  for (const [index, { value }] of rules.entries()) {
    for (const { type, rule } of found[index]!) {
      if (conflicts.length >= MAX_CONFLICTS_LISTED) return conflicts;
      if (type !== "duplicate") conflicts.push({ value, type, rule: shownRule(rule) });
    }
  }
  return conflicts;
}
