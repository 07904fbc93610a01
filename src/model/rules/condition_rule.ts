/** A rule with a condition, as it is stored. Lists of values are in `rule.ts`. */
import type { ConditionAction, ConditionState } from "../conditions/stored.ts";
import type { RuleAuthor, RuleEdit } from "./rule_history.ts";

export interface ConditionRule {
  readonly id: string;
  /** As written. */
  readonly when: string;
  readonly action: ConditionAction;
  readonly state: ConditionState;
  /** RFC 3339. */
  readonly created_at: string;
  readonly author: RuleAuthor;
  /** Of the action `tag`: the word. */
  readonly tag?: string;
  /** Of the action `allow`: it also allows what a component blocks. */
  readonly overrides?: "block";
  readonly note?: string;
  /** RFC 3339; from this time on it is not judged. */
  readonly expires_at?: string;
  /** Oldest first. */
  readonly history: readonly RuleEdit[];
}

/** Judged on every sign-up, to decide or to be recorded only. */
export const MAX_ACTIVE_CONDITIONS = 200;
/** In any state. */
export const MAX_CONDITIONS = 500;

export const TAG_WORD = /^[a-z][a-z0-9_-]{0,31}$/;

/** Live or in shadow, and not expired. */
export function isActive({ state, expires_at }: ConditionRule, now: number): boolean {
  return (state === "live" || state === "shadow") && !hasExpired({ expires_at }, now);
}

export function hasExpired(
  { expires_at }: { readonly expires_at?: string | undefined },
  now: number,
): boolean {
  return expires_at !== undefined && Date.parse(expires_at) <= now;
}
