/** Whether commits succeed, and how long they take. */
import { Distribution } from "../../concurrency/measure/distribution.ts";

export interface CommitHealthOptions {
  /** Called when commits begin to fail, with the error, and when they succeed again, with null. */
  readonly onChange?: (failure: unknown) => void;
}

const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export class CommitHealth {
  /** Of the engine alone, also of commits that failed or met a conflict. */
  readonly seconds = new Distribution(BOUNDS);
  /** Until a group is taken, from when its first write came or from when the group before it was taken. */
  readonly waited = new Distribution(BOUNDS);
  readonly #onChange: NonNullable<CommitHealthOptions["onChange"]>;
  #failure: unknown = null;
  #waitsSince = 0;

  constructor(options: CommitHealthOptions = {}) {
    this.#onChange = options.onChange ?? (() => {});
  }

  /** The last failure of the engine, or null since the last success. */
  get failure(): unknown {
    return this.#failure;
  }

  /** The first of the next group's writes came. */
  waits(): void {
    this.#waitsSince = performance.now();
  }

  /** A group is to be committed now. */
  taken(): void {
    const now = performance.now();
    this.waited.add((now - this.#waitsSince) / 1000);
    this.#waitsSince = now;
  }

  async timed<T>(commit: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await commit;
    } finally {
      this.seconds.add((performance.now() - started) / 1000);
    }
  }

  succeeded(): void {
    if (this.#failure === null) return;
    this.#failure = null;
    this.#onChange(null);
  }

  failed(error: unknown): void {
    const isNew = this.#failure === null;
    this.#failure = error;
    if (isNew) this.#onChange(error);
  }
}
