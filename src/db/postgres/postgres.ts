/**
 * The engine on a PostgreSQL server, or on any server with its protocol and SQL: few tables, plain statements. A batch is one
 * statement, or one transaction that first locks the rows that it checks. Rows are always locked in the order of their keys.
 */
import type { Catalog } from "../catalog.ts";
import { type Clock, clockOf, type ClockOrNow } from "../../concurrency/clock.ts";
import {
  type Batch,
  type Engine,
  type Entry,
  type Key,
  MAX_SNAPSHOT_KEYS,
  type ScanOptions,
  StoreError,
} from "../engine.ts";
import type { DumpEntry } from "../backup/dump_entry.ts";
import { keyBytes, rangeBelow, successor } from "../key_bytes.ts";
import { PostgresLink, type Row } from "./connection.ts";
import { Commits } from "./commits.ts";
import { hasTables, prepareTables } from "./layout.ts";
import { loadEntries } from "./load.ts";
import { compareClocks, Maintenance } from "./maintenance.ts";
import { Months } from "./months.ts";
import { DATA, isLate, isShort, type Place, Places, wholeOf } from "./place.ts";
import { entryOf, keyArguments } from "./row.ts";
import { rangeArguments, readOf, scanOf } from "./table.ts";

/** Rows of the first page of a scan, and of the later ones. */
const ROWS_ON_FIRST_PAGE = 20;
const ROWS_PER_PAGE = 200;

interface PostgresOptions extends ClockOrNow {
  /** A statement without an answer fails after this time. */
  readonly silentMs?: number;
  /** Statements that run concurrently. */
  readonly connections?: number;
  /** True: a replica, which is only read. */
  readonly replica?: boolean;
}

/** @throws StoreError naming the server when it cannot be used */
export async function openPostgres(
  url: string,
  { rows }: Catalog,
  options: PostgresOptions = {},
): Promise<Engine> {
  const link = new PostgresLink(url, options);
  const clock = clockOf(options);
  const months = new Months(link, new Places(rows));
  try {
    await link.detectPooler();
    if (!options.replica) await prepareTables(link, months.places);
    else if (!await hasTables(link)) throw new Error("it has no store, or one of an earlier version");
    if (options.replica) await months.reload();
    else {
      await compareClocks(link, clock);
      await months.keep(clock.now());
    }
  } catch (cause) {
    await link.close().catch(() => {});
    const reason = (cause as Error).message.replace(`the store ${link.name}: `, "");
    throw new StoreError(`cannot open the store ${link.name}: ${reason}`, { cause });
  }
  return new PostgresEngine(
    link,
    months,
    clock,
    options.replica ? null : new Maintenance(link, months, clock),
  );
}

class PostgresEngine implements Engine {
  readonly packs = true;
  readonly isRemote = true;
  readonly sums = true;
  readonly #link: PostgresLink;
  readonly #months: Months;
  readonly #now: () => number;
  readonly #commits: Commits;
  readonly #maintenance: Maintenance | null;

  constructor(link: PostgresLink, months: Months, clock: Clock, maintenance: Maintenance | null) {
    this.#link = link;
    this.#months = months;
    // An entry that has expired by one clock alone is not hidden, nor written over as if it were gone.
    this.#now = () => clock.earliest;
    this.#commits = new Commits(link, months, this.#now);
    this.#maintenance = maintenance;
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    if (keys.length === 0) return [];
    const names = keys.map((key) => ({ bytes: keyBytes(key), place: this.#months.places.of(key) }));
    const found = new Map<string, Row>();
    const now = this.#now();
    for (let from = 0; from < names.length; from += MAX_SNAPSHOT_KEYS) {
      const page = names.slice(from, from + MAX_SNAPSHOT_KEYS);
      const rows = await this.#months.whileDropped(() => this.#read(page, now));
      for (const row of rows) {
        const name = (row.key as Uint8Array).toHex();
        if (Number(row.rank) >= Number(found.get(name)?.rank ?? 0)) found.set(name, row);
      }
    }
    return names.map(({ bytes }) => {
      const row = found.get(bytes.toHex());
      return row === undefined || isOver(row, now) ? null : entryOf(row);
    });
  }

  async #read(names: readonly { bytes: Uint8Array; place: Place }[], now: number): Promise<readonly Row[]> {
    const keys = new Map<Place, Uint8Array[]>();
    const ask = (place: Place, bytes: Uint8Array) => {
      const requested = keys.get(place);
      if (requested === undefined) keys.set(place, [bytes]);
      else requested.push(bytes);
    };
    for (const { bytes, place } of names) {
      if (isLate(place)) {
        ask(DATA, bytes);
        if (!await this.#months.has(place)) continue;
        if (isShort(place)) ask(wholeOf(place), bytes);
      }
      ask(place, bytes);
    }
    const places = [...keys.keys()].sort();
    const { tallies } = this.#months.places;
    const values = places.flatMap((place) => keyArguments(place, keys.get(place)!, tallies));
    return (await this.#link.query(readOf(places, tallies), [now, ...values])).rows;
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    const below = rangeBelow(prefix);
    let from = options.start === undefined ? below.from : keyBytes(options.start);
    let to = options.end === undefined ? below.to : keyBytes(options.end);
    const order = options.reverse ? "desc" : "asc";
    let left = options.limit ?? Infinity;
    if (prefix.length === 0 || this.#months.places.isLate(prefix)) await this.#months.refresh();
    for (let page = ROWS_ON_FIRST_PAGE; left > 0; page = ROWS_PER_PAGE) {
      // Rows that are not shown are on the page too.
      const wanted = Math.min(page, left + 1);
      const now = this.#now();
      const rows = await this.#months.whileDropped(async () => {
        const places = this.#months.places.below(prefix, options, this.#months.known);
        const { tallies } = this.#months.places;
        const more = rangeArguments(places, tallies, { from, to });
        return (await this.#link.query(scanOf(places, tallies, order), [from, to, now, wanted, ...more]))
          .rows;
      });
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1]?.key as Uint8Array | undefined;
        if (before !== undefined && before.toHex() === (row.key as Uint8Array).toHex()) continue;
        if (isOver(row, now)) continue;
        yield entryOf(row);
        if (--left === 0) return;
      }
      if (rows.length < wanted) return;
      const last = rows.at(-1)!.key as Uint8Array;
      if (options.reverse) to = last;
      else from = successor(last);
    }
  }

  commit(batch: Batch): Promise<string | null> {
    return this.#commits.commit(batch);
  }

  load(entries: readonly DumpEntry[]): Promise<void> {
    return loadEntries(this.#link, this.#months, entries);
  }

  reconnect(): void {
    this.#link.reconnect();
  }

  async close(): Promise<void> {
    await this.#maintenance?.stop();
    await this.#link.close();
  }
}

function isOver(row: Row, now: number): boolean {
  return Number(row.expires_at) <= now;
}
