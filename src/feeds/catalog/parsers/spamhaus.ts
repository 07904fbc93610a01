/** Spamhaus DROP and ASN-DROP: JSON lines; the last line is metadata with the number of records. */
import { type FeedParser, FeedRefused } from "../feed.ts";
import { RangeRowsBuilder } from "./range_rows.ts";
import { field } from "./ranges.ts";
import { feedLines, feedText, RowCount } from "./text.ts";

/** `{"cidr":"192.0.2.0/24","sblid":"SBL1","rir":"…"}`; the label is `spamhaus_drop:SBL1`. */
export const spamhausDrop: FeedParser = (bytes) => {
  const builder = new RangeRowsBuilder();
  for (const row of records(bytes, builder.count)) {
    const sbl = field(row, "sblid");
    const named = typeof sbl === "string" && /^[A-Za-z0-9]{1,20}$/.test(sbl);
    builder.add(field(row, "cidr"), named ? `spamhaus_drop:${sbl}` : "spamhaus_drop");
  }
  return builder.parsed();
};

/** `{"asn":64500,"rir":"…","domain":"…","cc":"XX","asname":"…"}` */
export const spamhausAsnDrop: FeedParser = (bytes) => {
  const count = new RowCount();
  const asns = new Set<number>();
  for (const row of records(bytes, count)) {
    const asn = field(row, "asn");
    if (typeof asn === "number" && Number.isInteger(asn) && asn > 0 && asn < 2 ** 32) asns.add(asn);
    else count.skip(row);
  }
  count.entries = asns.size;
  return count.parsed({ kind: "asns", data: Uint32Array.from(asns) });
};

/**
 * The rows before the metadata line.
 * @throws {FeedRefused} when the metadata or rows that it counts are missing: the file is cut off
 */
function records(bytes: Uint8Array, count: RowCount): unknown[] {
  const rows: unknown[] = [];
  let metadata: unknown;
  for (const line of feedLines(feedText(bytes))) {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      count.skip(line);
      continue;
    }
    if (field(row, "type") === "metadata") metadata = row;
    else rows.push(row);
  }
  if (metadata === undefined) {
    throw new FeedRefused("the closing metadata line is missing, the file is cut off");
  }
  const expected = field(metadata, "records");
  if (typeof expected === "number" && rows.length + count.bad < expected) {
    throw new FeedRefused(`${rows.length} records where the file says ${expected}, the file is cut off`);
  }
  return rows;
}
