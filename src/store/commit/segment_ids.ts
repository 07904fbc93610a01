/** Unique segment ids: the millisecond, the process's number, and a count within the millisecond. */
import { PROCESS_NUMBERS } from "../cluster/peers.ts";

const COUNT_BITS = 10;
const PER_MILLISECOND = 1 << COUNT_BITS;

export interface SegmentId {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** 24 bits. */
  readonly nonce: number;
}

export class SegmentIds {
  #time = 0;
  #count = 0;

  /** @param process the number of this process @param now when the clock goes back, the last time is used again */
  next(process: number, now: number): SegmentId {
    if (now > this.#time) {
      this.#time = now;
      this.#count = 0;
    } else if (++this.#count === PER_MILLISECOND) {
      this.#time++;
      this.#count = 0;
    }
    return { time: this.#time, nonce: (process % PROCESS_NUMBERS) << COUNT_BITS | this.#count };
  }
}
