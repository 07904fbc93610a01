/**
 * Whether a resolver responds at all. A name whose authoritative servers are down makes a healthy resolver time out, so a
 * timeout alone is not evidence: the resolver is unresponsive only when the canaries time out too.
 */
import { CircuitBreaker } from "../../concurrency/circuit_breaker.ts";

interface HealthOptions {
  /** Queries the canaries; any response, whatever its content, is reported to `answered`. */
  readonly queryCanaries: () => Promise<unknown>;
  readonly now: () => number;
  /** The resolver became unresponsive, or responds again. */
  readonly onChange?: ((isUnresponsive: boolean) => void) | undefined;
}

/** Failed tests in a row until a resolver that has responded before is unresponsive: some resolve only internal names, no canaries. */
const FAILED_IN_A_ROW = 2;
/** How long an unresponsive resolver is not used before one query tries it again. */
const PAUSE_MS = 5_000;

export class ResolverHealth {
  readonly #options: HealthOptions;
  readonly #breaker: CircuitBreaker;
  #answers = 0;
  #tests = 0;
  #failed = 0;
  #testing: Promise<void> | null = null;
  #unresponsive = new AbortController();

  constructor(options: HealthOptions) {
    this.#options = options;
    const { now, onChange } = options;
    this.#breaker = new CircuitBreaker({ failures: 1, openMs: PAUSE_MS, now, onChange });
  }

  /** True when the resolver may be queried now; for an unresponsive one, once per pause. */
  allows(): boolean {
    return this.#breaker.allows();
  }

  /** Changes with every response and every test; a query passes it to `timedOut`. */
  get revision(): number {
    return this.#answers + this.#tests;
  }

  /** A response came, whatever its content. */
  answered(): void {
    this.#answers++;
    this.#failed = 0;
    this.#breaker.success();
  }

  /** A query that was sent at `revision` timed out. Starts a test in the background unless something was learnt since then. */
  timedOut(revision: number): void {
    if (this.revision === revision) this.#testing ??= this.#test();
  }

  /** Aborts when the resolver turns out to be unresponsive, so that waiting queries end. */
  get unresponsive(): AbortSignal {
    return this.#unresponsive.signal;
  }

  /** False when the resolver is unresponsive; waits for a running test. */
  async alive(): Promise<boolean> {
    await this.#testing;
    return this.#breaker.state === "closed";
  }

  async #test(): Promise<void> {
    const before = this.#answers;
    try {
      await this.#options.queryCanaries();
    } finally {
      this.#testing = null;
      this.#tests++;
      if (this.#answers === before) {
        this.#failed++;
        if (before === 0 || this.#failed >= FAILED_IN_A_ROW) this.#markUnresponsive();
      }
    }
  }

  #markUnresponsive(): void {
    this.#breaker.failure();
    this.#unresponsive.abort();
    this.#unresponsive = new AbortController();
  }
}
