/** What live conditions that are true make of a sign-up's score. The same for sign-ups and for dry runs over stored ones. */
import type { ConditionAction, DecidingCondition } from "../model/conditions/stored.ts";
import type { Verdict } from "../model/verdict.ts";

/** A live condition that is true; conditions that tag decide nothing. */
export interface ConditionHit {
  readonly action: ConditionAction;
  /** `block`: it allows what a component blocks, too. */
  readonly overrides?: "block";
}

/** A sign-up before conditions. */
export interface UndecidedSignup {
  readonly score: number;
  readonly verdict: Verdict;
  /** Trust or a rule of a list decided: conditions change nothing. */
  readonly ruled: boolean;
  /** The verdict of a component is block. */
  readonly anyBlock: boolean;
  /** The agent policy denies: no condition allows that. */
  readonly agentDenied: boolean;
  /** The least score that is a review. */
  readonly reviewThreshold: number;
}

export interface DecidedSignup<Hit> {
  readonly score: number;
  readonly verdict: Verdict;
  /** The condition that decided; null: none. */
  readonly decided: Hit | null;
}

/**
 * Block before review before allow; of conditions with one action the first decides. A block sets 100, an allow 0; a review
 * raises to the review threshold and never lowers, so that it decides nothing about what is blocked.
 * @param hits in the order of the account's conditions
 */
export function decideByConditions<Hit extends ConditionHit>(
  signup: UndecidedSignup,
  hits: readonly Hit[],
): DecidedSignup<Hit> {
  const { score, verdict } = signup;
  const undecided = { score, verdict, decided: null };
  if (signup.ruled || hits.length === 0) return undecided;
  const block = hits.find(({ action }) => action === "block");
  if (block !== undefined) return { score: 100, verdict: "block", decided: block };
  const review = hits.find(({ action }) => action === "review");
  if (review !== undefined) {
    return verdict === "block"
      ? undecided
      : { score: Math.max(score, signup.reviewThreshold), verdict: "review", decided: review };
  }
  if (signup.agentDenied) return undecided;
  const allow = hits.find(({ action, overrides }) =>
    action === "allow" && (!signup.anyBlock || overrides === "block")
  );
  return allow === undefined ? undecided : { score: 0, verdict: "allow", decided: allow };
}

/** Whether it would decide by itself: an allow does not of what a component blocks, nor a review of what is blocked. */
export function takesPart(signup: UndecidedSignup, hit: ConditionHit): boolean {
  return decideByConditions(signup, [hit]).decided !== null;
}

/** As it was when it decided. Of scores from before the word was stored an allow is taken for one that overrode. */
export function storedHit({ action, overrides = "block" }: DecidingCondition): ConditionHit {
  return overrides === null ? { action } : { action, overrides };
}
