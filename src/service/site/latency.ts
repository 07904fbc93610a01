/** Latency of scoring per account: a small histogram each, of this process since it started. */
import { lruOf } from "../../concurrency/lru.ts";

const MAX_ACCOUNTS = 10_000;
/** Buckets per doubling of time: relative error of about 1/6. */
const PER_DOUBLING = 4;
/** The upper end of the first bucket, in seconds; the last bucket holds everything over about 12 minutes. */
const SHORTEST = 0.00005;
const BUCKETS = 96;

export interface LatencyFigures {
  readonly count: number;
  /** Percentiles in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export class Latencies {
  readonly #histograms = lruOf<Uint32Array>(MAX_ACCOUNTS);

  observe(account: string, seconds: number): void {
    let histogram = this.#histograms.get(account);
    if (histogram === undefined) this.#histograms.set(account, histogram = new Uint32Array(BUCKETS));
    const bucket = Math.ceil(Math.log2(Math.max(seconds, SHORTEST) / SHORTEST) * PER_DOUBLING);
    histogram[Math.min(bucket, BUCKETS - 1)]!++;
  }

  /** Null before the first request. */
  of(account: string): LatencyFigures | null {
    const histogram = this.#histograms.get(account);
    if (histogram === undefined) return null;
    const count = histogram.reduce((sum, value) => sum + value, 0);
    const at = (share: number) => millisecondsAt(histogram, Math.ceil(count * share));
    return { count, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }
}

/** The upper end of the bucket that holds the n-th shortest time. */
function millisecondsAt(histogram: Uint32Array, n: number): number {
  let seen = 0;
  const bucket = histogram.findIndex((count) => (seen += count) >= n);
  return SHORTEST * 2 ** (bucket / PER_DOUBLING) * 1000;
}
