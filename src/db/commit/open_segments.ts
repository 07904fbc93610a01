/** The segments that take the records of the next commit, and their part in it. */
import { PROCESS_NUMBERS } from "../cluster/peers.ts";
import type { BatchSize, Participant, Participation } from "./participant.ts";
import { type PackedRecord, type RecordSlot, SegmentBuilder } from "./segment.ts";
import type { Write } from "./write_batch.ts";

/** A write with records, each in the slot that `reserve` gave it. */
export interface SegmentWrite extends Write {
  readonly records?: readonly {
    readonly slot: RecordSlot;
    readonly owner: string;
    readonly packed: PackedRecord;
  }[];
}

/**
 * Slots are reserved in a segment for this long, whether or not anything is written meanwhile: request ids tell when a record
 * was made, and the index of records relies on it.
 */
const MAX_OPEN_MS = 1000;
/** That share a chunk, roughly. */
const RECORDS_PER_MUTATION = 50;
/** Of a record's rest that is not of one byte a character, and its line. */
const REST_BYTES = 1.2;

export interface OpenSegmentsOptions {
  readonly now: () => number;
  /** A number from 0 to 1, for request ids. */
  readonly random: () => number;
  /** This process's number, unique among the processes that serve the store. */
  readonly processNumber: () => number;
  /** As the engine says it. */
  readonly packs?: boolean | undefined;
}

/** Records that are kept for different times are in different segments. */
export class OpenSegments implements Participant<SegmentWrite> {
  readonly #options: OpenSegmentsOptions;
  readonly #ids = new SegmentIds();
  /** By the lifetime of their records. */
  readonly #open = new Map<number | undefined, { readonly segment: SegmentBuilder; readonly at: number }>();

  constructor(options: OpenSegmentsOptions) {
    this.#options = options;
  }

  /** Reserves the slot of a record, which determines its request id (`req_<uuid>`). @param lifetimeMs how long the record is kept; absent: as long as any */
  reserve(lifetimeMs?: number): RecordSlot {
    const { processNumber, now, random, packs } = this.#options;
    const at = now();
    let open = this.#open.get(lifetimeMs);
    if (open === undefined || open.segment.full || at - open.at > MAX_OPEN_MS) {
      const { time, nonce } = this.#ids.next(processNumber(), at);
      open = { segment: new SegmentBuilder(time, random, nonce, { lifetimeMs, packs }), at };
      this.#open.set(lifetimeMs, open);
    }
    return open.segment.reserve();
  }

  measure(): (write: SegmentWrite, size: BatchSize) => void {
    return addSize;
  }

  /** Records are being written: what comes now belongs to the next segments. */
  taken(writes: readonly SegmentWrite[]): void {
    if (writes.some(({ records }) => records !== undefined)) this.#open.clear();
  }

  join(): Participation<SegmentWrite> {
    return { cells: [], loading: undefined, stage: (kept) => ({ cells: [], set: setsOf(kept) }) };
  }
}

function addSize({ records }: SegmentWrite, size: BatchSize): void {
  if (records === undefined) return;
  size.mutations += 2 + Math.ceil(records.length / RECORDS_PER_MUTATION);
  for (const { packed: { parts, rest } } of records) {
    size.bytes += rest.length * REST_BYTES;
    for (const part of parts) size.bytes += part.length;
  }
}

function setsOf(writes: readonly SegmentWrite[]) {
  const segments = new Map<SegmentBuilder, Map<string, number[]>>();
  for (const { records = [] } of writes) {
    for (const { slot: { segment, index }, owner, packed } of records) {
      segment.put(index, packed);
      let owners = segments.get(segment);
      if (!owners) segments.set(segment, owners = new Map());
      const indexes = owners.get(owner);
      if (indexes) indexes.push(index);
      else owners.set(owner, [index]);
    }
  }
  return [...segments].flatMap(([segment, owners]) => segment.writes(owners));
}

/** Of a segment's nonce: its last bits, and the hexadecimal digits of all. */
export const COUNT_BITS = 10;
export const NONCE_CHARS = 6;

/**
 * Unique segments, which sort as they were made: the millisecond, the process's number, and a count within the millisecond.
 */
export class SegmentIds {
  #time = 0;
  #process = 0;
  #count = 0;

  /**
   * @param process the number of this process; another one begins a millisecond, since ids of one sort by it
   * @param now when the clock goes back, the last time is used again
   */
  next(process: number, now: number): { time: number; nonce: number } {
    if (now > this.#time) {
      this.#time = now;
      this.#count = 0;
    } else if (++this.#count === 1 << COUNT_BITS || process !== this.#process) {
      this.#time++;
      this.#count = 0;
    }
    this.#process = process;
    return { time: this.#time, nonce: (process % PROCESS_NUMBERS) << COUNT_BITS | this.#count };
  }
}
