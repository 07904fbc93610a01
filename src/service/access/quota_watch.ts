/** The accounts that are nearest to the end of their quota, read from the store at most once a minute. */
import { MINUTE_MS } from "../../model/duration.ts";
import type { Services } from "../context.ts";

interface QuotaLeft {
  /** Id. */
  readonly account: string;
  readonly left: number;
  /** Share of the quota, from 0 to 1. */
  readonly ratio: number;
}

const NEAREST = 20;
/** Accounts whose usage is read together. */
const PAGE = 500;

export class QuotaWatch {
  readonly #services: Pick<Services, "store" | "now">;
  #readAt = -Infinity;
  #nearest: Promise<readonly QuotaLeft[]> = Promise.resolve([]);

  constructor(services: Pick<Services, "store" | "now">) {
    this.#services = services;
  }

  /** Nearest first. While the store cannot be read, none. */
  nearest(): Promise<readonly QuotaLeft[]> {
    const now = this.#services.now();
    if (Math.abs(now - this.#readAt) >= MINUTE_MS) {
      this.#readAt = now;
      this.#nearest = this.#read(now).catch(() => []);
    }
    return this.#nearest;
  }

  async #read(now: number): Promise<readonly QuotaLeft[]> {
    const { store } = this.#services;
    const month = store.usage.monthOf(now);
    const accounts = store.accounts.all().flatMap(({ id, paused, monthlyQuota }) =>
      paused || monthlyQuota === null || monthlyQuota === 0 ? [] : [{ id, monthlyQuota }]
    );
    let nearest: QuotaLeft[] = [];
    for (let from = 0; from < accounts.length; from += PAGE) {
      const page = accounts.slice(from, from + PAGE);
      const used = await store.usage.usedByAll(page.map(({ id }) => id), month);
      const found = page.map(({ id, monthlyQuota }, index): QuotaLeft => {
        const left = Math.max(0, monthlyQuota - used[index]!);
        return { account: id, left, ratio: left / monthlyQuota };
      });
      nearest = [...nearest, ...found].sort((one, other) => one.ratio - other.ratio).slice(0, NEAREST);
    }
    return nearest;
  }
}
