/** Schemas of what dry runs are asked and answer. */
import { z } from "@hono/zod-openapi";
import { VERDICTS } from "../../model/verdict.ts";
import { MAX_CURSOR_CHARS } from "../../service/cases/search_cursor.ts";
import type { DryRunRequest } from "../../service/dry_run/listed_scores.ts";
import { DRY_RUN_LISTS } from "../../service/dry_run/tally.ts";
import { foundScore } from "../cases/search_schema.ts";
import { described, text } from "../common_schema.ts";

const byVerdict = z.object(described(z.int(), {
  allow: "Scores with the verdict allow",
  review: "Scores with the verdict review",
  block: "Scores with the verdict block",
}));

/** What a dry run adds to the result. */
export const ruleTrial = z.object({
  before: byVerdict.describe("Of the scores that are touched: their verdicts as they are"),
  after: byVerdict.describe("And as they would be"),
  days: z.int().describe("Days that it looked back"),
  not_judged_because: z.array(z.object({
    reason: z.string().describe("What is unknown of them, and why"),
    scores: z.int().describe("How many"),
  })).describe("Why they could not be judged, the most frequent reason first"),
  per_day: z.array(z.object({
    day: z.iso.date().describe("UTC"),
    ...described(z.int(), {
      touched: "As above, of this day",
      would_change: "As above, of this day",
      fraud: "As above, of this day",
      good: "As above, of this day",
    }),
  })).describe("Each day that was looked at, oldest first"),
  ...described(z.int(), {
    touched: "Scores that the rules apply to: of a condition, those that it is true of",
    fraud: "Of the touched scores, those you labelled as fraud",
    good: "Of the touched scores, those you labelled as legitimate",
    unlabelled: "Of the touched scores, those without a label",
    not_judged: "Scores of which it cannot be told whether the rules apply to them",
    scores_checked: "Stored scores looked at; of conditions, whole sign-ups",
    would_change: "Scores whose verdict would change",
    unknown: "Scores of which that cannot be told: same as `not_judged`",
    would_block: "Scores that would be blocked",
    would_allow: "Scores that would be allowed",
    labelled_legit_blocked: "Scores you labelled as legitimate that would be blocked",
    labelled_fraud_allowed: "Scores you labelled as fraud that would be allowed",
  }),
  since: z.iso.datetime().describe("RFC 3339: scores of this time and later were looked at"),
  capped: z.boolean().describe(
    "True: there are more scores in these days; only the newest, from `since` on, were looked at",
  ),
}).openapi("RuleTrial", {
  description: "What the rules would have changed in your stored scores of the last days",
});

/** The scores behind a count of a dry run. */
export const dryRunList = z.object({
  name: z.enum(DRY_RUN_LISTS).describe("As asked for"),
  scores: z.array(z.object({
    ...foundScore.shape,
    would_be: z.enum(VERDICTS).nullable().describe(
      "The verdict that it would have; null: that cannot be told",
    ),
  })).describe("The newest first, masked"),
  cursor: text.describe("For the next page; null at the end"),
}).openapi("DryRunList", { description: "The scores behind a count of a dry run" });

/** Of the query of what can be tried. */
export const dryRunQuery = {
  days: z.enum(["30", "180"]).optional().meta({ example: "30" }).describe(
    "Of a dry run: how many days it looks back; 30 where absent",
  ),
  list: z.enum(DRY_RUN_LISTS).optional().meta({ example: "good" }).describe(
    "Of a dry run: also answers the scores behind this count, 50 at a time",
  ),
  cursor: z.string().max(MAX_CURSOR_CHARS).optional().describe("Of the page of the list before"),
};

type DryRunQuery = {
  readonly [Name in keyof typeof dryRunQuery]?: z.infer<typeof dryRunQuery[Name]> | undefined;
};

export function dryRunRequest({ days, list, cursor }: DryRunQuery): DryRunRequest {
  return { days: days === "180" ? 180 : 30, list: list ?? null, cursor: cursor ?? null };
}
