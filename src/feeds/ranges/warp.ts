import type { RangeClaim, RangeList } from "../catalog/feed.ts";
import { RangeRowsBuilder } from "../catalog/parsers/range_rows.ts";

const WARP: RangeClaim = { category: "vpn", provider: "Cloudflare WARP", consumer: true };
const RANGES = ["104.28.0.0/16", "2a09:bac0::/29"];

/**
 * The egress addresses of Cloudflare's WARP (Cloudflare's own announcements). Apple's relay shares this space, so the list
 * counts only while Apple's list is loaded and takes its part out.
 */
export function warpList(): RangeList {
  const builder = new RangeRowsBuilder();
  for (const range of RANGES) builder.add(range);
  return { claim: WARP, rows: builder.rows() };
}
