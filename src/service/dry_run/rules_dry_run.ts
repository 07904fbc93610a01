/** `dry_run=true` of rules with a condition: what they would have done, without storing them. */
import { MAX_TOTAL_COST } from "../../model/conditions/condition.ts";
import { invalidField, within } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { ConditionRule } from "../../model/rules/condition_rule.ts";
import { type NewCondition, newCondition } from "../conditions/conditions.ts";
import { compileCondition, isProblem } from "../conditions/language/compile.ts";
import type { Services } from "../context.ts";
import { listStoredClashes } from "../rules/dry_run.ts";
import { countsOf, dryRunConditions, type TriedCondition } from "./condition_dry_run.ts";
import type { DryRunRequest } from "./listed_scores.ts";

/** Conditions that one dry run tries. */
export const MAX_TRIED_CONDITIONS = 200;
/** Different counts of theirs: each may take some megabytes while it runs. */
const MAX_COUNTS = 30;

/**
 * @param path of the conditions in the body; null: there is one, which the body is
 * @throws AppError invalid_value, rate_limited, unavailable when too many dry runs are waiting
 */
export async function dryRunConditionRules(
  services: Services,
  caller: Caller,
  given: readonly NewCondition[],
  path: string | null,
  request: DryRunRequest,
) {
  const now = services.now();
  const rules = given.map((fields, index) => {
    try {
      return newCondition(caller, fields, now);
    } catch (error) {
      throw path === null ? error : within(`${path}/${index}`, error);
    }
  });
  const tried = rules.flatMap(triedOf);
  requireCheap(tried, path ?? "/when");
  const { trial, list } = await dryRunConditions(services, caller, tried, request);
  const existing = await services.rules.held(caller.account.id, now);
  const added = rules.map((rule) => ({ kind: "condition", rule } as const));
  return {
    dry_run: true,
    added: rules.length,
    rules,
    skipped: [],
    clashes: await listStoredClashes(services, caller, added, existing),
    trial,
    ...(list === null ? {} : { list }),
  };
}

/** @throws AppError invalid_value */
function requireCheap(tried: readonly TriedCondition[], path: string): void {
  const cost = tried.reduce((sum, { condition }) => sum + condition.cost, 0);
  if (cost > MAX_TOTAL_COST) {
    throw invalidField(
      path,
      `they cost ${cost} steps together, at most ${MAX_TOTAL_COST}: try fewer at a time`,
    );
  }
  const counts = countsOf(tried).length;
  if (counts > MAX_COUNTS) {
    throw invalidField(
      path,
      `they ask for ${counts} different counts, at most ${MAX_COUNTS}: try fewer at a time`,
    );
  }
}

function triedOf({ when, action, overrides }: ConditionRule): TriedCondition[] {
  const condition = compileCondition(when);
  return isProblem(condition)
    ? []
    : [{ condition, action, ...(overrides === undefined ? {} : { overrides }) }];
}
