/** Schemas of the rule endpoints. */
import { z } from "@hono/zod-openapi";
import { RULE_KINDS } from "../../model/rules/rule.ts";
import { CLASH_TYPES } from "../../model/rules/rule_conflict.ts";
import { MAX_RULE_NOTE } from "../../service/rules/rule_options.ts";
import { MAX_RULE_REFS, MAX_RULE_VALUES } from "../../service/rules/rules.ts";
import {
  described,
  hashedRule,
  moment,
  ruleAction,
  ruleKind,
  skippedValue,
  tail,
  text,
  timestamp,
} from "../common_schema.ts";

const ruleShape = z.object({
  id: z.string().openapi({ example: "9e74f7a4-09e6-43b6-a342-060218959fe0" }).describe(
    "Names the rule, for /v1/rules/{rule_id}",
  ),
  action: ruleAction.openapi({ example: "block" }),
  kind: ruleKind.openapi({ example: "cidr" }),
  value: z.string().openapi({ example: "203.0.113.0/24" }).describe(
    "What the rule matches, in canonical form. A domain covers its subdomains",
  ),
  hashed: hashedRule,
  created_at: moment.describe("RFC 3339"),
  note: z.string().optional().describe("Your own words"),
  expires_at: timestamp.optional().describe("RFC 3339: from then on the rule matches nothing"),
  import_id: z.string().optional().describe("The import that made the rule"),
  warning: z.string().optional().describe("Set on an unusually broad rule"),
}).openapi("Rule", { description: "An allow or block rule" });

export const rulesResult = z.object({
  count: z.int().openapi({ description: "Number of rules", example: 1 }),
  rules: z.array(ruleShape).describe("The rules"),
  ...tail,
}).openapi("RuleList", { description: "Your rules" });

export const rulesBody = z.object({
  action: ruleAction,
  values: z.array(z.string()).min(1).nullish().openapi({
    maxItems: MAX_RULE_VALUES,
    example: ["203.0.113.0/24", "example.org", "AS64500"],
    description: "What the rules match; the kind of each is detected",
  }),
  refs: z.array(z.string()).min(1).nullish().openapi({
    maxItems: MAX_RULE_REFS,
    description: "Values of your stored scores, as search answers and stored scores name them (`val_…`)",
  }),
  note: z.string().max(MAX_RULE_NOTE).nullish().describe("Your own words"),
  expires_at: z.iso.datetime({ offset: true }).nullish().describe(
    "RFC 3339: from then on the rules match nothing",
  ),
  dry_run: z.boolean().nullish().describe("Same as in the query"),
});

/** What a dry run adds to the result. */
const dryRunShape = z.object({
  ...described(z.int(), {
    scores_checked: "Stored scores looked at",
    would_change: "Scores whose verdict would change",
    unknown: "Scores of which that cannot be told",
    would_block: "Scores that would be blocked",
    would_allow: "Scores that would be allowed",
    labelled_legit_blocked: "Scores you labelled as legitimate that would be blocked",
    labelled_fraud_allowed: "Scores you labelled as fraud that would be allowed",
  }),
  since: z.iso.datetime().describe("RFC 3339: scores of this time and later were looked at"),
  capped: z.boolean().describe(
    "True: there are more scores in the last 30 days; only the newest, from `since` on, were looked at",
  ),
}).openapi("RuleTrial", {
  description: "What the rules would have changed in your stored scores of the last 30 days",
});

const conflictShape = z.object({
  value: z.string().describe("The value of the new rule"),
  type: z.enum(CLASH_TYPES).describe(
    "`swallowed_by`: the existing rule is wider, with the same action. `overridden_by`: it blocks what the new one allows. `overrides`: the new one blocks what it allows",
  ),
  rule: ruleShape.describe("The existing rule"),
  scores: z.int().optional().describe(
    "Of rules of different kinds: your newest stored scores that both match",
  ),
});

const dryRun = {
  dry_run: z.boolean().optional().describe("Present in a dry run: nothing was changed"),
  clashes: z.array(conflictShape).optional().describe("Existing rules that the new ones meet; in a dry run"),
  trial: dryRunShape.optional(),
};

export const rulesAdded = z.object({
  added: z.int().openapi({ description: "Rules that were made", example: 1 }),
  rules: z.array(ruleShape).describe("The rules that were made"),
  skipped: z.array(skippedValue).describe("Values that no rule was made of"),
  ...dryRun,
  ...tail,
}).openapi("RulesAdded", { description: "The rules that were made" });

export const rulesDeleted = z.object({
  deleted: z.int().openapi({ description: "Rules that were deleted", example: 1 }),
  ...tail,
}).openapi("RulesDeleted", { description: "How many rules were deleted" });

export const rulesImported = z.object({
  action: ruleAction.nullable().describe("As in the query; null when it names none"),
  import_id: text.describe("For `DELETE /v1/rules?import=<id>&confirm=true`; null when no rule was made"),
  ...described(z.int(), {
    imported: "Lines that became rules",
    duplicates: "Lines of which the account has the rule already",
    duplicates_in_file: "Lines that repeat an earlier line",
  }),
  by_kind: z.partialRecord(z.enum(RULE_KINDS), z.int().describe("Rules of this kind")).describe(
    "The imported rules by kind",
  ),
  skipped: z.array(z.object({
    line: z.int().describe("Number of the line, from 1"),
    value: z.string().describe("The line, at most 200 characters of it"),
    reason: z.string().describe("Why it was skipped; a sentence"),
  })).describe("Lines that no rule was made of, blank lines and headers too"),
  warnings: z.array(z.object({
    line: z.int().describe("Number of the line, from 1"),
    value: z.string().describe("As written"),
    read_as: z.string().describe("What it was read as"),
    warning: z.string().optional().describe(
      "Of an unusually broad rule, or of one that exists: what becomes of its expiry",
    ),
  })).describe(
    "Values that were read as something else than written, broad rules, and existing rules whose expiry is kept or extended",
  ),
  ...dryRun,
  ...tail,
}).openapi("RulesImported", { description: "What became of each line" });
