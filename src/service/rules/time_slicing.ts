/** The longest that work in slices keeps the event loop, apart from its last step. */
const SLICE_MS = 4;

/** Counts the time of work that must not keep the event loop for long. */
export class TimeSlice {
  #until = performance.now() + SLICE_MS;
  #left = SLICE_MS;

  /** True when the work should await `next` before it continues. */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** Resolves when others have had their turn. */
  async next(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#until = performance.now() + SLICE_MS;
  }

  /** Time until `resume` does not count: others have their turn while something is read. */
  pause(): void {
    this.#left = this.#until - performance.now();
  }

  resume(): void {
    this.#until = performance.now() + this.#left;
  }
}

/** Runs the generator to its end, yielding to the event loop every SLICE_MS. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (const slice = new TimeSlice();;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slice.isOver) await slice.next();
  }
}

/** Runs the generator to its end without yielding to the event loop. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
