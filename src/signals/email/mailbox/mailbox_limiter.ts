/**
 * Rate and concurrency limits of mailbox probes: per mail provider, per domain and in total. They keep us off mail servers'
 * block lists. Of the total, an account may have as much as is still free: half when it is alone, so that its silent servers
 * leave room for the probes of others.
 */
import { hasPassed, isAhead } from "../../../concurrency/clock_rules.ts";
import { DAY_MS, MINUTE_MS } from "../../../model/duration.ts";

interface Limit {
  /** Conversations at the same time. */
  readonly concurrent: number;
  /** Conversations started within a minute. */
  readonly perMinute: number;
  /** Milliseconds between two starts. */
  readonly intervalMs: number;
}

export const LIMITS = {
  total: { concurrent: 40, perMinute: 1_200, intervalMs: 0 },
  provider: { concurrent: 2, perMinute: 30, intervalMs: 1_000 },
  domain: { concurrent: 1, perMinute: 20, intervalMs: 0 },
} as const satisfies Record<string, Limit>;

/** What counts against one limit. */
interface Usage {
  running: number;
  /** Start times within the last minute, oldest first. */
  readonly started: number[];
  pausedUntil: number;
}

export type Permit =
  | { readonly granted: true; readonly release: () => void }
  /** Milliseconds since the epoch: not before. */
  | { readonly granted: false; readonly retryAt: number };

/** When to try again while the concurrency limit is reached. */
const BUSY_RETRY_MS = 1_000;
/** A pause that is longer is of a clock that was wrong. */
const MAX_PAUSE_MS = DAY_MS;
/** Above this many entries, those that have been idle for a minute are dropped. */
const MAX_ENTRIES = 5_000;

export class ProbeLimiter {
  readonly #now: () => number;
  readonly #usage = new Map<string, Usage>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A permit for one conversation, or when to try again. @param account that asked for it */
  acquire(provider: string, domain: string, account: string): Permit {
    if (!this.#hasShare(account)) return { granted: false, retryAt: this.#now() + BUSY_RETRY_MS };
    const entries = [
      [this.#usageOf("total"), LIMITS.total],
      [this.#usageOf(`provider ${provider}`), LIMITS.provider],
      [this.#usageOf(`domain ${domain}`), LIMITS.domain],
    ] as const;
    const retryAt = Math.max(...entries.map(([usage, limit]) => this.#freeAt(usage, limit)));
    if (retryAt > this.#now()) return { granted: false, retryAt };
    const usages = [...entries.map(([usage]) => usage), this.#usageOf(`account ${account}`)];
    for (const usage of usages) {
      usage.running++;
      usage.started.push(this.#now());
    }
    let released = false;
    const release = () => {
      if (!released) { for (const usage of usages) usage.running--; }
      released = true;
    };
    return { granted: true, release };
  }

  /** How many conversations with the provider may start now on behalf of the account. */
  available(provider: string, account: string): number {
    if (!this.#hasShare(account)) return 0;
    const { total, provider: limit } = LIMITS;
    const usage = this.#usageOf(`provider ${provider}`);
    const now = this.#now();
    if (this.#freeAt(usage, limit) > now || this.#freeAt(this.#usageOf("total"), total) > now) return 0;
    return limit.intervalMs > 0 ? 1 : limit.concurrent - usage.running;
  }

  /** Starts no conversation with the provider for this long. */
  pause(provider: string, milliseconds: number): void {
    this.#usageOf(`provider ${provider}`).pausedUntil = this.#now() + milliseconds;
  }

  #hasShare(account: string): boolean {
    const own = this.#usageOf(`account ${account}`);
    const all = this.#usageOf("total");
    for (const { started } of [own, all]) this.#forgetOld(started);
    return own.running < LIMITS.total.concurrent - all.running &&
      own.started.length < LIMITS.total.perMinute - all.started.length;
  }

  #forgetOld(started: number[]): void {
    while (started.length > 0 && hasPassed(started[0]!, this.#now(), MINUTE_MS)) started.shift();
  }

  #freeAt(usage: Usage, limit: Limit): number {
    const now = this.#now();
    const { started } = usage;
    this.#forgetOld(started);
    const spaced = (started.at(-1) ?? -Infinity) + limit.intervalMs;
    const counted = started.length < limit.perMinute ? now : started[0]! + MINUTE_MS;
    const idle = usage.running < limit.concurrent ? now : now + BUSY_RETRY_MS;
    const paused = isAhead(usage.pausedUntil, now, MAX_PAUSE_MS) ? usage.pausedUntil : now;
    return Math.max(now, paused, spaced, counted, idle);
  }

  #usageOf(name: string): Usage {
    let usage = this.#usage.get(name);
    if (usage === undefined) {
      if (this.#usage.size > MAX_ENTRIES) this.#dropIdle();
      usage = { running: 0, started: [], pausedUntil: -Infinity };
      this.#usage.set(name, usage);
    }
    return usage;
  }

  #dropIdle(): void {
    const now = this.#now();
    for (const [name, { running, started, pausedUntil }] of this.#usage) {
      const idle = hasPassed(started.at(-1) ?? -Infinity, now, MINUTE_MS);
      if (running === 0 && idle && !isAhead(pausedUntil, now, MAX_PAUSE_MS)) this.#usage.delete(name);
    }
  }
}
