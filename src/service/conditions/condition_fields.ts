/** What rules did to a score, as the API and events tell it. */
import type { StoredConditions } from "../../model/conditions/stored.ts";
import type { RuleApplied } from "../../model/records.ts";

/** The rule of the whole that decided, a list's or one with a condition, and what other conditions said. */
export function conditionFields(rule: RuleApplied | null, conditions: StoredConditions | null) {
  const { tags = [], would = [], notJudged = [] } = conditions ?? {};
  return {
    rule: decidingRule(rule, conditions),
    tags,
    would_have: would.map(([rule_id, action]) => ({ rule_id, action })),
    not_judged: notJudged.map(([rule_id, reason]) => ({ rule_id, reason })),
  };
}

function decidingRule(rule: RuleApplied | null, conditions: StoredConditions | null) {
  if (rule !== null) return { ...rule, rule_id: rule.id };
  const decided = conditions?.decided ?? null;
  if (decided === null) return null;
  const { id, action, when } = decided;
  return { id, rule_id: id, action, kind: "condition" as const, when };
}
