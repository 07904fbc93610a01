/** The time a request may spend on outside evidence. Work that outlasts it goes on in the background, so the next call has it. */
import { type Known, unknown } from "../domain/evidence.ts";

export class Budget {
  readonly #deadline: number;

  /** @param milliseconds from now; Infinity waits for as long as the source's own limits allow. */
  constructor(milliseconds: number) {
    this.#deadline = performance.now() + milliseconds;
  }

  /** Milliseconds left, never negative. */
  remaining(): number {
    return Math.max(0, this.#deadline - performance.now());
  }

  /** The answer if it comes in time, otherwise `unknown("timeout")`; the work itself is not cancelled. A rejection becomes `unknown("unavailable")`. */
  async within<T>(work: Promise<Known<T>>): Promise<Known<T>> {
    const guarded = work.catch((): Known<T> => unknown("unavailable"));
    const left = this.remaining();
    if (left === Infinity) return await guarded;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Known<T>>((resolve) => {
      timer = setTimeout(() => resolve(unknown("timeout")), left);
    });
    try {
      return await Promise.race([guarded, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
