/** Notices of log-ins: which log-ins have one, how many a user has, and what it may be answered with. Pure. */
import { DAY_MS, HOUR_MS } from "../duration.ts";
import type { LoginOutcome, Suggestion } from "./login.ts";

export const NOTICE_ANSWERS = ["me", "not_me"] as const;
export type NoticeAnswer = typeof NOTICE_ANSWERS[number];

/** What an answer says of the log-in, as `POST /v1/outcome` would. */
export const ANSWERED: Readonly<Record<NoticeAnswer, LoginOutcome>> = {
  me: "owner_confirmed",
  not_me: "takeover",
};

/** How long a notice can be answered. */
export const NOTICE_MS = 7 * DAY_MS;
/** Of a user. Whoever knows a name can cause log-ins: these bounds keep them from causing mail. */
const MOST = [{ within: HOUR_MS, notices: 3 }, { within: DAY_MS, notices: 5 }] as const;
/** What was told later is no news. */
const NEWS_MS = DAY_MS;

interface Told {
  readonly suggest: Suggestion;
  /** Null: unknown. */
  readonly succeeded: boolean | null;
  readonly at: number;
}

/** Nobody is told of a log-in that failed: nobody got in, and stuffing fails at thousands of users. */
export function isSuspicious({ suggest, succeeded, at }: Told, now: number): boolean {
  return suggest !== "allow" && succeeded !== false && now - at <= NEWS_MS;
}

/** @param times of the user's notices */
export function hasRoom(times: readonly number[], now: number): boolean {
  // Times after a clock was set back count as those before.
  return MOST.every(({ within, notices }) =>
    times.filter((time) => Math.abs(now - time) < within).length < notices
  );
}
