/** Stops calls to a source that keeps failing, and lets one call through from time to time to test whether it has recovered. */

import { isWithin } from "./clock_rules.ts";

export interface BreakerOptions {
  /** Consecutive failures that open it. */
  readonly failures: number;
  /** How long it stays open before one call is let through, in milliseconds. */
  readonly openMs: number;
  readonly now: () => number;
  /** Called when it opens, and when it closes again. */
  readonly onChange?: ((isOpen: boolean) => void) | undefined;
}

type BreakerState = "closed" | "open" | "half_open";

export class CircuitBreaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  /** When the next call is let through, and since when; null while closed. */
  #retryAt: number | null = null;
  #openedAt = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get state(): BreakerState {
    if (this.#retryAt === null) return "closed";
    return isWithin(this.#openedAt, this.#retryAt, this.#options.now()) ? "open" : "half_open";
  }

  /** True when the source may be called now. While half open, one caller per `openMs` gets true. */
  allows(): boolean {
    const state = this.state;
    if (state === "half_open") this.#waitFor(this.#options.openMs);
    return state !== "open";
  }

  success(): void {
    this.#failures = 0;
    if (this.#retryAt === null) return;
    this.#retryAt = null;
    this.#options.onChange?.(false);
  }

  failure(): void {
    this.#failures++;
    if (this.#failures >= this.#options.failures) this.open(this.#options.openMs);
  }

  /** Opens immediately for this time, for example after a Retry-After header. */
  open(milliseconds: number): void {
    this.#failures = Math.max(this.#failures, this.#options.failures);
    const wasClosed = this.#retryAt === null;
    this.#waitFor(milliseconds);
    if (wasClosed) this.#options.onChange?.(true);
  }

  #waitFor(milliseconds: number): void {
    this.#openedAt = this.#options.now();
    this.#retryAt = this.#openedAt + milliseconds;
  }
}
