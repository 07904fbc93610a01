/**
 * Rate limits by the generic cell rate algorithm: a limit of n per period refills smoothly and allows a burst of n. Kept in
 * memory by key; keys that were idle for a period are dropped. Processes of one store tell each other what they allowed
 * (`src/records/limits/shared_limits.ts`); a sole process does not record that. When the clock goes back, what was used up
 * before goes back with it: no request waits for the step.
 */
import { AGREE_MS, isAhead } from "../../concurrency/clock_rules.ts";
import type { SharedLimiter, Spending } from "../../records/limits/shared_limits.ts";

export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the full burst is available again. */
  readonly resetSeconds: number;
  /** Seconds until the next request is allowed; 0 when this one is. */
  readonly retryAfterSeconds: number;
  /** Which limit it is; absent: the key's. */
  readonly policy?: "account" | "work";
}

/** Requests of the same moment give their times in any order, and late ones that waited: that is not a step of the clock. */
const STEP_BACK_MS = 30_000;
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
  /** The newest time that was given. */
  #newest = 0;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Takes one from the key's limit. A refused request does not count. */
  take(key: string, limit: number, now: number): RateState {
    const interval = this.#periodMs / limit;
    const arrival = this.arrivalOf(key, now);
    const over = this.#use(key, arrival, interval, now);
    return rateState({
      periodMs: this.#periodMs,
      limit,
      ahead: arrival - now + (over === 0 ? interval : 0),
      over,
    });
  }

  /** As `take`, for a cost of several and without the state. False: refused. */
  spend(key: string, limit: number, now: number, cost: number): boolean {
    return this.#use(key, this.arrivalOf(key, now), cost * this.#periodMs / limit, now) === 0;
  }

  /** As `take`, without the state: milliseconds until it would be allowed, 0 when it was taken. */
  delay(key: string, limit: number, now: number): number {
    return Math.ceil(this.#use(key, this.arrivalOf(key, now), this.#periodMs / limit, now));
  }

  /** The cost that can be taken now. */
  room(key: string, limit: number, now: number): number {
    return (now + this.#periodMs - this.arrivalOf(key, now)) / this.#periodMs * limit;
  }

  /** Seconds until a cost can be taken that is refused now. */
  waitFor(key: string, limit: number, now: number, cost: number): number {
    const over = this.arrivalOf(key, now) + (cost / limit - 1) * this.#periodMs - now;
    return Math.max(1, Math.ceil(over / 1000));
  }

  /** Takes a cost that cannot be refused any more: what exceeds the limit is remitted. */
  owe(key: string, limit: number, now: number, cost: number): void {
    const arrival = this.arrivalOf(key, now);
    const left = now + this.#periodMs - arrival;
    if (left > 0) this.#use(key, arrival, Math.min(left, cost * this.#periodMs / limit), now);
  }

  /** Theoretical arrival time of the key's next request, not before now. */
  arrivalOf(key: string, now: number): number {
    this.#keepUp(now);
    return Math.max(this.#arrivals.get(key) ?? 0, now);
  }

  /** After a step back of the clock the arrivals take it too. */
  #keepUp(now: number): void {
    const step = this.#newest - now;
    if (step > STEP_BACK_MS) {
      for (const [key, arrival] of this.#arrivals) this.#arrivals.set(key, arrival - step);
      this.#spent?.clear();
      this.#newest = now;
    } else if (now > this.#newest) this.#newest = now;
  }

  /** Uses up a part of the key's period. @returns milliseconds by which it exceeds the period; 0: it was used up */
  #use(key: string, arrival: number, interval: number, now: number): number {
    const over = arrival + interval - now - this.#periodMs;
    if (over > 1e-6) return over;
    if (this.#arrivals.size >= SWEEP_AT) this.#sweep(now);
    this.#arrivals.set(key, arrival + interval);
    if (this.#spent !== null) note(this.#spent, key, interval, arrival, now);
    return 0;
  }

  /** As `take`, but takes nothing. */
  peek(key: string, limit: number, now: number): RateState {
    const interval = this.#periodMs / limit;
    const ahead = this.arrivalOf(key, now) - now;
    const over = ahead + interval - this.#periodMs;
    return rateState({ periodMs: this.#periodMs, limit, ahead, over: over > 1e-6 ? over : 0 });
  }

  /** What was taken but not used. @param interval of the key's period, in milliseconds */
  giveBack(key: string, interval: number): void {
    const arrival = this.#arrivals.get(key);
    if (arrival !== undefined) this.#arrivals.set(key, arrival - interval);
  }

  share(on: boolean): void {
    if (!on) this.#spent = null;
    else this.#spent ??= new Map();
  }

  *spendings(since: number, now: number): Iterable<Spending> {
    const spent = this.#spent;
    if (spent === null) return;
    this.#keepUp(now);
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
    // Another process's clock may be ahead. A key never owes more than a full period: one that is further ahead says nothing.
    if (!isAhead(arrival, now, this.#periodMs + AGREE_MS) || arrival <= this.arrivalOf(key, now)) return;
    if (this.#arrivals.size >= SWEEP_AT) this.#sweep(now);
    this.#arrivals.set(key, Math.min(arrival, now + this.#periodMs));
  }

  absorb(key: string, spent: number, now: number): void {
    if (!(spent > 0)) return;
    if (this.#arrivals.size >= SWEEP_AT) this.#sweep(now);
    this.#arrivals.set(key, this.arrivalOf(key, now) + spent);
  }

  #sweep(now: number): void {
    for (const [key, arrival] of this.#arrivals) if (arrival <= now) this.#arrivals.delete(key);
  }
}

/**
 * @param given.ahead milliseconds until the full burst is available again
 * @param given.over milliseconds by which a refused request exceeds the limit; 0: it is allowed
 */
export function rateState(
  { periodMs, limit, ahead, over }: { periodMs: number; limit: number; ahead: number; over: number },
): RateState {
  const allowed = over === 0;
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor((periodMs - ahead) / (periodMs / limit) + 1e-9)),
    resetSeconds: Math.ceil(ahead / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(over / 1000)),
  };
}

function note(spent: Map<string, Spent>, key: string, interval: number, base: number, now: number): void {
  const entry = spent.get(key);
  if (entry === undefined) spent.set(key, { spent: interval, base, since: now, at: now });
  else {
    entry.spent += interval;
    entry.at = now;
  }
}
