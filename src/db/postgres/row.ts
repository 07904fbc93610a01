/** Rows as entries, and values as columns. Pure. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { deflateSync } from "fflate";
import type { Entry, Key, Value } from "../engine.ts";
import { bytesBeforeChunk } from "../index/entry.ts";
import { postingPlace, slotPlace } from "../index/run.ts";
import { keyBytes, keyOf } from "../key_bytes.ts";
import { POSTING_CHUNK, SCORES_OF, SEGMENT } from "../own_rows.ts";
import type { Row } from "./connection.ts";
import { packPairs, packSlots, unpackPairs, unpackSlots } from "./packed_run.ts";
import { isShort, type Place, TALLIES } from "./place.ts";
import { shortKey } from "./short_key.ts";
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
/** Of a chunk of a run: what the last part of its key begins with, and what is packed so. */
const [PAIRS, SLOTS] = [postingPlace(0, 0)[0]!, slotPlace(0)[0]!];
export const NOTHING = new Uint8Array();
/** Of a stored block of deflate, and of the length before a value of two parts. */
const BLOCK_HEAD = 5;
const LENGTH_BYTES = 2;

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
  if (row.kind === KIND.short) return inflated(bytes, dictionaryOf(row.key as Uint8Array));
  if (row.kind === KIND.split) return joinedParts(bytes, row.key as Uint8Array);
  if (row.kind === KIND.pairs) return unpackPairs(bytes);
  if (row.kind === KIND.slots) return unpackSlots(bytes);
  if (row.kind === KIND.secondShort) return inflated(bytes, SECOND_DICTIONARY);
  if (row.kind === KIND.firstShort) return inflated(bytes, FIRST_DICTIONARY);
  return row.kind === KIND.bytes ? new Uint8Array(bytes) : JSON.parse(decoder.decode(bytes));
}

/**
 * What fflate deflated with a dictionary, inflated by zlib, which takes half the time: with the dictionary before it as a block
 * that is not compressed (RFC 1951, 3.2.4).
 */
function inflated(bytes: Uint8Array, dictionary: Uint8Array): Uint8Array {
  const { length } = dictionary;
  const whole = new Uint8Array(BLOCK_HEAD + length + bytes.length);
  const view = new DataView(whole.buffer);
  view.setUint16(1, length, true);
  view.setUint16(3, ~length & 0xffff, true);
  whole.set(dictionary, BLOCK_HEAD);
  whole.set(bytes, BLOCK_HEAD + length);
  return new Uint8Array(inflateRawSync(whole, { maxOutputLength: MAX_UNPACKED }).subarray(length));
}

export function columnsOf(value: Value): Columns {
  return value instanceof Uint8Array
    ? { kind: KIND.bytes, value }
    : { kind: KIND.json, value: encoder.encode(JSON.stringify(value)) };
}

/**
 * Bytes deflated, where that makes them shorter.
 * @param isLoading true: many values at once, which are packed without phrases, in a fraction of the time and two fifths longer
 */
export function packed(key: Key, columns: Columns, isLoading = false): Columns {
  const { kind, value } = columns;
  if (kind !== KIND.bytes || value.length < MIN_PACKED) return columns;
  const ofRun = key[0] === POSTING_CHUNK.prefix[0] ? packedChunk(key.at(-1)![0]!, value) : null;
  if (ofRun !== null) return ofRun;
  if (isLoading) return shorter(columns, { kind: KIND.packed, value: withoutDictionary(value) });
  const first = bytesBeforeChunk(value);
  if (first !== null) return shorter(columns, { kind: KIND.split, value: splitParts(key, value, first) });
  const isShort = value.length <= MAX_SHORT && isText(value);
  return shorter(
    columns,
    isShort
      ? { kind: KIND.short, value: withDictionary(key, value) }
      : { kind: KIND.packed, value: withoutDictionary(value) },
  );
}

function shorter(columns: Columns, other: Columns): Columns {
  return other.value.length < columns.value.length ? other : columns;
}

function withDictionary(key: Key, value: Uint8Array): Uint8Array {
  return deflateSync(value, { level: 4, mem: 1, dictionary: dictionaryOf(keyBytes(key)) });
}

function withoutDictionary(value: Uint8Array): Uint8Array {
  return deflateRawSync(value, value.length <= MAX_SMALL ? SMALL : LARGE);
}

/** An entry with a chunk: the packed length of what precedes the chunk, that, and the chunk. Numbers and text share no code well. */
function splitParts(key: Key, entry: Uint8Array, first: number): Uint8Array {
  const before = withoutDictionary(entry.subarray(0, first));
  const chunk = withDictionary(key, entry.subarray(first));
  const both = new Uint8Array(LENGTH_BYTES + before.length + chunk.length);
  new DataView(both.buffer).setUint16(0, before.length, true);
  both.set(before, LENGTH_BYTES);
  both.set(chunk, LENGTH_BYTES + before.length);
  return both;
}

function joinedParts(both: Uint8Array, key: Uint8Array): Uint8Array {
  const length = new DataView(both.buffer, both.byteOffset).getUint16(0, true);
  const before = inflateRawSync(both.subarray(LENGTH_BYTES, LENGTH_BYTES + length), {
    maxOutputLength: MAX_UNPACKED,
  });
  const chunk = inflated(both.subarray(LENGTH_BYTES + length), dictionaryOf(key));
  const entry = new Uint8Array(before.length + chunk.length);
  entry.set(before);
  entry.set(chunk, before.length);
  return entry;
}

function packedChunk(place: string, chunk: Uint8Array): Columns | null {
  const value = place === PAIRS ? packPairs(chunk) : place === SLOTS ? packSlots(chunk) : null;
  if (value === null || value.length >= chunk.length) return null;
  return { kind: place === PAIRS ? KIND.pairs : KIND.slots, value };
}

/**
 * The phrases, and behind them what a record repeats of its key: the account, and the segment's time, as request ids have it and
 * as a number.
 */
function dictionaryOf(bytes: Uint8Array): Uint8Array {
  const key = keyOf(bytes);
  const time = /^[0-9a-f]{12}/.exec(key.at(key[0] === SEGMENT.prefix[0] ? 1 : -1)!)?.[0];
  const ofTime = time === undefined
    ? ""
    : `"id":"req_${time.slice(0, 8)}-${time.slice(8)}-7000-","at":${parseInt(time, 16)},"components":[["`;
  const owner = key[0] === SCORES_OF.prefix[0] ? `{"account":"${key[1]}","key":"key_` : "";
  const own = encoder.encode(owner + ofTime);
  const dictionary = new Uint8Array(DICTIONARY.length + own.length);
  dictionary.set(DICTIONARY);
  dictionary.set(own, DICTIONARY.length);
  return dictionary;
}

/** Whether it may be text, or a score that was committed alone: such a value begins with a digit or with 0xff. */
function isText([first = 0]: Uint8Array): boolean {
  return (first >= 0x30 && first <= 0x39) || first === 0xff;
}

/** Keys of a place as parameters of its statements. */
export function keyArguments(place: Place, keys: readonly Uint8Array[], tallies: Tallies | null): string[] {
  if (isShort(place)) return [byteaArray(keys.map(shortKey))];
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
