/** IPtoASN's tables: `1.0.0.0 TAB 1.0.0.255 TAB 13335 TAB US TAB CLOUDFLARENET`, ASN 0 for "Not routed". */
import { parseAddress } from "../../model/address.ts";
import type { NetworkRange } from "./networks.ts";

/** Rows in the file's order; a line that is none is passed over. */
export function* iptoasnRanges(tsv: Uint8Array): Generator<NetworkRange> {
  const decoder = new TextDecoder();
  for (let start = 0; start < tsv.length;) {
    let end = tsv.indexOf(10, start);
    if (end < 0) end = tsv.length;
    const range = rangeIn(decoder.decode(tsv.subarray(start, end)));
    if (range !== null) yield range;
    start = end + 1;
  }
}

function rangeIn(line: string): NetworkRange | null {
  const [from = "", to = "", asn = "", , name = ""] = line.trimEnd().split("\t");
  const first = parseAddress(from);
  const last = parseAddress(to);
  if (first === null || last === null || first.family !== last.family) return null;
  return /^\d{1,10}$/.test(asn) && Number(asn) <= 0xffffffff ? { first, last, asn: Number(asn), name } : null;
}
