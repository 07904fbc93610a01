/** Who comes again, and how often: a pool by Zipf's law, and a share of newcomers. */
import { scrambled, seededNumbers } from "../random.ts";

const POOL = 10_000;
/** The share of requests whose value was never sent before. */
const UNSEEN = 0.2;

interface MixOptions {
  readonly seed: number;
  readonly pool?: number;
  readonly unseen?: number;
}

/** Draws from a pool, the value of rank r with a weight of 1/r, or takes a new value. */
export class Mix<Value> {
  readonly pool: readonly Value[];
  readonly #fresh: () => Value;
  readonly #unseen: number;
  readonly #random: () => number;
  /** At each rank the weights up to and with it. */
  readonly #weights: Float64Array;

  /** @param fresh a value that it has not given before */
  constructor(fresh: () => Value, { seed, pool = POOL, unseen = UNSEEN }: MixOptions) {
    this.#fresh = fresh;
    this.#unseen = unseen;
    this.pool = Array.from({ length: pool }, fresh);
    const numbers = seededNumbers(scrambled(seed));
    this.#random = () => numbers() / 2 ** 32;
    this.#weights = new Float64Array(pool);
    let sum = 0;
    for (let rank = 0; rank < pool; rank++) this.#weights[rank] = sum += 1 / (rank + 1);
  }

  next(): Value {
    return this.#random() < this.#unseen ? this.#fresh() : this.pool[this.#rank()]!;
  }

  /** A value that was never given before. */
  fresh(): Value {
    return this.#fresh();
  }

  #rank(): number {
    const at = this.#random() * this.#weights.at(-1)!;
    let low = 0;
    for (let high = this.#weights.length - 1; low < high;) {
      const middle = (low + high) >> 1;
      if (this.#weights[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
