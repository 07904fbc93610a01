/** Schemas of `/v1/alerts`. */
import { z } from "@hono/zod-openapi";
import { ALERT_KINDS, CHANNELS, MAX_RULE_HITS } from "../../model/alerts/alert.ts";
import { moment, tail, text } from "../common_schema.ts";

const URL_EXAMPLE = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX";

const channel = z.enum(CHANNELS).describe(
  "`slack`: an incoming webhook of Slack, or of what takes the same; `url`: JSON by POST; `email`",
);
const url = z.string().min(1).max(500).meta({ example: URL_EXAMPLE }).describe(
  "For `slack` and `url`: an https URL that is reached from the internet. Other addresses, and http, only where the operator allows them (`WINNOW_EGRESS_ALLOW`)",
);
const to = z.string().min(1).max(320).meta({ example: "fraud-team@shop.example" }).describe(
  "For `email`: one address. Not for an account that signed up by itself",
);
const hits = z.int().min(1).max(MAX_RULE_HITS).nullable().meta({
  description:
    "Tells of a rule that was true of more scores than this in the last hour, in shadow too; null, the default: of none",
  example: 100,
});
const enabled = z.boolean().meta({ example: true }).describe(
  "false: it tells nothing, and what waits is kept",
);
export const alertId = z.string().meta({ example: "alr_5f0c8e7d1a420b9f3c2b7e70" }).describe(
  "Names the alert",
);

export const alertBody = z.object({
  kind: channel,
  url: url.optional(),
  to: to.optional(),
  rule_hits_per_hour: hits.optional(),
  enabled: enabled.optional(),
});

export const alertChange = z.object({
  url: url.optional(),
  to: to.optional(),
  rule_hits_per_hour: hits.optional(),
  enabled: enabled.optional(),
});

const last = z.object({
  kind: z.enum(ALERT_KINDS).describe("What it told of"),
  at: moment.describe("RFC 3339"),
  delivered: z.boolean().meta({ example: true }).describe("false: it was given up"),
  note: z.string().meta({ example: "200" }).describe("HTTP status, or why there was no answer"),
});

const alert = z.object({
  alert_id: alertId,
  kind: channel,
  url: z.string().nullable().meta({ example: URL_EXAMPLE }).describe("Where it is sent; null for e-mail"),
  to: text.describe("The address; null for others"),
  rule_hits_per_hour: hits,
  enabled,
  created_at: moment.describe("RFC 3339"),
  pending: z.int().min(0).describe("Number of messages that wait"),
  last: last.nullable().describe("The last message that was delivered or given up; null: there was none"),
}).openapi("Alert", { description: "Where people are told that something needs a look" });

export const alertResult = alert.extend(tail).openapi("AlertResult", {
  description: "An alert as it was created or changed",
});

export const alertsResult = z.object({
  count: z.int().min(0).meta({ description: "Number of alerts", example: 1 }),
  sending: z.boolean().meta({ example: true }).describe(
    "false: outgoing traffic is switched off here (`WINNOW_OFFLINE`), so messages wait",
  ),
  mail: z.boolean().meta({ example: true }).describe(
    "false: there is no alert by e-mail, since no mail server is set up (`WINNOW_SMTP_URL`) or the account signed up by itself",
  ),
  alerts: z.array(alert).describe("Oldest first"),
  ...tail,
}).openapi("Alerts", { description: "The alerts of the account" });

export const alertDeleted = z.object({
  deleted: z.literal(1).describe("Number of alerts that were deleted"),
  ...tail,
}).openapi("AlertDeleted", { description: "The alert was deleted" });

export const alertTested = z.object({
  delivered: z.boolean().meta({ example: true }).describe(
    "true: the receiver answered with 2xx, or the mail server took it",
  ),
  note: z.string().meta({ example: "200" }).describe("HTTP status, or why there was no answer"),
  ...tail,
}).openapi("AlertTested", { description: "What came of the test" });

export const alertsChecked = z.object({
  count: z.int().min(0).meta({ description: "Number of messages that are sent now", example: 1 }),
  sent: z.array(z.object({
    alert_id: alertId,
    kind: z.enum(ALERT_KINDS).describe("What it tells of"),
    text: z.string().meta({
      example: "42 sign-ups of the last 7 days have something in common, where 3 are usual.",
    }).describe("What it says"),
  })).describe("By alert"),
  ...tail,
}).openapi("AlertsChecked", { description: "What alerts tell now" });
