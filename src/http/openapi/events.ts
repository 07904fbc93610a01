/** The events that are sent to webhooks: their schemas, and the part of the OpenAPI document that describes them. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { SCORED_VIA } from "../../model/records.ts";
import { CHANGE_CAUSES, type EventType } from "../../model/endpoints/webhook.ts";
import {
  conditionFields,
  customerReason,
  decidingRule,
  moment,
  requestId,
  ruleKind,
  score,
  text,
  topSignals,
  verdict,
} from "../common_schema.ts";
import { campaignEvent, EXAMPLE_CAMPAIGN } from "../campaigns/event_schema.ts";
import { event, EXAMPLE_REQUEST_ID as REQUEST_ID, userId } from "./event.ts";
import { DECISION_EVENTS } from "../reviews/event_schema.ts";
import { guardTripped } from "../guard/event_schema.ts";
import { LOGIN_EVENTS } from "../login/event_schema.ts";
import { EXAMPLE_FACTS, facts } from "../score/facts_schema.ts";

const scoredAt = moment.describe("When the sign-up was scored, RFC 3339");

const signupScored = z.object({
  request_id: requestId,
  user_id: userId,
  scored_at: scoredAt,
  verdict,
  risk_score: score,
  summary: text.describe("The main reasons, in a sentence; null where nothing stands out"),
  customer_reason: customerReason,
  top_signals: topSignals,
  rule_applied: z.object({
    id: z.string().describe("The id of the rule"),
    action: decidingRule.shape.action,
    kind: decidingRule.shape.kind,
  }).nullable().describe("Your rule that decided, without its value; null: none did"),
  rule: z.object({
    id: z.string().describe("The id of the rule"),
    action: decidingRule.shape.action,
    kind: decidingRule.shape.kind,
  }).nullable().describe("The same"),
  tags: conditionFields.tags,
  ring_id: text.describe("The ring that the sign-up belonged to, for /v1/rings/{ring_id}; null: to none"),
  facts: facts.describe("What is known of its values that identifies nobody, and the fields of your own"),
  via: z.enum(SCORED_VIA).describe("How the sign-up was scored"),
  without_quota: z.literal(true).optional().describe(
    "Present when the month's quota was used up and a hook decided by local data alone: not billed, and the score is not stored",
  ),
});

const verdictChanged = z.object({
  request_id: requestId,
  user_id: userId,
  scored_at: scoredAt,
  cause: z.enum(CHANGE_CAUSES).describe("What is known now"),
  old_verdict: verdict.describe("The verdict that you were told last"),
  old_risk_score: score.nullable().describe("Of the stored score; null after an earlier change"),
  verdict: verdict.describe("The verdict that the sign-up would have now"),
  risk_score: score,
});

const ringChanged = z.object({
  ring_id: z.string().describe("The ring, for /v1/rings/{ring_id}"),
  size: z.int().min(2).describe("Sign-ups in it"),
  labelled_fraud: z.int().min(0).describe("Of these labelled fraud"),
  changed: z.int().min(1).describe("Sign-ups whose verdict would now be another than you were told last"),
  signups: z.array(verdictChanged.omit({ cause: true })).describe(
    "Those sign-ups; of very many as many as a message holds. The others are in /v1/rings/{ring_id}",
  ),
});

const quotaLow = z.object({
  month: z.string().describe("YYYY-MM, UTC"),
  used: z.int().min(0).describe("Lookups of the month so far"),
  monthly_quota: z.int().min(1).describe("Lookups of a month"),
  threshold_percent: z.int().min(1).max(100).describe("The share that was passed; 80, then 100"),
  resets_at: moment.describe("When the next month begins, RFC 3339"),
});

const feedStale = z.object({
  feed: z.string().describe("The name of the feed, as in /v1/sources"),
  age_seconds: z.int().min(0).describe("Seconds since it was last confirmed"),
  confirmed_at: moment.describe("When it was last confirmed, RFC 3339"),
  last_error: text.describe("Why the last attempt to fetch it failed; null: it did not"),
});

const trustEnded = z.object({
  rule_id: z.string().describe("The id that the rule had: it is deleted"),
  kind: ruleKind,
  note: text.describe("What you noted when you made it; null: nothing"),
  trusted_at: moment.describe("When it was made, RFC 3339"),
  ended_at: moment.describe("RFC 3339"),
  request_id: requestId.describe("The score that was labelled as fraud"),
  user_id: userId,
});

const signupsSurge = z.object({
  signups: z.int().min(1).describe("Sign-ups in the time"),
  within_seconds: z.int().min(600).max(3600).describe("The time: ten minutes or an hour"),
  usual: z.number().min(0).describe(
    "Sign-ups that are usual in that time, in the same hours of the last 14 days",
  ),
});

const SIGNUP = {
  request_id: REQUEST_ID,
  user_id: "user-1042",
  scored_at: "2026-11-22T10:15:30.123Z",
} as const;

/** The body of each event, and when it is sent. */
export const EVENT_BODIES = {
  "signup.scored": event("signup.scored", "SignupScoredEvent", "A sign-up was scored", signupScored, {
    ...SIGNUP,
    verdict: "review",
    risk_score: 46,
    summary: "The e-mail address is disposable.",
    customer_reason: "email_temporary",
    top_signals: ["email: disposable domain"],
    rule_applied: null,
    rule: null,
    tags: [],
    ring_id: null,
    facts: EXAMPLE_FACTS,
    via: "user",
  }),
  "verdict.changed": event(
    "verdict.changed",
    "VerdictChangedEvent",
    "More is known of a recent sign-up, and its verdict would now be another",
    verdictChanged,
    {
      ...SIGNUP,
      cause: "mailbox_answered",
      old_verdict: "allow",
      old_risk_score: 18,
      verdict: "review",
      risk_score: 44,
    },
  ),
  "ring.changed": event(
    "ring.changed",
    "RingChangedEvent",
    "Sign-ups of a ring were labelled, and the verdicts of others in it would now be different",
    ringChanged,
    {
      ring_id: "ring_019a9f3c11d270008a513f2d9c0e4b17",
      size: 9,
      labelled_fraud: 3,
      changed: 1,
      signups: [{ ...SIGNUP, old_verdict: "allow", old_risk_score: 18, verdict: "review", risk_score: 44 }],
    },
  ),
  "quota.low": event(
    "quota.low",
    "QuotaLowEvent",
    "Most of the month's quota is used, or all of it",
    quotaLow,
    {
      month: "2026-11",
      used: 8000,
      monthly_quota: 10_000,
      threshold_percent: 80,
      resets_at: "2026-12-01T00:00:00.000Z",
    },
  ),
  "feed.stale": event(
    "feed.stale",
    "FeedStaleEvent",
    "A feed was not confirmed for too long",
    feedStale,
    {
      feed: "tor-bulk-exit-list",
      age_seconds: 345_600,
      confirmed_at: "2026-11-18T10:15:30.000Z",
      last_error: "the server answered 503",
    },
  ),
  "trust.ended": event(
    "trust.ended",
    "TrustEndedEvent",
    "A sign-up of a person whom you trust was labelled as fraud, and your trust rule ended",
    trustEnded,
    {
      rule_id: "9e74f7a4-09e6-43b6-a342-060218959fe0",
      kind: "email",
      note: "wholesale customer",
      trusted_at: "2026-10-01T09:00:00.000Z",
      ended_at: "2026-11-22T10:15:30.000Z",
      request_id: REQUEST_ID,
      user_id: "user-1042",
    },
  ),
  "campaign.found": event(
    "campaign.found",
    "CampaignFoundEvent",
    "Sign-ups that share facts far above the usual were found",
    campaignEvent,
    EXAMPLE_CAMPAIGN,
  ),
  "campaign.grew": event(
    "campaign.grew",
    "CampaignGrewEvent",
    "A campaign that you watch has grown by half, or by 10 sign-ups",
    campaignEvent,
    { ...EXAMPLE_CAMPAIGN, signups: 40, state: "watched" },
  ),
  "campaign.grown": event(
    "campaign.grown",
    "CampaignGrownEvent",
    "The earlier name of campaign.grew, for webhooks that ask for it alone",
    campaignEvent,
    { ...EXAMPLE_CAMPAIGN, signups: 40, state: "watched" },
  ),
  "signups.surge": event(
    "signups.surge",
    "SignupsSurgeEvent",
    "Far more sign-ups come than usual",
    signupsSurge,
    { signups: 120, within_seconds: 600, usual: 0.2 },
  ),
  "guard.tripped": event(
    "guard.tripped",
    "GuardTrippedEvent",
    "Far more messages are asked for than usual: only recipients that were sent to before get one. Once an hour",
    guardTripped,
    { tripped_at: "2026-11-22T10:15:30.000Z", sends_last_hour: 412, usual_hour: 12 },
  ),
  ...LOGIN_EVENTS,
  ...DECISION_EVENTS,
} as const satisfies Record<EventType, unknown>;

/** Headers of every message (Standard Webhooks 1.0.0). */
const HEADERS = [
  { name: "webhook-id", description: "Names the message: the same for all attempts" },
  { name: "webhook-timestamp", description: "When this attempt was sent, in seconds since 1970" },
  {
    name: "webhook-signature",
    description: "`v1,` and a signature in Base64, for each secret that is valid",
  },
].map(({ name, description }) =>
  ({ name, in: "header", required: true, description, schema: { type: "string" } }) as const
);

export function describeEvents(registry: OpenAPIHono["openAPIRegistry"]): void {
  for (const [type, { schema, description, example }] of Object.entries(EVENT_BODIES)) {
    registry.registerWebhook({
      method: "post",
      path: type,
      operationId: `event${type.split(".").map((word) => word[0]!.toUpperCase() + word.slice(1)).join("")}`,
      summary: description,
      description:
        `${description}. Signed by the webhook's secret (Standard Webhooks); verify it before you use it.`,
      tags: ["Events"],
      security: [],
      parameters: HEADERS,
      request: { body: { required: true, content: { "application/json": { schema, example } } } },
      responses: {
        "2XX": { description: "Received: it is not sent again" },
        default: { description: "Sent again later, for 24 hours" },
      },
    });
  }
}
