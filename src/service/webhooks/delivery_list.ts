/** The deliveries of a webhook, for its owner: listed, and sent again. */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { MAX_WAITING } from "../../model/endpoints/webhook.ts";
import type { Job } from "../../db/queue/lane.ts";
import type { EndedDelivery } from "../../records/endpoints/deliveries.ts";
import { requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { eventOf, laneOf } from "./events.ts";
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
  const { store } = services;
  const end = before === null ? null : jobIdOf(before);
  const lane = laneOf(webhook);
  const [waiting, ended, state] = await Promise.all([
    store.queue.list(lane, MAX_WAITING),
    store.deliveries.list(webhook.account, id, { limit: limit + 1, before: end }),
    store.queue.state(lane),
  ]);
  const restUntil = webhook.enabled ? state?.notBefore ?? 0 : null;
  const all = [
    ...waiting.filter((job) => end === null || job.id < end).map((job) => waitingBody(job, restUntil)),
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
  const { store, webhooks: { wake } } = services;
  const ended = await store.deliveries.get(webhook.account, id, jobIdOf(delivery));
  if (ended === null) {
    throw new AppError(
      "not_found",
      "this webhook has no ended delivery with this id; a pending one is sent anyway",
    );
  }
  if (!webhook.enabled) throw new AppError("invalid_value", "the webhook is disabled; enable it first");
  const lane = laneOf(webhook);
  const appended = store.queue.append(lane, { label: ended.type, sealed: ended.sealed }, MAX_WAITING);
  if (appended === null) throw new AppError("too_many_items", "too many deliveries wait for this webhook");
  const { id: job, ...parts } = appended;
  await store.writer.write(parts);
  wake(lane);
  return { delivery_id: `dlv_${job}`, type: ended.type, status: "pending" as const };
}

/** @param restUntil null: the webhook is disabled */
function waitingBody(job: Job, restUntil: number | null) {
  return {
    delivery_id: `dlv_${job.id}`,
    type: eventOf(job),
    created_at: timestamp(job.at),
    status: "pending" as const,
    attempts: job.attempts,
    ...lastOf(job.note ?? null),
    ended_at: null,
    next_attempt_at: restUntil === null ? null : timestamp(Math.max(job.dueAt, restUntil)),
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
