/**
 * The entries of an owner in a segment: the index of each of its records there, with the record's terms. Until 2026-11-22 an
 * entry was a list of indexes.
 *
 * For each record: two bytes of its index, one with the number of terms, four of each term; little-endian. A segment of one
 * record has no chunk: its entry is the mark, the record as above, and then what would be the chunk. So may a segment of several
 * records of one owner be: its entry is another mark, two bytes with the length of the records, these, and the chunk.
 */
import { MAX_VALUE_BYTES } from "../engine.ts";

export type SegmentEntry = Uint8Array | readonly number[];

/** A record of a segment as an entry has it; without terms, it may be found by any. */
interface EntryRecord {
  readonly index: number;
  readonly terms: readonly number[] | null;
}

const MAX_TERMS = 255;
/** In the place of an index, which is smaller: of one record with its chunk, and of several. */
const MARK = 0xffff;
const MANY = 0xfffe;
const MARK_BYTES = 2;
const MANY_BYTES = 4;

/** The records as one entry or more, each with the index of its first record. */
export function writeEntries(
  records: readonly { readonly index: number; readonly terms?: readonly number[] | undefined }[],
): { readonly first: number; readonly entry: SegmentEntry }[] {
  if (records.some(({ terms }) => terms === undefined)) {
    return [{ first: records[0]!.index, entry: records.map(({ index }) => index) }];
  }
  const entries: { first: number; entry: SegmentEntry }[] = [];
  for (let from = 0, to = 0; from < records.length; from = to) {
    let bytes = 0;
    while (to < records.length && bytes + bytesOf(records[to]!) <= MAX_VALUE_BYTES) {
      bytes += bytesOf(records[to++]!);
    }
    const entry = new Uint8Array(bytes);
    let at = 0;
    for (const record of records.slice(from, to)) at = put(entry, at, record);
    entries.push({ first: records[from]!.index, entry });
  }
  return entries;
}

/** The entry of all records of a segment, which need no other value. @param chunk they as a chunk */
export function writeWhole(
  records: readonly { readonly index: number; readonly terms: readonly number[] }[],
  chunk: Uint8Array,
): Uint8Array {
  const length = records.reduce((sum, record) => sum + bytesOf(record), 0);
  const start = records.length === 1 ? MARK_BYTES : MANY_BYTES;
  const entry = new Uint8Array(start + length + chunk.length);
  const view = new DataView(entry.buffer);
  view.setUint16(0, records.length === 1 ? MARK : MANY, true);
  if (records.length > 1) view.setUint16(MARK_BYTES, length, true);
  let at = start;
  for (const record of records) at = put(entry, at, record);
  entry.set(chunk, at);
  return entry;
}

function put(
  bytes: Uint8Array,
  at: number,
  { index, terms = [] }: { readonly index: number; readonly terms?: readonly number[] | undefined },
): number {
  const view = new DataView(bytes.buffer);
  const count = Math.min(MAX_TERMS, terms.length);
  view.setUint16(at, index, true);
  view.setUint8(at + 2, count);
  for (let term = 0; term < count; term++) view.setUint32(at + 3 + 4 * term, terms[term]!, true);
  return at + 3 + 4 * count;
}

function bytesOf({ terms = [] }: { readonly terms?: readonly number[] | undefined }): number {
  return 3 + 4 * Math.min(MAX_TERMS, terms.length);
}

/** Where the records of an entry with several begin, or of one; null: it has no chunk. */
function recordsOfWhole(entry: Uint8Array): { readonly start: number; readonly end: number } | null {
  if (entry[1] !== 0xff) return null;
  if (entry[0] === (MARK & 0xff)) {
    return { start: MARK_BYTES, end: MARK_BYTES + 3 + 4 * (entry[MARK_BYTES + 2] ?? 0) };
  }
  if (entry[0] !== (MANY & 0xff)) return null;
  return { start: MANY_BYTES, end: MANY_BYTES + (entry[2] ?? 0) + 256 * (entry[3] ?? 0) };
}

/** The records of an entry, and the chunk of one that has it: null otherwise. */
function split(entry: Uint8Array): { list: Uint8Array; chunk: Uint8Array | null } {
  const whole = recordsOfWhole(entry);
  if (whole === null) return { list: entry, chunk: null };
  return { list: entry.subarray(whole.start, whole.end), chunk: entry.subarray(whole.end) };
}

/** The records of the segment, as a chunk; null when the segment has its own chunks. */
export function chunkIn(entry: SegmentEntry | null): Uint8Array | null {
  return entry instanceof Uint8Array ? split(entry).chunk : null;
}

/** How many bytes precede the chunk of an entry with several records; null: it is another value. */
export function bytesBeforeChunk(entry: Uint8Array): number | null {
  return entry[0] === (MANY & 0xff) ? recordsOfWhole(entry)?.end ?? null : null;
}

export function indexesIn(entry: SegmentEntry): readonly number[] {
  return entry instanceof Uint8Array ? recordsInEntry(entry).map(({ index }) => index) : entry;
}

export function recordsInEntry(entry: SegmentEntry): readonly EntryRecord[] {
  if (!(entry instanceof Uint8Array)) return entry.map((index) => ({ index, terms: null }));
  const { list } = split(entry);
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  const records: EntryRecord[] = [];
  for (let at = 0; at < list.length;) {
    const terms: number[] = [];
    const end = at + 3 + 4 * view.getUint8(at + 2);
    for (let term = at + 3; term < end; term += 4) terms.push(view.getUint32(term, true));
    records.push({ index: view.getUint16(at, true), terms });
    at = end;
  }
  return records;
}

/** Whether a value is an entry with terms. */
export function isSegmentEntry(value: unknown): boolean {
  if (!(value instanceof Uint8Array)) return false;
  const { list } = split(value);
  let at = 0;
  while (at + 2 < list.length) at += 3 + 4 * list[at + 2]!;
  return at === list.length;
}

/** The indexes of the records that have one of the terms, or may have it. */
export function indexesWith(entry: SegmentEntry, wanted: ReadonlySet<number>): readonly number[] {
  if (!(entry instanceof Uint8Array)) return entry;
  const { list } = split(entry);
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  const found: number[] = [];
  for (let at = 0; at < list.length;) {
    const end = at + 3 + 4 * view.getUint8(at + 2);
    for (let term = at + 3; term < end; term += 4) {
      if (!wanted.has(view.getUint32(term, true))) continue;
      found.push(view.getUint16(at, true));
      break;
    }
    at = end;
  }
  return found;
}

/** The number of records. */
export function countIn(entry: SegmentEntry): number {
  if (!(entry instanceof Uint8Array)) return entry.length;
  const { list } = split(entry);
  let count = 0;
  for (let at = 0; at < list.length; count++) at += 3 + 4 * list[at + 2]!;
  return count;
}
