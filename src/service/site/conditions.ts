/** The account's rules with a condition, for the list of the console. */
import type { Caller } from "../../model/records.ts";
import { listConditions } from "../conditions/conditions.ts";
import type { Services } from "../context.ts";
import { conditionBody, hitsOf } from "../rules/managed_rules.ts";
import type { RuleFilter } from "./rules.ts";

/** Newest first. An account has few enough for one page. */
export async function searchConditions(services: Services, caller: Caller, { text, action }: RuleFilter) {
  const wanted = text.trim().toLowerCase();
  const found = (await listConditions(services, caller)).filter((condition) => {
    if (action !== null && condition.action !== action) return false;
    const { when, tag = "", note = "" } = condition;
    return `${when}\n${tag}\n${note}`.toLowerCase().includes(wanted);
  });
  if (found.length === 0) return [];
  const hits = await hitsOf(services, caller);
  return found.toReversed().map((condition) => conditionBody(condition, hits.get(condition.id)));
}

export type ListedCondition = Awaited<ReturnType<typeof searchConditions>>[number];
