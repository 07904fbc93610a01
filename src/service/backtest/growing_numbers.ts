/** A list of numbers without the overhead of an array of them. */

interface Numbers {
  readonly length: number;
  [index: number]: number;
  set(from: Numbers): void;
}

const FIRST = 1024;

export class GrowingNumbers {
  readonly #make: new (length: number) => Numbers;
  #numbers: Numbers;
  #length = 0;

  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = new make(FIRST);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const more = new this.#make(this.#length * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#length++] = value;
  }

  /** Within the length. */
  at(index: number): number {
    return this.#numbers[index]!;
  }
}
