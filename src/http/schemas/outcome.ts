/** Schemas of `POST /v1/outcome`. */
import { z } from "@hono/zod-openapi";
import { OUTCOMES } from "../../model/records.ts";
import { score, tail, verdict } from "./common.ts";

/** Null removes the label. */
const LABELS = { fraud: "fraud", legit: "legit", legitimate: "legit", none: null } as const;

const WORDS = [...OUTCOMES, "none"] as const;

const outcomeEntry = z.object({
  request_id: z.string().min(1).max(200),
  outcome: z.enum(["fraud", "legit", "legitimate", "none"]).transform((word) => LABELS[word])
    .openapi({ type: "string", enum: [...WORDS] }),
});

const OUTCOME_ENTRY = {
  type: "object" as const,
  required: ["request_id", "outcome"],
  properties: {
    request_id: {
      type: "string" as const,
      example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
      description: "Of the score",
    },
    outcome: {
      type: "string" as const,
      enum: [...WORDS],
      description: "What it was; `none` removes the label, and what it had added",
    },
  },
};
const OUTCOME_ENTRIES = { type: "array" as const, minItems: 1, maxItems: 500, items: OUTCOME_ENTRY };

const outcomeEntries = z.array(outcomeEntry).min(1);

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
    OUTCOME_ENTRY,
    OUTCOME_ENTRIES,
    {
      type: "object",
      required: ["outcomes"],
      properties: { outcomes: { ...OUTCOME_ENTRIES, description: "The labels" } },
    },
  ],
});

export const outcomeResult = z.object({
  recorded: z.int().describe("Labels recorded"),
  not_found: z.int().describe("Ids of which your account has no score"),
  results: z.array(z.object({
    request_id: z.string().describe("As sent"),
    status: z.enum(["recorded", "not_found"]).describe("`not_found`: your account has no such score"),
    our_score: score.nullable().describe("The risk_score of the score, 0 to 100; null when it was not found"),
    our_verdict: verdict.nullable().describe("Its verdict; null when it was not found"),
    disagreement: z.boolean().nullable().describe(
      "Fraud that was allowed, or legitimate and blocked; null without a label",
    ),
  })).describe("In the order of the labels"),
  ...tail,
}).openapi("OutcomeResult", { description: "What became of each label" });
