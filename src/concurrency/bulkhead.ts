/** Bounded concurrency with a bounded queue: what does not fit is turned away at once, not piled up. */
export class Bulkhead {
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param width pieces of work at a time @param maxWaiting pieces that may wait for their turn */
  constructor(width: number, maxWaiting: number) {
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  /** The work's outcome, or what `full` gives when the queue is full. */
  async run<T>(work: () => Promise<T>, full: () => T): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#maxWaiting) return full();
      // The one who leaves hands its place on, so `#running` does not change here.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
