/**
 * A rate for each target of webhooks, whosever they are: with an account of their own, strangers could point many webhooks at
 * one machine. Measured in monotonic time, so that no step of the clock stops deliveries.
 */
import { RateLimiter } from "../access/rate_limit.ts";

/** Messages to one target that may be sent in a burst, and the period in which as many may follow. */
const MEMBERS = { burst: 200, periodMs: 4_000 };
const GUESTS = { burst: 20, periodMs: 10_000 };

export class TargetRates {
  readonly #members = new RateLimiter(MEMBERS.periodMs);
  /** What guests send counts apart, so that they do not slow down what a member sends to the same machine. */
  readonly #guests = new RateLimiter(GUESTS.periodMs);

  /**
   * Counts a message to the target's host.
   * @param now monotonic milliseconds
   * @returns milliseconds until it may be sent; 0: now, and it is counted
   */
  take(url: string, isGuest: boolean, now: number): number {
    const { host } = new URL(url);
    return isGuest
      ? this.#guests.delay(host, GUESTS.burst, now)
      : this.#members.delay(host, MEMBERS.burst, now);
  }
}
