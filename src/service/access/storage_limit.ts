/**
 * Bounds what is stored for an account. Everybody can become a guest, and much that a guest does is free: what is stored for
 * one has a budget of bytes a day. Scores by test keys, which are never billed, have a number a day for each account.
 */
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import { type Account, type Caller, standingOf } from "../../model/records.ts";
import type { RateLimiter } from "./rate_limit.ts";

/** Of one guest. While half of it is used up nothing is added, so that one more answer always fits. */
export const GUEST_KILOBYTES_PER_DAY = 96 * 1024;
/** At once, and again as many in a day: in no 24 hours are it more than twice as many. */
const TEST_SCORES = 10_000;
/** Keys with at least this many requests per minute, which only the operator makes, measure the service itself: they have no such limit. */
const UNBOUNDED_RATE = 10_000_000;

/** Bytes on disk, with what indexes and copies take. */
const STORED = {
  /** Of each, in addition to its content. */
  entry: 1024,
  score: 6 * 1024,
  batchItem: 1024,
  reportedValue: 640,
} as const;

interface Limiters {
  /** Their periods are a day. */
  readonly bytes: RateLimiter;
  readonly testScores: RateLimiter;
}

export class StorageLimit {
  readonly #limiters: Limiters;
  readonly #now: () => number;

  constructor(limiters: Limiters, now: () => number) {
    this.#limiters = limiters;
    this.#now = now;
  }

  /** Before something is stored. @throws AppError rate_limited */
  admit(account: Account): void {
    if (standingOf(account) !== "guest") return;
    const missing = GUEST_KILOBYTES_PER_DAY / 2 -
      this.#limiters.bytes.room(account.id, GUEST_KILOBYTES_PER_DAY, this.#now());
    if (missing <= 0) return;
    throw new AppError(
      "rate_limited",
      "what may be stored for this account in a day is used up; send this again later",
      { retryAfter: Math.ceil(missing / GUEST_KILOBYTES_PER_DAY * DAY_MS / 1000) },
    );
  }

  /** Something is stored. @param bytes of its content */
  kept(account: Account, bytes: number): void {
    this.#count(account, bytes + STORED.entry);
  }

  /** Before scores are stored. @throws AppError rate_limited */
  takeScores({ account, key }: Caller, count: number): void {
    this.admit(account);
    if (key.mode === "test" && key.ratePerMinute < UNBOUNDED_RATE) this.#takeTestScores(account, count);
    this.#count(account, count === 1 ? STORED.score : count * STORED.batchItem);
  }

  /** Before values are reported. @throws AppError rate_limited */
  takeReports(account: Account, count: number): void {
    this.admit(account);
    this.#count(account, count * STORED.reportedValue);
  }

  #count(account: Account, bytes: number): void {
    if (standingOf(account) !== "guest") return;
    this.#limiters.bytes.owe(account.id, GUEST_KILOBYTES_PER_DAY, this.#now(), bytes / 1024);
  }

  #takeTestScores({ id }: Account, count: number): void {
    const limit = TEST_SCORES;
    const now = this.#now();
    if (this.#limiters.testScores.spend(id, limit, now, count)) return;
    throw new AppError(
      "rate_limited",
      `test keys of an account may make ${limit} scores at once and as many in a day`,
      { retryAfter: this.#limiters.testScores.waitFor(id, limit, now, count) },
    );
  }
}
