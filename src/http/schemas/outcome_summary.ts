/** Shape of the outcome summary. */
import { z } from "@hono/zod-openapi";
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import { score, tail } from "./common.ts";

const share = z.number().min(0).max(1).nullable();
const moment = z.iso.datetime();
const verdicts = z.object({ allow: z.int(), review: z.int(), block: z.int() });

const confusion = {
  fraud: verdicts,
  legit: verdicts,
  precision_of_block: share.openapi({ description: "Fraud among what was blocked" }),
  false_positive_rate: share.openapi({ description: "Blocked among the legitimate" }),
  legit_disturbed: share.openapi({ description: "Review or block among the legitimate" }),
  fraud_blocked: share.openapi({ description: "Blocked among the fraudulent" }),
  fraud_noticed: share.openapi({ description: "Review or block among the fraudulent" }),
};

const figures = z.object({
  labelled: z.int(),
  fraud: z.int(),
  legit: z.int(),
  ruled: z.int().openapi({
    description:
      "Labelled, but decided by one of your rules: in no other figure, for they say nothing about the scoring",
  }),
  brier_score: share.openapi({
    description: "Mean squared distance of score ÷ 100 from what happened; 0 is perfect",
  }),
  brier_score_of_base_rate: share.openapi({
    description:
      "The same for somebody who knows only how many are fraud; a higher brier_score is worse than that",
  }),
  reliability: z.array(z.object({
    from: score,
    to: score,
    count: z.int(),
    fraud: z.int(),
    mean_score: z.number().nullable(),
    share_of_fraud: share,
  })).length(10).openapi({ description: "By tens of the score as answered" }),
  as_answered: z.object(confusion).openapi({
    description: "The verdicts as they were answered, each at the strictness it was asked with",
  }),
  at_strictness: z.array(z.object({
    strictness: z.int().min(0).max(3),
    name: z.string(),
    ...confusion,
    would_change: z.object({ count: z.int(), fraud: verdicts, legit: verdicts, text: z.string() }).openapi({
      description: "Answered verdicts that would have been others, by the verdict they would have become",
    }),
  })).length(4).openapi({ description: "All of them scored again at strictness 0, 1, 2 and 3" }),
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
    description: "Scores of the last so many days",
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
      "How much is labelled, counted from `since`. Labelled scores of test keys are in no other figure. `capped`: there are more than one summary reads, and all figures are of the newest",
  }),
  overall: figures.extend({
    agent_denied: z.int().openapi({ description: "Blocked by your agent policy at every strictness" }),
  }),
  components: z.object(
    Object.fromEntries(COMPONENT_KINDS.map((kind) => [kind, figures.nullable()])) as Record<
      ComponentKind,
      z.ZodNullable<typeof figures>
    >,
  ).openapi({
    description:
      "Each component with its own score and verdict, under the label of the whole; null when none is labelled",
  }),
  findings: z.array(z.object({
    component: z.enum(COMPONENT_KINDS),
    name: z.string(),
    lowers: z.boolean().openapi({ description: "A fact that lowers a score: its lift should be below 1" }),
    fraud: z.int(),
    legit: z.int(),
    share_of_fraud: share,
    share_of_legit: share,
    lift: z.number().nullable().openapi({
      description:
        "share_of_fraud ÷ share_of_legit; null below 5 labels, and where no legitimate score has the finding",
    }),
    lift_low: z.number().nullable().openapi({ description: "Lower end of the 95 % confidence interval" }),
    lift_high: z.number().nullable().openapi({ description: "Upper end" }),
  })).openapi({ description: "The most telling first" }),
  ...tail,
}).openapi("OutcomeSummary", {
  description:
    "A null share: nothing to divide by. Labels are rarely a fair sample of what was scored; share_labelled says how small a part they are",
});
