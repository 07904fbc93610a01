/** Judges the conditions of an account on a whole sign-up. What cannot be judged never fails the sign-up. */
import type { Judgement } from "../../model/conditions/condition.ts";
import { problemText } from "../../model/conditions/condition.ts";
import type { ConditionAction, StoredConditions } from "../../model/conditions/stored.ts";
import {
  decideByConditions,
  type DecidedSignup,
  takesPart,
  type UndecidedSignup,
} from "../../scoring/conditions.ts";
import type { ConditionRule } from "../../model/rules/condition_rule.ts";
import type { ConditionSubject } from "../../model/conditions/condition.ts";
import type { ActiveCondition } from "./active_conditions.ts";

/** Characters of a reason that is stored. */
const MAX_REASON = 200;

/** What conditions made of a sign-up. */
export interface JudgedSignup extends Omit<DecidedSignup<ConditionRule>, "decided"> {
  /** Null: none was true, and all could be judged. */
  readonly conditions: StoredConditions | null;
  /** Live conditions that were true and take part, in the order in which they go. */
  readonly hits: readonly ConditionRule[];
}

/** Block before review before allow, as `decideByConditions` takes them. */
const ORDER: Readonly<Record<ConditionAction, number>> = { block: 0, review: 1, allow: 2, tag: 3 };

/** @param now milliseconds since the epoch; what has expired by then is not judged */
export function judgeConditions(
  active: readonly ActiveCondition[],
  subject: ConditionSubject,
  signup: UndecidedSignup,
  now: number,
): JudgedSignup {
  const hits: ConditionRule[] = [];
  const tags = new Set<string>();
  const hit: string[] = [];
  const would: [string, ConditionAction][] = [];
  const notJudged: [string, string][] = [];
  for (const { rule, expires, compiled } of active) {
    if (expires <= now) continue;
    const { value, because } = judge(compiled, subject);
    if (value === null) notJudged.push([rule.id, (because ?? "unknown").slice(0, MAX_REASON)]);
    if (value !== true) continue;
    if (rule.state === "shadow") {
      would.push([rule.id, rule.action]);
      continue;
    }
    hit.push(rule.id);
    if (rule.action !== "tag") hits.push(rule);
    else if (rule.tag !== undefined) tags.add(rule.tag);
  }
  hits.sort((one, other) => ORDER[one.action] - ORDER[other.action]);
  const { score, verdict, decided } = decideByConditions(signup, hits);
  const isSilent = hit.length === 0 && would.length === 0 && notJudged.length === 0;
  return {
    score,
    verdict,
    hits: hits.filter((hit) => takesPart(signup, hit)),
    conditions: isSilent
      ? null
      : { decided: storedOf(decided, signup), tags: [...tags], hit, would, notJudged },
  };
}

function judge(compiled: ActiveCondition["compiled"], subject: ConditionSubject): Judgement {
  if ("message" in compiled) return { value: null, because: problemText(compiled) };
  try {
    return compiled.evaluate(subject);
  } catch {
    return { value: null, because: "it could not be evaluated" };
  }
}

function storedOf(decided: ConditionRule | null, before: UndecidedSignup): StoredConditions["decided"] {
  if (decided === null || decided.action === "tag") return null;
  const { id, action, when, overrides = null } = decided;
  return {
    id,
    action,
    when,
    ...(action === "allow" ? { overrides } : {}),
    before: { score: before.score, verdict: before.verdict },
  };
}
