/**
 * A batch as the journal keeps it: the length and the CRC-32 of what follows, its number, the length of a JSON text with its
 * keys, the text, and then the bytes of its values. Numbers are little-endian.
 */
import { crc32 } from "node:zlib";
import {
  type Batch,
  type Json,
  type Key,
  keyText,
  MAX_BATCH_BYTES,
  MAX_MUTATIONS,
  MAX_VALUE_BYTES,
  type SetOp,
} from "../../engine.ts";

/** A batch that checks nothing. */
type BlindBatch = Required<Omit<Batch, "check" | "own" | "sum">>;

export interface Frame {
  /** Higher than those of the frames before. */
  readonly number: number;
  /** The number of the frame before it; null in those that an earlier version wrote. */
  readonly after: number | null;
  readonly batch: BlindBatch;
  readonly size: FrameSize;
}

/** Upper bounds of what a batch adds to one of the engine. */
export interface FrameSize {
  readonly mutations: number;
  /** Bytes of all keys. */
  readonly keys: number;
  readonly values: number;
}

interface Head {
  /** A value of bytes has its length here, another one itself. */
  readonly set: readonly (readonly [key: Key, expiresAt: number, length: number, value?: Json])[];
  readonly delete: readonly Key[];
  readonly add: readonly (readonly [key: Key, by: number])[];
  /** Frames before 2026-11-23 lack it. */
  readonly after?: number;
}

const LENGTH_AT = 0;
const CRC_AT = 4;
const NUMBER_AT = 8;
const HEAD_LENGTH_AT = 16;
const HEAD_AT = 20;
/** Of a frame, before the text. */
export const FRAME_HEAD_BYTES = HEAD_AT;
/** The last byte of a number from 1 to 2 ** 53 is from the first to the second: other places are skipped without a check. */
const TOP_BYTES = [0x3f, 0x43] as const;
const NOT_BYTES = -1;
const NEVER = 0;

/** Bytes of all keys, below Deno KV's limit of 80 KiB. */
export const MAX_KEYS_BYTES = 70_000;
const NOT_ASCII = /\P{ASCII}/u;
/** A number can take three times as many bytes in Deno KV as in JSON. */
const JSON_FACTOR = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface FrameKey {
  /** `keyText` */
  readonly text: string;
  readonly first: string;
}

/**
 * Null when an engine might refuse the batch, which only the engine itself can say.
 * @param after the number of the frame before it
 */
export function frameOf(
  number: number,
  batch: Batch,
  after: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly keys: readonly FrameKey[] } | null {
  const { set = [], delete: deleted = [], add = [] } = batch;
  if (set.length + deleted.length + add.length > MAX_MUTATIONS) return null;
  const keys: FrameKey[] = [];
  let [keyBytes, values, binary] = [0, 0, 0];
  const count = (key: Key) => {
    const text = keyText(key);
    keys.push({ text, first: key[0]! });
    keyBytes += bytesOf(text, key.length);
  };
  const sets: [Key, number, number, Json?][] = [];
  for (const { key, value, expiresAt = NEVER } of set) {
    count(key);
    const size = value instanceof Uint8Array ? value.length : JSON_FACTOR * JSON.stringify(value).length;
    if (size > MAX_VALUE_BYTES) return null;
    values += size;
    if (value instanceof Uint8Array) {
      binary += size;
      sets.push([key, expiresAt, size]);
    } else sets.push([key, expiresAt, NOT_BYTES, value]);
  }
  for (const key of deleted) count(key);
  for (const { key } of add) count(key);
  if (keyBytes > MAX_KEYS_BYTES || values > MAX_BATCH_BYTES) return null;
  const head: Head = { set: sets, delete: deleted, add: add.map(({ key, by }) => [key, by]), after };
  const text = encoder.encode(JSON.stringify(head));
  const bytes = new Uint8Array(HEAD_AT + text.length + binary);
  const view = new DataView(bytes.buffer);
  view.setFloat64(NUMBER_AT, number, true);
  view.setUint32(HEAD_LENGTH_AT, text.length, true);
  bytes.set(text, HEAD_AT);
  let at = HEAD_AT + text.length;
  for (const { value } of set) {
    if (!(value instanceof Uint8Array)) continue;
    bytes.set(value, at);
    at += value.length;
  }
  view.setUint32(LENGTH_AT, bytes.length, true);
  view.setUint32(CRC_AT, crc32(bytes.subarray(NUMBER_AT)), true);
  return { bytes, keys };
}

/**
 * The frames from the beginning of the bytes up to the first that is not whole or is older than the one before.
 * @param above frames up to this number are passed over
 */
export function* framesOf(bytes: Uint8Array<ArrayBuffer>, above = -Infinity): Iterable<Frame> {
  for (const frame of wholeFramesOf(bytes)) if (frame.number > above) yield read(frame);
}

/** As `framesOf`, without looking into them. */
export function* wholeFramesOf(bytes: Uint8Array<ArrayBuffer>): Iterable<WholeFrame> {
  for (let [at, before] = [0, -Infinity];;) {
    const frame = wholeAt(bytes, viewOf(bytes), at);
    if (frame === null || frame.number <= before) return;
    yield frame;
    before = frame.number;
    at += frame.bytes.length;
  }
}

/** The number of a frame by its first bytes, if they are of one; null: there are too few. */
export function frameNumber(head: Uint8Array<ArrayBuffer>): number | null {
  return head.length < HEAD_AT ? null : viewOf(head).getFloat64(NUMBER_AT, true);
}

/** A frame, and whether bytes somewhere before it are not of a whole frame. */
export interface FoundFrame extends Frame {
  readonly isBehindOther: boolean;
}

/** The whole frames of the bytes wherever they are, also behind damage, that are younger than `above`. */
export function* framesIn(bytes: Uint8Array<ArrayBuffer>, above: number): Iterable<FoundFrame> {
  const view = viewOf(bytes);
  let isBehindOther = false;
  for (let [at, end] = [0, 0]; at + HEAD_AT <= bytes.length;) {
    const top = bytes[at + NUMBER_AT + 7]!;
    const frame = top < TOP_BYTES[0] || top > TOP_BYTES[1] ? null : wholeAt(bytes, view, at);
    if (frame === null) {
      at++;
      continue;
    }
    isBehindOther ||= at > end;
    if (frame.number > above) yield { ...read(frame), isBehindOther };
    at += frame.bytes.length;
    end = at;
  }
}

interface WholeFrame {
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headLength: number;
}

/** Null when no whole frame begins there. */
function wholeAt(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number): WholeFrame | null {
  if (at + HEAD_AT > bytes.length) return null;
  const length = view.getUint32(at + LENGTH_AT, true);
  if (length < HEAD_AT || at + length > bytes.length) return null;
  const headLength = view.getUint32(at + HEAD_LENGTH_AT, true);
  if (headLength > length - HEAD_AT) return null;
  const frame = bytes.subarray(at, at + length);
  if (crc32(frame.subarray(NUMBER_AT)) !== view.getUint32(at + CRC_AT, true)) return null;
  return { number: view.getFloat64(at + NUMBER_AT, true), bytes: frame, headLength };
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function read({ number, bytes: frame, headLength }: WholeFrame): Frame {
  let at = HEAD_AT + headLength;
  const head = JSON.parse(decoder.decode(frame.subarray(HEAD_AT, at))) as Head;
  let [keys, values] = [0, 0];
  const set = head.set.map(([key, expiresAt, length, json]): SetOp => {
    keys += bytesOf(keyText(key), key.length);
    let value: SetOp["value"];
    if (length === NOT_BYTES) {
      value = json!;
      values += JSON_FACTOR * JSON.stringify(value).length;
    } else {
      value = frame.slice(at, at += length);
      values += length;
    }
    return expiresAt === NEVER ? { key, value } : { key, value, expiresAt };
  });
  for (const key of head.delete) keys += bytesOf(keyText(key), key.length);
  const add = head.add.map(([key, by]) => {
    keys += bytesOf(keyText(key), key.length);
    return { key, by };
  });
  const mutations = set.length + head.delete.length + add.length;
  const batch = { set, delete: head.delete, add };
  return { number, after: head.after ?? null, batch, size: { mutations, keys, values } };
}

/** An upper bound of a key's bytes: a character is at most three, and each part has two more. */
function bytesOf(text: string, parts: number): number {
  return text.length * (NOT_ASCII.test(text) ? 3 : 1) + 2 * parts;
}
