/** Rows as entries, and values as columns. Pure. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { deflateSync, inflateSync } from "fflate";
import type { Entry, Value } from "../engine.ts";
import { keyOf } from "../key_bytes.ts";
import type { Row } from "./connection.ts";
import { type Place, TALLIES } from "./place.ts";
import type { Tallies } from "./tally.ts";
import { MORE_PHRASES, PHRASES, RECORD_PHRASES } from "./phrases.ts";
import { KIND } from "./table.ts";

/** Shorter values are not packed. */
const MIN_PACKED = 200;
/** Up to this length text is packed with phrases: slower, and of little use where a value repeats its own. */
const MAX_SHORT = 16_000;
/** Bytes that are packed in small buffers. */
const MAX_SMALL = 2000;
/** Of longer values: a fifth shorter than at level 1, in the same time. */
const LARGE = { level: 3 };
/** Its buffers take less time to set up. */
const SMALL = { level: 1, windowBits: 11, memLevel: 3 };
/** Far above the longest value. */
const MAX_UNPACKED = 2_000_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const FIRST_DICTIONARY = encoder.encode(PHRASES);
const SECOND_DICTIONARY = encoder.encode(MORE_PHRASES);
const DICTIONARY = encoder.encode(RECORD_PHRASES);
export const NOTHING = new Uint8Array();

interface Columns {
  readonly kind: number;
  readonly value: Uint8Array;
}

export function entryOf(row: Row): Entry {
  return { key: keyOf(row.key as Uint8Array), value: valueOf(row), version: row.version as string };
}

export function valueOf(row: Row): Value {
  if (row.kind === KIND.counter) return Number(row.counter);
  const bytes = row.value as Uint8Array;
  if (row.kind === KIND.packed) {
    return new Uint8Array(inflateRawSync(bytes, { maxOutputLength: MAX_UNPACKED }));
  }
  if (row.kind === KIND.short) return inflateSync(bytes, { dictionary: DICTIONARY });
  if (row.kind === KIND.secondShort) return inflateSync(bytes, { dictionary: SECOND_DICTIONARY });
  if (row.kind === KIND.firstShort) return inflateSync(bytes, { dictionary: FIRST_DICTIONARY });
  return row.kind === KIND.bytes ? new Uint8Array(bytes) : JSON.parse(decoder.decode(bytes));
}

export function columnsOf(value: Value): Columns {
  return value instanceof Uint8Array
    ? { kind: KIND.bytes, value }
    : { kind: KIND.json, value: encoder.encode(JSON.stringify(value)) };
}

/** Bytes deflated, where that makes them shorter. */
export function packed(columns: Columns): Columns {
  const { kind, value } = columns;
  if (kind !== KIND.bytes || value.length < MIN_PACKED) return columns;
  const isShort = value.length <= MAX_SHORT && isText(value);
  const deflated = isShort
    ? deflateSync(value, { level: 4, mem: 1, dictionary: DICTIONARY })
    : deflateRawSync(value, value.length <= MAX_SMALL ? SMALL : LARGE);
  if (deflated.length >= value.length) return columns;
  return { kind: isShort ? KIND.short : KIND.packed, value: deflated };
}

/** Whether it may be text, or a score that was committed alone: such a value begins with a digit or with 0xff. */
function isText([first = 0]: Uint8Array): boolean {
  return (first >= 0x30 && first <= 0x39) || first === 0xff;
}

/** Keys of a place as parameters of its statements. */
export function keyArguments(place: Place, keys: readonly Uint8Array[], tallies: Tallies | null): string[] {
  if (place !== TALLIES) return [byteaArray(keys)];
  const rowKeys = keys.map((key) => tallies!.rowKey(key));
  return [numberArray(rowKeys.map(([kind]) => kind)), `{${rowKeys.map(([, hash]) => hash).join(",")}}`];
}

/** A PostgreSQL array literal. */
export function byteaArray(items: readonly Uint8Array[]): string {
  return `{${items.map((item) => `"\\\\x${item.toHex()}"`).join(",")}}`;
}

export function numberArray(items: readonly number[]): string {
  return `{${items.join(",")}}`;
}
