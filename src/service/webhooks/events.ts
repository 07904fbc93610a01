/** Events of accounts: queued for the webhooks that want them, in the write that caused them. */
import { EARLIER_NAMES, type EventType, wants, type Webhook } from "../../model/endpoints/webhook.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Verdict } from "../../model/verdict.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import type { DeliveryQueue } from "../../records/endpoints/delivery_queue.ts";
import type { Store } from "../../records/store.ts";
import { GuestBudget } from "./guest_budget.ts";
import type { DeliveryCounts } from "./delivery_counts.ts";

export interface NewEvent {
  readonly account: string;
  readonly type: EventType;
  /** Identifies the event in its account. */
  readonly id: string;
  readonly data: JsonObject;
  /** That the event is about. */
  readonly verdicts?: readonly Verdict[];
}

interface EventsOptions {
  readonly store: Pick<Store, "webhooks" | "accounts">;
  readonly deliveries: DeliveryQueue;
  readonly now: () => number;
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

  /** The events as a part of the commit that causes them. Synchronous, so that it can be that of a score. */
  change(events: readonly NewEvent[]): Change {
    return together(...events.map((event) => this.#change(event)));
  }

  #change(event: NewEvent): Change {
    const { account, type, verdicts } = event;
    const all = this.#options.store.webhooks.of(account);
    const webhooks = all.filter((webhook) => wants(webhook, type, verdicts));
    const earlier = EARLIER_NAMES[type];
    if (earlier === undefined) return this.#queued(event, webhooks);
    const others = all.filter((webhook) => wants(webhook, earlier) && !webhooks.includes(webhook));
    return together(this.#queued(event, webhooks), this.#queued({ ...event, type: earlier }, others));
  }

  #queued({ account, type, id, data }: NewEvent, webhooks: readonly Webhook[]): Change {
    const { now, store, counts, deliveries } = this.#options;
    if (webhooks.length === 0) return NO_CHANGE;
    const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data });
    const isAllowed = () => this.#budget.take(store.accounts.account(account), now());
    const { change, dropped } = deliveries.enqueue(webhooks, type, { id: `msg_${id}`, body }, isAllowed);
    if (dropped > 0) counts.count("dropped", dropped);
    return change;
  }
}
