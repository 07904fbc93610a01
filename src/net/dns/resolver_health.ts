/**
 * Whether a resolver answers at all. A name whose own servers are silent makes a healthy resolver look dead, so a question
 * without an answer is judged before anyone is turned away: another question was answered meanwhile, or the canary is asked.
 */
import { CircuitBreaker } from "../../concurrency/circuit_breaker.ts";

export interface HealthOptions {
  /** Asks the canary; any response, whatever it says, is noted by `answered`. */
  readonly askCanary: () => Promise<unknown>;
  readonly now: () => number;
}

/** Judgements in a row against a resolver that has answered before: some answer their own names only, and no canary. */
const FAILED_IN_A_ROW = 2;
/** How long a silent resolver is left alone before one question tries it again. */
const PAUSE_MS = 5_000;

export class ResolverHealth {
  readonly #options: HealthOptions;
  readonly #breaker: CircuitBreaker;
  #answers = 0;
  #judgements = 0;
  #failed = 0;
  #judging: Promise<void> | null = null;
  #givenUp = new AbortController();

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#breaker = new CircuitBreaker({ failures: 1, openMs: PAUSE_MS, now: options.now });
  }

  /** True when the resolver may be asked now; once per pause for one that is silent. */
  allows(): boolean {
    return this.#breaker.allows();
  }

  /** Changes with all that is learnt of the resolver; a question takes it along for `silent`. */
  get mark(): number {
    return this.#answers + this.#judgements;
  }

  /** A response came, whatever it says. */
  answered(): void {
    this.#answers++;
    this.#failed = 0;
    this.#breaker.success();
  }

  /** No response came to a question that was asked at `mark`. The judgement goes on behind it. */
  silent(mark: number): void {
    if (this.mark === mark) this.#judging ??= this.#judge();
  }

  /** Aborts when the resolver turns out to be silent: what waits for it now need not wait longer. */
  get givenUp(): AbortSignal {
    return this.#givenUp.signal;
  }

  /** False when the resolver is silent to everyone; waits for a judgement under way. */
  async alive(): Promise<boolean> {
    await this.#judging;
    return this.#breaker.state === "closed";
  }

  async #judge(): Promise<void> {
    const before = this.#answers;
    try {
      await this.#options.askCanary();
    } finally {
      this.#judging = null;
      this.#judgements++;
      if (this.#answers === before) {
        this.#failed++;
        if (before === 0 || this.#failed >= FAILED_IN_A_ROW) this.#giveUp();
      }
    }
  }

  #giveUp(): void {
    this.#breaker.failure();
    this.#givenUp.abort();
    this.#givenUp = new AbortController();
  }
}
