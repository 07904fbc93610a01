/**
 * What a clock may do, in one place. The machine's clock may be slewed, set forward or back by hours or days and be right
 * again later; it may stand still while the machine is suspended; and those of several nodes may differ. So:
 *
 * - A process does not follow a clock that is set until it is confirmed: see `Clock` in `clock.ts`, which every
 *   `now` of the service is of.
 * - A time that was stored (a lease, a pause, a retry, a claim, a limit) was never set further ahead than its kind allows. One
 *   that lies further ahead is of a clock that was wrong, and is over: `isAhead`.
 * - What is done at most every so often is also due when its last time lies in the future: `hasPassed`.
 * - What is kept in memory for a time is dropped when the clock goes back behind its beginning: `isWithin`.
 * - Nothing that nodes share is deleted by one clock alone: the sweep of PostgreSQL goes by the earlier of the node's and the
 *   server's clock, and the embedded store deletes nothing early (`db/deno_kv/held_expiry.ts`).
 */

/** Two clocks that differ by less agree. */
export const AGREE_MS = 5_000;

/** Whether a stored time is still to come. @param most how far ahead of its writer's clock it can have been set */
export function isAhead(at: number, now: number, most: number): boolean {
  return at > now && at - now <= most;
}

/** The same of a lease, which another process renews by its own clock: that may be ahead by as much as a lease lasts. */
export function isLeased(until: number, now: number, leaseMs: number): boolean {
  return isAhead(until, now, 2 * leaseMs);
}

/** Whether a span has passed since a time. A time in the future is of a clock that was wrong. */
export function hasPassed(since: number, now: number, span: number): boolean {
  return Math.abs(now - since) >= span;
}

/** Whether now is in the span that began at `from` and ends at `until`. A clock that is slewed back a little is in it too. */
export function isWithin(from: number, until: number, now: number): boolean {
  return now < until && now >= from - AGREE_MS;
}
