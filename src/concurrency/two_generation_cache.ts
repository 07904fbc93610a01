/**
 * What was worked out lately, for values that cost little more than remembering them. Two halves: when the young one is
 * full it becomes the old one, and what is in neither is worked out again. An LRU keeps better account of use; that
 * account is what would cost here.
 */
export class TwoGenerationCache<Value> {
  readonly #half: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** @param max values kept at most */
  constructor(max: number) {
    this.#half = Math.ceil(max / 2);
  }

  get(name: string): Value | undefined {
    return this.#young.get(name) ?? this.#old.get(name);
  }

  set(name: string, value: Value): Value {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, value);
    return value;
  }
}
