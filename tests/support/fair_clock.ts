/** The interval of the clock's own timer. */
const TICK_MS = 10;
/** A tick that is later was delayed by other programs of the machine, or by other work of this process. */
const LATE_MS = 2 * TICK_MS;
/** Where more than this part of the time is not counted, other processes wait for the processor too. */
const BUSY = 0.1;

/**
 * Time for bounds on waiting that hold on a loaded machine: what this process could not run in is not counted. A wait for
 * something that does not come counts in full.
 */
export class FairClock implements Disposable {
  readonly #made = performance.now();
  #ticked = this.#made;
  #counted = 0;
  readonly #timer = setInterval(() => {
    this.#counted = this.now();
    this.#ticked = performance.now();
  }, TICK_MS);

  /** Milliseconds since the clock was made. */
  now(): number {
    return this.#counted + Math.min(performance.now() - this.#ticked, LATE_MS);
  }

  get wasBusy(): boolean {
    return this.now() < (1 - BUSY) * (performance.now() - this.#made);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
