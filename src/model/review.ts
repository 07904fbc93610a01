/** A case of the review queue: who works on it, and what was decided. Times are milliseconds since the epoch. */
import type { Who } from "./access/who.ts";
import { MINUTE_MS } from "./duration.ts";
import type { Outcome, OutcomeLabel, ScoreRecord } from "./records.ts";

/** A claim ends so long after its holder last opened the case. */
export const CLAIM_MS = 15 * MINUTE_MS;
/** Hours within which a review is to be decided, of accounts that have not chosen. */
export const REVIEW_TARGET_HOURS = 24;
export const MAX_REVIEW_TARGET_HOURS = 720;

export interface ReviewClaim {
  readonly by: Who;
  readonly at: number;
  readonly until: number;
}

/** What is kept of a case until it is decided. */
export interface ReviewCase {
  readonly claim?: ReviewClaim;
  readonly assigned?: Who;
}

/** Who gave a score its newest label, or took it away. */
export interface LabelledBy {
  readonly by: Who;
  readonly at: number;
  readonly outcome: Outcome | "none";
  /** Id of what undoes it alone, for who gave it. */
  readonly undo?: string;
}

/** `GET /v1/reviews` and the events say what a label on a case means. */
export const DECISIONS = { legit: "approve", fraud: "reject" } as const satisfies Record<Outcome, string>;

/** Whether the score is, or was, in the queue: a label on it is the decision of a review. */
export function isReviewed({ mode, verdict }: Pick<ScoreRecord, "mode" | "verdict">): boolean {
  return mode === "live" && verdict === "review";
}

/** Names the label that a page was made with, so that a form which replaces another one's decision can be told. */
export function labelVersion(label: Pick<OutcomeLabel, "outcome" | "type" | "at"> | null): string {
  return label === null ? "none" : `${label.outcome}-${label.type ?? ""}-${label.at}`;
}
