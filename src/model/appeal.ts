/** Appeals of people whose sign-up was not allowed. */
import { DAY_MS } from "./duration.ts";

export const APPEAL_STATES = ["open", "accepted", "refused"] as const;
export type AppealState = typeof APPEAL_STATES[number];
export const APPEAL_DECISIONS = ["accepted", "refused"] as const;
export type AppealDecision = typeof APPEAL_DECISIONS[number];

/** After the score, and the answer of an appeal after that. */
export const APPEAL_MS = 30 * DAY_MS;
/** Characters. */
export const MAX_APPEAL_TEXT = 1000;
export const MAX_APPEAL_NOTE = 500;
/** Of an account, which wait for a decision; further ones are refused. */
export const MAX_OPEN_APPEALS = 1000;

const APPEAL_ID = /^apl_[0-9a-f]{28}$/;
const TIME_DIGITS = 12;

export function isAppealId(text: string): boolean {
  return APPEAL_ID.test(text);
}

/** The first id of this millisecond: ids sort by time. */
export function firstAppealId(at: number): string {
  return `apl_${Math.max(0, Math.floor(at)).toString(16).padStart(TIME_DIGITS, "0")}`;
}
