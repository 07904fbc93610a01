/** The deliveries of a webhook, for its owner: listed, and sent again. */
import { originOf } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { together } from "../../records/change.ts";
import type { WaitingDelivery } from "../../records/endpoints/delivery_queue.ts";
import type { EndedDelivery } from "../../records/endpoints/deliveries.ts";
import { requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { requireOwn } from "./webhook_list.ts";

const DELIVERY_ID = /^dlv_([0-9a-f]{8,64})$/;

/** The newest first. @param before a delivery id @throws AppError not_found, invalid_value */
export async function listDeliveries(
  services: Services,
  caller: Caller,
  id: string,
  { limit, before }: { readonly limit: number; readonly before: string | null },
) {
  const webhook = requireOwn(services, caller, id);
  const { deliveries: stored } = services.webhooks;
  const end = before === null ? null : jobIdOf(before);
  const [waiting, ended, restsUntil] = await Promise.all([
    stored.waiting(webhook),
    stored.listEnded(webhook, { limit: limit + 1, before: end }),
    stored.restsUntil(webhook),
  ]);
  const restUntil = webhook.enabled ? restsUntil : null;
  const all = [
    ...waiting.filter((one) => end === null || one.id < end).map((one) => waitingBody(one, restUntil)),
    ...ended.map(endedBody),
  ].sort((one, other) => one.delivery_id < other.delivery_id ? 1 : -1);
  const deliveries = all.slice(0, limit);
  return {
    count: deliveries.length,
    deliveries,
    next: all.length > limit ? deliveries.at(-1)!.delivery_id : null,
  };
}

/** Queues an ended delivery again, as a new one with the same message. @throws AppError not_found, invalid_value, too_many_items */
export async function resendDelivery(services: Services, caller: Caller, id: string, delivery: string) {
  requireLive(caller, "change webhooks");
  const webhook = requireOwn(services, caller, id);
  const { store, webhooks: { deliveries } } = services;
  const ended = await deliveries.getEnded(webhook, jobIdOf(delivery));
  if (ended === null) {
    throw new AppError(
      "not_found",
      "this webhook has no ended delivery with this id; a pending one is sent anyway",
    );
  }
  if (!webhook.enabled) throw new AppError("invalid_value", "the webhook is disabled; enable it first");
  const again = deliveries.again(webhook, ended);
  if (again === null) throw new AppError("too_many_items", "too many deliveries wait for this webhook");
  const event = { action: "delivery_resent", subjects: [id, delivery], account: caller.account.id } as const;
  await store.commit(together(again.change, store.audit.entry(event, originOf(caller))));
  return { delivery_id: `dlv_${again.id}`, type: ended.type, status: "pending" as const };
}

/** @param restUntil null: the webhook is disabled */
function waitingBody(
  { id, type, at, dueAt, attempts, last }: WaitingDelivery,
  restUntil: number | null,
) {
  return {
    delivery_id: `dlv_${id}`,
    type,
    created_at: timestamp(at),
    status: "pending" as const,
    attempts,
    ...lastOf(last),
    ended_at: null,
    next_attempt_at: restUntil === null ? null : timestamp(Math.max(dueAt, restUntil)),
  };
}

function endedBody(
  { id, type, at, endedAt, delivered, attempts, last }: EndedDelivery & { readonly id: string },
) {
  return {
    delivery_id: `dlv_${id}`,
    type,
    created_at: timestamp(at),
    status: delivered ? "delivered" as const : "failed" as const,
    attempts,
    ...lastOf(last),
    ended_at: timestamp(endedAt),
    next_attempt_at: null,
  };
}

function lastOf(last: string | null) {
  const isStatus = last !== null && /^\d{3}$/.test(last);
  return { last_status: isStatus ? Number(last) : null, last_error: isStatus ? null : last };
}

/** @throws AppError not_found */
function jobIdOf(delivery: string): string {
  const id = DELIVERY_ID.exec(delivery)?.[1];
  if (id === undefined) throw new AppError("not_found", "there is no delivery with this id");
  return id;
}
