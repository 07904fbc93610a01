/** The rows of a store in the order of keys, read a page at a time by COPY. */
import type { DumpEntry } from "../backup/dump_entry.ts";
import { compareBytes, keyOf } from "../key_bytes.ts";
import type { CopyOut } from "./connection.ts";
import { type CopyRow, readCopy } from "./copy.ts";
import type { Place } from "./place.ts";
import { valueOf } from "./row.ts";
import { copyOf, KIND, NEVER } from "./table.ts";
import { FIRST_TALLY, LAST_TALLY, type Tallies, type TallyKey } from "./tally.ts";
import { copyTallies } from "./tally_table.ts";

/** Rows of one page, which is held in memory; a value may be 60 KB. */
const ROWS_PER_PAGE = 2000;

export interface Span {
  /** Inclusive. */
  readonly from: Uint8Array;
  /** Exclusive. */
  readonly to: Uint8Array;
}

interface CopiedRow {
  readonly key: Uint8Array;
  /** Its value is unpacked here, not for a page at a time: it may be many times as long then. */
  entry(): DumpEntry;
  /** False: it is over, and hides an earlier row of its key. */
  readonly shown: boolean;
  /** Of rows with one key the one with the highest counts. */
  readonly rank: number;
}

/** As `scanTallies` has it: above `data`. */
const TALLY_RANK = 1;

/** Pages, some of which may be empty; null after the last one. Each key is once in them. */
export interface Pages {
  next(): Promise<readonly CopiedRow[] | null>;
}

/** Of all tables but that of tallies. */
export class RowPages implements Pages {
  readonly #copyOut: CopyOut;
  readonly #places: readonly Place[];
  readonly #to: Uint8Array;
  readonly #now: number;
  #from: Uint8Array | null;

  constructor(copyOut: CopyOut, places: readonly Place[], { from, to }: Span, now: number) {
    this.#copyOut = copyOut;
    this.#places = places;
    this.#from = from;
    this.#to = to;
    this.#now = now;
  }

  async next(): Promise<readonly CopiedRow[] | null> {
    if (this.#from === null) return null;
    const span = { from: this.#from, to: this.#to };
    const page = await this.#copyOut(copyOf(this.#places, span, this.#now, ROWS_PER_PAGE));
    const rows = readCopy(page, (row) => rowOf(row, this.#now));
    // More rows with the key of the last one may follow: the next page begins with it.
    this.#from = rows.length === ROWS_PER_PAGE ? rows.at(-1)!.key : null;
    const found: CopiedRow[] = [];
    for (const row of rows) {
      const last = found.at(-1);
      if (last === undefined || compareBytes(last.key, row.key) !== 0) found.push(row);
      else if (row.rank > last.rank) found[found.length - 1] = row;
    }
    if (this.#from !== null) found.pop();
    return found;
  }
}

function rowOf(row: CopyRow, now: number): CopiedRow {
  const [key, kind, value, counter, expiresAt] = [
    row.bytes(0),
    row.int(1),
    row.bytes(2),
    row.int(3),
    row.int(4),
  ];
  return {
    key,
    shown: expiresAt > now,
    rank: row.int(5),
    entry: () => ({
      key: keyOf(key),
      keyBytes: key,
      value: valueOf({ key, kind, value, counter }),
      counter: kind === KIND.counter,
      expiresAt: expiresAt === NEVER ? null : expiresAt,
    }),
  };
}

/** Of the table of tallies, whose keys are made here: that takes the server several times as long. */
export class TallyPages implements Pages {
  readonly #copyOut: CopyOut;
  readonly #tallies: Tallies;
  readonly #now: number;
  #after: TallyKey | null = FIRST_TALLY;

  constructor(copyOut: CopyOut, tallies: Tallies, now: number) {
    this.#copyOut = copyOut;
    this.#tallies = tallies;
    this.#now = now;
  }

  async next(): Promise<readonly CopiedRow[] | null> {
    if (this.#after === null) return null;
    const page = await this.#copyOut(copyTallies(this.#after, LAST_TALLY, ROWS_PER_PAGE));
    let last: TallyKey = LAST_TALLY;
    const rows = readCopy(page, (row) => {
      const [kind, hash] = [row.int(0), row.bytes(1)];
      last = [kind, hash.toHex()];
      return this.#rowOf(row, this.#tallies.keyOf(kind, hash));
    });
    this.#after = rows.length === ROWS_PER_PAGE ? last : null;
    return rows.filter((row) => row !== null);
  }

  #rowOf(row: CopyRow, found: ReturnType<Tallies["keyOf"]>): CopiedRow | null {
    if (found === null) return null;
    const [since, times, expiresAt] = [row.float(2), row.int(3), row.int(4)];
    return {
      key: found.bytes,
      shown: expiresAt > this.#now,
      rank: TALLY_RANK,
      entry: () => ({
        key: found.key,
        keyBytes: found.bytes,
        value: [since, times],
        counter: false,
        expiresAt,
      }),
    };
  }
}

/** Two sources as one. */
export class MergedPages implements Pages {
  readonly #sources: readonly [Source, Source];

  constructor(one: Pages, other: Pages) {
    this.#sources = [new Source(one), new Source(other)];
  }

  async next(): Promise<readonly CopiedRow[] | null> {
    const [one, other] = this.#sources;
    const [hasOne, hasOther] = [await one.fill(), await other.fill()];
    if (!hasOne || !hasOther) return hasOne ? one.rest() : hasOther ? other.rest() : null;
    const rows: CopiedRow[] = [];
    for (let [a, b] = [one.first, other.first]; a !== null && b !== null; [a, b] = [one.first, other.first]) {
      const order = compareBytes(a.key, b.key);
      if (order <= 0) one.drop();
      if (order >= 0) other.drop();
      rows.push(order < 0 || order === 0 && a.rank > b.rank ? a : b);
    }
    return rows;
  }
}

class Source {
  readonly #pages: Pages;
  #rows: readonly CopiedRow[] = [];
  #at = 0;

  constructor(pages: Pages) {
    this.#pages = pages;
  }

  /** False: there is no more. */
  async fill(): Promise<boolean> {
    while (this.#at === this.#rows.length) {
      const rows = await this.#pages.next();
      if (rows === null) return false;
      this.#rows = rows;
      this.#at = 0;
    }
    return true;
  }

  /** Of those that were read and not dropped. */
  get first(): CopiedRow | null {
    return this.#rows[this.#at] ?? null;
  }

  drop(): void {
    this.#at++;
  }

  rest(): readonly CopiedRow[] {
    const rows = this.#rows.slice(this.#at);
    this.#at = this.#rows.length;
    return rows;
  }
}
