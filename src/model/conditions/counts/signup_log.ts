/** Sign-ups in the order of their times, as numbers in columns: 17 bytes and 8 for each kind of value that is kept. */
const SMALLEST = 64;

export class SignupLog {
  /** The number of the first sign-up, and that of the next one. A sign-up that comes between others changes theirs. */
  first = 0;
  end = 0;
  /** The number of what is first in the arrays. */
  #base = 0;
  #at = new Float64Array(SMALLEST);
  #ids = new Float64Array(SMALLEST);
  #fraud = new Uint8Array(SMALLEST);
  readonly #columns: Float64Array<ArrayBuffer>[];

  /** @param columns how many kinds of values are kept */
  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new Float64Array(SMALLEST));
  }

  get size(): number {
    return this.end - this.first;
  }

  get bytes(): number {
    return this.#at.length * (17 + 8 * this.#columns.length);
  }

  at(number: number): number {
    return this.#at[number - this.#base]!;
  }

  /** 0: it has none. */
  value(column: number, number: number): number {
    return this.#columns[column]![number - this.#base]!;
  }

  isFraud(number: number): boolean {
    return this.#fraud[number - this.#base] === 1;
  }

  setFraud(number: number, isFraud: boolean): void {
    this.#fraud[number - this.#base] = isFraud ? 1 : 0;
  }

  /** Returns its number: behind those of the same time. @param values one for each column */
  insert(at: number, id: number, values: readonly number[]): number {
    if (this.end - this.#base === this.#at.length) this.#makeRoom();
    const number = this.end === this.first || this.at(this.end - 1) <= at ? this.end : this.after(at);
    const place = number - this.#base;
    if (number !== this.end) {
      for (const array of this.#arrays()) array.copyWithin(place + 1, place, this.end - this.#base);
    }
    this.#at[place] = at;
    this.#ids[place] = id;
    this.#fraud[place] = 0;
    for (let column = 0; column < values.length; column++) this.#columns[column]![place] = values[column]!;
    this.end++;
    return number;
  }

  remove(number: number): void {
    const place = number - this.#base;
    for (const array of this.#arrays()) array.copyWithin(place, place + 1, this.end - this.#base);
    this.end--;
  }

  dropBefore(number: number): void {
    this.first = Math.min(this.end, Math.max(this.first, number));
  }

  /** The number of the first sign-up after a time. */
  after(at: number): number {
    let [from, to] = [this.first, this.end];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (this.at(middle) <= at) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The number of a sign-up of about that time; null: it is not here. */
  find(id: number, { since, until }: { readonly since: number; readonly until: number }): number | null {
    const [from, to] = [this.after(since - 1) - this.#base, this.after(until) - this.#base];
    const found = this.#ids.subarray(from, to).indexOf(id);
    return found < 0 ? null : this.#base + from + found;
  }

  /** Ids of the sign-ups since a time. */
  idsSince(at: number): Set<number> {
    return new Set(this.#ids.subarray(this.after(at - 1) - this.#base, this.end - this.#base));
  }

  /** The first sign-up from this number on that has the value; null: none has it. */
  next(column: number, value: number, from: number): number | null {
    const found = this.#columns[column]!.indexOf(value, from - this.#base);
    return found < 0 || found >= this.end - this.#base ? null : this.#base + found;
  }

  /** The last sign-up that has the value among those from one number up to another; null: none has it. */
  previous(column: number, value: number, from: number, before: number): number | null {
    const start = Math.max(from, this.first);
    if (before <= start) return null;
    const found = this.#columns[column]!.subarray(start - this.#base, before - this.#base).lastIndexOf(value);
    return found < 0 ? null : start + found;
  }

  #arrays() {
    return [this.#at, this.#ids, this.#fraud, ...this.#columns];
  }

  /** Moves what is kept to the front, or into larger arrays. */
  #makeRoom(): void {
    const [from, to] = [this.first - this.#base, this.end - this.#base];
    const needed = Math.max(SMALLEST, Math.ceil(this.size * 1.5));
    const moved = (array: Float64Array) => {
      const larger = new Float64Array(needed);
      larger.set(array.subarray(from, to));
      return larger;
    };
    this.#at = moved(this.#at);
    this.#ids = moved(this.#ids);
    const fraud = new Uint8Array(needed);
    fraud.set(this.#fraud.subarray(from, to));
    this.#fraud = fraud;
    for (let column = 0; column < this.#columns.length; column++) {
      this.#columns[column] = moved(this.#columns[column]!);
    }
    this.#base = this.first;
  }
}
