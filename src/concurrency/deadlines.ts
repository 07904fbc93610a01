/** Deadlines of one length share one timer: a timer each is what a request under load would pay for, and none expires. */
export class Deadlines {
  readonly milliseconds: number;
  /** In the order they began, which is the order they end in. */
  readonly #waiting = new Map<() => void, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  /** Calls `late` after the time, unless `end` is called with it before. */
  begin(late: () => void): void {
    this.#waiting.set(late, performance.now() + this.milliseconds);
    this.#timer ??= setTimeout(() => this.#expire(), this.milliseconds);
  }

  /** The timer stays: it finds nothing to do, or the next one's time. */
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
