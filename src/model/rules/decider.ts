/** Rules of lists and conditions as what decides a sign-up: which of two that are both met decides, where they differ. */
import type { ConditionAction } from "../conditions/stored.ts";
import type { Verdict } from "../verdict.ts";
import type { ConditionRule } from "./condition_rule.ts";
import { type Rule, type RuleAction, verdictOfRule } from "./rule.ts";

export type Decider =
  | { readonly kind: "list"; readonly rule: Rule }
  | { readonly kind: "condition"; readonly rule: Pick<ConditionRule, "id" | "when" | "action"> };

export type DeciderClash = "overridden_by" | "overrides";

/** The first that is met decides: trust, lists, conditions. */
const LIST_ORDER: readonly RuleAction[] = ["trust", "block", "allow"];
const CONDITION_ORDER: readonly ConditionAction[] = ["block", "review", "allow"];

/** What the first is to the second; null: they decide alike, or one of them decides nothing. */
export function deciderClash(added: Decider, existing: Decider): DeciderClash | null {
  const [own, other] = [verdictBy(added), verdictBy(existing)];
  if (own === null || other === null || own === other) return null;
  return placeOf(added) < placeOf(existing) ? "overrides" : "overridden_by";
}

/** Null: it tags. */
function verdictBy({ kind, rule }: Decider): Verdict | null {
  if (kind === "list") return verdictOfRule(rule.action);
  return rule.action === "tag" ? null : rule.action;
}

function placeOf(decider: Decider): number {
  return decider.kind === "list"
    ? LIST_ORDER.indexOf(decider.rule.action)
    : LIST_ORDER.length + CONDITION_ORDER.indexOf(decider.rule.action);
}
