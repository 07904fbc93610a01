/**
 * The dump of a PostgreSQL store. What refers to one another is read in one snapshot; stored scores, which do not change, are read
 * a page at a time, because a snapshot that is open for long keeps the server from reusing what is overwritten meanwhile.
 */
import type { DumpEntry, EntrySink } from "../backup/dump_entry.ts";
import { segmentFrom } from "../commit/segment.ts";
import type { Key } from "../engine.ts";
import { compareBytes, keyBytes, keyOf, rangeBelow } from "../key_bytes.ts";
import { codeOf, type CopyOut, PostgresLink } from "./connection.ts";
import { numberOf, readCopy } from "./copy.ts";
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
import { valueOf } from "./row.ts";
import type { Tallies } from "./tally.ts";
import { copyOf, KIND, NEVER, tableOf } from "./table.ts";
import { SCORES_OF, SEGMENT } from "../own_rows.ts";
import type { Catalog } from "../catalog.ts";

/** Rows of one page, which is held in memory; a value may be 60 KB. */
const ROWS_PER_PAGE = 2000;
/** Entries that are passed on together; a value may be 60 KB. */
const ENTRIES_AT_ONCE = 500;
/** Scores later than this after the start are left out, so that the index and the scores agree; clocks may differ by as much. */
const LATER_MS = 10_000;

/** Scores are kept for 180 days. */
const MONTHS_KEPT = 7;
const READ_ONLY = "25006";

/** What is read of a span. */
interface Reading {
  readonly places: readonly Place[];
  /** Null: no tallies are read. */
  readonly tallies: Tallies | null;
  readonly now: number;
}

interface Span {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

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
    const rest = async (to: Uint8Array) => {
      const read = { places: together, tallies: tables.tallies, now };
      await link.snapshot((copyOut) => dumpSpan(copyOut, read, { from, to }, take));
    };
    const takeEarlier: EntrySink = (entries) =>
      take(entries.filter(({ key }) => (tables.segmentTimeOf(key) ?? 0) < now + LATER_MS));
    for (const prefix of [SCORES_OF.prefix, SEGMENT.prefix]) {
      const span = rangeBelow(prefix);
      await rest(span.from);
      for (const { places, ...part } of scoreSpans(prefix, span, months.known.filter(isMonth))) {
        const read = { places, tallies: null, now };
        await dumpSpan((text) => link.copyOut(text), read, part, takeEarlier);
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

interface CopiedRow {
  readonly key: Uint8Array;
  readonly entry: DumpEntry;
  /** False: it is over, and hides an earlier row of its key. */
  readonly shown: boolean;
  readonly rank: number;
}

async function dumpSpan(
  copyOut: CopyOut,
  { places, tallies, now }: Reading,
  { from, to }: Span,
  take: EntrySink,
) {
  const passOn = new PassOn(take);
  for (let next: Uint8Array | null = from; next !== null;) {
    const page = await copyOut(copyOf(places, tallies, { from: next, to }, now, ROWS_PER_PAGE));
    next = await dumpPage(page, now, passOn);
  }
  await passOn.flush();
}

/** The key that the next page begins with; null: there is none. */
async function dumpPage(
  page: readonly Uint8Array[],
  now: number,
  passOn: PassOn,
): Promise<Uint8Array | null> {
  let count = 0;
  /** A later row may have the same key. */
  let last: CopiedRow | null = null;
  for (const fields of readCopy(page)) {
    const row = rowOf(fields, now);
    count++;
    if (last !== null && compareBytes(last.key, row.key) === 0) {
      if (row.rank > last.rank) last = row;
      continue;
    }
    if (last?.shown) await passOn.put(last.entry);
    last = row;
  }
  if (count === ROWS_PER_PAGE) return last!.key;
  if (last?.shown) await passOn.put(last.entry);
  return null;
}

function rowOf(fields: readonly Uint8Array[], now: number): CopiedRow {
  const [key, kind, value, counter, expiry, rank] = fields as Fields;
  const [kindOf, expiresAt] = [numberOf(kind), numberOf(expiry)];
  return {
    key,
    shown: expiresAt > now,
    rank: numberOf(rank),
    entry: {
      key: keyOf(key),
      keyBytes: key,
      value: expiresAt > now ? valueOf({ key, kind: kindOf, value, counter: numberOf(counter) }) : null,
      counter: kindOf === KIND.counter,
      expiresAt: expiresAt === NEVER ? null : expiresAt,
    },
  };
}

type Fields = [
  key: Uint8Array,
  kind: Uint8Array,
  value: Uint8Array,
  counter: Uint8Array,
  expiry: Uint8Array,
  rank: Uint8Array,
];

class PassOn {
  readonly #take: EntrySink;
  #entries: DumpEntry[] = [];

  constructor(take: EntrySink) {
    this.#take = take;
  }

  async put(entry: DumpEntry): Promise<void> {
    if (this.#entries.push(entry) >= ENTRIES_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    const entries = this.#entries;
    this.#entries = [];
    if (entries.length > 0) await this.#take(entries);
  }
}
