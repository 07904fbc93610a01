/** Who routes an address: autonomous system number and its operator's name. */
import type { Address } from "../../model/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { IntervalBuilder } from "./interval_builder.ts";
import type { IntervalTable } from "./interval_table.ts";
import { addRanges, inOrder, type NumberedRange } from "./sweep.ts";
import { StringColumn } from "./string_column.ts";

export interface Network {
  readonly asn: number;
  /** "" when no source names the operator. */
  readonly name: string;
}

export interface NetworkTable {
  /** `unknown("no_data")` for space that nobody announces. */
  lookup(address: Address): Known<Network>;
}

/** Systems in no particular order, each with its operator's name. */
export interface NetworkDictionary {
  readonly asns: Uint32Array;
  readonly names: StringColumn;
}

/** One announced range, both ends included and of one family. */
export interface NetworkRange {
  readonly first: Address;
  readonly last: Address;
  readonly asn: number;
  readonly name: string;
}

const NO_DATA = unknown("no_data");

export class BundledNetworks implements NetworkTable {
  readonly #intervals: IntervalTable;
  readonly #dictionary: NetworkDictionary;
  /** Answers already made, by number; at most one for each system. */
  readonly #answers: (Known<Network> | undefined)[];

  constructor(intervals: IntervalTable, dictionary: NetworkDictionary) {
    if (dictionary.asns.length !== dictionary.names.length) {
      throw new Error("the network dictionary has as many numbers as names");
    }
    this.#intervals = intervals;
    this.#dictionary = dictionary;
    this.#answers = new Array(dictionary.asns.length + 1);
  }

  lookup(address: Address): Known<Network> {
    const number = this.#intervals.numberOf(address);
    return number === 0 ? NO_DATA : this.#answers[number] ??= this.#decode(number);
  }

  get dictionary(): NetworkDictionary {
    return this.#dictionary;
  }

  #decode(number: number): Known<Network> {
    const { asns, names } = this.#dictionary;
    const asn = asns[number - 1];
    return asn === undefined ? NO_DATA : known(Object.freeze({ asn, name: names.at(number - 1) }));
  }
}

/** Looks up the operator's name of a system, "" when the dictionary does not have it. */
export function namesIn({ asns, names }: NetworkDictionary): (asn: number) => string {
  const places = new Map<number, number>();
  asns.forEach((asn, index) => places.set(asn, index));
  return (asn) => names.at(places.get(asn) ?? -1);
}

/** A table from ranges in any order; where two overlap, the one that starts later wins. */
export function networksFromRanges(ranges: Iterable<NetworkRange>): BundledNetworks {
  const { intervals, dictionary } = compileNetworks(inOrder(ranges));
  return new BundledNetworks(intervals, dictionary);
}

/**
 * The parts of a network table; the bundle stores them as they are. ASN 0 means "not routed" and leaves a gap. Ranges are
 * not kept while they pass. `nameOf` gives a better name than the range's, or "" to keep that.
 * @throws RangesOutOfOrder
 */
export function compileNetworks(
  ranges: Iterable<NetworkRange>,
  nameOf: (asn: number) => string = () => "",
): { intervals: IntervalTable; dictionary: NetworkDictionary } {
  const numbers = new Map<number, number>();
  const names: string[] = [];
  const builder = new IntervalBuilder();
  addRanges(builder, numbered());
  return {
    intervals: builder.build(),
    dictionary: { asns: Uint32Array.from(numbers.keys()), names: StringColumn.of(names) },
  };

  function* numbered(): Generator<NumberedRange> {
    for (const { first, last, asn, name } of ranges) {
      if (asn === 0) continue;
      let number = numbers.get(asn);
      if (number === undefined) {
        number = names.push(nameOf(asn) || name);
        numbers.set(asn, number);
      }
      yield { first, last, number };
    }
  }
}
