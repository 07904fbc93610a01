/**
 * A rate limit that holds over all processes of a store: a sole process counts in memory only, one with peers spends slices
 * that it takes from the store (`src/records/limits/rate_slices.ts`).
 */
import { lruOf } from "../../concurrency/lru.ts";
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { AGREE_MS } from "../../concurrency/clock_rules.ts";
import { RateSlices } from "../../records/limits/rate_slices.ts";
import { type RateLimiter, type RateState, rateState } from "./rate_limit.ts";

/** Keys with a slice. One that is dropped loses at most its slice. */
const MAX_KEYS = 50_000;

interface Held {
  /** Requests of the slice that are left. */
  left: number;
  /** Milliseconds of the period that a request takes. */
  interval: number;
  /** Requests of the last slice, and when it was taken. */
  last: number;
  takenAt: number;
  /** The arrival time in the store, when it was last read. */
  arrival: number;
  /** Requests that wait for a slice. */
  waiting: number;
  taking: Promise<void> | null;
}

interface SharedRateLimiterOptions {
  /** The same in all processes. */
  readonly name: string;
  readonly periodMs: number;
  /** For a sole process. */
  readonly limiter: RateLimiter;
  readonly slices: RateSlices;
  readonly isSoleProcess: () => boolean;
}

export class SharedRateLimiter {
  readonly #options: SharedRateLimiterOptions;
  readonly #held = lruOf<Held>(MAX_KEYS);

  constructor(options: SharedRateLimiterOptions) {
    this.#options = options;
  }

  /** Takes one from the key's limit. A refused request does not count. */
  take(key: string, limit: number, now: number): Awaitable<RateState> {
    const { isSoleProcess, limiter } = this.#options;
    if (isSoleProcess()) {
      if (this.#held.size > 0) this.#giveBack();
      return limiter.take(key, limit, now);
    }
    const held = this.#heldOf(key, now);
    return this.#spend(held, limit, now) ?? this.#takeSlice(held, key, limit, now);
  }

  /** As `take`, but takes nothing: as far as this process knows. */
  peek(key: string, limit: number, now: number): RateState {
    const { isSoleProcess, limiter } = this.#options;
    const held = isSoleProcess() || !this.#held.has(key) ? undefined : this.#heldOf(key, now);
    if (held === undefined) return limiter.peek(key, limit, now);
    // A slice that is used up does not say that the limit is: the next request takes another one.
    return this.#state(held, limit, now, !this.#isFull(held, limit, now));
  }

  #giveBack(): void {
    for (const [key, { left, interval }] of this.#held) {
      if (left > 0) this.#options.limiter.giveBack(key, left * interval);
    }
    this.#held.clear();
  }

  async #takeSlice(held: Held, key: string, limit: number, now: number): Promise<RateState> {
    held.waiting++;
    try {
      for (;;) {
        // What is full is full for all processes: it need not be asked again before a request fits.
        if (this.#isFull(held, limit, now)) return this.#state(held, limit, now, false);
        await (held.taking ??= this.#ask(held, key, limit, now).finally(() => held.taking = null));
        const taken = this.#spend(held, limit, now);
        if (taken !== null) return taken;
      }
    } finally {
      held.waiting--;
    }
  }

  async #ask(held: Held, key: string, limit: number, now: number): Promise<void> {
    const { name, periodMs, slices, limiter } = this.#options;
    const last = RateSlices.isFast(held.takenAt, now) ? held.last : 0;
    const { waiting: wanted } = held;
    const arrival = Math.max(held.arrival, limiter.arrivalOf(key, now));
    const slice = await slices.take({ limiter: name, key, limit, periodMs, wanted, last, arrival, now });
    const interval = periodMs / limit;
    Object.assign(held, { arrival: slice.arrival, last: slice.granted, takenAt: now, interval });
    held.left += slice.granted;
    // For the time when this is the sole process.
    limiter.raise(key, slice.arrival, now);
  }

  /** Null: nothing is left of the slice. */
  #spend(held: Held, limit: number, now: number): RateState | null {
    // Unspent requests of a slice lapse when the limit has refilled by as much.
    if (held.arrival <= now) held.left = 0;
    if (held.left === 0) return null;
    held.left--;
    return this.#state(held, limit, now, true);
  }

  #isFull({ arrival, left }: Held, limit: number, now: number): boolean {
    const { periodMs } = this.#options;
    return left === 0 && arrival + periodMs / limit > now + periodMs + 1e-6;
  }

  #state({ arrival, left }: Held, limit: number, now: number, allowed: boolean): RateState {
    const { periodMs } = this.#options;
    const interval = periodMs / limit;
    const ahead = Math.max(0, arrival - now - left * interval);
    const over = allowed ? 0 : Math.max(1, arrival + interval - now - periodMs);
    return rateState({ periodMs, limit, ahead, over });
  }

  #heldOf(key: string, now: number): Held {
    const known = this.#held.get(key);
    // An arrival that is further ahead is of a clock that was set back.
    if (known !== undefined && known.arrival - now <= this.#options.periodMs + AGREE_MS) return known;
    const arrival = this.#options.limiter.arrivalOf(key, now);
    const held = { left: 0, interval: 0, last: 0, takenAt: -Infinity, arrival, waiting: 0, taking: null };
    this.#held.set(key, held);
    return held;
  }
}
