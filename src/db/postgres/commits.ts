/** Commits of batches: one statement over all tables, or one transaction that first locks the rows that the batch checks. */
import type { Batch } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";
import { type BatchRow, type PlaceRows, rowsOf } from "./batch_rows.ts";
import { type Argument, codeOf, type PostgresLink, type Row, type RunStatement } from "./connection.ts";
import type { Months } from "./months.ts";
import { DATA, isLate, isMonth, isShort, type Place, TALLIES, USAGE } from "./place.ts";
import { byteaArray, keyArguments, numberArray } from "./row.ts";
import { MOVE_TALLIES } from "../migrations/0005_tallies.ts";
import type { Tallies } from "./tally.ts";
import { MAX_TALLY_VERSION } from "./tally_table.ts";
import {
  clearRows,
  lockRows,
  MAX_USAGE_VERSION,
  moveRows,
  NOT_A_COUNTER,
  USAGE_WRITERS,
  writeRows,
} from "./table.ts";

type Rows = ReadonlyMap<Place, PlaceRows>;

interface Check {
  readonly key: Uint8Array;
  /** With more than one the batch contradicts itself, and the check fails. */
  readonly versions: ReadonlySet<string | null>;
}

type Checks = ReadonlyMap<Place, ReadonlyMap<string, Check>>;

/** A check of the batch failed; nothing was applied. */
class CheckFailed extends Error {}

export class Commits {
  readonly #link: PostgresLink;
  readonly #months: Months;
  readonly #now: () => number;
  /** Which row of a counter this process adds to. */
  readonly #writer = Math.floor(Math.random() * USAGE_WRITERS);

  constructor(link: PostgresLink, months: Months, now: () => number) {
    this.#link = link;
    this.#months = months;
    this.#now = now;
  }

  /** See `Engine`. */
  async commit(batch: Batch): Promise<string | null> {
    try {
      return await this.#months.whileDropped(() => this.#tryCommit(batch));
    } catch (error) {
      if (error instanceof CheckFailed) return null;
      if (codeOf(error) === NOT_A_COUNTER) {
        throw new TypeError("what is added to is not a counter", { cause: error });
      }
      throw error;
    }
  }

  async #tryCommit(batch: Batch): Promise<string> {
    const rows = await this.#inTables(rowsOf(batch, this.#months.places));
    const checks = await this.#checksOf(batch);
    const version = newVersion();
    const now = this.#now();
    const moves = (place: Place, { deletes, rows }: PlaceRows) =>
      isLate(place) && (deletes || !this.#months.isMoved && rows.some(({ counter }) => counter > 0));
    const isPlain = checks.size === 0 &&
      rows.entries().every(([place, own]) => own.emptied.length === 0 && !moves(place, own));
    if (isPlain) {
      await this.#write(rows, version, now, (text, values) => this.#link.query(text, values));
      return version;
    }
    return await this.#link.transaction("isolation level read committed", async (run) => {
      await lockBatch(run, { rows, checks, now, moves, tallies: this.#months.places.tallies });
      for (const [place, { emptied }] of rows) {
        if (emptied.length > 0) await run(clearRows(place), [byteaArray(emptied)]);
      }
      await this.#write(rows, version, now, run);
      return version;
    });
  }

  /** Rows of places that can have no table are in `data`. */
  async #inTables(rows: Map<Place, PlaceRows>): Promise<Rows> {
    for (const [place, { rows: own, deletes }] of rows) {
      if (!isLate(place) || await this.#months.ensure(place)) continue;
      const data = rows.get(DATA) ?? { rows: [], emptied: [], deletes: false };
      const both = [...data.rows, ...own].sort((a, b) => compareBytes(a.key, b.key));
      rows.set(DATA, { ...data, rows: both, deletes: data.deletes || deletes });
      rows.delete(place);
    }
    return rows;
  }

  async #checksOf(batch: Batch): Promise<Checks> {
    const checks = new Map<Place, Map<string, Check>>();
    for (const { key: parts, version } of batch.check ?? []) {
      let place = this.#months.places.of(parts);
      if (place === USAGE) throw new TypeError(`${parts.join("/")} is a counter: it cannot be checked`);
      if (isLate(place) && !await this.#months.has(place)) place = DATA;
      const key = keyBytes(parts);
      const own = checks.get(place) ?? new Map<string, Check>();
      const before = own.get(key.toHex())?.versions ?? [];
      checks.set(place, own.set(key.toHex(), { key, versions: new Set([...before, version]) }));
    }
    return checks;
  }

  async #write(rows: Rows, version: string, now: number, run: RunStatement): Promise<void> {
    const written = [...rows].flatMap(([place, { rows }]) => {
      if (place !== TALLIES) return [{ place, adds: false, rows }];
      const { added = [], replaced = [] } = Object.groupBy(
        rows,
        ({ counter }) => counter > 0 ? "added" : "replaced",
      );
      return [{ place, adds: false, rows: replaced }, { place, adds: true, rows: added }];
    }).filter(({ rows }) => rows.length > 0);
    if (written.length === 0) return;
    const values = written.flatMap(({ place, rows }) => this.#columnsOf(place, rows, version));
    await run(writeRows(written), [version, String(now), ...values]);
  }

  #columnsOf(place: Place, rows: readonly BatchRow[], version: string): Argument[] {
    const keys = keyArguments(place, rows.map(({ key }) => key), this.#months.places.tallies);
    const counters = numberArray(rows.map(({ counter }) => counter));
    if (place === USAGE) {
      return [...keys, counters, String(this.#writer), String(BigInt(version) % BigInt(MAX_USAGE_VERSION))];
    }
    if (place === TALLIES) {
      const tallies = rows.map(({ tally }) => tally ?? [0, 0]);
      return [
        ...keys,
        numberArray(tallies.map(([time]) => time)),
        numberArray(tallies.map(([, count]) => count)),
        numberArray(rows.map(({ expiresAt }) => expiresAt)),
        tallyVersion(version),
      ];
    }
    const kinds = numberArray(rows.map(({ kind }) => kind));
    const values = byteaArray(rows.map(({ value }) => value));
    const ends = numberArray(rows.map(({ expiresAt }) => expiresAt));
    return isMonth(place) ? [...keys, kinds, values, ends] : [...keys, kinds, values, counters, ends];
  }
}

/** Locks what the batch checks and empties. @throws CheckFailed */
async function lockBatch(
  run: RunStatement,
  { rows, checks, now, moves, tallies }: {
    readonly rows: Rows;
    readonly checks: Checks;
    readonly now: number;
    /** Whether what `data` has of the keys is to be moved first: they are deleted, or added to. */
    readonly moves: (place: Place, rows: PlaceRows) => boolean;
    readonly tallies: Tallies | null;
  },
): Promise<void> {
  const places = [...new Set([...rows.keys(), ...checks.keys()])].sort();
  for (const place of places) {
    const own = checks.get(place) ?? new Map<string, Check>();
    const checked = [...own.values().map(({ key }) => key)];
    const inPlace = rows.get(place) ?? { emptied: [], deletes: false, rows: [] };
    const { emptied } = inPlace;
    if (isLate(place)) {
      const moved = moves(place, inPlace) ? [...checked, ...inPlace.rows.map(({ key }) => key)] : checked;
      if (moved.length > 0) await run(...moving(place, moved, tallies));
    }
    const held = distinct([...checked, ...place === USAGE ? [] : emptied].sort(compareBytes));
    if (held.length === 0) continue;
    const { rows: found } = await run(lockRows(place, tallies), keyArguments(place, held, tallies));
    if (!agree(found, place === TALLIES ? tallyChecks(own) : own, now)) throw new CheckFailed();
  }
}

/** The statement that moves what `data` has of a late place, and its parameters. */
export function moving(
  place: Place,
  keys: readonly Uint8Array[],
  tallies: Tallies | null,
): [text: string, values: string[]] {
  const own = place === TALLIES || isShort(place) ? keyArguments(place, keys, tallies) : [];
  return [place === TALLIES ? MOVE_TALLIES : moveRows(place), [byteaArray(keys), ...own]];
}

/** The checks with the versions that rows of tallies have. */
function tallyChecks(checks: ReadonlyMap<string, Check>): ReadonlyMap<string, Check> {
  const shortened = ({ key, versions }: Check): Check => ({
    key,
    versions: new Set([...versions].map((version) => version === null ? null : tallyVersion(version))),
  });
  return new Map([...checks].map(([name, check]) => [name, shortened(check)]));
}

function tallyVersion(version: string): string {
  return String(BigInt(version) % BigInt(MAX_TALLY_VERSION));
}

/** Whether each checked key has the one version that the batch expects. */
function agree(rows: readonly Row[], checks: ReadonlyMap<string, Check>, now: number): boolean {
  return rows.every((row) => {
    const versions = checks.get((row.key as Uint8Array).toHex())?.versions;
    if (versions === undefined) return true;
    const version = Number(row.expires_at) > now ? row.version as string : null;
    return versions.size === 1 && versions.has(version);
  });
}

/** Random, so that no two batches of any processes have the same one. */
function newVersion(): string {
  const [number] = crypto.getRandomValues(new BigInt64Array(1));
  return String(number! & 0x7fff_ffff_ffff_ffffn);
}

/** @param keys sorted */
function distinct(keys: readonly Uint8Array[]): Uint8Array[] {
  return keys.filter((key, index) => index === 0 || compareBytes(key, keys[index - 1]!) !== 0);
}
