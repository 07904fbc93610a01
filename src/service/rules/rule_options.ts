/** What a customer gives with the value of a rule: the action, a note and an expiry. */
import type { AppError } from "../../model/error.ts";
import type { RuleAction } from "../../model/rules/rule.ts";

/** Characters. */
export const MAX_RULE_NOTE = 200;

export interface RuleOptions {
  readonly action: RuleAction;
  readonly note: string | null;
  /** RFC 3339. */
  readonly expiresAt: string | null;
}

/** What a customer gave besides the action. A blank note is none. */
interface RuleFields {
  readonly note?: string | null | undefined;
  /** RFC 3339. */
  readonly expires_at?: string | null | undefined;
}

/** @param refuse makes the error for a field, from a reason such as "must be in the future" */
export function readRuleOptions(
  action: RuleAction,
  given: RuleFields,
  now: number,
  refuse: (field: keyof RuleFields, why: string) => AppError,
): RuleOptions {
  const note = given.note?.trim() ?? "";
  if (note.length > MAX_RULE_NOTE) throw refuse("note", `must have at most ${MAX_RULE_NOTE} characters`);
  const expires = given.expires_at == null ? null : Date.parse(given.expires_at);
  if (expires !== null && !(expires > now)) throw refuse("expires_at", "must be in the future");
  return {
    action,
    note: note === "" ? null : note,
    expiresAt: expires === null ? null : new Date(expires).toISOString(),
  };
}
