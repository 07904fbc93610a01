/** A batch as rows of the tables: the final row of each key, sorted. Pure. */
import type { Batch, Key, SetOp } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";
import { DATA, isLate, isMonth, type Place, type Places, TALLIES, USAGE } from "./place.ts";
import { tallyOf } from "./tally.ts";
import { columnsOf, NOTHING, packed } from "./row.ts";
import { KIND, NEVER } from "./table.ts";

export interface BatchRow {
  readonly key: Uint8Array;
  readonly kind: number;
  readonly value: Uint8Array;
  /** Of another kind than counters: above 0 for a value that is added to a stored one, see `SumOp`. */
  readonly counter: number;
  /** Of a tally that is not deleted. */
  readonly tally?: readonly [time: number, count: number];
  readonly expiresAt: number;
}

export interface PlaceRows {
  /** Sorted and distinct. */
  readonly rows: readonly BatchRow[];
  /** Keys that are deleted and then added to, and all deleted keys of `usage`; sorted. */
  readonly emptied: readonly Uint8Array[];
  /** True: keys are deleted. */
  readonly deletes: boolean;
}

/** Deno KV's limit of a value. Its own format of a text may need a sixth of the bytes that JSON needs. */
const MAX_BYTES = 65_536;
const MAX_JSON_BYTES = 6 * MAX_BYTES;

interface Filling {
  readonly rows: Map<string, BatchRow>;
  readonly emptied: Map<string, Uint8Array>;
  deletes: boolean;
}

/** Sets are applied first, then deletes, then additions, as in Deno KV. @throws TypeError for what no engine accepts */
export function rowsOf(batch: Batch, places: Places): Map<Place, PlaceRows> {
  const filled = new Map<Place, Filling>();
  for (const op of batch.set ?? []) {
    const place = places.of(op.key);
    if (place === USAGE) throw new TypeError(`${op.key.join("/")} is a counter: it can only be added to`);
    put(at(filled, place).rows, rowOf(op, place));
  }
  for (const key of batch.delete ?? []) {
    const place = places.of(key);
    const filling = at(filled, place);
    const row = deletedRow(key);
    filling.deletes = true;
    if (place === USAGE) filling.emptied.set(row.key.toHex(), row.key);
    else put(filling.rows, row);
  }
  for (const op of batch.sum ?? []) {
    const place = places.of(op.key);
    if (place !== DATA && place !== TALLIES) throw new TypeError(`values of ${op.key[0]} cannot be summed`);
    put(at(filled, place).rows, { ...rowOf(op, place), counter: op.value[1] });
  }
  for (const { key: parts, by } of batch.add ?? []) addTo(filled, places.of(parts), parts, by);
  const sorted = ([place, { rows, emptied, deletes }]: [Place, Filling]): [Place, PlaceRows] => [place, {
    rows: [...rows.values()].sort((a, b) => compareBytes(a.key, b.key)),
    emptied: [...emptied.values()].sort(compareBytes),
    deletes,
  }];
  return new Map([...filled].sort(([one], [other]) => one < other ? -1 : 1).map(sorted));
}

function addTo(filled: Map<Place, Filling>, place: Place, parts: Key, by: number): void {
  if (isLate(place)) throw notACounter(parts);
  const { rows, emptied } = at(filled, place);
  const key = keyBytes(parts);
  const name = key.toHex();
  const before = rows.get(name);
  if (before !== undefined && before.expiresAt !== 0 && before.kind !== KIND.counter) {
    throw notACounter(parts);
  }
  if (before?.expiresAt === 0) emptied.set(name, key);
  const counter = (before?.counter ?? 0) + by;
  rows.set(name, { key, kind: KIND.counter, value: NOTHING, counter, expiresAt: NEVER });
}

function at(filled: Map<Place, Filling>, place: Place): Filling {
  let filling = filled.get(place);
  if (filling === undefined) {
    filling = { rows: new Map(), emptied: new Map(), deletes: false };
    filled.set(place, filling);
  }
  return filling;
}

function notACounter(key: Key): TypeError {
  return new TypeError(`${key.join("/")} is added to, but is not a counter`);
}

function put(rows: Map<string, BatchRow>, row: BatchRow): void {
  rows.set(row.key.toHex(), row);
}

/** @param isLoading see `packed` */
export function rowOf({ key, value, expiresAt }: SetOp, place: Place, isLoading = false): BatchRow {
  const columns = columnsOf(value);
  const { length } = columns.value;
  const most = value instanceof Uint8Array ? MAX_BYTES : MAX_JSON_BYTES;
  if (length > most) {
    throw new TypeError(`the value of ${key[0]} is ${length} bytes long, at most ${most} are allowed`);
  }
  return {
    key: keyBytes(key),
    ...(isMonth(place) ? packed(key, columns, isLoading) : columns),
    ...(place === TALLIES ? { tally: tallyOf(value) } : {}),
    counter: 0,
    expiresAt: expiresAt === undefined ? NEVER : Math.max(1, Math.ceil(expiresAt)),
  };
}

/** A deleted row is an expired one, which the sweep removes: so a batch is one statement in one order of keys. */
function deletedRow(key: Key): BatchRow {
  return { key: keyBytes(key), kind: KIND.json, value: NOTHING, counter: 0, expiresAt: 0 };
}
