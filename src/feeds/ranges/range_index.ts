/**
 * The range index: the address space of each family cut into intervals, each with the number of its row in the classification
 * table. Immutable; a change rebuilds it and replaces it as a whole.
 *
 * It is no `IntervalTable`, whose IPv4 directory is coarser and whose numbers are packed: of 135,000 IPv4 ranges that takes 41 ns
 * for a look-up in place of 32, of 5 million as long as this, and of IPv6 ranges 0 to 20 % less (bench/range_bench.ts).
 */
import type { Address, Cidr } from "../../model/address/address.ts";
import { coverOfV4, coverOfV6 } from "../../model/address/cidr_cover.ts";
import { NO_HIT, type RangeHit } from "./range_hit.ts";

/** Numbers of classifications in the narrowest array that holds them. */
export type Ids = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export interface V4Index {
  /** The space is cut into 2^(32 - shift) blocks; for each, the last interval that begins before it, and one more entry. */
  readonly jump: Uint32Array<ArrayBuffer>;
  /** At most 16. */
  readonly shift: number;
  /** Low 16 bits of the first address of each interval. Intervals that begin in the same block ascend. */
  readonly lows: Uint16Array<ArrayBuffer>;
  readonly ids: Ids;
}

interface V6Index {
  /** First address of each interval, ascending, 4 words each; the first is the address 0. */
  readonly firsts: Uint32Array<ArrayBuffer>;
  readonly ids: Ids;
}

/** Columns by the number of a classification; 0 is "in no list". Text is an index into `strings`, joined by line feeds. */
export interface ClassificationTable {
  readonly masks: Uint8Array<ArrayBuffer>;
  readonly providers: Uint32Array<ArrayBuffer>;
  readonly operators: Uint32Array<ArrayBuffer>;
  readonly sources: Uint32Array<ArrayBuffer>;
  readonly places: Uint32Array<ArrayBuffer>;
  readonly strings: string;
}

/** The result of building the index in the worker. */
export interface RangeIndexData {
  readonly v4: V4Index;
  readonly v6: V6Index;
  readonly classifications: ClassificationTable;
}

export class RangeIndex {
  readonly #v4: V4Index;
  readonly #v6: V6Index;
  readonly #classifications: ClassificationTable;
  readonly #strings: readonly string[];
  readonly #hits: (RangeHit | undefined)[] = [NO_HIT];

  constructor({ v4, v6, classifications }: RangeIndexData) {
    this.#v4 = v4;
    this.#v6 = v6;
    this.#classifications = classifications;
    this.#strings = classifications.strings.split("\n");
  }

  /** The number of intervals. */
  get size(): { readonly v4: number; readonly v6: number } {
    return { v4: this.#v4.ids.length, v6: this.#v6.ids.length };
  }

  lookup(address: Address): RangeHit {
    return this.hit(this.classification(address));
  }

  classification(address: Address): number {
    return address.family === 4 ? this.classificationOfV4(address.v4) : this.classificationOfV6(address.v6);
  }

  classificationOfV4(v4: number): number {
    const { jump, shift, lows, ids } = this.#v4;
    const block = v4 >>> shift;
    const low16 = v4 & 0xffff;
    let low = jump[block]!;
    let high = jump[block + 1]!;
    // Read before the comparison, so that the two cache misses of a large table overlap.
    const outer = ids[low]!;
    if (low === high) return outer;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (lows[middle]! <= low16) low = middle;
      else high = middle - 1;
    }
    return ids[low]!;
  }

  classificationOfV6(v6: Address["v6"]): number {
    const { firsts, ids } = this.#v6;
    const word0 = v6[0];
    const word1 = v6[1];
    let low = 0;
    let high = ids.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const at = middle * 4;
      const first0 = firsts[at]!;
      const first1 = firsts[at + 1]!;
      const before = first0 !== word0
        ? first0 < word0
        : first1 !== word1
        ? first1 < word1
        : firsts[at + 2] !== v6[2]
        ? firsts[at + 2]! < v6[2]
        : firsts[at + 3]! <= v6[3];
      if (before) low = middle;
      else high = middle - 1;
    }
    return ids[low]!;
  }

  hit(classification: number): RangeHit {
    return this.#hits[classification] ??= {
      mask: this.#classifications.masks[classification]!,
      vpnProvider: this.#text(this.#classifications.providers, classification),
      hijackedSource: this.#text(this.#classifications.sources, classification),
      datacenterOperator: this.#text(this.#classifications.operators, classification),
    };
  }

  /** The networks of which lists with one of the bits of CATEGORY claim all addresses. */
  *networksWith(mask: number): IterableIterator<Cidr> {
    const { jump, shift, ids } = this.#v4;
    const isListed = (id: number) => (this.#classifications.masks[id]! & mask) !== 0 && id !== 0;
    let start: number | null = isListed(ids[0]!) ? 0 : null;
    for (let block = 0; block + 1 < jump.length; block++) {
      for (let interval = jump[block]! + 1; interval <= jump[block + 1]!; interval++) {
        const listed = isListed(ids[interval]!);
        if (listed === (start !== null)) continue;
        const first = this.#firstV4(block, shift, interval);
        if (start !== null) yield* coverOfV4(start, first - 1);
        start = listed ? first : null;
      }
    }
    if (start !== null) yield* coverOfV4(start, 2 ** 32 - 1);
    let start6: bigint | null = null;
    for (const [interval, id] of this.#v6.ids.entries()) {
      if (isListed(id) === (start6 !== null)) continue;
      const first = this.#firstV6(interval);
      if (start6 !== null) yield* coverOfV6(start6, first - 1n);
      start6 = isListed(id) ? first : null;
    }
    if (start6 !== null) yield* coverOfV6(start6, (1n << 128n) - 1n);
  }

  #firstV4(block: number, shift: number, interval: number): number {
    const from = block * 2 ** shift;
    return from - from % 2 ** 16 + this.#v4.lows[interval]!;
  }

  #firstV6(interval: number): bigint {
    const words = this.#v6.firsts.subarray(interval * 4, interval * 4 + 4);
    return words.reduce((value, word) => value << 32n | BigInt(word), 0n);
  }

  /** The place label of a relay's range, `GB|London`. */
  place(classification: number): string | null {
    return this.#text(this.#classifications.places, classification);
  }

  #text(column: Uint32Array, classification: number): string | null {
    return classification === 0 ? null : this.#strings[column[classification]!] ?? null;
  }
}
