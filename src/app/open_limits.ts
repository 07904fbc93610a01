/** The rate limits that the processes of a store share. */
import { HOUR_MS, MINUTE_MS } from "../model/duration.ts";
import { RateLimiter } from "../service/access/rate_limit.ts";
import { SharedRateLimiter } from "../service/access/shared_limiter.ts";
import { RateSlices } from "../records/limits/rate_slices.ts";
import { SharedLimits, type SharedLimitsOptions } from "../records/limits/shared_limits.ts";
import type { Store } from "../records/store.ts";

/** @param counted limits that are only counted together, with a delay */
export function openLimits(
  { engine, peers, exactChanges }: Store,
  counted: Readonly<Record<string, RateLimiter>>,
  now: () => number,
  onPeers: NonNullable<SharedLimitsOptions["onPeers"]>,
) {
  const slices = new RateSlices(exactChanges, () => peers.others.size + 1);
  const shared = (name: string, periodMs: number) => {
    const limiter = new RateLimiter(periodMs);
    const isSoleProcess = () => peers.isSoleProcess;
    return { limiter, of: new SharedRateLimiter({ name, periodMs, limiter, slices, isSoleProcess }) };
  };
  const keys = shared("key", MINUTE_MS);
  const compat = shared("compat", HOUR_MS);
  const pages = shared("page", HOUR_MS);
  const limiters = {
    ...counted,
    limiter: keys.limiter,
    compatLimiter: compat.limiter,
    pageLimiter: pages.limiter,
  };
  const limits = new SharedLimits({ engine, peers, limiters, now, onPeers });
  return { limits, limiter: keys.of, compatLimiter: compat.of, pageLimiter: pages.of };
}
