/** Schemas of `/v1/webhooks`. */
import { z } from "@hono/zod-openapi";
import { EVENT_TYPES } from "../../model/endpoints/webhook.ts";
import { moment, tail, text, timestamp, verdict } from "../common_schema.ts";

const eventType = z.enum(EVENT_TYPES).describe("The event");
const url = z.string().min(1).max(500).meta({ example: "https://shop.example/webhooks/winnow" }).describe(
  "An https URL that is reached from the internet. Other addresses, and http, only where the operator allows them (`WINNOW_EGRESS_ALLOW`)",
);
const events = z.array(eventType).min(1).max(EVENT_TYPES.length * 4).meta({
  description: "The events that are sent",
  example: ["signup.scored"],
});
const verdicts = z.array(verdict).min(1).max(12).nullable().meta({
  description:
    "Only sign-ups with these verdicts, for `verdict.changed` and `ring.changed` the new ones; null, the default: all verdicts",
  example: ["review", "block"],
});
export const webhookId = z.string().meta({ example: "wh_5f0c8e7d1a420b9f3c2b7e70" }).describe(
  "Names the webhook",
);

export const webhookBody = z.object({ url, events, verdicts: verdicts.optional() });

export const webhookChange = z.object({
  url: url.optional(),
  events: events.optional(),
  verdicts: verdicts.optional(),
  enabled: z.boolean().optional().describe(
    "false: nothing is sent, and no further events are queued; those that wait are kept for 7 days",
  ),
});

const webhook = z.object({
  webhook_id: webhookId,
  url: z.string().meta({ example: "https://shop.example/webhooks/winnow" }).describe(
    "Where the events are sent",
  ),
  events: z.array(eventType).describe("The events that are sent"),
  verdicts: z.array(verdict).nullable().meta({ example: ["review", "block"] }).describe(
    "Only sign-ups with these verdicts; null: all verdicts",
  ),
  enabled: z.boolean().meta({ example: true }).describe(
    "false: nothing is sent, and no further events are queued",
  ),
  note: text.describe("Why the service disabled it; null: it did not"),
  created_at: moment.describe("RFC 3339"),
  old_secret_until: timestamp.describe(
    "Until then each message also has a signature by the replaced secret; null without one",
  ),
  pending: z.int().min(0).describe("Number of deliveries that wait, 1,000 at most"),
  dropped: z.int().min(0).describe("Number of events that were not queued because 1,000 were waiting"),
}).openapi("Webhook", { description: "An address that events are sent to" });

const secret = z.string().meta({ example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwqTbLQ1vFn3E=" }).describe(
  "Signs the messages (Standard Webhooks). Shown only here",
);

export const webhookCreated = webhook.extend({ secret, ...tail }).openapi("WebhookWithSecret", {
  description: "A webhook that was created, or whose secret was replaced",
});
export const webhookResult = webhook.extend(tail).openapi("WebhookResult", {
  description: "A webhook as it was changed",
});

export const webhooksResult = z.object({
  count: z.int().min(0).meta({ description: "Number of webhooks", example: 1 }),
  sending: z.boolean().meta({ example: true }).describe(
    "false: outgoing traffic is switched off here (`WINNOW_OFFLINE`), so deliveries wait",
  ),
  webhooks: z.array(webhook).describe("Oldest first"),
  ...tail,
}).openapi("Webhooks", { description: "The webhooks of the account" });

export const webhookDeleted = z.object({
  deleted: z.literal(1).describe("Number of webhooks that were deleted"),
  ...tail,
}).openapi("WebhookDeleted", { description: "The webhook was deleted" });

export const deliveryId = z.string().meta({ example: "dlv_019a9f3c11d20000010a513f2d9c0e" }).describe(
  "Names the delivery",
);

const delivery = z.object({
  delivery_id: deliveryId,
  type: eventType,
  created_at: moment.describe("When the event happened, RFC 3339"),
  status: z.enum(["pending", "delivered", "failed"]).describe(
    "`pending`: it waits, or is tried again; `failed`: it was given up",
  ),
  attempts: z.int().min(0).meta({ description: "Number of attempts so far", example: 1 }),
  last_status: z.int().nullable().describe("HTTP status of the last answer; null without an answer"),
  last_error: text.describe("Why the last attempt had no answer; null when it had one"),
  ended_at: timestamp.describe("When it was delivered or given up; null while it is pending"),
  next_attempt_at: timestamp.describe(
    "Not before this time; null when it has ended or the webhook is disabled",
  ),
}).openapi("Delivery", { description: "An event that is sent to a webhook, or was" });

export const deliveriesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50).meta({
    type: "integer",
    default: 50,
    description: "Number of deliveries in a page",
  }),
  before: z.string().max(100).optional().meta({ example: "dlv_019a9f3c11d20000010a513f2d9c0e" }).describe(
    "`next` of the page before",
  ),
});

export const deliveriesResult = z.object({
  count: z.int().min(0).meta({ description: "Number of deliveries in this page", example: 1 }),
  deliveries: z.array(delivery).describe(
    "The newest first. Ended ones are kept for 3 days, 500 of a webhook",
  ),
  next: deliveryId.nullable().meta({ example: null }).describe("Leads to the next page; null at the end"),
  ...tail,
}).openapi("Deliveries", { description: "The deliveries of a webhook" });

export const resendResult = z.object({
  delivery_id: deliveryId,
  type: eventType,
  status: z.literal("pending").describe("It waits in the queue"),
  ...tail,
}).openapi("Resent", { description: "The new delivery" });
