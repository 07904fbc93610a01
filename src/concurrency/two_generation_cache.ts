/**
 * A bounded cache for values that are cheap to compute. It has two generations: when the young one is full, it replaces the
 * old one. An LRU cache would keep the more useful entries, but its bookkeeping costs too much for such values.
 */
export class TwoGenerationCache<Value> {
  readonly #half: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** @param max entries at most */
  constructor(max: number) {
    this.#half = Math.ceil(max / 2);
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: string, value: Value): Value {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }
}
