/** Deliveries of events to webhooks: those that wait are jobs of the webhook's lane, those that ended are kept for a while. */
import { type EventType, MAX_WAITING, type Webhook } from "../../model/endpoints/webhook.ts";
import { type Change, NO_CHANGE, together } from "../change.ts";
import type { Deliveries, EndedDelivery } from "./deliveries.ts";
import type { JobQueue, JobResult, Task, TaskHandler } from "./job_queues.ts";

/** The kind of the lanes of webhooks. */
export const WEBHOOK_JOBS = "webhook";

type WebhookName = Pick<Webhook, "account" | "id">;

/** A message as it is queued, encrypted. */
interface QueuedMessage {
  /** `webhook-id`: the same for all attempts, and when it is sent again. */
  readonly id: string;
  readonly body: string;
}

/** A delivery that waits. Times are milliseconds since the epoch. */
export interface WaitingDelivery {
  readonly id: string;
  readonly type: EventType;
  /** When the event was queued. */
  readonly at: number;
  /** Not before this time. */
  readonly dueAt: number;
  readonly attempts: number;
  /** Of the last attempt; null: there was none. */
  readonly last: string | null;
}

export type DeliveryTask = Task<QueuedMessage>;
export type DeliveryHandler = TaskHandler<QueuedMessage>;

export class DeliveryQueue {
  readonly #jobs: JobQueue<QueuedMessage>;
  readonly #ended: Deliveries;

  constructor(jobs: JobQueue<QueuedMessage>, ended: Deliveries) {
    this.#jobs = jobs;
    this.#ended = ended;
  }

  handle(handler: DeliveryHandler): void {
    this.#jobs.handle(handler);
  }

  /**
   * A delivery to each of the webhooks, as a part of a commit. Synchronous.
   * @param isAllowed asked once for each; what it refuses is counted as what did not fit is
   * @returns `dropped`: how many do not fit
   */
  enqueue(
    webhooks: readonly WebhookName[],
    type: EventType,
    message: QueuedMessage,
    isAllowed: (webhook: WebhookName) => boolean,
  ): { readonly change: Change; readonly dropped: number } {
    if (webhooks.length === 0) return { change: NO_CHANGE, dropped: 0 };
    const sealed = this.#jobs.sealed(message);
    let dropped = 0;
    const changes = webhooks.map((webhook) => {
      const { account, id } = webhook;
      const appended = isAllowed(webhook) ? this.#jobs.append(account, id, type, sealed, MAX_WAITING) : null;
      if (appended === null) dropped++;
      return appended?.change ?? this.#jobs.refused(account, id);
    });
    return { change: together(...changes), dropped };
  }

  /** A new delivery of the message of one that ended, as a part of a commit; null when too many wait. */
  again({ account, id }: WebhookName, { type, sealed }: EndedDelivery) {
    return this.#jobs.append(account, id, type, sealed, MAX_WAITING);
  }

  /** Those that wait, in the order in which they are due. */
  async waiting({ account, id }: WebhookName): Promise<WaitingDelivery[]> {
    const jobs = await this.#jobs.list(account, id, MAX_WAITING);
    return jobs.map((job) => ({
      id: job.id,
      type: typeOf(job),
      at: job.at,
      dueAt: job.dueAt,
      attempts: job.attempts,
      last: job.note ?? null,
    }));
  }

  /** How many wait, and how many did not fit. */
  async count({ account, id }: WebhookName): Promise<{ length: number; refused: number }> {
    return await this.#jobs.count(account, id);
  }

  /** Of all webhooks, roughly. */
  async countAll(): Promise<number> {
    return await this.#jobs.waiting();
  }

  /** Nothing is sent before; 0: that is not so. */
  async restsUntil({ account, id }: WebhookName): Promise<number> {
    return await this.#jobs.restsUntil(account, id);
  }

  /** Ends a delivery. @param last of its last attempt */
  async ended(
    { account, owner, id, at, attempts, sealed, ...job }: DeliveryTask,
    { endedAt, delivered, last }: Pick<EndedDelivery, "endedAt" | "delivered" | "last">,
  ): Promise<JobResult> {
    const also = await this.#ended.ended(account, owner, id, {
      type: typeOf(job),
      at,
      endedAt,
      delivered,
      attempts: attempts + 1,
      last,
      sealed,
    });
    return { moved: null, also };
  }

  /** The newest that ended first. @param before the id of the last one of the page before */
  async listEnded({ account, id }: WebhookName, page: { limit: number; before: string | null }) {
    return await this.#ended.list(account, id, page);
  }

  async getEnded({ account, id }: WebhookName, delivery: string): Promise<EndedDelivery | null> {
    return await this.#ended.get(account, id, delivery);
  }

  /** The webhook is deleted. */
  async remove({ account, id }: WebhookName): Promise<void> {
    await this.#jobs.remove(account, id);
    await this.#ended.remove(account, id);
  }
}

/** Jobs are labelled with it. */
function typeOf({ label }: { readonly label: string }): EventType {
  return label as EventType;
}
