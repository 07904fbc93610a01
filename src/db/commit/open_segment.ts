/** The segment that takes the records of the next commit. */
import { type KeyMode, retentionOf } from "../../model/records.ts";
import { PROCESS_NUMBERS } from "../cluster/peers.ts";
import { type RecordSlot, SegmentBuilder } from "./segment.ts";

/**
 * Slots are reserved in a segment for this long, whether or not anything is written meanwhile: request ids tell when a score
 * was made, and the index of scores relies on it.
 */
const MAX_OPEN_MS = 1000;

export interface OpenSegmentOptions {
  readonly now: () => number;
  /** A number from 0 to 1, for request ids. */
  readonly random: () => number;
  /** This process's number, unique among the processes that serve the store. */
  readonly processNumber: () => number;
}

/** Records that are kept for different times are in different segments. */
export class OpenSegment {
  readonly #options: OpenSegmentOptions;
  readonly #ids = new SegmentIds();
  readonly #open = new Map<KeyMode, { readonly segment: SegmentBuilder; readonly at: number }>();

  constructor(options: OpenSegmentOptions) {
    this.#options = options;
  }

  reserve(mode: KeyMode): RecordSlot {
    const { processNumber, now, random } = this.#options;
    const at = now();
    let open = this.#open.get(mode);
    if (open === undefined || open.segment.full || at - open.at > MAX_OPEN_MS) {
      const { time, nonce } = this.#ids.next(processNumber(), at);
      open = { segment: new SegmentBuilder(time, random, nonce, retentionOf(mode)), at };
      this.#open.set(mode, open);
    }
    return open.segment.reserve();
  }

  /** Records of them are being written: what comes now belongs to the next. */
  close(): void {
    this.#open.clear();
  }
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
