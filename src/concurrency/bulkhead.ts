/** Bounded concurrency with a bounded queue: excess work is rejected immediately. */
export class Bulkhead {
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param width the number of tasks that run concurrently @param maxWaiting the length of the queue */
  constructor(width: number, maxWaiting: number) {
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  /** The task's outcome, or the result of `full` when the queue is full. */
  async run<T>(work: () => Promise<T>, full: () => T): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#maxWaiting) return full();
      // A task that ends hands its slot to the next, so `#running` does not change here.
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
