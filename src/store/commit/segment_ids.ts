/** Unique ids of segments. */
import { PROCESS_NUMBERS } from "../cluster/peers.ts";

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
