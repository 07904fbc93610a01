/** Schemas of `GET /v1/outcomes/summary`. */
import { z } from "@hono/zod-openapi";
import { componentKind, fields, score, tail } from "./common.ts";

const share = z.number().min(0).max(1).nullable();
const moment = z.iso.datetime();
const verdicts = z.object(fields(z.int(), "allow", "review", "block"));

const confusion = {
  fraud: verdicts,
  legit: verdicts,
  precision_of_block: share.openapi({ description: "Share of blocked scores that were fraud" }),
  false_positive_rate: share.openapi({ description: "Share of legitimate scores that were blocked" }),
  legit_disturbed: share.openapi({ description: "Share of legitimate scores that were reviewed or blocked" }),
  fraud_blocked: share.openapi({ description: "Share of fraud that was blocked" }),
  fraud_noticed: share.openapi({ description: "Share of fraud that was reviewed or blocked" }),
};

const figures = z.object({
  ...fields(z.int(), "labelled", "fraud", "legit"),
  ruled: z.int().openapi({
    description: "Labelled scores that one of your rules decided; not part of any other figure",
  }),
  brier_score: share.openapi({
    description: "Mean squared difference between score ÷ 100 and the outcome; 0 is perfect",
  }),
  brier_score_of_base_rate: share.openapi({
    description:
      "The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast",
  }),
  reliability: z.array(z.object({
    from: score,
    to: score,
    count: z.int(),
    fraud: z.int(),
    mean_score: z.number().nullable(),
    share_of_fraud: share,
  })).length(10).openapi({ description: "By ten-point ranges of the score as returned" }),
  as_answered: z.object(confusion).openapi({
    description: "The verdicts as returned, each at the strictness of its request",
  }),
  at_strictness: z.array(z.object({
    strictness: z.int().min(0).max(3),
    name: z.string(),
    ...confusion,
    would_change: z.object({ count: z.int(), fraud: verdicts, legit: verdicts, text: z.string() }).openapi({
      description: "Returned verdicts that would change, by their new verdict",
    }),
  })).length(4).openapi({ description: "The same scores at strictness 0, 1, 2 and 3" }),
}).openapi("OutcomeFigures");

export const outcomeSummaryQuery = z.object({
  days: z.string().optional().transform((text, context): number | undefined => {
    if (text === undefined || text === "") return undefined;
    if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 180) return Number(text);
    context.issues.push({ code: "custom", message: "must be a whole number from 1 to 180", input: text });
    return z.NEVER;
  }).openapi({
    type: "integer",
    minimum: 1,
    maximum: 180,
    default: 180,
    description: "Number of days to look back",
  }),
});

export const outcomeSummaryResult = z.object({
  days: z.int(),
  since: moment,
  until: moment,
  labels: z.object({
    since: moment,
    scored: z.int(),
    labelled: z.int(),
    share_labelled: share,
    test_mode: z.int(),
    capped: z.boolean(),
  }).openapi({
    description:
      "How many scores are labelled, counted from `since`. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all figures cover the newest",
  }),
  overall: figures.extend({
    agent_denied: z.int().openapi({ description: "Blocked by your agent policy at every strictness" }),
  }),
  components: z.object({
    ip: figures.nullable(),
    email: figures.nullable(),
    phone: figures.nullable(),
    domain: figures.nullable(),
    device: figures.nullable(),
  }).openapi({
    description:
      "Each component by its own score and verdict, and by the label of the whole request; null when none is labelled",
  }),
  findings: z.array(z.object({
    component: componentKind,
    name: z.string(),
    lowers: z.boolean().openapi({
      description: "True for a fact that lowers a score: its lift should be below 1",
    }),
    fraud: z.int(),
    legit: z.int(),
    share_of_fraud: share,
    share_of_legit: share,
    lift: z.number().nullable().openapi({
      description:
        "share_of_fraud ÷ share_of_legit; null below 5 labels, and when no legitimate score has the finding",
    }),
    lift_low: z.number().nullable().openapi({ description: "Lower bound of the 95 % confidence interval" }),
    lift_high: z.number().nullable().openapi({ description: "Upper bound" }),
  })).openapi({ description: "Most predictive first" }),
  ...tail,
}).openapi("OutcomeSummary", {
  description:
    "A null share means a zero denominator. Labels are rarely a representative sample of all scores; share_labelled says how many are labelled",
});
