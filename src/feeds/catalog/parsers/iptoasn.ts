/** IPtoASN's tables: `1.0.0.0 TAB 1.0.0.255 TAB 13335 TAB US TAB CLOUDFLARENET`, AS number 0 for "Not routed". */
import { gunzipSync } from "node:zlib";
import { compareAddresses, parseAddress } from "../../../model/address/address.ts";
import { mostExpanded } from "../../../model/expansion.ts";
import { type NetworkRange, NetworkRowsBuilder } from "../../tables/network_rows.ts";
import { type FeedParser, FeedRefused } from "../feed.ts";
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
  return count.parsed({ kind: "networks", data: rows.build() });
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

/**
 * Returns the bytes themselves when they are not gzip. Not as a stream: a stream expands a whole chunk before it can be stopped.
 * @throws {FeedRefused} when they do not decompress, or to more than `maxBytes`
 */
export function inflated(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const most = Math.min(maxBytes, mostExpanded(bytes.length));
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: most }));
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") {
      throw new FeedRefused(`more than ${most} bytes after decompression`);
    }
    throw new FeedRefused(`not valid gzip: ${(error as Error).message.slice(0, 120)}`);
  }
}
