/** Runs work with the same key one after another, in the order of the calls; work with different keys runs concurrently. */
export class KeyedQueue {
  /** The last work of each key that has any. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** The work's own outcome: a failure before it in the queue does not affect it. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const own = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key);
    }
  }
}
