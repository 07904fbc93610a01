/** The segment that takes the records of the next commit. */
import { type RecordSlot, SegmentBuilder, SegmentIds } from "./segment.ts";

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

export class OpenSegment {
  readonly #options: OpenSegmentOptions;
  readonly #ids = new SegmentIds();
  #segment: SegmentBuilder | null = null;
  #openedAt = 0;

  constructor(options: OpenSegmentOptions) {
    this.#options = options;
  }

  reserve(): RecordSlot {
    const { processNumber, now, random } = this.#options;
    const at = now();
    if (this.#segment === null || this.#segment.full || at - this.#openedAt > MAX_OPEN_MS) {
      const { time, nonce } = this.#ids.next(processNumber(), at);
      this.#openedAt = at;
      this.#segment = new SegmentBuilder(time, random, nonce);
    }
    return this.#segment.reserve();
  }

  /** Records of it are being written: what comes now belongs to the next. */
  close(): void {
    this.#segment = null;
  }
}
