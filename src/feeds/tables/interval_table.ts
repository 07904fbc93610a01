/**
 * Sorted, non-overlapping address intervals that each have a number: the form of the place and network tables.
 * A number is 1 to 0xfffffe and refers to a dictionary; 0 means "nothing is known from here on".
 *
 * IPv4: one directory row per /16 (`v4Directory`, 65,537 of them) and, per boundary, the low 16 bits and the number.
 * IPv6: one directory row per distinct first 32 bits of the boundaries (`v6High`, `v6Directory`) and, per boundary, the next
 * 32 bits and the number. A /64 with boundaries inside has the number FINE and its boundaries are in `fine`, five words
 * each (the address, the number). Numbers are packed in three bytes, low byte first.
 */
import { type Address, compareWords } from "../../model/address/address.ts";

export interface IntervalColumns {
  readonly v4Directory: Uint32Array;
  readonly v4Low: Uint16Array;
  readonly v4Number: Uint8Array;
  readonly v6High: Uint32Array;
  readonly v6Directory: Uint32Array;
  readonly v6Low: Uint32Array;
  readonly v6Number: Uint8Array;
  readonly fine: Uint32Array;
}

/** The number of a /64 that has boundaries inside. */
export const FINE = 0xffffff;
const FINE_WORDS = 5;

export class IntervalTable {
  readonly columns: IntervalColumns;

  /** @throws Error when the columns are inconsistent */
  constructor(columns: IntervalColumns) {
    const { v4Directory, v4Low, v4Number, v6High, v6Directory, v6Low, v6Number, fine } = columns;
    const fits = v4Directory.length === 65_537 && v4Directory[65_536] === v4Low.length &&
      v4Number.length === v4Low.length * 3 && v6Directory.length === v6High.length + 1 &&
      v6Directory[v6High.length] === v6Low.length && v6Number.length === v6Low.length * 3 &&
      fine.length % FINE_WORDS === 0;
    if (!fits) throw new Error("the columns of an interval table are inconsistent");
    this.columns = columns;
  }

  /** The number of the interval that contains the address; 0 when none does. */
  numberOf(address: Address): number {
    return address.family === 4 ? this.#numberOfV4(address.v4) : this.#numberOfV6(address.v6);
  }

  /** How many IPv4 addresses each number has. */
  v4Sizes(): Map<number, number> {
    const sizes = new Map<number, number>();
    this.eachV4((first, last, number) => {
      if (number !== 0) sizes.set(number, (sizes.get(number) ?? 0) + last - first + 1);
    });
    return sizes;
  }

  /** All IPv4 intervals from the first boundary on, in order and without gaps. */
  eachV4(visit: (first: number, last: number, number: number) => void): void {
    const { v4Directory, v4Low, v4Number } = this.columns;
    let first = 0;
    for (let block = 0, at = 0; block < 65_536; block++) {
      for (; at < v4Directory[block + 1]!; at++) {
        const start = block * 65_536 + v4Low[at]!;
        if (at > 0) visit(first, start - 1, packed(v4Number, at - 1));
        first = start;
      }
    }
    if (v4Low.length > 0) visit(first, 2 ** 32 - 1, packed(v4Number, v4Low.length - 1));
  }

  #numberOfV4(v4: number): number {
    const { v4Directory, v4Low, v4Number } = this.columns;
    const block = v4 >>> 16;
    const low = v4 & 0xffff;
    let from = v4Directory[block]!;
    let to = v4Directory[block + 1]!;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (v4Low[middle]! <= low) from = middle + 1;
      else to = middle;
    }
    return from === 0 ? 0 : packed(v4Number, from - 1);
  }

  #numberOfV6(v6: Address["v6"]): number {
    const { v6High, v6Directory, v6Low, v6Number } = this.columns;
    const [high, low] = v6;
    const block = floorIndex(v6High, 0, v6High.length, high);
    if (block < 0) return 0;
    const at = v6High[block] === high
      ? floorIndex(v6Low, v6Directory[block]!, v6Directory[block + 1]!, low)
      : v6Directory[block + 1]! - 1;
    if (at < 0) return 0;
    const number = packed(v6Number, at);
    return number === FINE ? this.#fineNumber(v6) : number;
  }

  #fineNumber(v6: Address["v6"]): number {
    const { fine } = this.columns;
    let from = 0;
    let to = fine.length / FINE_WORDS;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (compareWords(fine, middle * FINE_WORDS, v6, 0, 4) <= 0) from = middle + 1;
      else to = middle;
    }
    return from === 0 ? 0 : fine[(from - 1) * FINE_WORDS + 4]!;
  }
}

/** Index of the last value not above `wanted` in the sorted slice; `from - 1` when all are above. */
function floorIndex(values: Uint32Array, from: number, to: number, wanted: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (values[middle]! <= wanted) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function packed(numbers: Uint8Array, index: number): number {
  const at = index * 3;
  return numbers[at]! | (numbers[at + 1]! << 8) | (numbers[at + 2]! << 16);
}
