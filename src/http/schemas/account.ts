/** Schemas of the account endpoints: a stored decision, the month's usage. */
import { z } from "@hono/zod-openapi";
import { ALL_SCOPES } from "../../model/access/key_scope.ts";
import { MAX_NOTE_CHARS } from "../../service/cases/note.ts";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { actor, componentsInvalid, linkage } from "./score.ts";
import { valueRef } from "./search.ts";
import { componentKind, count, requestId, ruleApplied, score, seconds, tail, verdict } from "./common.ts";

const finding = z.object({ name: z.string(), group: z.string(), points: z.number(), text: z.string() });

export const noteBody = z.object({
  note: z.string().openapi({ maxLength: MAX_NOTE_CHARS, description: "Empty removes it" }),
});

export const noteResult = z.object({
  request_id: requestId,
  note: z.string().nullable(),
  processing_time_sec: seconds,
}).openapi("ScoreNote");

export const storedScoreResult = z.object({
  request_id: requestId,
  subject: z.enum([...COMPONENT_KINDS, "user"]),
  via: z.string(),
  mode: z.enum(["live", "test"]),
  scored_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  risk_score: score,
  verdict,
  strictness: z.int().min(0).max(3),
  summary: z.string().nullable(),
  top_signals: z.array(z.string()),
  rule_applied: ruleApplied.nullable(),
  agent_decision: z.string().nullable(),
  user_id: z.string().nullable(),
  components: z.array(z.object({
    kind: componentKind,
    masked: z.string(),
    ref: valueRef.nullable(),
    risk_score: score,
    verdict,
    findings: z.array(finding),
    trust: z.array(z.object({ name: z.string(), factor: z.number(), text: z.string() })),
    unknown: z.record(z.string(), z.string()),
    rule_applied: ruleApplied.nullable(),
  })),
  components_invalid: componentsInvalid.openapi({
    description: "What of a sign-up with on_invalid=review could not be read",
  }),
  linkage: linkage.nullable().openapi({ description: "Of a sign-up; its ring as it was then" }),
  links: z.object({ risk_score: score, findings: z.array(finding), counted: z.boolean() }).nullable().openapi(
    {
      description: "What its links to other sign-ups score, and whether that was part of the whole",
    },
  ),
  actor: actor.nullable(),
  agent: z.record(z.string(), z.unknown()).nullable(),
  data_version: z.string(),
  label: z.object({ outcome: z.enum(["fraud", "legit"]), labelled_at: z.iso.datetime() }).nullable(),
  label_history: z.array(z.object({
    outcome: z.enum(["fraud", "legit", "none"]),
    labelled_at: z.iso.datetime(),
  })).openapi({ description: "The labels it was given, oldest first; the newest 20" }),
  note: z.string().nullable(),
  processing_time_sec: seconds,
}).openapi("StoredScore", {
  description: "A past decision with every finding and its points, and the reason for each null",
});

export const usageResult = z.object({
  account: z.string(),
  month: z.string(),
  used: z.int().openapi({ description: "Lookups billed this month (UTC)" }),
  monthly_quota: count.openapi({ description: "Lookups per month; null: no limit" }),
  remaining: count.openapi({ description: "Lookups left this month; null: no limit" }),
  resets_at: z.iso.datetime(),
  rate_limit_per_minute: z.int(),
  key: z.object({
    id: z.string(),
    mode: z.enum(["live", "test"]),
    scopes: z.array(z.enum(ALL_SCOPES)).openapi({ description: "What the key of this request may do" }),
    expires_at: z.iso.datetime().nullable(),
  }),
  ...tail,
}).openapi("Usage");
