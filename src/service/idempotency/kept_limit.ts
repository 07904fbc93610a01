/** Bounds what guests have kept for their Idempotency-Keys: everybody can become one, and much that they ask for is free. */
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import { type Account, standingOf } from "../../model/records.ts";
import type { RateLimiter } from "../access/rate_limit.ts";

/** Of one guest. While half of it is used up nothing is added, so that one more answer always fits. */
export const GUEST_KILOBYTES_PER_DAY = 200 * 1024;
/** What the store needs for an answer besides its bytes. */
const OVERHEAD_BYTES = 1024;

export class KeptLimit {
  /** Its period is a day. */
  readonly #limiter: RateLimiter;
  readonly #now: () => number;

  constructor(limiter: RateLimiter, now: () => number) {
    this.#limiter = limiter;
    this.#now = now;
  }

  /** Before a request is executed whose answer will be kept. @throws AppError rate_limited */
  admit(account: Account): void {
    if (standingOf(account) !== "guest") return;
    const missing = GUEST_KILOBYTES_PER_DAY / 2 -
      this.#limiter.room(account.id, GUEST_KILOBYTES_PER_DAY, this.#now());
    if (missing <= 0) return;
    throw new AppError(
      "rate_limited",
      "an answer is kept for 24 hours for each Idempotency-Key, and this account has too many; send this without one, or later",
      { retryAfter: Math.ceil(missing / GUEST_KILOBYTES_PER_DAY * DAY_MS / 1000) },
    );
  }

  /** An answer is kept. */
  kept(account: Account, bytes: number): void {
    if (standingOf(account) !== "guest") return;
    const kilobytes = (bytes + OVERHEAD_BYTES) / 1024;
    this.#limiter.owe(account.id, GUEST_KILOBYTES_PER_DAY, this.#now(), kilobytes);
  }
}
