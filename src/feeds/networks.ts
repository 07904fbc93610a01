/** Who routes an address: autonomous system number and its operator's name. */
import type { Address } from "../domain/address.ts";
import { type Known, known, unknown } from "../domain/evidence.ts";
import { IntervalBuilder } from "./bundle_builder.ts";
import type { IntervalTable } from "./bundle_intervals.ts";
import { addRanges } from "./bundle_sweep.ts";
import { StringColumn } from "./bundle_strings.ts";

export interface Network {
  readonly asn: number;
  /** "" when no source names the operator. */
  readonly name: string;
}

export interface NetworkTable {
  /** `unknown("no_data")` for space that nobody announces. */
  lookup(address: Address): Known<Network>;
}

/** Systems in ascending order of number, each with its operator's name. */
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

  /** The operator's name of a system, "" when it is not in the table. */
  nameOf(asn: number): string {
    const { asns, names } = this.#dictionary;
    let from = 0;
    let to = asns.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (asns[middle]! < asn) from = middle + 1;
      else to = middle;
    }
    return asns[from] === asn ? names.at(from) : "";
  }

  #decode(number: number): Known<Network> {
    const { asns, names } = this.#dictionary;
    const asn = asns[number - 1];
    return asn === undefined ? NO_DATA : known(Object.freeze({ asn, name: names.at(number - 1) }));
  }
}

/**
 * A table from ranges in any order, for a feed that is fresher than the bundle; where two overlap, the one that starts
 * later wins. `nameOf` gives a better name than the feed's, or "" to keep the feed's.
 */
export function networksFromRanges(
  ranges: Iterable<NetworkRange>,
  nameOf: (asn: number) => string = () => "",
): BundledNetworks {
  const { intervals, dictionary } = compileNetworks(ranges, nameOf);
  return new BundledNetworks(intervals, dictionary);
}

/** The parts of a network table; the bundle stores them as they are. ASN 0 means "not routed" and leaves a gap. */
export function compileNetworks(
  ranges: Iterable<NetworkRange>,
  nameOf: (asn: number) => string = () => "",
): { intervals: IntervalTable; dictionary: NetworkDictionary } {
  const kept: NetworkRange[] = [];
  const nameByAsn = new Map<number, string>();
  for (const range of ranges) {
    if (range.asn === 0) continue;
    kept.push(range);
    if (!nameByAsn.get(range.asn)) nameByAsn.set(range.asn, nameOf(range.asn) || range.name);
  }
  const asns = Uint32Array.from(nameByAsn.keys()).sort();
  const numbers = new Map([...asns].map((asn, index) => [asn, index + 1]));
  const builder = new IntervalBuilder();
  addRanges(builder, kept.map(({ first, last, asn }) => ({ first, last, number: numbers.get(asn)! })));
  return {
    intervals: builder.build(),
    dictionary: { asns, names: StringColumn.of([...asns].map((asn) => nameByAsn.get(asn)!)) },
  };
}
