/**
 * A segment: the score records of one commit, packed into one value, found again from a request id alone.
 *
 * A request id is `req_` + a UUID (version 7 layout): 48 bits of the segment's time in milliseconds, 12 bits the
 * record's index in the segment, 24 bits that tell segments of one millisecond apart, 38 random bits.
 */
import { type Key, MAX_VALUE_BYTES, type SetOp } from "./engine.ts";

/** Where a score record will stand, and the request id that says so. */
export interface RecordPlace {
  readonly segment: SegmentBuilder;
  readonly index: number;
  readonly requestId: string;
}

/** Records a segment may hold: what 12 bits of index can name. */
const MAX_RECORDS = 4000;
/** Records of one chunk are joined until the chunk is this long. */
const CHUNK_CHARS = MAX_VALUE_BYTES / 2;

const REQUEST_ID = /^req_([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;

export class SegmentBuilder {
  readonly id: string;
  readonly #time: number;
  readonly #nonce: number;
  readonly #random: () => number;
  #records: (string | undefined)[] = [];

  constructor(time: number, random: () => number) {
    this.#time = time;
    this.#nonce = Math.floor(random() * 0x1000000);
    this.#random = random;
    this.id = segmentId(time, this.#nonce);
  }

  get full(): boolean {
    return this.#records.length >= MAX_RECORDS;
  }

  reserve(): RecordPlace {
    const index = this.#records.push(undefined) - 1;
    return { segment: this, index, requestId: requestIdOf(this.#time, this.#nonce, index, this.#random) };
  }

  put(index: number, json: string): void {
    this.#records[index] = json;
  }

  /** The values of the segment's chunks and the index entries of each account in it. */
  writes(accounts: ReadonlyMap<string, readonly number[]>, retention: number): SetOp[] {
    const expiresAt = this.#time + retention;
    const wanted = [...accounts.values()].flat().sort((a, b) => a - b);
    const ops: SetOp[] = [];
    let chunk: string[] = [];
    let first = wanted[0] ?? 0;
    let length = 0;
    const close = () => {
      if (chunk.length === 0) return;
      ops.push({ key: ["segment", this.id, chunkName(first)], value: encode(chunk), expiresAt });
      chunk = [];
      length = 0;
    };
    for (const index of wanted) {
      const line = `${index.toString(36)} ${this.#records[index]}`;
      if (length + line.length > CHUNK_CHARS) {
        close();
        first = index;
      }
      if (chunk.length === 0) first = index;
      chunk.push(line);
      length += line.length;
    }
    close();
    for (const [account, indexes] of accounts) {
      const name = `${this.id}${chunkName(indexes[0]!)}`;
      ops.push({ key: ["scores-of", account, name], value: indexes as number[], expiresAt });
    }
    return ops;
  }
}

/** Where a request id points, or null when it is not one of ours. */
export function locate(requestId: string): { segment: string; index: number } | null {
  const parts = REQUEST_ID.exec(requestId);
  if (parts === null) return null;
  const time = parseInt(parts[1]! + parts[2]!, 16);
  const index = parseInt(parts[3]!, 16);
  const high = parseInt(parts[4]!, 16) & 0x3fff;
  const low = parseInt(parts[5]!.slice(0, 3), 16);
  return { segment: segmentId(time, (high << 10) | (low >>> 2)), index };
}

/** The first chunk that may hold the index sorts at or before this key: scan it in reverse, one entry. */
export function chunkKeys(segment: string, index: number): { prefix: Key; end: Key } {
  return { prefix: ["segment", segment], end: ["segment", segment, chunkName(index + 1)] };
}

/** The record's JSON text, or null when the chunk does not hold the index. */
export function recordIn(chunk: Uint8Array, index: number): string | null {
  const wanted = `${index.toString(36)} `;
  for (const line of decode(chunk)) if (line.startsWith(wanted)) return line.slice(wanted.length);
  return null;
}

/** All records of a chunk: index and JSON text. */
export function recordsIn(chunk: Uint8Array): { index: number; json: string }[] {
  return decode(chunk).map((line) => {
    const space = line.indexOf(" ");
    return { index: parseInt(line.slice(0, space), 36), json: line.slice(space + 1) };
  });
}

/** Milliseconds since the epoch at which a segment was opened. */
export function segmentTime(segment: string): number {
  return parseInt(segment.slice(0, 12), 16);
}

/** The smallest segment id of a moment, for scanning a span of time. */
export function segmentFrom(time: number): string {
  return segmentId(time, 0);
}

function segmentId(time: number, nonce: number): string {
  return time.toString(16).padStart(12, "0") + nonce.toString(16).padStart(6, "0");
}

function requestIdOf(time: number, nonce: number, index: number, random: () => number): string {
  const stamp = time.toString(16).padStart(12, "0");
  const high = (0x8000 | (nonce >>> 10)).toString(16);
  const low = (((nonce & 0x3ff) << 2) | Math.floor(random() * 4)).toString(16).padStart(3, "0");
  const tail = Math.floor(random() * 0x1000000000).toString(16).padStart(9, "0");
  return `req_${stamp.slice(0, 8)}-${stamp.slice(8)}-7${
    index.toString(16).padStart(3, "0")
  }-${high}-${low}${tail}`;
}

function chunkName(index: number): string {
  return index.toString(16).padStart(3, "0");
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function encode(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.join("\n"));
}

function decode(chunk: Uint8Array): string[] {
  return decoder.decode(chunk).split("\n");
}
