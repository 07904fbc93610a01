/** The time a request may spend on outside evidence. Work that outlasts it goes on in the background, so the next call has it. */
import { type Known, unknown, type UnknownFact } from "../domain/evidence.ts";

export class Budget {
  readonly #deadline: number;
  /** Those who wait share one timer. */
  #waiting = new Set<(late: UnknownFact) => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param milliseconds from now; Infinity waits for as long as the source's own limits allow. */
  constructor(milliseconds: number) {
    this.#deadline = performance.now() + milliseconds;
  }

  /** Milliseconds left, never negative. */
  remaining(): number {
    return Math.max(0, this.#deadline - performance.now());
  }

  /** The answer if it comes in time, otherwise `unknown("timeout")`; the work itself is not cancelled. A rejection becomes `unknown("unavailable")`. */
  within<T>(work: Promise<Known<T>>): Promise<Known<T>> {
    if (this.#deadline === Infinity) return work.catch((): Known<T> => unknown("unavailable"));
    return new Promise((resolve) => {
      const settle = (answer: Known<T>) => {
        if (!this.#waiting.delete(settle)) return;
        if (this.#waiting.size === 0) {
          clearTimeout(this.#timer);
          this.#timer = undefined;
        }
        resolve(answer);
      };
      this.#waiting.add(settle);
      work.then(settle, () => settle(unknown("unavailable")));
      // What is in memory already settles first, and needs no timer.
      this.#timer ??= setTimeout(() => this.#expire(), this.remaining());
    });
  }

  #expire(): void {
    for (const settle of [...this.#waiting]) settle(unknown("timeout"));
  }
}
