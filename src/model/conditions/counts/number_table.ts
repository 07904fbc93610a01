/** A map of numbers to numbers other than 0, in 16 bytes a slot. Keys are hashes (`key.ts`), so their low bits are their place. */
const SMALLEST = 16;

export class NumberTable {
  #keys = new Float64Array(SMALLEST);
  #values = new Float64Array(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#keys.length * 16;
  }

  /** 0: the key has no value. */
  get(key: number): number {
    return this.#values[this.#slot(key)]!;
  }

  /** @param value 0: the key has none any more */
  set(key: number, value: number): void {
    this.#put(this.#slot(key), key, value);
  }

  /** Returns the sum. */
  add(key: number, by: number): number {
    const slot = this.#slot(key);
    const sum = this.#values[slot]! + by;
    this.#put(slot, key, sum);
    return sum;
  }

  clear(): void {
    this.#keys = new Float64Array(SMALLEST);
    this.#values = new Float64Array(SMALLEST);
    this.#size = 0;
  }

  #put(slot: number, key: number, value: number): void {
    if (value === 0) return this.#delete(slot);
    const isNew = this.#keys[slot] === 0;
    this.#keys[slot] = key;
    this.#values[slot] = value;
    if (isNew && ++this.#size * 3 > this.#keys.length * 2) this.#resize(this.#keys.length * 2);
  }

  /** Where the key is, or would be. */
  #slot(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let slot = (key >>> 0) & mask;
    while (keys[slot] !== key && keys[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  /** Moves those behind it that would no longer be found. */
  #delete(slot: number): void {
    const [keys, values] = [this.#keys, this.#values];
    if (keys[slot] === 0) return;
    const mask = keys.length - 1;
    let hole = slot;
    for (let next = (slot + 1) & mask; keys[next] !== 0; next = (next + 1) & mask) {
      const home = (keys[next]! >>> 0) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      keys[hole] = keys[next]!;
      values[hole] = values[next]!;
      hole = next;
    }
    keys[hole] = 0;
    values[hole] = 0;
    this.#size--;
    if (keys.length > SMALLEST && this.#size * 8 < keys.length) this.#resize(keys.length / 2);
  }

  #resize(length: number): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(length);
    this.#values = new Float64Array(length);
    for (let at = 0; at < keys.length; at++) {
      if (keys[at] === 0) continue;
      const slot = this.#slot(keys[at]!);
      this.#keys[slot] = keys[at]!;
      this.#values[slot] = values[at]!;
    }
  }
}
