/**
 * `dry_run=true`: what rules would do, without doing it. What would be added, what conflicts with existing rules, and how many
 * of the account's stored scores of the last 30 days would have another verdict.
 */
import type { Caller } from "../../model/records.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { type ClashType, findConflicts } from "../../model/rules/rule_conflict.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { COUNTS_ALONE, type DryRunRequest, listedScores } from "../dry_run/listed_scores.ts";
import type { HeldRules } from "./account_rules.ts";
import { backtest, type BacktestCounts } from "./backtest.ts";
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
  readonly rule: ShownRule;
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
    const conflicts = await runInSlices(listConflicts(rules, existing, now));
    for (const clash of await listStoredClashes(services, caller, rules, existing)) {
      const isListed = conflicts.some(({ value, rule }) =>
        value === clash.value && rule.id === clash.rule.id
      );
      if (!isListed && conflicts.length < MAX_CONFLICTS_LISTED) conflicts.push(clash);
    }
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

/** Block rules of other kinds that stored scores of the added allow rules meet. */
export async function listStoredClashes(
  services: Services,
  caller: Caller,
  rules: readonly Rule[],
  existing: HeldRules,
): Promise<ListedConflict[]> {
  return (await findStoredClashes(services, caller, rules, existing)).map(({ rule, blockedBy, scores }) => ({
    value: rule.value,
    type: "overridden_by",
    rule: shownRule(blockedBy),
    scores,
  }));
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
