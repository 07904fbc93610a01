/** How long scoring took, by account: a small histogram each, of this process since it started. */
import { LRUCache } from "lru-cache";

const ACCOUNTS = 10_000;
/** Buckets to a doubling of time, so a figure is right to a sixth. */
const PER_DOUBLING = 4;
/** The first bucket ends here, in seconds; the last holds everything over a minute and more. */
const SHORTEST = 0.00005;
const BUCKETS = 96;

export interface LatencyFigures {
  readonly count: number;
  /** Milliseconds; half, 95 and 99 of a hundred requests took at most this. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export class Latencies {
  readonly #histograms = new LRUCache<string, Uint32Array>({ max: ACCOUNTS });

  observe(account: string, seconds: number): void {
    let histogram = this.#histograms.get(account);
    if (histogram === undefined) this.#histograms.set(account, histogram = new Uint32Array(BUCKETS));
    const bucket = Math.ceil(Math.log2(Math.max(seconds, SHORTEST) / SHORTEST) * PER_DOUBLING);
    histogram[Math.min(bucket, BUCKETS - 1)]!++;
  }

  /** Null when nothing was seen yet. */
  of(account: string): LatencyFigures | null {
    const histogram = this.#histograms.get(account);
    if (histogram === undefined) return null;
    const count = histogram.reduce((sum, value) => sum + value, 0);
    const at = (share: number) => millisecondsAt(histogram, Math.ceil(count * share));
    return { count, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }
}

/** Where the n-th shortest lies: the upper end of its bucket. */
function millisecondsAt(histogram: Uint32Array, n: number): number {
  let seen = 0;
  const bucket = histogram.findIndex((count) => (seen += count) >= n);
  return SHORTEST * 2 ** (bucket / PER_DOUBLING) * 1000;
}
