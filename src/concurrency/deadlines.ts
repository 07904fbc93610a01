/** Deadlines of the same length share one timer: under load, one timer per request is expensive, and hardly any expires. */
export class Deadlines {
  readonly milliseconds: number;
  /** In the order of their start, which is the order of their end. */
  readonly #waiting = new Map<() => void, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  /** Calls `late` after the time, unless `end` is called with it first. */
  begin(late: () => void): void {
    this.#waiting.set(late, performance.now() + this.milliseconds);
    this.#timer ??= setTimeout(() => this.#expire(), this.milliseconds);
  }

  /** The timer keeps running: when it fires it finds nothing to do, or restarts for the next deadline. */
  end(late: () => void): void {
    this.#waiting.delete(late);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }

  #expire(): void {
    const now = performance.now();
    this.#timer = undefined;
    for (const [late, at] of this.#waiting) {
      if (at > now) {
        this.#timer = setTimeout(() => this.#expire(), at - now);
        return;
      }
      this.#waiting.delete(late);
      late();
    }
  }
}
