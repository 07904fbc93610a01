/** Schemas of the account endpoints: a stored decision, the month's usage. */
import { z } from "@hono/zod-openapi";
import { ALL_SCOPES } from "../../model/access/key_scope.ts";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { componentKind, fields, requestId, ruleApplied, score, seconds, tail, verdict } from "./common.ts";

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
    risk_score: score,
    verdict,
    findings: z.array(
      z.object({ name: z.string(), group: z.string(), points: z.number(), text: z.string() }),
    ),
    trust: z.array(z.object({ name: z.string(), factor: z.number(), text: z.string() })),
    unknown: z.record(z.string(), z.string()),
    rule_applied: ruleApplied.nullable(),
  })),
  data_version: z.string(),
  label: z.object({ outcome: z.enum(["fraud", "legit"]), labelled_at: z.iso.datetime() }).nullable(),
  processing_time_sec: seconds,
}).openapi("StoredScore", {
  description: "A past decision with every finding and its points, and the reason for each null",
});

export const usageResult = z.object({
  account: z.string(),
  month: z.string(),
  ...fields(z.int(), "used", "monthly_quota", "remaining"),
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
