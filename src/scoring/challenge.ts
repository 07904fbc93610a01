/** What a passed challenge makes of a sign-up's score. The same for sign-ups, for stored ones and for siteverify. Pure. */
import { thresholdsAt, type Verdict, type VerdictLevel } from "../model/verdict.ts";

/** A challenge proves patience or a mailbox, and no honest intent: a review becomes an allow, and no more. */
export const CHALLENGE_PASSED = {
  /** Of the score of a review; it is below the review threshold in any case. */
  keeps: 0.5,
  text: "passed a challenge",
} as const;

/** Rules, conditions and labels decided before: a block stays a block, and an allow is none the better for it. */
export function afterChallenge<Decided extends { readonly score: number; readonly verdict: Verdict }>(
  decided: Decided,
  isPassed: boolean,
  level: VerdictLevel,
): Decided {
  if (!isPassed || decided.verdict !== "review") return decided;
  const most = thresholdsAt(level).review - 1;
  return {
    ...decided,
    verdict: "allow",
    score: Math.min(most, Math.round(decided.score * CHALLENGE_PASSED.keeps)),
  };
}
