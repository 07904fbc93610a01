/** Deadlines of one length share one timer: a timer each is what a request under load would pay most for, and none expires. */
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

  /** The last one that ends takes the timer along: nothing is left behind. */
  end(late: () => void): void {
    this.#waiting.delete(late);
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
