/** Lets requests in progress run before the next step. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Work in slices keeps the event loop no longer, apart from its last step. */
const SLICE_MS = 4;

/** Counts the time of work that must not keep the event loop for long. */
export class Turn {
  readonly #sliceMs: number;
  #until: number;

  constructor(sliceMs: number = SLICE_MS) {
    this.#sliceMs = sliceMs;
    this.#until = performance.now() + sliceMs;
  }

  /** True when the work should await `next` before it continues. */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** Resolves when others have had their turn. */
  async next(): Promise<void> {
    await yieldToEventLoop();
    this.#until = performance.now() + this.#sliceMs;
  }
}

/** A rest between steps of work in the background, which its end cuts short. */
export class Rest {
  #end: (() => void) | null = null;
  #ended = false;

  async take(ms: number): Promise<void> {
    if (this.#ended) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#end = null;
  }

  end(): void {
    this.#ended = true;
    this.#end?.();
  }
}
