/** IPtoASN's tables: `1.0.0.0 TAB 1.0.0.255 TAB 13335 TAB US TAB CLOUDFLARENET`, AS number 0 for "Not routed". */
import { compareAddresses, parseAddress } from "../../../model/address.ts";
import { type NetworkRange, NetworkRowsBuilder } from "../../tables/network_rows.ts";
import type { FeedParser } from "../feed.ts";
import { inflated } from "./inflate.ts";
import { feedLines, feedText, RowCount } from "./text.ts";

/** Gzip or plain. An entry is a routed row in good order. */
export const networkTable: FeedParser = (bytes, { maxBytes }) => {
  const count = new RowCount();
  const rows = new NetworkRowsBuilder();
  for (const line of feedLines(feedText(inflated(bytes, maxBytes)))) {
    const range = networkRange(line);
    if (range === null) count.skip(line);
    else if (range.asn !== 0) {
      count.entries++;
      rows.add(range);
    }
  }
  return count.parsed({ kind: "networks", rows: rows.build() });
};

/** Null for a malformed line. */
export function networkRange(line: string): NetworkRange | null {
  const [from = "", to = "", asn = "", , name = ""] = line.split("\t", 5);
  const first = parseAddress(from);
  const last = parseAddress(to);
  if (first === null || last === null || first.family !== last.family) return null;
  if (compareAddresses(first, last) > 0 || !/^\d{1,10}$/.test(asn) || Number(asn) > 0xffffffff) return null;
  return { first, last, asn: Number(asn), name };
}
