/** Events of accounts: queued for the webhooks that want them, in the write that caused them. */
import { type EventType, MAX_WAITING, wants, type Webhook } from "../../model/endpoints/webhook.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Write } from "../../db/commit/write_batch.ts";
import type { Json } from "../../db/engine.ts";
import type { Job, Lane } from "../../db/queue/lane.ts";
import type { Seal } from "../../records/seal.ts";
import type { Store } from "../../records/store.ts";
import { GuestBudget } from "./guest_budget.ts";
import type { DeliveryCounts } from "./delivery_counts.ts";

/** The kind of the lanes of webhooks. */
export const WEBHOOK_LANE = "webhook";

/** A message as it is queued, encrypted. */
export interface QueuedMessage {
  /** `webhook-id`: the same for all attempts, and when it is sent again. */
  readonly id: string;
  readonly body: string;
}

export interface NewEvent {
  readonly account: string;
  readonly type: EventType;
  /** Identifies the event in its account. */
  readonly id: string;
  readonly data: Readonly<Record<string, Json>>;
  /** That the event is about. */
  readonly verdicts?: readonly Verdict[];
}

/** A part of a write; `wake` is called when that is durable. */
export interface EventParts extends Required<Pick<Write, "set" | "add">> {
  readonly lanes: readonly Lane[];
}

export const NOTHING: EventParts = { set: [], add: [], lanes: [] };

export function bothOf(one: EventParts, other: EventParts): EventParts {
  if (other === NOTHING) return one;
  return {
    set: [...one.set, ...other.set],
    add: [...one.add, ...other.add],
    lanes: [...one.lanes, ...other.lanes],
  };
}

interface EventsOptions {
  readonly store: Pick<Store, "webhooks" | "queue" | "accounts">;
  readonly seal: Seal;
  readonly now: () => number;
  readonly wake: (lane: Lane) => void;
  readonly counts: DeliveryCounts;
}

export class WebhookEvents {
  readonly #options: EventsOptions;
  readonly #budget = new GuestBudget();

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  /** True when a webhook of the account wants events of the type. */
  wanted(account: string, type: EventType): boolean {
    return this.#options.store.webhooks.of(account).some((webhook) => wants(webhook, type));
  }

  /** Synchronous, so that it can be a part of the write of a score. */
  parts(events: readonly NewEvent[]): EventParts {
    const { now, seal, store, counts } = this.#options;
    let parts = NOTHING;
    for (const { account, type, id, data, verdicts } of events) {
      const webhooks = store.webhooks.of(account).filter((webhook) => wants(webhook, type, verdicts));
      if (webhooks.length === 0) continue;
      const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data });
      const sealed = seal.encrypt(JSON.stringify({ id: `msg_${id}`, body } satisfies QueuedMessage));
      for (const webhook of webhooks) {
        const lane = laneOf(webhook);
        const appended = this.#budget.take(store.accounts.account(account), now())
          ? store.queue.append(lane, { label: type, sealed }, MAX_WAITING)
          : null;
        if (appended === null) counts.count("dropped");
        const { set = [], add = [] }: Write = appended ?? store.queue.refused(lane);
        parts = { set: [...parts.set, ...set], add: [...parts.add, ...add], lanes: [...parts.lanes, lane] };
      }
    }
    return parts;
  }

  wake({ lanes }: EventParts): void {
    for (const lane of lanes) this.#options.wake(lane);
  }
}

export function laneOf({ account, id }: Pick<Webhook, "account" | "id">): Lane {
  return { account, name: `${WEBHOOK_LANE}.${id}` };
}

/** @param job of a webhook's lane */
export function eventOf({ label }: Job): EventType {
  return label as EventType; // `parts` and `resendDelivery` label jobs with it
}
