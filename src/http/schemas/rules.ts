/** Schemas of the rule endpoints. */
import { z } from "@hono/zod-openapi";
import { RULE_KINDS } from "../../model/rules/rule.ts";
import { MAX_RULE_NOTE } from "../../service/rules/rule_options.ts";
import { MAX_RULE_REFS, MAX_RULE_VALUES } from "../../service/rules/rules.ts";
import { fields, ruleAction, skippedValue, tail, timestamp } from "./common.ts";

export const ruleShape = z.object({
  id: z.string(),
  action: ruleAction,
  kind: z.enum(RULE_KINDS),
  value: z.string(),
  hashed: z.literal(true).optional().openapi({
    description: "The rule was made of a `ref`: it holds a hash, and `value` is masked",
  }),
  created_at: z.iso.datetime(),
  note: z.string().optional(),
  expires_at: timestamp.optional(),
  import_id: z.string().optional().openapi({ description: "The import that made the rule" }),
  warning: z.string().optional().openapi({ description: "Set on an unusually broad rule" }),
}).openapi("Rule");

export const rulesResult = z.object({ count: z.int(), rules: z.array(ruleShape), ...tail }).openapi(
  "RuleList",
);

export const rulesBody = z.object({
  action: ruleAction,
  values: z.array(z.string()).min(1).nullish().openapi({
    maxItems: MAX_RULE_VALUES,
    example: ["203.0.113.0/24", "example.org", "AS64500"],
  }),
  refs: z.array(z.string()).min(1).nullish().openapi({
    maxItems: MAX_RULE_REFS,
    description: "Values of your stored scores, as search answers and stored scores name them (`val_…`)",
  }),
  note: z.string().max(MAX_RULE_NOTE).nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
  dry_run: z.boolean().nullish().openapi({ type: "boolean", description: "Same as in the query" }),
});

/** What a dry run adds to the result. */
export const dryRunShape = z.object({
  ...fields(z.int(), "scores_checked", "would_change", "unknown", "would_block", "would_allow"),
  ...fields(z.int(), "labelled_legit_blocked", "labelled_fraud_allowed"),
}).openapi("RuleTrial", {
  description: "What the rules would have changed in your stored scores of the last 30 days",
});

export const conflictShape = z.object({
  value: z.string(),
  type: z.string(),
  rule: ruleShape,
});

const dryRun = {
  dry_run: z.boolean().optional(),
  clashes: z.array(conflictShape).optional(),
  trial: dryRunShape.optional(),
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
  action: ruleAction.nullable().openapi({ description: "As in the query; null when it names none" }),
  import_id: z.string().nullable().openapi({
    description: "For `DELETE /v1/rules?import=<id>&confirm=true`; null when no rule was made",
  }),
  ...fields(z.int(), "imported", "duplicates", "duplicates_in_file"),
  by_kind: z.record(z.string(), z.int()),
  skipped: z.array(z.object({ line: z.int(), value: z.string(), reason: z.string() })),
  warnings: z.array(z.object({
    line: z.int(),
    value: z.string(),
    read_as: z.string(),
    warning: z.string().optional().openapi({ description: "Of an unusually broad rule" }),
  })).openapi({ description: "Values that were read as something else than written, and broad rules" }),
  ...dryRun,
  ...tail,
}).openapi("RulesImported");
