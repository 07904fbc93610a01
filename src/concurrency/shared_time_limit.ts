/** Bounds many waits of the same length with one timer: a timer for each costs as much as other work of a short request. */
export class SharedTimeLimit {
  readonly #milliseconds: number;
  /** What ends a wait, and when it began; the oldest first. */
  readonly #waiting = new Map<() => void, number>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Resolves when the work has ended, or after the time: true when it has succeeded by then. */
  within(work: Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = () => resolve(false);
      this.#waiting.set(stop, performance.now());
      const end = (succeeded: boolean) => {
        this.#waiting.delete(stop);
        if (this.#waiting.size === 0) this.#clear();
        resolve(succeeded);
      };
      work.then(() => end(true), () => end(false));
      this.#timer ??= setTimeout(() => this.#stopLate(), this.#milliseconds);
    });
  }

  #stopLate(): void {
    this.#timer = null;
    const now = performance.now();
    for (const [stop, began] of this.#waiting) {
      const left = began + this.#milliseconds - now;
      if (left > 0) {
        this.#timer = setTimeout(() => this.#stopLate(), left);
        return;
      }
      this.#waiting.delete(stop);
      stop();
    }
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
