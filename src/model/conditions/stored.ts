/** What conditions said of a stored score. */
import type { Verdict } from "../verdict.ts";

export const CONDITION_ACTIONS = ["allow", "review", "block", "tag"] as const;
export type ConditionAction = typeof CONDITION_ACTIONS[number];

export const CONDITION_STATES = ["draft", "shadow", "live", "paused"] as const;
export type ConditionState = typeof CONDITION_STATES[number];

/** The live condition that decided. */
export interface DecidingCondition {
  readonly id: string;
  readonly action: Exclude<ConditionAction, "tag">;
  /** The condition as it was. */
  readonly when: string;
  /** Of one that allows: `block` where it allowed what a component blocks too, else null; absent in scores from before it was stored. */
  readonly overrides?: "block" | null;
  /** What the sign-up was without conditions. */
  readonly before: { readonly score: number; readonly verdict: Verdict };
}

export interface StoredConditions {
  /** Null: none decided. */
  readonly decided: DecidingCondition | null;
  /** Words of conditions that tag. */
  readonly tags: readonly string[];
  /** Ids of live conditions that were true, whether one of them decided or not. */
  readonly hit: readonly string[];
  /** Conditions in shadow that were true. */
  readonly would: readonly (readonly [id: string, action: ConditionAction])[];
  /** Conditions that rest on something unknown, and on what. */
  readonly notJudged: readonly (readonly [id: string, reason: string])[];
}
