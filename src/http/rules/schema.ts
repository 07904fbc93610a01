/** Schemas of the rule endpoints. */
import { z } from "@hono/zod-openapi";
import { CONDITION_ACTIONS, CONDITION_STATES } from "../../model/conditions/stored.ts";
import { RULE_ACTIONS, RULE_KINDS } from "../../model/rules/rule.ts";
import { CLASH_TYPES } from "../../model/rules/rule_conflict.ts";
import { MAX_TRIED_CONDITIONS } from "../../service/dry_run/rules_dry_run.ts";
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
import { dryRunList, ruleTrial } from "./dry_run_schema.ts";

const author = z.object({
  key: z.string().meta({ example: "key_3f2d9c0e4b17a1c25d6e7f80" }).describe(
    "The id of the key, or of the person",
  ),
  name: z.string().meta({ example: "backend" }).describe("Its name, or theirs"),
}).describe("The key or the person that did it");

const history = z.array(z.object({
  at: moment.describe("RFC 3339"),
  by: author,
  changes: z.array(z.object({
    field: z.string().describe("What was changed"),
    from: text.describe("Null: it had none"),
    to: text.describe("Null: it was taken away"),
  })).describe("What differs"),
})).describe("What was changed since it was made, oldest first; of many changes the newest");

/** What every rule has in lists of them. */
const management = {
  author: author.nullable().describe("Who made it; null of a rule of an earlier version"),
  history,
  hits: z.object(described(z.int().min(0), {
    "1d": "In the last day",
    "7d": "In the last 7 days",
    "30d": "In the last 30 days",
  })).describe("Stored scores of live keys that it was true of, about a minute late"),
  fraud_share: z.number().min(0).max(1).nullable().describe(
    "Of the hits of 30 days that you labelled: the share labelled fraud; null where none is labelled",
  ),
  last_hit_at: timestamp.describe("RFC 3339; null: none in 30 days"),
};

const conditionState = z.enum(CONDITION_STATES).meta({ example: "shadow" }).describe(
  "`draft` and `paused` are not judged; `shadow` is judged and recorded, and decides nothing",
);
// An empty one is refused where it is compiled, with its line and column.
const when = z.string().meta({
  minLength: 1,
  example: 'phone.country == "TJ" && ip.country != "TJ"',
  description: "The condition, in CEL",
});
const conditionAction = z.enum(CONDITION_ACTIONS).meta({ example: "review" }).describe(
  "What the rule does with a sign-up that its condition is true of",
);
const tag = z.string().meta({ example: "shape-run" }).describe(
  "The word of a rule that tags: a letter and at most 31 more of a-z, 0-9, _ and -",
);
const overrides = z.literal("block").meta({
  description: "Of a rule that allows. Dangerous: it then also allows what a component blocks",
});

const condition = z.object({
  id: z.string().meta({ example: "5b0a9c1e-77d2-4f7e-8d15-90cbb5f3c111" }).describe(
    "Names the rule, for /v1/rules/{rule_id}",
  ),
  kind: z.literal("condition").describe("What the rule is"),
  when,
  action: conditionAction,
  state: conditionState,
  tag: tag.optional(),
  overrides: overrides.optional(),
  created_at: moment.describe("RFC 3339"),
  note: z.string().optional().describe("Your own words"),
  expires_at: timestamp.optional().describe("RFC 3339: from then on it is not judged"),
  ...management,
});

const suggestion = z.string().optional().describe(
  "A value that it may have been meant as: a phone prefix for the beginning of a number, which no number is equal to",
);

const ruleShape = z.object({
  id: z.string().meta({ example: "9e74f7a4-09e6-43b6-a342-060218959fe0" }).describe(
    "Names the rule, for /v1/rules/{rule_id}",
  ),
  action: ruleAction.meta({ example: "block" }),
  kind: ruleKind.meta({ example: "cidr" }),
  value: z.string().meta({ example: "203.0.113.0/24" }).describe(
    "What the rule matches, in canonical form. A domain covers its subdomains",
  ),
  hashed: hashedRule,
  created_at: moment.describe("RFC 3339"),
  note: z.string().optional().describe("Your own words"),
  expires_at: timestamp.optional().describe("RFC 3339: from then on the rule matches nothing"),
  import_id: z.string().optional().describe("The import that made the rule"),
  warning: z.string().optional().describe("Set on an unusually broad rule, or one that matches nothing"),
}).openapi("Rule", { description: "An allow or block rule" });

const conditionRule = condition.openapi("ConditionRule", {
  description: "A rule with a condition, judged on whole sign-ups",
});

const listedRule = z.object({
  ...ruleShape.shape,
  state: z.enum(["live", "paused"]).meta({ example: "live" }).describe("`paused`: it matches nothing"),
  ...management,
});

const clashingCondition = z.object({
  id: z.string().describe("Names the rule, for /v1/rules/{rule_id}"),
  kind: z.literal("condition").describe("What the rule is"),
  when,
  action: conditionAction,
}).openapi("ClashingCondition", { description: "A live condition that decides otherwise" });

const conflictShape = z.object({
  value: z.string().describe("The value of the new rule, or its condition"),
  type: z.enum(CLASH_TYPES).describe(
    "`swallowed_by`: the existing rule is wider, with the same action. `overridden_by`: it decides otherwise, and comes first. `overrides`: the new one decides otherwise, and comes first. Trust comes before block, block before allow, and these before conditions",
  ),
  rule: z.union([ruleShape, clashingCondition]).describe("The existing rule, or a live condition"),
  scores: z.int().optional().describe(
    "Of rules of different kinds: your newest stored scores that both match",
  ),
});

const clashes = z.array(conflictShape).optional().describe(
  "What of your other rules decides otherwise about the same sign-ups; where one rule is read, and there are some",
);

export const ruleResult = z.union([
  z.object({ ...listedRule.shape, clashes, ...tail }).openapi("RuleResult", {
    description: "A rule that names a value",
  }),
  z.object({ ...condition.shape, clashes, ...tail }).openapi("ConditionRuleResult", {
    description: "A rule with a condition",
  }),
]);

export const ruleChange = z.object({
  when: when.optional(),
  action: conditionAction.optional(),
  state: conditionState.optional(),
  tag: tag.nullish(),
  overrides: overrides.nullish(),
  note: z.string().max(MAX_RULE_NOTE).nullish().describe("Your own words; null takes them away"),
  expires_at: z.iso.datetime({ offset: true }).nullish().describe("RFC 3339; null: never"),
});

export const rulesResult = z.object({
  count: z.int().meta({ description: "Number of rules", example: 1 }),
  rules: z.array(z.union([
    listedRule.openapi("ListedRule", { description: "A rule that names a value" }),
    conditionRule,
  ])).describe("The rules; those with a condition are the last"),
  ...tail,
}).openapi("RuleList", { description: "Your rules" });

export const rulesBody = z.object({
  action: z.enum([...new Set([...RULE_ACTIONS, ...CONDITION_ACTIONS])]).optional().describe(
    "What the rules do; `review` and `tag` need a condition. Required unless there are `rules`",
  ),
  rules: z.array(z.object({
    when,
    action: conditionAction,
    tag: tag.nullish(),
    overrides: overrides.nullish(),
  })).min(1).max(MAX_TRIED_CONDITIONS).nullish().describe(
    "Of a dry run: several rules with a condition, tried together, instead of all other fields",
  ),
  when: when.nullish().describe("A condition in CEL, instead of values and refs"),
  state: conditionState.nullish().describe(
    "Of a rule with a condition; `draft` where absent. Other rules are `live`",
  ),
  tag: tag.nullish(),
  overrides: overrides.nullish(),
  values: z.array(z.string()).min(1).nullish().meta({
    maxItems: MAX_RULE_VALUES,
    example: ["203.0.113.0/24", "example.org", "AS64500"],
    description: "What the rules match; the kind of each is detected. Refs may be among them",
  }),
  refs: z.array(z.string()).min(1).nullish().meta({
    maxItems: MAX_RULE_REFS,
    description: "Values of your stored scores, as search answers and stored scores name them (`val_…`)",
  }),
  note: z.string().max(MAX_RULE_NOTE).nullish().describe("Your own words"),
  expires_at: z.iso.datetime({ offset: true }).nullish().describe(
    "RFC 3339: from then on the rules match nothing",
  ),
  dry_run: z.boolean().nullish().describe("Same as in the query"),
});

const dryRun = {
  dry_run: z.boolean().optional().describe("Present in a dry run: nothing was changed"),
  clashes: z.array(conflictShape).optional().describe("Existing rules that the new ones meet; in a dry run"),
  trial: ruleTrial.optional(),
  list: dryRunList.optional().describe("The list that was asked for; in a dry run"),
};

export const rulesAdded = z.object({
  added: z.int().meta({ description: "Rules that were made", example: 1 }),
  rules: z.array(z.union([ruleShape, conditionRule])).describe("The rules that were made"),
  skipped: z.array(skippedValue.extend({ suggestion })).describe("Values that no rule was made of"),
  ...dryRun,
  ...tail,
}).openapi("RulesAdded", { description: "The rules that were made" });

export const rulesDeleted = z.object({
  deleted: z.int().meta({ description: "Rules that were deleted", example: 1 }),
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
    suggestion,
  })).describe("Lines that no rule was made of, blank lines and headers too"),
  warnings: z.array(z.object({
    line: z.int().describe("Number of the line, from 1"),
    value: z.string().describe("As written"),
    read_as: z.string().describe("What it was read as"),
    warning: z.string().optional().describe(
      "Of an unusually broad rule, of one that matches nothing, or of one that exists: what becomes of its expiry",
    ),
  })).describe(
    "Values that were read as something else than written, broad rules, and existing rules whose expiry is kept or extended",
  ),
  ...dryRun,
  ...tail,
}).openapi("RulesImported", { description: "What became of each line" });
