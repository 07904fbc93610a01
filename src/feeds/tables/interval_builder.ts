/** Builds an `IntervalTable` from boundaries given in ascending order. */
import { successor } from "../../model/address/address.ts";
import { Uint32Buffer } from "../../model/address/uint32_buffer.ts";
import { NONE, stepsOf, type Width, type Words } from "../../model/address/intervals.ts";
import { FINE, type IntervalColumns, IntervalTable } from "./interval_table.ts";

export class IntervalBuilder {
  readonly #v4Start = new Uint32Buffer();
  readonly #v4Number = new Uint32Buffer();
  readonly #v6: readonly Uint32Buffer[] = [0, 1, 2, 3].map(() => new Uint32Buffer());
  readonly #v6Number = new Uint32Buffer();

  /** The number applies from this address until the next mark. A mark at the same address as the one before replaces it. */
  markV4(start: number, number: number): void {
    const end = this.#v4Start.length - 1;
    if (end >= 0 && this.#v4Start.at(end) >= start) {
      if (this.#v4Start.at(end) > start) throw new Error("IPv4 ranges are not in order");
      this.#v4Number.set(end, number);
      return;
    }
    this.#v4Start.push(start);
    this.#v4Number.push(number);
  }

  /** The same for IPv6: the address as four words. */
  markV6(a: number, b: number, c: number, d: number, number: number): void {
    const [wa, wb, wc, wd] = this.#v6 as [Uint32Buffer, Uint32Buffer, Uint32Buffer, Uint32Buffer];
    const end = this.#v6Number.length - 1;
    if (end >= 0) {
      const order = (wa.at(end) - a) || (wb.at(end) - b) || (wc.at(end) - c) || (wd.at(end) - d);
      if (order > 0) throw new Error("IPv6 ranges are not in order");
      if (order === 0) {
        this.#v6Number.set(end, number);
        return;
      }
    }
    wa.push(a);
    wb.push(b);
    wc.push(c);
    wd.push(d);
    this.#v6Number.push(number);
  }

  /**
   * Marks all ranges of one family, in any order; where two overlap, the one that starts later wins.
   * @param ranges first and last address of each, both included @param width words of an address: 1 is IPv4, 4 is IPv6
   */
  addRanges(ranges: Words, numbers: Words, width: Width): void {
    const { positions, values } = stepsOf(ranges, numbers, width);
    for (const [step, value] of values.entries()) {
      const number = value === NONE ? 0 : value;
      const at = step * width;
      if (width === 1) this.markV4(positions[at]!, number);
      else this.markV6(positions[at]!, positions[at + 1]!, positions[at + 2]!, positions[at + 3]!, number);
    }
  }

  build(): IntervalTable {
    return new IntervalTable({ ...this.#buildV4(), ...this.#buildV6() });
  }

  #buildV4(): Pick<IntervalColumns, "v4Directory" | "v4Low" | "v4Number"> {
    const directory = new Uint32Array(65_537);
    const low = new Uint16Array(this.#v4Start.length);
    const numbers = new Uint8Array(this.#v4Start.length * 3);
    let kept = 0;
    let before = 0;
    let block = 0;
    for (let index = 0; index < this.#v4Start.length; index++) {
      const number = this.#v4Number.at(index);
      if (number === before) continue;
      before = number;
      const start = this.#v4Start.at(index);
      while (block < start >>> 16) directory[++block] = kept;
      low[kept] = start & 0xffff;
      pack(numbers, kept++, number);
    }
    while (block < 65_536) directory[++block] = kept;
    return { v4Directory: directory, v4Low: low.slice(0, kept), v4Number: numbers.slice(0, kept * 3) };
  }

  #buildV6(): Pick<IntervalColumns, "v6High" | "v6Directory" | "v6Low" | "v6Number" | "fine"> {
    const coarse = new CoarseRows();
    const fine = new Uint32Buffer();
    const [wa, wb, wc, wd] = this.#v6 as [Uint32Buffer, Uint32Buffer, Uint32Buffer, Uint32Buffer];
    const count = this.#v6Number.length;
    /** The first 64 bits of the next /64. */
    const next = new Uint32Array(2);
    let before = 0;
    for (let index = 0; index < count;) {
      const a = wa.at(index);
      const b = wb.at(index);
      let end = index + 1;
      while (end < count && wa.at(end) === a && wb.at(end) === b) end++;
      const startsWhole = wc.at(index) === 0 && wd.at(index) === 0;
      const first = this.#v6Number.at(index);
      if (end === index + 1 && startsWhole) {
        coarse.mark(a, b, first);
        before = first;
      } else {
        coarse.mark(a, b, FINE);
        if (!startsWhole) pushFine(fine, [a, b, 0, 0], before);
        for (let cut = index; cut < end; cut++) {
          before = this.#v6Number.at(cut);
          pushFine(fine, [a, b, wc.at(cut), wd.at(cut)], before);
        }
        if (successor([a, b], 0, next)) coarse.mark(next[0]!, next[1]!, before);
      }
      index = end;
    }
    return { ...coarse.columns(), fine: fine.toArray() };
  }
}

/** The boundaries of /64s and wider networks while they are gathered. */
class CoarseRows {
  readonly #high = new Uint32Buffer();
  readonly #low = new Uint32Buffer();
  readonly #number = new Uint32Buffer();

  mark(high: number, low: number, number: number): void {
    const end = this.#number.length - 1;
    if (end >= 0 && this.#high.at(end) === high && this.#low.at(end) === low) this.#number.set(end, number);
    else {
      this.#high.push(high);
      this.#low.push(low);
      this.#number.push(number);
    }
  }

  columns(): Pick<IntervalColumns, "v6High" | "v6Directory" | "v6Low" | "v6Number"> {
    const highs = new Uint32Buffer();
    const directory = new Uint32Buffer();
    const low = new Uint32Buffer();
    const numbers = new Uint8Array(this.#number.length * 3);
    let before = 0;
    for (let index = 0; index < this.#number.length; index++) {
      const number = this.#number.at(index);
      // Adjacent FINE rows are separate /64s but searched in the same place, so they can be merged too.
      if (number === before) continue;
      before = number;
      const high = this.#high.at(index);
      if (highs.length === 0 || highs.at(highs.length - 1) !== high) {
        highs.push(high);
        directory.push(low.length);
      }
      pack(numbers, low.length, number);
      low.push(this.#low.at(index));
    }
    directory.push(low.length);
    return {
      v6High: highs.toArray(),
      v6Directory: directory.toArray(),
      v6Low: low.toArray(),
      v6Number: numbers.slice(0, low.length * 3),
    };
  }
}

function pushFine(fine: Uint32Buffer, words: readonly number[], number: number): void {
  for (const word of words) fine.push(word);
  fine.push(number);
}

function pack(numbers: Uint8Array, index: number, number: number): void {
  numbers[index * 3] = number;
  numbers[index * 3 + 1] = number >>> 8;
  numbers[index * 3 + 2] = number >>> 16;
}
