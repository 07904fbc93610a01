/** How many appeals of an account wait for a decision, as this process knows it: counted anew each minute. */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { MAX_OPEN_APPEALS } from "../../model/appeal.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { Appeals } from "../../records/appeals.ts";

const MAX_ACCOUNTS = 1000;

export class OpenCounts {
  readonly #counts: TtlCache<{ count: number }>;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.#counts = new TtlCache({ max: MAX_ACCOUNTS, now });
  }

  /** False: the account has as many as it may have. Otherwise it has one more, until that is taken back. */
  async take(appeals: Appeals, account: string): Promise<boolean> {
    const entry = await this.#counts.get(account, async () => ({
      value: { count: await appeals.countOpen(account, MAX_OPEN_APPEALS, this.#now()) },
      ttlMs: MINUTE_MS,
    }));
    if (entry.count >= MAX_OPEN_APPEALS) return false;
    entry.count++;
    return true;
  }

  /** One is open no longer, or was not stored. */
  giveBack(account: string): void {
    const entry = this.#counts.peek(account);
    if (entry !== undefined) entry.count--;
  }
}
