/**
 * A segment: the score records of one commit, packed into few values, found again from a request id alone. What many
 * records of a chunk have in common (who asked, which findings fired, what was unknown) stands in it once.
 *
 * A chunk is text: a line with the number of common parts, the parts a line each, then a line a record:
 * `<index in base 36> <part numbers, comma-separated> <JSON of the rest>`. A segment that would not fit into one commit
 * (500 long values, each with a rule of its own) has its chunks deflated, behind a zero byte.
 *
 * A request id is `req_` + a UUID (version 7 layout): 48 bits of the segment's time in milliseconds, 12 bits the
 * record's index in the segment, 24 bits that tell segments of one millisecond apart, 38 random bits.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Key, MAX_BATCH_BYTES, MAX_VALUE_BYTES, type SetOp } from "../engine.ts";

/** Where a score record will stand, and the request id that says so. */
export interface RecordPlace {
  readonly segment: SegmentBuilder;
  readonly index: number;
  readonly requestId: string;
}

/** Records a segment may hold: what 12 bits of index can name. */
const MAX_RECORDS = 4000;
/** 38 bits. */
const RANDOM = 2 ** 38;
/** Records of one chunk are joined until the chunk is this long. */
const CHUNK_CHARS = MAX_VALUE_BYTES / 2;
/** A segment with more is deflated. */
const MAX_PLAIN_BYTES = 0.7 * MAX_BATCH_BYTES;

const REQUEST_ID = /^req_([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;

/** A record as JSON texts: the parts it shares with others, and the rest. */
export interface PackedRecord {
  readonly parts: readonly string[];
  readonly rest: string;
}

export class SegmentBuilder {
  readonly id: string;
  readonly #time: number;
  readonly #random: () => number;
  /** What stands before and after the index in each request id, and the nonce's low bits, which begin the last group. */
  readonly #head: string;
  readonly #middle: string;
  readonly #low: number;
  #records: (PackedRecord | undefined)[] = [];

  /** @param nonce 24 bits that no other segment of this millisecond has */
  constructor(time: number, random: () => number, nonce: number) {
    this.#time = time;
    this.#random = random;
    this.id = segmentId(time, nonce);
    const stamp = this.id.slice(0, 12);
    this.#head = `req_${stamp.slice(0, 8)}-${stamp.slice(8)}-7`;
    this.#middle = `-${(0x8000 | (nonce >>> 10)).toString(16)}-`;
    this.#low = (nonce & 0x3ff) * RANDOM;
  }

  get full(): boolean {
    return this.#records.length >= MAX_RECORDS;
  }

  reserve(): RecordPlace {
    const index = this.#records.push(undefined) - 1;
    const last = (this.#low + Math.floor(this.#random() * RANDOM)).toString(16).padStart(12, "0");
    return { segment: this, index, requestId: this.#head + chunkName(index) + this.#middle + last };
  }

  put(index: number, record: PackedRecord): void {
    this.#records[index] = record;
  }

  /** The values of the segment's chunks and the index entries of each account in it. */
  writes(accounts: ReadonlyMap<string, readonly number[]>, retention: number): SetOp[] {
    const expiresAt = this.#time + retention;
    const wanted = [...accounts.values()].flat().sort((a, b) => a - b);
    const chunks: { readonly first: number; readonly bytes: Uint8Array }[] = [];
    let chunk = new Chunk();
    let first = wanted[0] ?? 0;
    const close = () => {
      if (!chunk.empty) chunks.push({ first, bytes: chunk.bytes() });
      chunk = new Chunk();
    };
    for (const index of wanted) {
      const record = this.#records[index]!;
      if (chunk.length + lengthOf(record) > CHUNK_CHARS) close();
      if (chunk.empty) first = index;
      chunk.add(index, record);
    }
    close();
    const plain = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) <= MAX_PLAIN_BYTES;
    const ops: SetOp[] = chunks.map(({ first, bytes }) => ({
      key: ["segment", this.id, chunkName(first)],
      value: plain ? bytes : deflated(bytes),
      expiresAt,
    }));
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

/** All records of a chunk; each is unpacked when it is asked for. */
export function recordsIn(chunk: Uint8Array): { index: number; record: () => PackedRecord }[] {
  const lines = decoder.decode(chunk[0] === 0 ? inflateRawSync(chunk.subarray(1)) : chunk).split("\n");
  const count = Number(lines[0]);
  return lines.slice(1 + count).map((line) => {
    const [index, numbers] = line.split(" ", 2) as [string, string];
    const record = () => ({
      parts: numbers.split(",").map((number) => lines[1 + Number(number)]!),
      rest: line.slice(index.length + numbers.length + 2),
    });
    return { index: parseInt(index, 36), record };
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

/** Three digits. */
function chunkName(index: number): string {
  return (0x1000 + index).toString(16).slice(1);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function deflated(bytes: Uint8Array): Uint8Array {
  const short = deflateRawSync(bytes, { level: 1 });
  const whole = new Uint8Array(short.length + 1);
  whole.set(short, 1);
  return whole;
}

function lengthOf(record: PackedRecord): number {
  return record.parts.reduce((sum, part) => sum + part.length, record.rest.length);
}

/** A chunk that is being filled. */
class Chunk {
  readonly #parts = new Map<string, number>();
  readonly #lines: string[] = [];
  length = 0;

  get empty(): boolean {
    return this.#lines.length === 0;
  }

  add(index: number, { parts, rest }: PackedRecord): void {
    const numbers = parts.map((part) => {
      const known = this.#parts.get(part);
      if (known !== undefined) return known;
      this.length += part.length;
      this.#parts.set(part, this.#parts.size);
      return this.#parts.size - 1;
    });
    this.#lines.push(`${index.toString(36)} ${numbers.join(",")} ${rest}`);
    this.length += rest.length + 12;
  }

  bytes(): Uint8Array {
    return encoder.encode([String(this.#parts.size), ...this.#parts.keys(), ...this.#lines].join("\n"));
  }
}
