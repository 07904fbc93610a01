/** A batch as rows of the table: the final row of each key, sorted. Pure. */
import type { Batch, Key, SetOp, Value } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";
import { KIND, NEVER } from "./table.ts";

export interface BatchRow {
  readonly key: Uint8Array;
  readonly kind: number;
  readonly value: Uint8Array;
  readonly counter: number;
  readonly expiresAt: number;
}

export interface BatchRows {
  /** Sorted and distinct. */
  readonly rows: readonly BatchRow[];
  /** Keys that are deleted and then added to, sorted. */
  readonly emptied: readonly Uint8Array[];
}

/** Deno KV's limit of a value. Its own format of a text may need a sixth of the bytes that JSON needs. */
const MAX_BYTES = 65_536;
const MAX_JSON_BYTES = 6 * MAX_BYTES;
const NOTHING = new Uint8Array();
const encoder = new TextEncoder();

/** Sets are applied first, then deletes, then additions, as in Deno KV. @throws TypeError for what no engine accepts */
export function rowsOf(batch: Batch): BatchRows {
  const rows = new Map<string, BatchRow>();
  const emptied = new Map<string, Uint8Array>();
  for (const op of batch.set ?? []) put(rows, rowOf(op));
  for (const key of batch.delete ?? []) put(rows, deletedRow(key));
  for (const { key: parts, by } of batch.add ?? []) {
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
  return {
    rows: [...rows.values()].sort((a, b) => compareBytes(a.key, b.key)),
    emptied: [...emptied.values()].sort(compareBytes),
  };
}

function notACounter(key: Key): TypeError {
  return new TypeError(`${key.join("/")} is added to, but is not a counter`);
}

function put(rows: Map<string, BatchRow>, row: BatchRow): void {
  rows.set(row.key.toHex(), row);
}

function rowOf({ key, value, expiresAt }: SetOp): BatchRow {
  const bytes = bytesOf(value);
  const most = value instanceof Uint8Array ? MAX_BYTES : MAX_JSON_BYTES;
  if (bytes.length > most) {
    throw new TypeError(`the value of ${key[0]} is ${bytes.length} bytes long, at most ${most} are allowed`);
  }
  return {
    key: keyBytes(key),
    kind: value instanceof Uint8Array ? KIND.bytes : KIND.json,
    value: bytes,
    counter: 0,
    expiresAt: expiresAt === undefined ? NEVER : Math.max(1, Math.ceil(expiresAt)),
  };
}

/** A deleted row is an expired one, which the sweep removes: so a batch is one statement in one order of keys. */
function deletedRow(key: Key): BatchRow {
  return { key: keyBytes(key), kind: KIND.json, value: NOTHING, counter: 0, expiresAt: 0 };
}

function bytesOf(value: Value): Uint8Array {
  return value instanceof Uint8Array ? value : encoder.encode(JSON.stringify(value));
}
