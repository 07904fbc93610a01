/** Lets requests in progress run before the next step. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Work in slices keeps the event loop no longer, apart from its last step. */
const SLICE_MS = 4;

/** Counts the time of work that must not keep the event loop for long. */
export class Turn {
  #until = performance.now() + SLICE_MS;

  /** To be awaited between steps. */
  async next(): Promise<void> {
    if (performance.now() < this.#until) return;
    await yieldToEventLoop();
    this.#until = performance.now() + SLICE_MS;
  }
}
