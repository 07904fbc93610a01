/**
 * Rate limits by the generic cell rate algorithm: a limit of n a period refills smoothly and allows a burst of n.
 * Kept in memory by key; a key that has been idle for a period costs nothing.
 */
export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the full burst is there again. */
  readonly resetSeconds: number;
  /** Seconds until one more is allowed; 0 when it is now. */
  readonly retryAfterSeconds: number;
}

/** Above this many keys, those that are full again are dropped. */
const SWEEP_AT = 50_000;

export class RateLimiter {
  readonly #periodMs: number;
  /** Theoretical arrival time of the next request, milliseconds since the epoch. */
  readonly #arrivals = new Map<string, number>();

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Takes one from the key's limit. A refused request takes nothing. */
  take(key: string, limit: number, now: number): RateState {
    const interval = this.#periodMs / limit;
    const arrival = Math.max(this.#arrivals.get(key) ?? 0, now);
    const next = arrival + interval;
    const over = next - now - this.#periodMs;
    if (over > 1e-6) return this.#state(false, limit, arrival - now, interval, over);
    if (this.#arrivals.size >= SWEEP_AT) this.#sweep(now);
    this.#arrivals.set(key, next);
    return this.#state(true, limit, next - now, interval, 0);
  }

  #state(allowed: boolean, limit: number, ahead: number, interval: number, over: number): RateState {
    return {
      allowed,
      limit,
      remaining: Math.max(0, Math.floor((this.#periodMs - ahead) / interval + 1e-9)),
      resetSeconds: Math.ceil(ahead / 1000),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(over / 1000)),
    };
  }

  #sweep(now: number): void {
    for (const [key, arrival] of this.#arrivals) if (arrival <= now) this.#arrivals.delete(key);
  }
}
