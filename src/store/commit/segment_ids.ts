/** Names for segments: the millisecond, the process's number, and a count within the millisecond. No two are the same. */
import { MEMBER_NUMBERS } from "../cluster/peers.ts";

const COUNT_BITS = 10;
const PER_MILLISECOND = 1 << COUNT_BITS;

export interface SegmentName {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** 24 bits. */
  readonly nonce: number;
}

export class SegmentNames {
  #time = 0;
  #count = 0;

  /** @param member the number of this process @param now when a clock goes back, time stands still here */
  next(member: number, now: number): SegmentName {
    if (now > this.#time) {
      this.#time = now;
      this.#count = 0;
    } else if (++this.#count === PER_MILLISECOND) {
      this.#time++;
      this.#count = 0;
    }
    return { time: this.#time, nonce: (member % MEMBER_NUMBERS) << COUNT_BITS | this.#count };
  }
}
