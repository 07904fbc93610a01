/**
 * The range index: the address space of each family cut into intervals, each with the number of its meaning (which lists
 * contain it) in the meaning table. Immutable; a change rebuilds it and replaces it as a whole.
 */
import type { Address } from "../../model/address/address.ts";
import { NO_HIT, type RangeHit } from "./range_hit.ts";

/** Meaning numbers in the narrowest array that holds them. */
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

export interface V6Index {
  /** First address of each interval, ascending, 4 words each; the first is the address 0. */
  readonly firsts: Uint32Array<ArrayBuffer>;
  readonly ids: Ids;
}

/** Columns by meaning number; 0 is "in no list". Text is an index into `strings`, joined by line feeds. */
export interface MeaningTable {
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
  readonly meanings: MeaningTable;
}

export class RangeIndex {
  readonly #v4: V4Index;
  readonly #v6: V6Index;
  readonly #meanings: MeaningTable;
  readonly #strings: readonly string[];
  readonly #hits: (RangeHit | undefined)[] = [NO_HIT];

  constructor({ v4, v6, meanings }: RangeIndexData) {
    this.#v4 = v4;
    this.#v6 = v6;
    this.#meanings = meanings;
    this.#strings = meanings.strings.split("\n");
  }

  /** The number of intervals. */
  get size(): { readonly v4: number; readonly v6: number } {
    return { v4: this.#v4.ids.length, v6: this.#v6.ids.length };
  }

  lookup(address: Address): RangeHit {
    return this.hit(this.meaning(address));
  }

  meaning(address: Address): number {
    return address.family === 4 ? this.meaningOfV4(address.v4) : this.meaningOfV6(address.v6);
  }

  meaningOfV4(v4: number): number {
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

  meaningOfV6(v6: Address["v6"]): number {
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

  hit(meaning: number): RangeHit {
    return this.#hits[meaning] ??= {
      mask: this.#meanings.masks[meaning]!,
      vpnProvider: this.#text(this.#meanings.providers, meaning),
      hijackedSource: this.#text(this.#meanings.sources, meaning),
      datacenterOperator: this.#text(this.#meanings.operators, meaning),
    };
  }

  /** The place label of a relay's range, `GB|London`. */
  place(meaning: number): string | null {
    return this.#text(this.#meanings.places, meaning);
  }

  #text(column: Uint32Array, meaning: number): string | null {
    return meaning === 0 ? null : this.#strings[column[meaning]!] ?? null;
  }
}
