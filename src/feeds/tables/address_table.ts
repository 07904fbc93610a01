/** Tables from addresses to facts: places and networks. */
import type { Address } from "../../model/address/address.ts";
import type { JsonObject } from "../../model/json.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { type IntervalColumns, IntervalTable } from "./interval_table.ts";
import { StringColumn } from "./string_column.ts";

export interface AddressTable<Fact> {
  /** `unknown("no_data")` where the table has no entry. The caller has handled special-purpose space before. */
  lookup(address: Address): Known<Fact>;
  /** The whole record of an operator's own file, as it is; null where it has none or it is damaged. Other tables have none. */
  readonly record?: (address: Address) => JsonObject | null;
}

/** A compiled table: what the bundle holds, and what a worker sends. */
export interface TableColumns {
  readonly intervals: IntervalColumns;
  readonly dictionary: DictionaryColumns;
}

/** The rows that intervals refer to, numbered from 1: a key (an AS number, a country) and a text each. */
export interface DictionaryColumns {
  readonly keys: Uint32Array | Uint16Array;
  /** As in `StringColumn`. */
  readonly offsets: Uint32Array;
  readonly text: Uint8Array;
}

const NO_DATA = unknown("no_data");

export class CompiledTable<Fact> implements AddressTable<Fact> {
  readonly dictionary: DictionaryColumns;
  readonly #intervals: IntervalTable;
  readonly #texts: StringColumn;
  readonly #factOf: (key: number, text: string) => Fact;
  /** Results so far, by number; at most one per row of the dictionary. */
  readonly #answers: (Known<Fact> | undefined)[];

  /** @throws Error when the columns are inconsistent */
  constructor({ intervals, dictionary }: TableColumns, factOf: (key: number, text: string) => Fact) {
    this.#intervals = new IntervalTable(intervals);
    this.#texts = new StringColumn(dictionary.offsets, dictionary.text);
    if (dictionary.keys.length !== this.#texts.length) {
      throw new Error("a dictionary must have as many keys as texts");
    }
    this.dictionary = dictionary;
    this.#factOf = factOf;
    this.#answers = new Array(dictionary.keys.length + 1);
  }

  lookup(address: Address): Known<Fact> {
    const number = this.#intervals.numberOf(address);
    return number === 0 ? NO_DATA : this.#answers[number] ??= this.#decode(number);
  }

  /** How many IPv4 addresses each key of the dictionary has. */
  v4Sizes(): Map<number, number> {
    const sizes = new Map<number, number>();
    for (const [number, size] of this.#intervals.v4Sizes()) {
      const key = this.dictionary.keys[number - 1];
      if (key !== undefined) sizes.set(key, (sizes.get(key) ?? 0) + size);
    }
    return sizes;
  }

  #decode(number: number): Known<Fact> {
    const key = this.dictionary.keys[number - 1];
    return key === undefined ? NO_DATA : known(Object.freeze(this.#factOf(key, this.#texts.at(number - 1))));
  }
}

/** A table that collectors keep a reference to, replaced as a whole when its feed changes. */
export class SwappableTable<Fact> implements AddressTable<Fact> {
  #current: AddressTable<Fact>;

  constructor(bundled: AddressTable<Fact>) {
    this.#current = bundled;
  }

  swap(table: AddressTable<Fact>): void {
    this.#current = table;
  }

  lookup(address: Address): Known<Fact> {
    return this.#current.lookup(address);
  }

  readonly record = (address: Address): JsonObject | null => this.#current.record?.(address) ?? null;
}
