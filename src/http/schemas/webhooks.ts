/** Schemas of `/v1/webhooks`. */
import { z } from "@hono/zod-openapi";
import { EVENT_TYPES } from "../../model/webhooks/webhook.ts";
import { tail, text, verdict } from "./common.ts";

const eventType = z.enum(EVENT_TYPES);
const url = z.string().min(1).max(500).openapi({
  description:
    "An https URL that is reached from the internet. Other addresses, and http, only where the operator allows them (`WINNOW_EGRESS_ALLOW`)",
  example: "https://shop.example/webhooks/winnow",
});
const events = z.array(eventType).min(1).max(EVENT_TYPES.length * 4).openapi({
  description: "The events that are sent",
  example: ["signup.scored"],
});
const verdicts = z.array(verdict).min(1).max(12).nullable().openapi({
  description:
    "Only sign-ups with these verdicts, for `verdict.changed` the new ones; null, the default: all verdicts",
  example: ["review", "block"],
});
const id = z.string().openapi({ example: "wh_5f0c8e7d1a420b9f3c2b7e70" });

export const webhookBody = z.object({ url, events, verdicts: verdicts.optional() });

export const webhookChange = z.object({
  url: url.optional(),
  events: events.optional(),
  verdicts: verdicts.optional(),
  enabled: z.boolean().optional().openapi({
    description:
      "false: nothing is sent, and no further events are queued; those that wait are kept for 7 days",
  }),
});

const moment = z.iso.datetime();

const webhook = z.object({
  webhook_id: id,
  url: z.string(),
  events: z.array(eventType),
  verdicts: z.array(verdict).nullable(),
  enabled: z.boolean(),
  note: text.openapi({ description: "Why the service disabled it; null: it did not" }),
  created_at: moment,
  old_secret_until: moment.nullable().openapi({
    description: "Until then each message also has a signature by the replaced secret",
  }),
  pending: z.int().min(0).openapi({ description: "Deliveries that wait, 1,000 at most" }),
  dropped: z.int().min(0).openapi({ description: "Events that were not queued because 1,000 were waiting" }),
}).openapi("Webhook");

const secret = z.string().openapi({
  description: "Signs the messages (Standard Webhooks). Shown only here",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwqTbLQ1vFn3E=",
});

export const webhookCreated = webhook.extend({ secret, ...tail }).openapi("WebhookWithSecret");
export const webhookResult = webhook.extend(tail).openapi("WebhookResult");

export const webhooksResult = z.object({
  count: z.int().min(0),
  sending: z.boolean().openapi({
    description: "false: outgoing traffic is switched off here (`WINNOW_OFFLINE`), so deliveries wait",
  }),
  webhooks: z.array(webhook),
  ...tail,
}).openapi("Webhooks");

export const webhookDeleted = z.object({ deleted: z.literal(1), ...tail }).openapi("WebhookDeleted");

const deliveryId = z.string().openapi({ example: "dlv_019a9f3c11d20000010a513f2d9c0e" });

const delivery = z.object({
  delivery_id: deliveryId,
  type: z.string().openapi({ description: "The event", example: "signup.scored" }),
  created_at: moment,
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: z.int().min(0).openapi({ description: "Attempts so far" }),
  last_status: z.int().nullable().openapi({ description: "Status of the last answer" }),
  last_error: text.openapi({ description: "Why the last attempt had no answer" }),
  ended_at: moment.nullable(),
  next_attempt_at: moment.nullable().openapi({
    description: "Not before this time; null when it has ended or the webhook is disabled",
  }),
}).openapi("Delivery");

export const deliveriesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50).openapi({ type: "integer", default: 50 }),
  before: z.string().max(100).optional().openapi({
    description: "`next` of the page before",
    example: "dlv_019a9f3c11d20000010a513f2d9c0e",
  }),
});

export const deliveriesResult = z.object({
  count: z.int().min(0),
  deliveries: z.array(delivery).openapi({
    description: "The newest first. Ended ones are kept for 3 days, 500 of a webhook",
  }),
  next: deliveryId.nullable().openapi({ description: "Leads to the next page; null at the end" }),
  ...tail,
}).openapi("Deliveries");

export const resendResult = z.object({
  delivery_id: deliveryId,
  type: z.string(),
  status: z.literal("pending"),
  ...tail,
}).openapi("Resent");
