/**
 * The time of this process, milliseconds since the epoch. It is the machine's clock until that is set: then it continues as
 * before, by the time that really passes, so that what runs (limits, leases, caches, windows, quotas) notices nothing. The
 * machine's clock is followed again when it is back, when the store's clock agrees with it, or when an hour has passed. A
 * machine that starts with a clock that disagrees with the clock of the store, which all nodes share, goes by the store's.
 */
import { AGREE_MS } from "./clock_rules.ts";
import { HOUR_MS } from "../model/duration.ts";

/** A smaller difference is followed immediately. */
const STEP_MS = 2_000;
/** The machine's clock is compared with the time that passed at most this often, while it is not set back. */
const CHECK_MS = 1_000;
/** After this time a clock that was set is believed, unless the store's clock contradicts. */
export const CONFIRMED_MS = HOUR_MS;

interface ClockOptions {
  /** What the machine shows. */
  readonly wall?: () => number;
  /** A monotonic clock; null: the steps of `wall` are time that passes, as in a test or a backtest. */
  readonly steady?: (() => number) | null;
}

export class Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly #wall: () => number;
  readonly #steady: (() => number) | null;
  /** By how much the machine's clock is ahead of this time. */
  #aheadMs = 0;
  #wallAt: number;
  #steadyAt: number;
  /** The time since the machine's clock was set. */
  #doubtMs = 0;
  /** By how much the machine's clock is ahead of the store's; null: the store has none. */
  #storeAheadMs: number | null = null;

  constructor({ wall = Date.now, steady = () => performance.now() }: ClockOptions = {}) {
    this.#wall = wall;
    this.#steady = steady;
    this.#wallAt = wall();
    this.#steadyAt = steady?.() ?? 0;
    this.now = steady === null ? wall : () => this.#now();
  }

  /** By how much the machine's clock is ahead of `now`, since it was set. */
  get aheadMs(): number {
    this.now();
    return this.#aheadMs;
  }

  /** By how much the machine's clock is ahead of the store's, or of this time where the store has none; negative: behind. */
  get skewMs(): number {
    return this.#storeAheadMs ?? this.aheadMs;
  }

  /** The earlier of this time and the store's: what has expired by both. */
  get earliest(): number {
    const now = this.now();
    return this.#storeAheadMs === null ? now : Math.min(now, this.#wall() - this.#storeAheadMs);
  }

  /**
   * Of `now` and what the machine shows, if that is later, the one that is nearer to a time that somebody else's clock gave.
   * While it is not known which of the two is right, what is timely by one of them is timely; but what is over by `now` is
   * not, because a repetition of it could no longer be noticed.
   */
  near(at: number): number {
    const now = this.now();
    const wall = now + Math.max(0, this.#aheadMs);
    return Math.abs(wall - at) < Math.abs(now - at) ? wall : now;
  }

  /** The store's clock showed a time, when the machine's showed `wall`. */
  heard(store: number, wall: number): void {
    this.now();
    const isFirst = this.#storeAheadMs === null;
    const ahead = Math.round(wall - store);
    this.#storeAheadMs = ahead;
    if (this.#steady === null) return;
    if (Math.abs(ahead) <= AGREE_MS) this.#follow();
    else if (isFirst) [this.#aheadMs, this.#doubtMs] = [ahead, 0];
    else if (Math.abs(ahead - this.#aheadMs) <= AGREE_MS) this.#doubtMs = 0;
  }

  /** What the machine shows, for `heard`. */
  get wall(): number {
    return this.#wall();
  }

  #now(): number {
    const wall = this.#wall();
    const since = wall - this.#wallAt;
    if (since < 0 || since >= CHECK_MS) this.#check(wall, since);
    return wall - this.#aheadMs;
  }

  #check(wall: number, since: number): void {
    const steady = this.#steady!();
    const passed = Math.max(0, steady - this.#steadyAt);
    const step = Math.round(since - passed);
    [this.#wallAt, this.#steadyAt] = [wall, steady];
    if (Math.abs(step) > STEP_MS) {
      this.#aheadMs += step;
      this.#doubtMs = 0;
      if (this.#storeAheadMs !== null) this.#storeAheadMs += step;
    } else if (this.#aheadMs !== 0) this.#doubtMs += passed;
    if (Math.abs(this.#aheadMs) <= STEP_MS || this.#doubtMs >= CONFIRMED_MS) this.#follow();
  }

  #follow(): void {
    [this.#aheadMs, this.#doubtMs] = [0, 0];
  }
}

/** A clock that is set by its owner: a test, or a backtest. Its steps are time that passes. */
export function setClock(wall: () => number): Clock {
  return new Clock({ wall, steady: null });
}

/** The clock, or else one that is set. */
export function clockOf({ clock, now = Date.now }: ClockOrNow): Clock {
  return clock ?? setClock(now);
}

export interface ClockOrNow {
  readonly clock?: Clock | undefined;
  /** In place of a clock: its steps are time that passes. */
  readonly now?: (() => number) | undefined;
}
