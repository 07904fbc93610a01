/** Reserves the slots of score records, in segments with unique ids. */
import { PROCESS_NUMBERS } from "../cluster/peers.ts";
import { type RecordSlot, SegmentBuilder } from "./segment.ts";

/** Of a segment's nonce: its last bits, and the hexadecimal digits of all. */
export const COUNT_BITS = 10;
export const NONCE_CHARS = 6;

/** Unique segments: the millisecond, the process's number, and a count within the millisecond. */
export class SegmentIds {
  #time = 0;
  #count = 0;

  /** @param process the number of this process @param now when the clock goes back, the last time is used again */
  next(process: number, now: number): { time: number; nonce: number } {
    if (now > this.#time) {
      this.#time = now;
      this.#count = 0;
    } else if (++this.#count === 1 << COUNT_BITS) {
      this.#time++;
      this.#count = 0;
    }
    return { time: this.#time, nonce: (process % PROCESS_NUMBERS) << COUNT_BITS | this.#count };
  }
}

/**
 * Slots are reserved in a segment for this long, whether or not anything is written meanwhile: request ids tell when a score
 * was made, and the index of scores relies on it.
 */
const MAX_OPEN_MS = 1000;

export class Slots {
  readonly #ids = new SegmentIds();
  readonly #random: () => number;
  #segment: SegmentBuilder | null = null;
  #openedAt = 0;

  /** @param random a number from 0 to 1, for request ids */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Reserves the slot of a score record, which determines its request id (`req_<uuid>`). */
  reserve(process: number, now: number): RecordSlot {
    if (this.#segment === null || this.#segment.full || now - this.#openedAt > MAX_OPEN_MS) {
      const { time, nonce } = this.#ids.next(process, now);
      this.#openedAt = now;
      this.#segment = new SegmentBuilder(time, this.#random, nonce);
    }
    return this.#segment.reserve();
  }

  /** The next slot is in another segment. */
  close(): void {
    this.#segment = null;
  }
}
