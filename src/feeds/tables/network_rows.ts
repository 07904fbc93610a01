/** Announced address ranges as columns: what a network table is compiled from, and what travels between threads. */
import type { Address } from "../../model/address/address.ts";
import { Uint32Buffer } from "../../model/address/uint32_buffer.ts";
import type { Words } from "../../model/address/intervals.ts";

/** One announced range, both ends included and of one family. */
export interface NetworkRange {
  readonly first: Address;
  readonly last: Address;
  readonly asn: number;
  readonly name: string;
}

/** `v4` and `v6` as in `RangeRows`; for each range the index of its autonomous system. */
export interface NetworkRows {
  readonly v4: Words;
  readonly v6: Words;
  readonly v4Systems: Words;
  readonly v6Systems: Words;
  readonly asns: Words;
  /** The name of each system, joined by line feeds. */
  readonly names: string;
}

export class NetworkRowsBuilder {
  readonly #v4 = new Uint32Buffer();
  readonly #v6 = new Uint32Buffer();
  readonly #v4Systems = new Uint32Buffer();
  readonly #v6Systems = new Uint32Buffer();
  readonly #systems = new Map<number, number>();
  readonly #names: string[] = [];

  /** AS number 0 means "not routed" and leaves a gap. The first name of a system is kept. */
  add({ first, last, asn, name }: NetworkRange): void {
    if (asn === 0) return;
    let system = this.#systems.get(asn);
    if (system === undefined) {
      system = this.#names.push(name) - 1;
      this.#systems.set(asn, system);
    }
    if (first.family === 4) {
      this.#v4.push(first.v4);
      this.#v4.push(last.v4);
      this.#v4Systems.push(system);
    } else {
      for (const word of first.v6) this.#v6.push(word);
      for (const word of last.v6) this.#v6.push(word);
      this.#v6Systems.push(system);
    }
  }

  build(): NetworkRows {
    return {
      v4: this.#v4.toArray(),
      v6: this.#v6.toArray(),
      v4Systems: this.#v4Systems.toArray(),
      v6Systems: this.#v6Systems.toArray(),
      asns: Uint32Array.from(this.#systems.keys()),
      names: this.#names.join("\n"),
    };
  }
}
