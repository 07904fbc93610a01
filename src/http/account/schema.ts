/** Schemas of the account endpoints: a stored decision, the month's usage. */
import { z } from "@hono/zod-openapi";
import { ALL_SCOPES } from "../../model/access/key_scope.ts";
import { ROLES } from "../../model/access/role.ts";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { LABEL_TYPES, OUTCOMES, SCORED_VIA } from "../../model/records.ts";
import { MAX_NOTE_CHARS } from "../../service/cases/note.ts";
import { COMPONENT_GROUPS, LINKAGE_GROUPS } from "../../service/score/finding_names.ts";
import { CHALLENGE_KINDS, CHALLENGE_OUTCOMES } from "../../model/challenge/challenge.ts";
import { appealLink } from "../appeals/schema.ts";
import { agentAction } from "../agents/agent_block.ts";
import {
  componentKind,
  conditionFields,
  customerReason,
  dataVersion,
  decidingRule,
  described,
  findingName,
  keyMode,
  moment,
  requestId,
  ruleApplied,
  score,
  seconds,
  strictnessLevel,
  tail,
  text,
  timestamp,
  topSignals,
  verdict,
} from "../common_schema.ts";
import { facts, factsUnknown, factsWhy } from "../score/facts_schema.ts";
import { actor, componentsInvalid, linkage, storedAgent } from "../score/schema.ts";
import { valueRef } from "../cases/search_schema.ts";

const sentence = z.string().describe("A sentence fragment for people");

function findings<Name extends z.ZodType, Group extends z.ZodType>(name: Name, group: Group) {
  return z.array(z.object({
    name,
    group: group.describe("Of the findings of a group only the strongest counts"),
    points: z.number().describe("0 to 100: what it adds in its group; 0 when a stronger one counts"),
    text: sentence,
  })).describe("What raised the score, strongest first");
}

const trust = z.array(z.object({
  name: findingName.trust,
  factor: z.number().describe("0 to 1: the score is multiplied by it"),
  text: sentence,
})).describe("What lowered the score");

const note = text.meta({ example: "same screenshots as last week's ring" }).describe(
  "The newest note; null without one",
);
const notes = z.array(z.object({
  by: z.string().nullable().meta({ example: "Anna Kern" }).describe(
    "The name of the person, or `key` and the name of the key; null for a note of an earlier version",
  ),
  by_id: z.string().nullable().meta({ example: "psn_019a9f3c2b7e70008a513f2d9c0e4b17" }).describe(
    "The id of the person or key; null for a note of an earlier version",
  ),
  at: timestamp.describe("When it was written, RFC 3339; null for a note of an earlier version"),
  text: z.string().meta({ example: "same screenshots as last week's ring" }).describe("The note"),
})).describe("What your team wrote about the score, oldest first. Empty for keys without the scope `cases`");
const ownRule = ruleApplied.nullable().describe("Your rule that decided; null when none did");

export const noteBody = z.object({
  note: z.string().meta({ maxLength: MAX_NOTE_CHARS, description: "Empty takes back what you wrote" }),
});

export const noteResult = z.object({
  request_id: requestId,
  note,
  processing_time_sec: seconds,
}).openapi("ScoreNote", { description: "The note on a score" });

export const storedScoreResult = z.object({
  request_id: requestId,
  subject: z.enum([...COMPONENT_KINDS, "user"]).meta({ example: "user" }).describe(
    "What was scored; `user` is a whole sign-up",
  ),
  via: z.enum(SCORED_VIA).meta({ description: "How the request came in", example: "user" }),
  mode: keyMode,
  scored_at: moment.describe("RFC 3339"),
  expires_at: moment.describe("RFC 3339: when the score is deleted"),
  risk_score: score,
  verdict,
  strictness: strictnessLevel,
  thresholds: z.object(
    described(z.int(), { review: "Lowest score of a review", block: "Lowest score of a block" }),
  )
    .optional().describe("Your own thresholds, which decided; absent: those of the strictness"),
  summary: text.meta({ example: "High risk (78): e-mail address: disposable e-mail domain." }).describe(
    "One sentence for people",
  ),
  customer_reason: customerReason,
  top_signals: topSignals,
  rule_applied: decidingRule.nullable().describe("Your rule that decided; null when none did"),
  ...conditionFields,
  agent_decision: agentAction.nullable().describe(
    "What your agent policy decided; null without an agent",
  ),
  user_id: text.meta({ description: "Your own reference of the user", example: "user-81225" }),
  components: z.array(z.object({
    kind: componentKind,
    masked: z.string().meta({ example: "j•••@mailinator.com" }).describe(
      "The value in a form that a person may see",
    ),
    ref: valueRef.nullable(),
    risk_score: score,
    verdict,
    findings: findings(findingName.component, z.enum(COMPONENT_GROUPS)),
    trust,
    unknown: z.record(z.string(), z.string()).meta({
      description: "Field of the result to the reason for its null",
      example: { mx_records: "offline", "signals.mailbox_exists": "not_asked: disposable domain" },
    }),
    rule_applied: ownRule,
  })).describe("Each value that was sent"),
  components_invalid: componentsInvalid.describe(
    "What of a sign-up with on_invalid=review could not be read",
  ),
  linkage: linkage.nullable().describe("Of a sign-up; its ring as it was then"),
  links: z.object({
    risk_score: score,
    findings: findings(findingName.linkage, z.enum(LINKAGE_GROUPS)),
    counted: z.boolean().describe("They were part of the whole score"),
  }).nullable().describe("What its links to other sign-ups score, and whether that was part of the whole"),
  browser: z.object({
    risk_score: score,
    findings: findings(findingName.component, z.enum(COMPONENT_GROUPS)),
  }).optional().describe("What a browser without a device id added to the score; absent: nothing"),
  groups: z.object({
    risk_score: score,
    findings: findings(findingName.linkage, z.enum(LINKAGE_GROUPS)),
  }).optional().describe(
    "What your labels on sign-ups that it has something in common with added to the score; absent: nothing",
  ),
  actor: actor.nullable().describe("Who seemed to be acting; null where no sign-up was scored"),
  agent: storedAgent.nullable().describe("As in the response; null without an agent"),
  facts: facts.nullable().describe("Null: the score is of an earlier version, which kept none"),
  facts_unknown: factsUnknown,
  facts_why: factsWhy,
  data_version: dataVersion,
  label: z.object({
    outcome: z.enum(OUTCOMES).describe("Your label"),
    labelled_at: moment.describe("RFC 3339: when you labelled it"),
    source: z.string().optional().describe(
      "`ssf:` and the issuer, where a hook of the kind ssf gave the label",
    ),
    type: z.enum(LABEL_TYPES).optional().describe("What kind of fraud it was, where the label says it"),
    at: moment.optional().describe("RFC 3339: when it happened, where the label says it"),
  }).nullable().describe("What you labelled it as; null without a label"),
  label_history: z.array(z.object({
    outcome: z.enum([...OUTCOMES, "none"]).describe("`none`: the label was removed"),
    labelled_at: moment.describe("RFC 3339"),
  })).describe("The labels it was given, oldest first; the newest 20"),
  note,
  notes,
  challenge: z.object({
    outcome: z.enum(CHALLENGE_OUTCOMES).describe("`pending`: nobody opened it, or its hour is not over"),
    kind: z.enum(CHALLENGE_KINDS).nullable().describe("How it was passed; null: it was not"),
    seconds: z.number().nullable().describe("Seconds from the first look until it was passed"),
  }).optional().describe(
    "What became of the challenge of a review, for two days: present when your account offers challenges",
  ),
  appeal: appealLink.optional().describe(
    "Where the person can appeal: present while they can, when your account takes appeals",
  ),
  processing_time_sec: seconds,
}).openapi("StoredScore", {
  description: "A past decision with every finding and its points, and the reason for each null",
});

export const usageResult = z.object({
  account: z.string().meta({ description: "Name of the account", example: "Tool shop" }),
  month: z.string().meta({ description: "Calendar month (UTC), as `2026-11`", example: "2026-11" }),
  used: z.int().meta({ description: "Lookups billed this month", example: 13 }),
  ...described(z.int().nullable(), {
    monthly_quota: "Lookups per month; null: no limit",
    remaining: "Lookups left this month; null: no limit",
  }, { monthly_quota: 1000, remaining: 987 }),
  resets_at: moment.meta({ example: "2026-12-01T00:00:00.000Z" }).describe(
    "RFC 3339: when the next month begins",
  ),
  rate_limit_per_minute: z.int().meta({ description: "Requests per minute for this key", example: 600 }),
  key: z.object({
    id: z.string().meta({ description: "Id of the key, not the key", example: "key_0Zt6mDq2JkVb" }),
    mode: keyMode,
    scopes: z.array(z.enum(ALL_SCOPES)).meta({ example: ["score", "feedback"] }).describe(
      "What the key of this request may do; empty for one that has a role",
    ),
    role: z.enum(ROLES).nullable().describe("The role of the key; null for one that has scopes"),
    expires_at: timestamp.describe("RFC 3339; null: never"),
  }).describe("The key of this request"),
  ...tail,
}).openapi("Usage", { description: "This month's usage of the account" });
