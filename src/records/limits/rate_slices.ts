/**
 * Slices of a rate limit. Processes with peers keep a key's theoretical arrival time (generic cell rate algorithm) in the
 * store and take small parts of its limit from there, which they spend from memory. All together they allow what one would,
 * and at most the slices that were taken but not spent before: each is 2 % of the limit, more only while it is used up fast.
 */
import { hasPassed } from "../../concurrency/clock_rules.ts";
import type { ExactChanges } from "../../db/cluster/exact_changes.ts";
import { record, transient } from "../define.ts";
import { HOUR_MS } from "../../model/duration.ts";

/** A key's theoretical arrival time over all processes, and the newest time of their clocks (milliseconds since the epoch). */
type StoredArrival = readonly [arrival: number, at: number];
export const SLICE = record({
  prefix: "slice",
  key: ["limiter", "key"],
  value: transient<StoredArrival>(),
  lifetimeMs: 2 * HOUR_MS,
  place: "work",
});

/** The part of a limit that is taken at least. */
const LEAST_PART = 0.02;
/** A key that used up its slice within this time gets twice as much. */
const FAST_MS = 1000;

interface SliceRequest {
  readonly limiter: string;
  readonly key: string;
  readonly limit: number;
  readonly periodMs: number;
  /** The requests that are waiting. */
  readonly wanted: number;
  /** Requests of the key's last slice, if it was taken a moment ago; else 0. */
  readonly last: number;
  /** The arrival time as far as this process knows. */
  readonly arrival: number;
  readonly now: number;
}

interface Slice {
  /** Requests; 0: none is left. */
  readonly granted: number;
  /** The theoretical arrival time after that, by this process's clock. */
  readonly arrival: number;
}

export class RateSlices {
  readonly #changes: ExactChanges;
  readonly #processes: () => number;

  /** @param processes how many serve the store */
  constructor(changes: ExactChanges, processes: () => number) {
    this.#changes = changes;
    this.#processes = processes;
  }

  static isFast(takenAt: number, now: number): boolean {
    return !hasPassed(takenAt, now, FAST_MS);
  }

  take(request: SliceRequest): Promise<Slice> {
    const { limiter, key, limit, periodMs, now } = request;
    const interval = periodMs / limit;
    return this.#changes.change(SLICE.key(limiter, key), (current) => {
      const [arrival, at] = believed(SLICE.read(current) ?? [0, 0], now, periodMs);
      // The newest of all clocks counts, or a clock that is ahead would refill what others took.
      const time = Math.max(now, at);
      const from = Math.max(time, Math.min(Math.max(arrival, request.arrival), time + periodMs));
      const free = Math.floor((time + periodMs - from) / interval + 1e-9);
      const share = Math.ceil(free / (2 * this.#processes()));
      const size = Math.max(Math.ceil(limit * LEAST_PART), Math.min(2 * request.last, share), 1);
      const granted = Math.min(free, Math.max(size, Math.min(request.wanted, share)));
      const after = from + granted * interval;
      const value: StoredArrival = [after, time];
      const set = granted === 0 ? null : { value, expiresAt: now + 2 * periodMs };
      return { set, result: { granted, arrival: after - (time - now) } };
    });
  }
}

/** A time that is ahead by more than a period is of a clock that was wrong: what was used up then counts from now. */
function believed([arrival, at]: StoredArrival, now: number, periodMs: number): StoredArrival {
  return at - now <= periodMs ? [arrival, at] : [now + arrival - at, now];
}
