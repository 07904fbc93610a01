/** Parses Avastel's lists of proxies: `address;operator` seen in one day, or `range;operator;confidence` over several days. */
import { DAY_MS } from "../../../model/duration.ts";
import { type FeedParser, FeedRefused } from "../feed.ts";
import { RangeRowsBuilder } from "./range_rows.ts";
import { feedLines, feedText } from "./text.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The label of a range is its confidence from 0 to 1, that of an address is "". */
export const proxyLines: FeedParser = (bytes) => {
  const text = feedText(bytes);
  const day = dayOf(text.slice(0, 1_000));
  if (day === null) throw new FeedRefused("it does not say of which day it is");
  const builder = new RangeRowsBuilder();
  for (const line of feedLines(text)) {
    if (line.startsWith("ip_address;")) continue;
    const first = line.indexOf(";");
    const network = first < 0 ? line : line.slice(0, first);
    const confidence = Number(line.slice(line.lastIndexOf(";") + 1));
    const isRange = network.includes("/");
    if (isRange && !(confidence >= 0 && confidence <= 1)) builder.count.skip(line);
    else builder.add(network, isRange ? `${confidence}` : "");
  }
  return builder.count.parsed({ kind: "proxies", data: { day, rows: builder.rows() } });
};

/** Days since the epoch, from `# Last update: Tue Apr 01 2025 01:00:38 GMT+0000 (…)` or `# Last update: 2026-08-22 01:01:44`. */
function dayOf(heading: string): number | null {
  const stamp = /^# Last update: (.{10,80})$/m.exec(heading)?.[1] ?? "";
  const iso = /^(\d{4})-(\d\d)-(\d\d)\b/.exec(stamp);
  if (iso !== null) return dayNumber(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const words = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d{4})\b/.exec(stamp);
  return words === null ? null : dayNumber(Number(words[3]), MONTHS.indexOf(words[1]!) + 1, Number(words[2]));
}

/** Null for a date that does not exist. */
function dayNumber(year: number, month: number, date: number): number | null {
  const time = new Date(Date.UTC(year, month - 1, date));
  const exists = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === date;
  return exists ? time.getTime() / DAY_MS : null;
}
