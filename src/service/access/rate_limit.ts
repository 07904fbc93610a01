/**
 * Rate limits by the generic cell rate algorithm: a limit of n per period refills smoothly and allows a burst of n. Kept in
 * memory by key; keys that were idle for a period are dropped. Processes of one store tell each other what they allowed
 * (`src/store/cluster/shared_limits.ts`); a sole process does not record that.
 */
import type { SharedLimiter, Spending } from "../../store/cluster/shared_limits.ts";

export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the full burst is available again. */
  readonly resetSeconds: number;
  /** Seconds until the next request is allowed; 0 when this one is. */
  readonly retryAfterSeconds: number;
}

/** With this many keys, those whose full burst is available again are dropped. */
const SWEEP_AT = 50_000;

interface Spent {
  spent: number;
  readonly base: number;
  readonly since: number;
  at: number;
}

export class RateLimiter implements SharedLimiter {
  readonly #periodMs: number;
  /** Theoretical arrival time of the next request, milliseconds since the epoch. */
  readonly #arrivals = new Map<string, number>();
  /** What this process allowed, recorded while there are peers. */
  #spent: Map<string, Spent> | null = null;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Takes one from the key's limit. A refused request does not count. */
  take(key: string, limit: number, now: number): RateState {
    const interval = this.#periodMs / limit;
    const arrival = Math.max(this.#arrivals.get(key) ?? 0, now);
    const next = arrival + interval;
    const over = next - now - this.#periodMs;
    if (over > 1e-6) return this.#state(false, limit, arrival - now, interval, over);
    if (this.#arrivals.size >= SWEEP_AT) this.#sweep(now);
    this.#arrivals.set(key, next);
    if (this.#spent !== null) note(this.#spent, key, interval, arrival, now);
    return this.#state(true, limit, next - now, interval, 0);
  }

  /** As `take`, but takes nothing. */
  peek(key: string, limit: number, now: number): RateState {
    const interval = this.#periodMs / limit;
    const ahead = Math.max(this.#arrivals.get(key) ?? 0, now) - now;
    const over = ahead + interval - this.#periodMs;
    return over > 1e-6
      ? this.#state(false, limit, ahead, interval, over)
      : this.#state(true, limit, ahead, interval, 0);
  }

  share(on: boolean): void {
    if (!on) this.#spent = null;
    else this.#spent ??= new Map();
  }

  *spendings(since: number, now: number): Iterable<Spending> {
    const spent = this.#spent;
    if (spent === null) return;
    for (const [key, entry] of spent) {
      const arrival = this.#arrivals.get(key) ?? 0;
      if (entry.at >= since) yield { key, arrival, ...entry };
      else if (arrival <= now && entry.at < now - this.#periodMs) spent.delete(key);
    }
    if (since > 0) return;
    for (const [key, arrival] of this.#arrivals) {
      if (arrival > now && !spent.has(key)) yield { key, arrival, spent: 0, base: arrival, since: 0 };
    }
  }

  raise(key: string, arrival: number, now: number): void {
    if (arrival <= now || arrival <= (this.#arrivals.get(key) ?? 0)) return;
    if (this.#arrivals.size >= SWEEP_AT) this.#sweep(now);
    // Another process's clock may be ahead; a key never owes more than a full period.
    this.#arrivals.set(key, Math.min(arrival, now + this.#periodMs));
  }

  absorb(key: string, spent: number, now: number): void {
    if (!(spent > 0)) return;
    if (this.#arrivals.size >= SWEEP_AT) this.#sweep(now);
    this.#arrivals.set(key, Math.max(this.#arrivals.get(key) ?? 0, now) + spent);
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

function note(spent: Map<string, Spent>, key: string, interval: number, base: number, now: number): void {
  const entry = spent.get(key);
  if (entry === undefined) spent.set(key, { spent: interval, base, since: now, at: now });
  else {
    entry.spent += interval;
    entry.at = now;
  }
}
