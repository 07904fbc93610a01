/** Shapes of batch, report, outcome and rules. */
import { z } from "@hono/zod-openapi";
import { requestId, score, seconds, strictnessBody, timestamp, verdict } from "./common.ts";

const valueKind = z.enum(["ip", "email", "domain", "phone"]);
const tail = { request_id: requestId, processing_time_sec: seconds };

export const batchBody = z.object({
  type: valueKind,
  items: z.array(z.string()).min(1).openapi({ maxItems: 500, example: ["185.220.101.1", "8.8.8.8"] }),
  strictness: strictnessBody,
  phone_country: z.string().nullish().openapi({ type: "string", example: "GB" }),
});

export const batchResult = z.object({
  type: valueKind,
  count: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  billable_lookups: z.int(),
  processing_time_sec: seconds,
  results: z.array(z.looseObject({ input: z.string(), error: z.string().optional() })).openapi({
    description: "In the order of items: the single result of the type with `input`, or `input` and `error`",
  }),
}).openapi("BatchResult");

export const reportBody = z.object({
  kind: valueKind,
  value: z.string().nullish().openapi({ type: "string", example: "fraudster@example.org" }),
  values: z.array(z.string()).nullish().openapi({ maxItems: 500 }),
});

export const reportResult = z.object({
  reported: z.int(),
  results: z.array(z.object({ kind: valueKind, abuse_reports: z.int() })),
  skipped: z.array(z.object({ value: z.string(), reason: z.string() })),
  ...tail,
}).openapi("ReportResult");

const outcomeEntry = z.object({
  request_id: z.string().min(1).max(200),
  outcome: z.enum(["fraud", "legit", "legitimate"]).transform((word) =>
    word === "fraud" ? "fraud" as const : "legit" as const
  )
    .openapi({ type: "string", enum: ["fraud", "legit"] }),
});

const OUTCOME_ENTRY = {
  type: "object" as const,
  required: ["request_id", "outcome"],
  properties: {
    request_id: { type: "string" as const, example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17" },
    outcome: { type: "string" as const, enum: ["fraud", "legit"] },
  },
};
const OUTCOME_ENTRIES = { type: "array" as const, minItems: 1, maxItems: 500, items: OUTCOME_ENTRY };

const outcomeEntries = z.array(outcomeEntry).min(1);

/** One entry, an array of entries, or `{"outcomes": […]}`: always a list afterwards. A problem is named by its place in what was sent. */
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
    { type: "object", required: ["outcomes"], properties: { outcomes: OUTCOME_ENTRIES } },
  ],
});

export const outcomeResult = z.object({
  recorded: z.int(),
  not_found: z.int(),
  results: z.array(z.object({
    request_id: z.string(),
    status: z.enum(["recorded", "not_found"]),
    our_score: score.nullable(),
    our_verdict: verdict.nullable(),
    disagreement: z.boolean().nullable(),
  })),
  ...tail,
}).openapi("OutcomeResult");

export const ruleShape = z.object({
  id: z.string(),
  action: z.enum(["allow", "block"]),
  kind: z.enum(["ip", "cidr", "email", "domain", "phone", "asn"]),
  value: z.string(),
  created_at: z.iso.datetime(),
  note: z.string().optional(),
  expires_at: timestamp.optional(),
  warning: z.string().optional().openapi({ description: "An allow rule that reaches far" }),
}).openapi("Rule");

const skippedValue = z.object({ value: z.string(), reason: z.string() });

export const rulesResult = z.object({ count: z.int(), rules: z.array(ruleShape), ...tail }).openapi(
  "RuleList",
);

export const rulesBody = z.object({
  action: z.enum(["allow", "block"]),
  values: z.array(z.string()).min(1).openapi({
    maxItems: 10_000,
    example: ["203.0.113.0/24", "example.org", "AS64500"],
  }),
  note: z.string().max(200).nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
  dry_run: z.boolean().nullish().openapi({ type: "boolean", description: "The same as in the query" }),
});

/** What a dry run adds to the answer. */
export const trialShape = z.object({
  scores_checked: z.int(),
  would_change: z.int(),
  unknown: z.int(),
  would_block: z.int(),
  would_allow: z.int(),
  labelled_legit_blocked: z.int(),
  labelled_fraud_allowed: z.int(),
}).openapi("RuleTrial", {
  description: "What the rules would have done to your stored scores of the last 30 days",
});

export const clashShape = z.object({
  value: z.string(),
  type: z.string(),
  rule: ruleShape,
});

const dryRun = {
  dry_run: z.boolean().optional(),
  clashes: z.array(clashShape).optional(),
  trial: trialShape.optional(),
};

export const rulesAdded = z.object({
  added: z.int(),
  rules: z.array(ruleShape),
  skipped: z.array(skippedValue),
  ...dryRun,
  ...tail,
}).openapi("RulesAdded");

export const rulesDeleted = z.object({ deleted: z.int(), ...tail }).openapi("RulesDeleted");

export const rulesImported = z.object({
  action: z.enum(["allow", "block"]),
  imported: z.int(),
  duplicates: z.int(),
  duplicates_in_file: z.int(),
  by_kind: z.record(z.string(), z.int()),
  skipped: z.array(z.object({ line: z.int(), value: z.string(), reason: z.string() })),
  ...dryRun,
  request_id: requestId,
  processing_time_sec: seconds,
}).openapi("RulesImported");
