/** Who announces an address: the autonomous system's number and its operator's name. */
import type { Address } from "../../model/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import type { Words } from "../../model/intervals.ts";
import type { Network } from "../../model/outside_facts.ts";
import { IntervalBuilder } from "./interval_builder.ts";
import type { IntervalTable } from "./interval_table.ts";
import type { NetworkRows } from "./network_rows.ts";
import { StringColumn } from "./string_column.ts";

export interface NetworkTable {
  /** `unknown("no_data")` for space that is not announced. */
  lookup(address: Address): Known<Network>;
}

/** Autonomous systems in no particular order, each with its operator's name. */
export interface NetworkDictionary {
  readonly asns: Uint32Array;
  readonly names: StringColumn;
}

const NO_DATA = unknown("no_data");

export class BundledNetworks implements NetworkTable {
  readonly #intervals: IntervalTable;
  readonly #dictionary: NetworkDictionary;
  /** Results so far, by number; at most one per system. */
  readonly #answers: (Known<Network> | undefined)[];

  constructor(intervals: IntervalTable, dictionary: NetworkDictionary) {
    if (dictionary.asns.length !== dictionary.names.length) {
      throw new Error("the network dictionary must have as many numbers as names");
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

/** A function from AS number to its operator's name, "" when the dictionary does not have it. */
export function namesIn({ asns, names }: NetworkDictionary): (asn: number) => string {
  const places = new Map<number, number>();
  asns.forEach((asn, index) => places.set(asn, index));
  return (asn) => names.at(places.get(asn) ?? -1);
}

/**
 * The parts of a network table; the bundle stores them as they are. Where two ranges overlap, the one that starts later wins.
 * @param nameOf gives a better name than the tables', or "" to keep theirs
 */
export function compileNetworks(
  tables: readonly NetworkRows[],
  nameOf: (asn: number) => string = () => "",
): { intervals: IntervalTable; dictionary: NetworkDictionary } {
  const numbers = new Map<number, number>();
  const names: string[] = [];
  /** For each system of a table its number, counted from 1. */
  const numbersIn = ({ asns, names: own }: NetworkRows): Words => {
    const ownNames = own.split("\n");
    return asns.map((asn, index) => {
      let number = numbers.get(asn);
      if (number === undefined) {
        number = names.push(nameOf(asn) || ownNames[index]!);
        numbers.set(asn, number);
      }
      return number;
    });
  };
  const v4Numbers: Words[] = [];
  const v6Numbers: Words[] = [];
  for (const table of tables) {
    const numberOf = numbersIn(table);
    v4Numbers.push(table.v4Systems.map((system) => numberOf[system]!));
    v6Numbers.push(table.v6Systems.map((system) => numberOf[system]!));
  }
  const builder = new IntervalBuilder();
  builder.addRanges(joined(tables.map(({ v4 }) => v4)), joined(v4Numbers), 1);
  builder.addRanges(joined(tables.map(({ v6 }) => v6)), joined(v6Numbers), 4);
  return {
    intervals: builder.build(),
    dictionary: { asns: Uint32Array.from(numbers.keys()), names: StringColumn.of(names) },
  };
}

function joined(columns: readonly Words[]): Words {
  const whole = new Uint32Array(columns.reduce((sum, column) => sum + column.length, 0));
  let at = 0;
  for (const column of columns) {
    whole.set(column, at);
    at += column.length;
  }
  return whole;
}
