/** Ranges known by hand, merged with the lists. */
import type { Category } from "./range_hit.ts";
import type { RangeClaim, RangeList } from "../catalog/feed.ts";
import { RangeRowsBuilder } from "../catalog/parsers/range_rows.ts";

/** One network of an operator the project knows, for example of a VPN service. */
export interface CuratedRange {
  readonly cidr: string;
  readonly category: Category;
  readonly provider?: string;
  readonly operator?: string;
}

/**
 * Where Cloudflare's WARP leaves (Cloudflare's own announcements). Apple's relay shares this space, so the rows count
 * only while Apple's list is loaded and takes its part out.
 */
const WARP: RangeClaim = { category: "vpn", provider: "Cloudflare WARP", consumer: true };
const WARP_RANGES = ["104.28.0.0/16", "2a09:bac0::/29"];

export function warpList(): RangeList {
  return listOf(WARP, WARP_RANGES);
}

/**
 * One list for each category, provider and operator.
 * @throws {Error} for text that is not a CIDR
 */
export function curatedLists(ranges: readonly CuratedRange[]): RangeList[] {
  const groups = Map.groupBy(
    ranges,
    ({ category, provider, operator }) => JSON.stringify([category, provider, operator]),
  );
  return [...groups.values()].map((group) => {
    const { category, provider, operator } = group[0]!;
    const claim = { category, ...(provider && { provider }), ...(operator && { operator }) };
    return listOf(claim, group.map(({ cidr }) => cidr));
  });
}

function listOf(claim: RangeClaim, cidrs: readonly string[]): RangeList {
  const builder = new RangeRowsBuilder();
  for (const cidr of cidrs) builder.add(cidr);
  const { content, bad, example } = builder.parsed();
  if (bad > 0 || content.kind !== "ranges") throw new Error(`not a range: ${example}`);
  return { claim, rows: content.rows };
}
