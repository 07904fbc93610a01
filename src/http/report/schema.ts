/** Schemas of `GET /v1/report`. */
import { z } from "@hono/zod-openapi";
import { LABEL_TYPES } from "../../model/records.ts";
import { monthOf } from "../../service/report/month.ts";
import { formatQuery } from "../account/audit_schema.ts";
import { described, moment, tail, text } from "../common_schema.ts";

export const reportQuery = z.object({
  month: z.string().optional().transform((given, context) => {
    if (given === undefined || given === "") return null;
    const month = monthOf(given);
    if (month !== null) return month;
    context.issues.push({ code: "custom", message: "must be a month such as 2026-11", input: given });
    return z.NEVER;
  }).meta({
    type: "string",
    pattern: "^2\\d{3}-(0[1-9]|1[0-2])$",
    example: "2026-11",
    description: "The month (UTC); the present one when absent",
  }),
  format: formatQuery,
});

const seconds = (description: string, example: number) =>
  z.int().nullable().meta({ example }).describe(description);

export const reportResult = z.object({
  month: z.string().meta({ example: "2026-11", description: "UTC" }),
  since: moment.describe("RFC 3339: scores since then are counted; earlier ones of the month have expired"),
  capped: z.boolean().describe("There are more scores or labels than were read: the newest are counted"),
  ...described(z.int(), {
    volume: "Scores of live keys",
    allow: "Of them, with this verdict",
    review: "Of them, with this verdict",
    block: "Of them, with this verdict",
    to_review: "Of them, with the verdict review and without a label, as in the review queue",
    decided: "With the verdict review and a label",
    decided_fraud: "Of them, labelled as fraud",
    decided_legit: "Of them, labelled as legitimate",
  }, {
    volume: 48210,
    allow: 45010,
    review: 1800,
    block: 1400,
    to_review: 240,
    decided: 1560,
    decided_fraud: 1180,
    decided_legit: 380,
  }),
  precision: z.number().nullable().meta({ example: 0.756 }).describe(
    "Of reviews: `decided_fraud` ÷ `decided`; null when nothing was decided",
  ),
  ...described(z.int(), {
    caught: "Labelled as fraud, and reviewed or blocked",
    missed: "Labelled as fraud, and allowed",
    false_positives: "Labelled as legitimate, and reviewed or blocked",
    false_positives_reviewed: "Of them, scores with the verdict review",
    false_positives_blocked: "Of them, scores with the verdict block",
  }, {
    caught: 2410,
    missed: 60,
    false_positives: 390,
    false_positives_reviewed: 380,
    false_positives_blocked: 10,
  }),
  time_to_decide_seconds: seconds(
    "Seconds from the score to the label of what was to be reviewed: half took less; null when nothing was decided",
    5400,
  ),
  time_to_decide_p90_seconds: seconds("The same in seconds: nine of ten took less", 40200),
  ...described(z.int(), {
    appeals_decided: "How many appeals were decided in the month",
    overturned: "How many of them were accepted: the decision about the score was overturned",
  }, { appeals_decided: 14, overturned: 5 }),
  overturned_share: z.number().nullable().meta({ example: 0.357 }).describe(
    "`overturned` ÷ `appeals_decided`; null when none was decided",
  ),
  ...described(z.int(), {
    campaigns_found: "How many campaigns were found in the month, as far as they are kept",
    campaigns_handled: "How many campaigns were marked as handled in the month",
  }, { campaigns_found: 4, campaigns_handled: 3 }),
  caught_by_type: z.array(z.object({
    type: z.enum(LABEL_TYPES).nullable().meta({ example: "bonus_abuse" }).describe(
      "What kind of fraud the label says; null: none in particular",
    ),
    ...described(z.int(), {
      caught: "Scores that were reviewed or blocked",
      blocked: "Scores that were blocked",
      reviewed: "Scores that were reviewed",
      missed: "Scores that were allowed",
    }, { caught: 900, blocked: 400, reviewed: 500, missed: 12 }),
  })).describe("What was labelled as fraud, by its kind"),
  false_positives_by_rule: z.array(z.object({
    rule_id: z.string().meta({ example: "0f8f1b6e-7a51-4c1d-9a0e-2b6f6f1c7d11" }).describe(
      "Of the rule that decided",
    ),
    text: text.meta({ example: 'ip.country == "TJ"' }).describe(
      "What the rule is; null when it is gone",
    ),
    count: z.int().meta({ example: 7, description: "Scores" }),
  })).describe("The 20 with most"),
  false_positives_by_finding: z.array(z.object({
    finding: z.string().meta({ example: "datacenter" }).describe("Its name"),
    text: z.string().meta({ example: "datacenter" }).describe("For people"),
    count: z.int().meta({ example: 120, description: "Scores that have it" }),
  })).describe("The 20 with most; a score counts for each of its findings"),
  ...tail,
}).openapi("MonthReport", { description: "What a month came to" });
