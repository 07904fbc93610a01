/**
 * A rate for each target of webhooks, whosever they are: with an account of their own, strangers could point many webhooks at
 * one machine. Measured in monotonic time, so that no step of the clock stops deliveries.
 */
import { lruOf } from "../../concurrency/lru.ts";

interface Rate {
  readonly perSecond: number;
  /** Messages that may be sent at once. */
  readonly burst: number;
}

const MAX_TARGETS = 20_000;
const MEMBERS: Rate = { perSecond: 50, burst: 200 };
const GUESTS: Rate = { perSecond: 2, burst: 20 };

export class TargetRates {
  /** When everything that was sent to the target would have been sent at its rate, in monotonic milliseconds. */
  readonly #due = lruOf<number>(MAX_TARGETS);

  /**
   * Counts a message to the target's host.
   * @param now monotonic milliseconds
   * @returns milliseconds until it may be sent; 0: now, and it is counted
   */
  take(url: string, isGuest: boolean, now: number): number {
    const { perSecond, burst } = isGuest ? GUESTS : MEMBERS;
    // What guests send counts apart, so that they do not slow down what a member sends to the same machine.
    const target = `${isGuest ? "guests" : "members"} ${new URL(url).host}`;
    const interval = 1000 / perSecond;
    const due = Math.max(this.#due.get(target) ?? 0, now);
    const early = due - now - (burst - 1) * interval;
    if (early > 0) return Math.ceil(early);
    this.#due.set(target, due + interval);
    return 0;
  }
}
