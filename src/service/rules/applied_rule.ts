/** A rule that decides, as scores name it; and the one for the customer's own reference of the user. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import type { Caller, RuleApplied } from "../../model/records.ts";
import { isStronger, type Rule } from "../../model/rules/rule.ts";
import type { Services } from "../context.ts";
import type { ActiveRules } from "./active_rules.ts";

export function appliedRule({ id, action, kind, value, hash, note, author }: Rule): RuleApplied {
  return {
    id,
    action,
    kind,
    value,
    ...(hash === undefined ? {} : { hashed: true as const }),
    ...(action === "trust" && note !== undefined ? { note } : {}),
    ...(action === "trust" && author !== undefined ? { author } : {}),
  };
}

/** Synchronous when the account's rules are in memory. @param user absent: the request names none */
export function ruleOfUser(
  { rules, now }: Services,
  { account: { id } }: Caller,
  user: string | undefined,
): Awaitable<RuleApplied | null> {
  if (user === undefined) return null;
  const match = () => {
    const rule = rules.match(id, { user }, now());
    return rule === null ? null : appliedRule(rule);
  };
  return rules.isReady(id) ? match() : whenReady(rules, id, match);
}

async function whenReady<T>(rules: ActiveRules, account: string, then: () => T): Promise<T> {
  while (!rules.isReady(account)) await rules.ready(account);
  return then();
}

/** The first of the strongest; null of none. */
export function strongestOf(rules: readonly RuleApplied[]): RuleApplied | null {
  let best: RuleApplied | null = null;
  for (const rule of rules) if (best === null || isStronger(rule.action, best.action)) best = rule;
  return best;
}
