/** `/v1/webhooks`: where the account's events are sent, and what became of them. */
import { z } from "@hono/zod-openapi";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhook,
  updateWebhook,
} from "../../service/webhooks/webhook_list.ts";
import { listDeliveries, resendDelivery } from "../../service/webhooks/delivery_list.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, type ValidRequest, withRequestId } from "../endpoint.ts";
import {
  deliveriesQuery,
  deliveriesResult,
  deliveryId,
  resendResult,
  webhookBody,
  webhookChange,
  webhookCreated,
  webhookDeleted,
  webhookId,
  webhookResult,
  webhooksResult,
} from "./schema.ts";

const WEBHOOKS = { family: "account", action: "webhooks.manage", tag: "Webhooks", free: true } as const;

const params = z.object({ webhook_id: webhookId });

const list = endpoint({
  ...WEBHOOKS,
  method: "get",
  path: "/v1/webhooks",
  summary: "List your webhooks",
  description:
    "Oldest first, without their secrets. `sending` is false where the service may not reach others. Free.",
  response: webhooksResult,
  handler: async (request) => withRequestId(request, await listWebhooks(request.services, request.caller)),
});

const create = endpoint({
  ...WEBHOOKS,
  method: "post",
  path: "/v1/webhooks",
  summary: "Create a webhook",
  description:
    "Events are sent as signed POST requests (Standard Webhooks), tried again for 24 hours, in order while the " +
    "receiver answers with 2xx. The `secret` is shown once. One webhook for each URL: a second one is a 409.",
  body: {
    schema: webhookBody,
    limit: BODY_LIMIT,
    example: {
      url: "https://shop.example/webhooks/winnow",
      events: ["signup.scored"],
      verdicts: ["review", "block"],
    },
  },
  errors: ["test_key_refused", "conflict"],
  response: webhookCreated,
  handler: async (request) => {
    const { services, caller, body } = request;
    return withRequestId(request, await createWebhook(services, caller, body));
  },
});

const change = endpoint({
  ...WEBHOOKS,
  method: "patch",
  path: "/v1/webhooks/{webhook_id}",
  summary: "Change a webhook",
  description:
    "What is not given stays. A webhook that the service disabled is sent to again with `enabled` true.",
  params,
  body: { schema: webhookChange, limit: BODY_LIMIT, example: { enabled: true } },
  errors: ["test_key_refused", "not_found", "conflict"],
  response: webhookResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    return withRequestId(request, await updateWebhook(services, caller, idOf(request), body));
  },
});

const rotate = endpoint({
  ...WEBHOOKS,
  method: "post",
  path: "/v1/webhooks/{webhook_id}/rotate",
  summary: "Replace the secret of a webhook",
  description:
    "For 24 hours each message has two signatures, by the new and by the replaced secret. A fourth replacement within 24 hours is a 429.",
  params,
  errors: ["test_key_refused", "not_found"],
  response: webhookCreated,
  exampleParts: { old_secret_until: "2026-11-23T10:00:00.000Z" },
  handler: async (request) => {
    const { services, caller } = request;
    return withRequestId(request, await rotateWebhook(services, caller, idOf(request)));
  },
});

const remove = endpoint({
  ...WEBHOOKS,
  method: "delete",
  path: "/v1/webhooks/{webhook_id}",
  summary: "Delete a webhook",
  description: "With its deliveries, also those that wait.",
  params,
  errors: ["test_key_refused", "not_found"],
  response: webhookDeleted,
  handler: async (request) => {
    await deleteWebhook(request.services, request.caller, idOf(request));
    return withRequestId(request, { deleted: 1 as const });
  },
});

const deliveries = endpoint({
  ...WEBHOOKS,
  method: "get",
  path: "/v1/webhooks/{webhook_id}/deliveries",
  summary: "List the deliveries of a webhook",
  description: "Newest first: those that wait, and those that ended in the last three days. Free.",
  params,
  query: deliveriesQuery,
  errors: ["not_found"],
  response: deliveriesResult,
  exampleParts: {
    deliveries: [{ status: "delivered", last_status: 204, ended_at: "2026-11-22T10:00:00.214Z" }],
  },
  handler: async (request) => {
    const { services, caller, query: { limit, before = null } } = request;
    const options = { limit, before };
    return withRequestId(request, await listDeliveries(services, caller, idOf(request), options));
  },
});

const resend = endpoint({
  ...WEBHOOKS,
  method: "post",
  path: "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend",
  summary: "Send an ended delivery again",
  description: "As a new delivery with the same message and `webhook-id`.",
  params: z.object({ webhook_id: webhookId, delivery_id: deliveryId }),
  errors: ["test_key_refused", "not_found", "too_many_items"],
  response: resendResult,
  handler: async (request) => {
    const { services, caller, c } = request;
    const delivery = c.req.param("delivery_id") ?? "";
    return withRequestId(request, await resendDelivery(services, caller, idOf(request), delivery));
  },
});

function idOf({ c }: Pick<ValidRequest, "c">): string {
  return c.req.param("webhook_id") ?? "";
}

export const webhookEndpoints: readonly Endpoint[] = [
  list,
  create,
  change,
  rotate,
  remove,
  deliveries,
  resend,
];
