/** Schemas of `POST /v1/outcome`. */
import { z } from "@hono/zod-openapi";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { OUTCOMES } from "../../model/records.ts";
import { type BodyList, listOf, listsOf } from "../list_limits.ts";
import { score, tail, verdict } from "../common_schema.ts";

/** Null removes the label. */
const LABELS = { fraud: "fraud", legit: "legit", legitimate: "legit", none: null } as const;

const WORDS = [...OUTCOMES, "none"] as const;

const ABOUT_VALUES =
  "Values that are fraud themselves. A fraud label counts on every value of the score; it weighs in full on these, on the address and device, and on what the sign-up had `verified`";

export const outcomeLabel = z.object({
  request_id: z.string().min(1).max(200).openapi({
    example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
    description: "Of the score",
  }),
  outcome: z.enum(["fraud", "legit", "legitimate", "none"]).transform((word) => LABELS[word]).openapi({
    type: "string",
    enum: [...WORDS],
    description: "What it was; `none` removes the label, and what it had added",
  }),
  values: z.array(z.enum(COMPONENT_KINDS)).max(COMPONENT_KINDS.length).optional().openapi({
    example: ["email"],
    description: ABOUT_VALUES,
  }),
}).openapi("OutcomeLabel", { description: "What a score turned out to be" });

/** The lists of labels in a body, and those of a label that is the body. */
export const OUTCOME_LISTS: readonly BodyList[] = [
  ...[[], ["outcomes"]].map((path) => listOf(path, Infinity, outcomeLabel)),
  ...listsOf(outcomeLabel),
];

const outcomeEntries = z.array(outcomeLabel).min(1);

/** For the document: the body is read by `outcomeBody`. */
export const outcomeLabels = z.object({
  outcomes: outcomeEntries.openapi({ maxItems: 500, description: "The labels" }),
}).openapi("OutcomeLabels", { description: "Several labels" });

/** By a name of its own: openapi-generator's TypeScript does not compile where two shapes of a body are of one schema. */
const outcomeListEntry = z.object(outcomeLabel.shape).openapi("OutcomeListEntry", {
  description: "As OutcomeLabel",
});

/** For the document. */
export const outcomeLabelList = z.array(outcomeListEntry).min(1).openapi("OutcomeLabelList", {
  maxItems: 500,
  description: "Several labels as a list",
});

/** One entry, an array of entries, or `{"outcomes": […]}`; parsed to a list. Errors name the place in the body as sent. */
export const outcomeBody = z.unknown().transform((body, context) => {
  const wrapped = body !== null && typeof body === "object" && "outcomes" in body;
  const entries = wrapped ? body.outcomes : Array.isArray(body) ? body : [body];
  const outcomes = outcomeEntries.safeParse(entries, { reportInput: true });
  if (outcomes.success) return { outcomes: outcomes.data };
  for (const issue of outcomes.error.issues) {
    const path = wrapped
      ? ["outcomes", ...issue.path]
      : Array.isArray(body)
      ? issue.path
      : issue.path.slice(1);
    context.issues.push({ ...issue, path } as (typeof context.issues)[number]);
  }
  return z.NEVER;
}).openapi({
  type: ["object", "array"],
  oneOf: [
    { $ref: "#/components/schemas/OutcomeLabel" },
    { $ref: "#/components/schemas/OutcomeLabelList" },
    { $ref: "#/components/schemas/OutcomeLabels" },
  ],
});

const recordedLabel = z.object({
  request_id: z.string().openapi({ example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17" }).describe("As sent"),
  status: z.enum(["recorded", "not_found"]).describe("`not_found`: your account has no such score"),
  our_score: score.nullable().openapi({ example: 77 }).describe(
    "The risk_score of the score, 0 to 100; null when it was not found",
  ),
  our_verdict: verdict.nullable().openapi({ example: "block" }).describe(
    "Its verdict; null when it was not found",
  ),
  disagreement: z.boolean().nullable().describe(
    "Fraud that was allowed, or legitimate and blocked; null without a label",
  ),
}).openapi("RecordedLabel", { description: "What became of a label" });

export const outcomeResult = z.object({
  recorded: z.int().openapi({ description: "Labels recorded", example: 1 }),
  not_found: z.int().describe("Ids of which your account has no score"),
  results: z.array(recordedLabel).describe("In the order of the labels"),
  ...tail,
}).openapi("OutcomeResult", { description: "What became of each label" });
