/** A list of unsigned 32-bit numbers that grows; a plain array of millions of numbers takes several times the memory. */
export class Uint32Buffer {
  #words: Uint32Array<ArrayBuffer>;
  length = 0;

  /** @param capacity how many there is room for before it has to grow */
  constructor(capacity = 1 << 12) {
    this.#words = new Uint32Array(capacity);
  }

  push(word: number): void {
    if (this.length === this.#words.length) {
      const larger = new Uint32Array(Math.max(16, this.length * 2));
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.length++] = word;
  }

  at(index: number): number {
    return this.#words[index]!;
  }

  set(index: number, word: number): void {
    this.#words[index] = word;
  }

  toArray(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.length);
  }
}
