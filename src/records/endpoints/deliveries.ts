/** Deliveries that ended, the newest MAX_ENDED of each webhook; those that wait are jobs of its lane. */
import { LRUCache } from "lru-cache";
import { ENDED_MS, MAX_ENDED } from "../../model/endpoints/webhook.ts";
import type { Write } from "../../db/commit/write_batch.ts";
import type { Engine, Key } from "../../db/engine.ts";
import { KEYS } from "../keys.ts";
import type { EndedDelivery } from "../values.ts";

const MAX_KNOWN = 1000;

export class Deliveries {
  readonly #engine: Engine;
  readonly #now: () => number;
  /** The ids of the deliveries of a webhook, oldest first. */
  readonly #ids = new LRUCache<string, string[]>({ max: MAX_KNOWN });

  constructor(engine: Engine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  /** The part of a write that ends a delivery, and drops the oldest when there are too many. */
  async ended(account: string, webhook: string, id: string, delivery: EndedDelivery): Promise<Write> {
    const { webhookDelivery } = KEYS;
    const ids = await this.#known(account, webhook);
    ids.push(id);
    const dropped = ids.splice(0, Math.max(0, ids.length - MAX_ENDED));
    return {
      set: [webhookDelivery.set(webhookDelivery.key(account, webhook, id), delivery, this.#now() + ENDED_MS)],
      delete: dropped.map((old) => webhookDelivery.key(account, webhook, old)),
    };
  }

  /** The newest first. @param before the id of the last one of the page before */
  async list(
    account: string,
    webhook: string,
    { limit, before }: { limit: number; before: string | null },
  ): Promise<(EndedDelivery & { readonly id: string })[]> {
    const { webhookDelivery } = KEYS;
    const end = before === null ? {} : { end: webhookDelivery.key(account, webhook, before) };
    const prefix = webhookDelivery.below(account, webhook);
    const found = await Array.fromAsync(this.#engine.scan(prefix, { ...end, limit, reverse: true }));
    return found.map(({ key, value }) => ({ ...webhookDelivery.read(value), id: key[3]! }))
      .filter(({ endedAt }) => endedAt > this.#now() - ENDED_MS);
  }

  async get(account: string, webhook: string, id: string): Promise<EndedDelivery | null> {
    const [entry] = await this.#engine.get([KEYS.webhookDelivery.key(account, webhook, id)]);
    return KEYS.webhookDelivery.read(entry?.value);
  }

  /** The webhook is deleted. */
  async remove(account: string, webhook: string): Promise<void> {
    const prefix = KEYS.webhookDelivery.below(account, webhook);
    const keys: Key[] = await Array.fromAsync(this.#engine.scan(prefix), ({ key }) => key);
    while (keys.length > 0) await this.#engine.commit({ delete: keys.splice(0, 400) });
    this.#ids.delete(`${account} ${webhook}`);
  }

  async #known(account: string, webhook: string): Promise<string[]> {
    const text = `${account} ${webhook}`;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const prefix = KEYS.webhookDelivery.below(account, webhook);
    const ids = await Array.fromAsync(this.#engine.scan(prefix), ({ key }) => key[3]!);
    this.#ids.set(text, ids);
    return ids;
  }
}
