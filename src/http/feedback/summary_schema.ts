/** Schemas of `GET /v1/outcomes/summary`. */
import { z } from "@hono/zod-openapi";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { STRICTNESS_NAMES } from "../../model/verdict.ts";
import { described, findingName, modeQuery, moment, score, strictnessLevel, tail } from "../common_schema.ts";

const share = z.number().min(0).max(1).nullable().meta({ description: "0 to 1", example: 0.75 });
const verdicts = z.object(described(z.int(), {
  allow: "Scores with this verdict",
  review: "Scores with this verdict",
  block: "Scores with this verdict",
}, { allow: 11, block: 7 }));

const confusion = {
  fraud: verdicts.describe("Verdicts on fraud"),
  legit: verdicts.describe("Verdicts on legitimate scores"),
  precision_of_block: share.describe("0 to 1. Share of blocked scores that were fraud"),
  false_positive_rate: share.describe("0 to 1. Share of legitimate scores that were blocked"),
  legit_disturbed: share.describe("0 to 1. Share of legitimate scores that were reviewed or blocked"),
  fraud_blocked: share.describe("0 to 1. Share of fraud that was blocked"),
  fraud_noticed: share.describe("0 to 1. Share of fraud that was reviewed or blocked"),
};

const figures = z.object({
  ...described(z.int(), {
    labelled: "Labelled scores",
    fraud: "Scores labelled as fraud",
    legit: "Scores labelled as legitimate",
  }, { labelled: 18, fraud: 7, legit: 11 }),
  ruled: z.int().describe("Labelled scores that one of your rules decided; not part of any other figure"),
  brier_score: share.describe(
    "0 to 1. Mean squared difference between score ÷ 100 and the outcome; 0 is perfect",
  ),
  brier_score_of_base_rate: share.describe(
    "0 to 1. The same for a constant forecast of the share of fraud; a brier_score above it is worse than that forecast",
  ),
  reliability: z.array(z.object({
    from: score.describe("Lowest score of the range"),
    to: score.describe("Highest score of the range"),
    count: z.int().describe("Labelled scores in the range"),
    fraud: z.int().describe("How many of them are fraud"),
    mean_score: z.number().nullable().describe("Mean score, 0 to 100; null for an empty range"),
    share_of_fraud: share.describe("fraud ÷ count, 0 to 1"),
  })).length(10).meta({
    description: "By ten-point ranges of the score as returned",
    example: Array.from({ length: 10 }, (_, index) => ({
      from: index * 10,
      to: index === 9 ? 100 : index * 10 + 9,
      count: 0,
      fraud: 0,
      mean_score: null,
      share_of_fraud: null,
    })),
  }),
  as_answered: z.object(confusion).describe(
    "The verdicts as returned, each at the strictness of its request",
  ),
  at_strictness: z.array(z.object({
    strictness: strictnessLevel,
    name: z.enum(STRICTNESS_NAMES).describe("Its name"),
    ...confusion,
    would_change: z.object({
      count: z.int().describe("Verdicts that would change"),
      fraud: verdicts.describe("Of fraud, by the new verdict"),
      legit: verdicts.describe("Of legitimate scores, by the new verdict"),
      text: z.string().meta({ example: "No labelled verdict would change." }).describe(
        "One sentence for people",
      ),
    }).describe("Returned verdicts that would change, by their new verdict"),
  })).length(4).describe("The same scores at strictness 0, 1, 2 and 3"),
}).openapi("OutcomeFigures", { description: "How good verdicts and scores were, by your labels" });

export const outcomeSummaryQuery = z.object({
  days: z.string().optional().transform((text, context): number | undefined => {
    if (text === undefined || text === "") return undefined;
    if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 180) return Number(text);
    context.issues.push({ code: "custom", message: "must be a whole number from 1 to 180", input: text });
    return z.NEVER;
  }).meta({
    type: "integer",
    minimum: 1,
    maximum: 180,
    default: 180,
    description: "Number of days to look back",
  }),
  mode: modeQuery,
});

const overturned = {
  accepted: z.int().meta({ example: 3 }).describe("How many appeals were accepted"),
  refused: z.int().meta({ example: 9 }).describe("How many appeals were refused"),
  overturned: share.meta({ example: 0.25 }).describe(
    "accepted ÷ decided, 0 to 1; null: none is decided",
  ),
};

const appealFigures = z.object({
  filed: z.int().meta({ example: 14 }).describe("How many appeals were sent"),
  open: z.int().meta({ example: 2 }).describe("How many of them wait for a decision"),
  ...overturned,
  by_rule: z.array(z.object({ rule_id: z.string().describe("The id of the rule"), ...overturned })).describe(
    "Of verdicts that one of your rules decided; those that were overturned most often first",
  ),
  by_finding: z.array(z.object({
    component: z.enum([...COMPONENT_KINDS, "linkage"]).describe("What the finding is about"),
    name: z.string().meta({ example: "disposable" }).describe("The name of the finding that decided"),
    ...overturned,
  })).describe("Of verdicts that a finding decided"),
});

export const outcomeSummaryResult = z.object({
  days: z.int().meta({ description: "Days looked back", example: 180 }),
  since: moment.describe("RFC 3339"),
  until: moment.describe("RFC 3339"),
  labels: z.object({
    since: moment.describe(
      "RFC 3339: scores and labels are counted from here; later than the summary's since when not all could be counted",
    ),
    scored: z.int().meta({ example: 24 }).describe(
      "Scores of live keys; with mode=test those of test keys",
    ),
    labelled: z.int().meta({ description: "How many of them are labelled", example: 18 }),
    share_labelled: share.describe("labelled ÷ scored, 0 to 1"),
    test_mode: z.int().describe(
      "Labelled scores of test keys; in no other figure unless mode=test asks for them",
    ),
    figures_since: moment.describe("RFC 3339: all other figures are of the labels of scores since then"),
    capped: z.boolean().describe("There are more labels than one summary reads"),
  }).describe(
    "How many scores are labelled, counted from `since` at any number. Labelled scores of test keys are not part of any other figure. `capped`: there are more labels than one summary reads, so all other figures cover the newest, from `figures_since`",
  ),
  overall: figures.extend({
    agent_denied: z.int().describe("Scores blocked by your agent policy, at every strictness"),
  }).describe("All labelled scores"),
  components: z.object(described(figures.nullable(), {
    ip: "IP addresses",
    email: "E-mail addresses",
    phone: "Phone numbers",
    domain: "Domains",
    device: "Devices",
  })).describe(
    "Each component by its own score and verdict, and by the label of the whole request; null when none is labelled",
  ),
  findings: z.array(z.object({
    component: z.enum([...COMPONENT_KINDS, "linkage"]).describe("What the finding is about"),
    name: z.enum(
      [
        ...new Set([
          ...findingName.component.options,
          ...findingName.linkage.options,
          ...findingName.trust.options,
        ]),
      ].sort(),
    )
      .describe("The name of a finding, or of a fact that lowers a score"),
    lowers: z.boolean().describe("True for a fact that lowers a score: its lift should be below 1"),
    fraud: z.int().describe("Fraud that has it"),
    legit: z.int().describe("Legitimate scores that have it"),
    share_of_fraud: share.describe("Of fraud the share that has it, 0 to 1"),
    share_of_legit: share.describe("Of legitimate scores the share that has it, 0 to 1"),
    lift: z.number().min(0).nullable().describe(
      "A ratio, in times: share_of_fraud ÷ share_of_legit; 1 predicts nothing. Null below 5 labels, and when no legitimate score has the finding",
    ),
    lift_low: z.number().min(0).nullable().describe(
      "A ratio, in times: the lower bound of the 95 % confidence interval of lift",
    ),
    lift_high: z.number().min(0).nullable().describe(
      "A ratio, in times: the upper bound of the 95 % confidence interval of lift",
    ),
  })).describe("Most predictive first"),
  appeals: appealFigures.optional().describe(
    "What appeals of the days overturned; absent where your account takes none",
  ),
  ...tail,
}).openapi("OutcomeSummary", {
  description:
    "A null share means a zero denominator. Labels are rarely a representative sample of all scores; share_labelled says how many are labelled",
});
