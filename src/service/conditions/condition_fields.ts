/** What rules did to a score, as the API and events tell it. */
import type { DecidingCondition, StoredConditions } from "../../model/conditions/stored.ts";
import type { RuleApplied } from "../../model/records.ts";

type DecidingRule =
  | RuleApplied
  | (Pick<DecidingCondition, "id" | "action" | "when"> & { readonly kind: "condition" });

/** The rule that decided the whole: a list's, or one with a condition. Null: none did. */
export function decidingRule(
  rule: RuleApplied | null,
  conditions: StoredConditions | null,
): DecidingRule | null {
  if (rule !== null) return rule;
  const decided = conditions?.decided ?? null;
  if (decided === null) return null;
  const { id, action, when } = decided;
  return { id, action, kind: "condition", when };
}

/** What rules did to the whole. */
export function conditionFields(rule: RuleApplied | null, conditions: StoredConditions | null) {
  const decided = decidingRule(rule, conditions);
  const { tags = [], would = [], notJudged = [] } = conditions ?? {};
  return {
    rule: decided === null ? null : { ...decided, rule_id: decided.id },
    tags,
    would_have: would.map(([rule_id, action]) => ({ rule_id, action })),
    not_judged: notJudged.map(([rule_id, reason]) => ({ rule_id, reason })),
  };
}
