/**
 * A segment: the records of one commit, packed into a few values (chunks) and found from a request id alone. Parts
 * that several records of a chunk share (caller, findings, unknown facts) are in the chunk once.
 *
 * A chunk is text: a line with the number of shared parts, one line per part, then one line per record:
 * `<index in base 36> <part numbers, comma-separated> <JSON of the rest>`. A chunk of few records is deflated, after a zero
 * byte, unless the engine packs values itself: SQLite gives what is longer than a quarter of a page a page of its own. So are all when a segment would not fit into
 * one commit (500 long values, each with its own rule). The only record of a segment is in the
 * owner's entry, and there is no chunk: a commit of one record writes one value less. So are the records of a few where the
 * engine packs values.
 *
 * A request id is `req_` + a UUID (version 7 layout): 48 bits of the segment's time in milliseconds, 12 bits the
 * record's index in the segment, 24 bits that distinguish segments of the same millisecond, 38 random bits.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Key, MAX_BATCH_BYTES, MAX_VALUE_BYTES, type SetOp } from "../engine.ts";
import { writeEntries, writeWhole } from "../index/entry.ts";
import { chunkName, type SlotName, slotName } from "./slot_name.ts";
import { SCORES_OF, SEGMENT } from "../own_rows.ts";

/** The reserved slot of a record, and the request id that encodes it. */
export interface RecordSlot {
  readonly segment: SegmentBuilder;
  readonly index: number;
  readonly requestId: string;
}

/** Records of a segment at most: an index has 12 bits. */
const MAX_RECORDS = 4000;
/** 38 bits. */
const RANDOM = 2 ** 38;
/** Records of one chunk are joined until the chunk is this long. */
const CHUNK_CHARS = MAX_VALUE_BYTES / 2;
/** Far above the longest chunk, inflated. */
const MAX_CHUNK_BYTES = 2_000_000;
/** Of a record in the owner's entry, and of several: packed, a row of PostgreSQL up to 2 KB is whole. */
const MAX_WHOLE_BYTES = 16_000;
const MAX_MANY_BYTES = 6_000;
/** A shorter chunk is deflated: it was written by a process that had few requests, and has the time. */
const FEW_BYTES = 2048;
/** A larger segment is deflated. */
const MAX_PLAIN_BYTES = 0.7 * MAX_BATCH_BYTES;

const REQUEST_ID = /^req_([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;

/** A record as JSON texts: the parts that it shares with other records, and the rest. */
export interface PackedRecord {
  readonly parts: readonly string[];
  readonly rest: string;
  /** What the record is found by. */
  readonly terms?: readonly number[];
}

export class SegmentBuilder {
  readonly id: string;
  readonly #time: number;
  readonly #random: () => number;
  readonly #lifetimeMs: number;
  readonly #packs: boolean;
  /** The parts of each request id before and after the index, and the nonce's low bits, which begin the last group. */
  readonly #head: string;
  readonly #middle: string;
  readonly #low: number;
  #records: (PackedRecord | undefined)[] = [];

  /**
   * @param nonce 24 bits, unique among the segments of this millisecond
   * @param options how long its records are kept, and whether the store packs short chunks itself
   */
  constructor(
    time: number,
    random: () => number,
    nonce: number,
    options: { readonly lifetimeMs?: number | undefined; readonly packs?: boolean | undefined } = {},
  ) {
    this.#lifetimeMs = options.lifetimeMs ?? SEGMENT.lifetimeMs;
    this.#packs = options.packs ?? false;
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

  #short(bytes: Uint8Array): Uint8Array {
    return this.#packs || bytes.length > FEW_BYTES ? bytes : deflated(bytes, SMALL);
  }

  reserve(): RecordSlot {
    const index = this.#records.push(undefined) - 1;
    const last = (this.#low + Math.floor(this.#random() * RANDOM)).toString(16).padStart(12, "0");
    return { segment: this, index, requestId: this.#head + chunkName(index) + this.#middle + last };
  }

  put(index: number, record: PackedRecord): void {
    this.#records[index] = record;
  }

  /** The segment's chunks, and the index entry of each owner in it. @param owners the indexes of their records */
  writes(owners: ReadonlyMap<string, readonly number[]>): SetOp[] {
    const expiresAt = this.#time + this.#lifetimeMs;
    const wanted = [...owners.values()].flat().sort((a, b) => a - b);
    const chunks: { readonly first: number; readonly bytes: Uint8Array }[] = [];
    let chunk = new Chunk();
    let first = wanted[0] ?? 0;
    const close = () => {
      if (!chunk.empty) chunks.push({ first, bytes: this.#short(chunk.bytes()) });
      chunk = new Chunk();
    };
    for (const index of wanted) {
      const record = this.#records[index]!;
      if (chunk.length + lengthOf(record) > CHUNK_CHARS) close();
      if (chunk.empty) first = index;
      chunk.add(index, record);
    }
    close();
    const whole = chunks.length === 1 && owners.size === 1 ? this.#whole(wanted, chunks[0]!.bytes) : null;
    if (whole !== null) {
      const [owner] = owners.keys();
      return [SCORES_OF.set(SCORES_OF.key(owner!, slotName(this.id, wanted[0]!)), whole, expiresAt)];
    }
    const plain = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) <= MAX_PLAIN_BYTES;
    const ops = chunks.map(({ first, bytes }) =>
      SEGMENT.set(
        SEGMENT.key(this.id, chunkName(first)),
        plain || isDeflated(bytes) ? bytes : deflated(bytes, FAST),
        expiresAt,
      )
    );
    for (const [owner, indexes] of owners) {
      const records = indexes.map((index) => ({ index, terms: this.#records[index]!.terms }));
      for (const { first, entry } of writeEntries(records)) {
        ops.push(SCORES_OF.set(SCORES_OF.key(owner, slotName(this.id, first)), entry, expiresAt));
      }
    }
    return ops;
  }

  /** The entry of all records of the segment with their chunk; null: they are apart. */
  #whole(indexes: readonly number[], chunk: Uint8Array): Uint8Array | null {
    const most = indexes.length === 1 ? MAX_WHOLE_BYTES : this.#packs ? MAX_MANY_BYTES : 0;
    if (chunk.length > most) return null;
    const records: { readonly index: number; readonly terms: readonly number[] }[] = [];
    for (const index of indexes) {
      const { terms } = this.#records[index]!;
      if (terms === undefined) return null;
      records.push({ index, terms });
    }
    const whole = writeWhole(records, chunk);
    return records.length === 1 || whole.length <= MAX_WHOLE_BYTES ? whole : null;
  }
}

/** Whether the text has the form of a request id of this service. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

/** The slot that a request id encodes; null when it is not an id of this service. */
export function locate(requestId: string): { segment: string; index: number } | null {
  const parts = REQUEST_ID.exec(requestId);
  if (parts === null) return null;
  const index = parseInt(parts[3]!, 16);
  const high = parseInt(parts[4]!, 16) & 0x3fff;
  const low = parseInt(parts[5]!.slice(0, 3), 16);
  return { segment: segmentId(requestTime(requestId), (high << 10) | (low >>> 2)), index };
}

/** Null when it is not an id of this service. */
export function slotNameOf(requestId: string): SlotName | null {
  const slot = locate(requestId);
  return slot === null ? null : slotName(slot.segment, slot.index);
}

/** When the slot of a request id was reserved, to the segment: milliseconds since the epoch. */
export function requestTime(requestId: string): number {
  return parseInt(requestId.slice(4, 12) + requestId.slice(13, 17), 16);
}

/** The chunk that may hold the index is the last one before `end`: scan the prefix in reverse, one entry. */
export function chunkKeys(segment: string, index: number): { prefix: Key; end: Key } {
  return { prefix: SEGMENT.below(segment), end: SEGMENT.key(segment, chunkName(index + 1)) };
}

/** All records of a chunk; each is read when its `record` is called. */
export function recordsIn(chunk: Uint8Array): { index: number; record: () => PackedRecord }[] {
  const lines = textOfChunk(chunk).split("\n");
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

/** A chunk without the records that `dropped` is true for; null when none is left, the same chunk when all are. */
export function chunkWithout(
  chunk: Uint8Array,
  dropped: (record: PackedRecord, index: number) => boolean,
): Uint8Array | null {
  const records = recordsIn(chunk).map(({ index, record }) => ({ index, record: record() }));
  const kept = records.filter(({ index, record }) => !dropped(record, index));
  if (kept.length === records.length) return chunk;
  const rest = new Chunk();
  for (const { index, record } of kept) rest.add(index, record);
  if (rest.empty) return null;
  return isDeflated(chunk) ? deflated(rest.bytes(), SMALL) : rest.bytes();
}

/** @throws Error when it is longer than any chunk can be */
export function textOfChunk(chunk: Uint8Array): string {
  const inflated = () => inflateRawSync(chunk.subarray(1), { maxOutputLength: MAX_CHUNK_BYTES });
  return decoder.decode(isDeflated(chunk) ? inflated() : chunk);
}

/** When a segment was opened, in milliseconds since the epoch. */
export function segmentTime(segment: string): number {
  return parseInt(segment.slice(0, 12), 16);
}

/** The smallest segment id of a time, for scanning a span. */
export function segmentFrom(time: number): string {
  return segmentId(time, 0);
}

function segmentId(time: number, nonce: number): string {
  return time.toString(16).padStart(12, "0") + nonce.toString(16).padStart(6, "0");
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Of zlib. */
const [FAST, SMALL] = [1, 6];

function isDeflated(chunk: Uint8Array): boolean {
  return chunk[0] === 0;
}

function deflated(bytes: Uint8Array, level: number): Uint8Array {
  const short = deflateRawSync(bytes, { level });
  const whole = new Uint8Array(short.length + 1);
  whole.set(short, 1);
  return whole;
}

function lengthOf(record: PackedRecord): number {
  return record.parts.reduce((sum, part) => sum + part.length, record.rest.length);
}

/** A chunk while it is being filled. */
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
