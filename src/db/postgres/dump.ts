/**
 * The dump of a PostgreSQL store. What refers to one another is read in one snapshot; stored scores, which do not change, are read
 * a page at a time, because a snapshot that is open for long keeps the server from reusing what is overwritten meanwhile.
 */
import type { EntrySink } from "../backup/dump_entry.ts";
import type { Catalog } from "../catalog.ts";
import { segmentFrom } from "../commit/segment.ts";
import type { Key } from "../engine.ts";
import { compareBytes, keyBytes, rangeBelow } from "../key_bytes.ts";
import { SCORES_OF, SEGMENT } from "../own_rows.ts";
import { codeOf, PostgresLink } from "./connection.ts";
import { MergedPages, type Pages, RowPages, type Span, TallyPages } from "./dump_pages.ts";
import { prepareTables } from "./layout.ts";
import { Months } from "./months.ts";
import {
  DATA,
  isMonth,
  monthAt,
  monthEnd,
  monthStart,
  type Place,
  Places,
  shortOf,
  TALLIES,
} from "./place.ts";
import { tableOf } from "./table.ts";
import type { Tallies } from "./tally.ts";

/** Entries that are passed on together; a value may be 60 KB. */
const ENTRIES_AT_ONCE = 500;
/** Scores later than this after the start are left out, so that the index and the scores agree; clocks may differ by as much. */
const LATER_MS = 10_000;

/** Scores are kept for 180 days. */
const MONTHS_KEPT = 7;
const READ_ONLY = "25006";

export async function dumpPostgres(
  url: string,
  { rows }: Catalog,
  take: EntrySink,
  now = Date.now(),
): Promise<void> {
  const tables = new Places(rows);
  const link = new PostgresLink(url, { connections: 1 });
  try {
    await link.detectPooler();
    await prepareTables(link, tables);
    const months = new Months(link, tables);
    await months.reload();
    await makePlaces(months, await hasUnmoved(link) ? now : null);
    let { from } = rangeBelow([]);
    const { to: end } = rangeBelow([]);
    const together = tables.below([], {}, months.known);
    const places = together.filter((place) => place !== TALLIES);
    const tallies = together.includes(TALLIES) ? tables.tallies : null;
    const rest = async (to: Uint8Array) => {
      await link.snapshot(async (copyOut) => {
        for (const { hasTallies, ...part } of aroundTallies(tallies, { from, to })) {
          const rows = new RowPages(copyOut, places, part, now);
          const pages = hasTallies ? new MergedPages(rows, new TallyPages(copyOut, tallies!, now)) : rows;
          await passOn(pages, take);
        }
      });
    };
    const takeEarlier: EntrySink = (entries) =>
      take(entries.filter(({ key }) => (tables.segmentTimeOf(key) ?? 0) < now + LATER_MS));
    for (const prefix of [SCORES_OF.prefix, SEGMENT.prefix]) {
      const span = rangeBelow(prefix);
      await rest(span.from);
      for (const { places, ...part } of scoreSpans(prefix, span, months.known.filter(isMonth))) {
        await passOn(new RowPages((text) => link.copyOut(text), places, part, now), takeEarlier);
      }
      from = span.to;
    }
    await rest(end);
  } finally {
    await link.close();
  }
}

/** Whether scores of the first layout are still to be moved to their months. */
async function hasUnmoved(link: PostgresLink): Promise<boolean> {
  const { from, to } = rangeBelow(SEGMENT.prefix);
  const sql = `select 1 as found from ${tableOf(DATA)} where key >= $1 and key < $2 limit 1`;
  return (await link.query(sql, [from, to])).rows.length > 0;
}

/**
 * All places that entries may be moved to while they are read: one that is made later would not be looked into.
 * @param now null: no scores are to be moved
 */
async function makePlaces(months: Months, now: number | null): Promise<void> {
  const places = now === null ? [] : Array.from(
    { length: MONTHS_KEPT + 2 },
    (_, at) => monthAt(now, at - MONTHS_KEPT),
  );
  for (const place of [...places, ...months.places.tallies === null ? [] : [TALLIES]]) {
    try {
      await months.ensure(place);
    } catch (error) {
      if (codeOf(error) === READ_ONLY) return; // a replica
      throw error;
    }
  }
}

/** A span in parts, one of which has all tallies where they are in it. */
function aroundTallies(tallies: Tallies | null, { from, to }: Span): (Span & { hasTallies: boolean })[] {
  const within = tallies === null ? null : rangeBelow(tallies.prefix);
  if (within === null || compareBytes(within.from, from) < 0 || compareBytes(within.to, to) > 0) {
    return [{ from, to, hasTallies: false }];
  }
  return [
    { from, to: within.from, hasTallies: false },
    { ...within, hasTallies: true },
    { from: within.to, to, hasTallies: false },
  ];
}

/** Segments are read a month at a time; the index has the account before the time, so all months are read together. */
function scoreSpans(prefix: Key, span: Span, months: readonly Place[]): (Span & { places: Place[] })[] {
  if (prefix !== SEGMENT.prefix) return [{ ...span, places: [DATA, ...months, ...months.map(shortOf)] }];
  const spans: (Span & { places: Place[] })[] = [];
  let { from } = span;
  for (const month of months) {
    for (
      const [time, places] of [[monthStart(month), [DATA]], [monthEnd(month), [
        DATA,
        month,
        shortOf(month),
      ]]] as const
    ) {
      const to = keyBytes(SEGMENT.below(segmentFrom(time)));
      if (compareBytes(from, to) < 0) spans.push({ from, to, places: [...places] });
      from = to;
    }
  }
  return [...spans, { from, to: span.to, places: [DATA] }];
}

async function passOn(pages: Pages, take: EntrySink): Promise<void> {
  for (let rows = await pages.next(); rows !== null; rows = await pages.next()) {
    const shown = rows.filter((row) => row.shown);
    for (let at = 0; at < shown.length; at += ENTRIES_AT_ONCE) {
      await take(shown.slice(at, at + ENTRIES_AT_ONCE).map((row) => row.entry()));
    }
  }
}
