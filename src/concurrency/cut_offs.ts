/** Zones that stayed silent, by the account whose questions they left unanswered. */
import { type BreakerOptions, CircuitBreaker } from "./circuit_breaker.ts";
import { TtlCache } from "./ttl_cache.ts";

/** `failures`: silent answers in a row. While a zone is cut off, one question per `openMs` tests it. */
export type CutOffOptions = BreakerOptions;

/** Pairs of an account and a zone. */
const MAX_CUT_OFFS = 10_000;

export class CutOffs {
  readonly #options: CutOffOptions;
  readonly #breakers: TtlCache<CircuitBreaker>;

  constructor(options: CutOffOptions) {
    this.#options = options;
    this.#breakers = new TtlCache({ max: MAX_CUT_OFFS, now: options.now });
  }

  isOpen(account: string, zone: string): boolean {
    return this.#breakers.size > 0 && this.#breakers.peek(nameOf(account, zone))?.state === "open";
  }

  /** A question starts: when it tests a zone that was cut off, no other does. */
  started(account: string, zone: string): void {
    if (this.#breakers.size > 0) this.#breakers.peek(nameOf(account, zone))?.allows();
  }

  answered(account: string, zone: string): void {
    if (this.#breakers.size > 0) this.#breakers.delete(nameOf(account, zone));
  }

  stayedSilent(account: string, zone: string): void {
    const name = nameOf(account, zone);
    const breaker = this.#breakers.peek(name) ?? new CircuitBreaker(this.#options);
    breaker.failure();
    this.#breakers.set(name, breaker, 2 * this.#options.openMs);
  }
}

function nameOf(account: string, zone: string): string {
  return `${account} ${zone}`;
}
