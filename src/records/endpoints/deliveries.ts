/** Deliveries that ended, the newest MAX_ENDED of each webhook; those that wait are jobs of its lane. */
import { LRUCache } from "lru-cache";
import { ENDED_MS, type EventType, MAX_ENDED } from "../../model/endpoints/webhook.ts";
import type { Engine } from "../../db/engine.ts";
import { type Change, together } from "../change.ts";
import { JournalList, type Page } from "../journal_list.ts";
import { count, flag, label, number, object, record, text } from "../define.ts";

/** A delivery to a webhook that ended. Times are milliseconds since the epoch. */
export interface EndedDelivery {
  readonly type: EventType;
  /** When the event was queued. */
  readonly at: number;
  readonly endedAt: number;
  readonly delivered: boolean;
  readonly attempts: number;
  /** Of the last attempt: the status of the answer, or why there was none. */
  readonly last: string;
  /** The message, encrypted: it can be sent again. */
  readonly sealed: string;
}
export const WEBHOOK_DELIVERY = record({
  prefix: "webhook-delivery",
  key: ["account", "webhook", "id"],
  value: object<EndedDelivery>({
    type: text,
    at: number,
    endedAt: number,
    delivered: flag,
    attempts: count,
    last: label,
    sealed: text,
  }),
  lifetimeMs: ENDED_MS,
});

const MAX_KNOWN = 1000;

export class Deliveries {
  readonly #ended: JournalList<EndedDelivery, [account: string, webhook: string, id: string]>;
  readonly #now: () => number;
  /** The ids of the deliveries of a webhook, oldest first. */
  readonly #ids = new LRUCache<string, string[]>({ max: MAX_KNOWN });

  constructor(engine: Engine, now: () => number) {
    this.#ended = new JournalList(engine, WEBHOOK_DELIVERY, ({ endedAt }) => endedAt + ENDED_MS);
    this.#now = now;
  }

  /** The part of a commit that ends a delivery, and drops the oldest when there are too many. */
  async ended(account: string, webhook: string, id: string, delivery: EndedDelivery): Promise<Change> {
    const ids = await this.#known(account, webhook);
    ids.push(id);
    const dropped = ids.splice(0, Math.max(0, ids.length - MAX_ENDED));
    return together(
      this.#ended.put([account, webhook, id], delivery, this.#now() + ENDED_MS),
      ...dropped.map((old) => this.#ended.remove([account, webhook, old])),
    );
  }

  /** The newest first. */
  async list(
    account: string,
    webhook: string,
    page: Page,
  ): Promise<(EndedDelivery & { readonly id: string })[]> {
    const found = await this.#ended.page([account, webhook], page, this.#now());
    return found.map(({ id, value }) => ({ ...value, id }));
  }

  get(account: string, webhook: string, id: string): Promise<EndedDelivery | null> {
    return this.#ended.get([account, webhook, id]);
  }

  /** The webhook is deleted. */
  async remove(account: string, webhook: string): Promise<void> {
    await this.#ended.removeAll([account, webhook]);
    this.#ids.delete(`${account} ${webhook}`);
  }

  async #known(account: string, webhook: string): Promise<string[]> {
    const text = `${account} ${webhook}`;
    const known = this.#ids.get(text) ?? await this.#ended.ids([account, webhook]);
    this.#ids.set(text, known);
    return known;
  }
}
