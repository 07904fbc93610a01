/** Where an address is: the place table compiled from DB-IP City Lite, with the interface that an operator's own MMDB file has too. */
import type { Address } from "../../model/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import type { Place } from "../../model/outside_facts.ts";
import type { IntervalTable } from "./interval_table.ts";
import { StringColumn } from "./string_column.ts";

export interface PlaceTable {
  /** `unknown("no_data")` where the table has no entry. The caller has handled special-purpose space before. */
  lookup(address: Address): Known<Place>;
}

const NO_DATA = unknown("no_data");

/** Distinct places, numbered from 1: `countries` has two ASCII letters per place (0 = none), `cities` its city ("" = none). */
export interface PlaceDictionary {
  readonly countries: Uint16Array;
  readonly cities: StringColumn;
}

export class BundledPlaces implements PlaceTable {
  readonly #intervals: IntervalTable;
  readonly #dictionary: PlaceDictionary;
  /** Results so far, by number; at most one per distinct place. */
  readonly #answers: (Known<Place> | undefined)[];

  constructor(intervals: IntervalTable, dictionary: PlaceDictionary) {
    if (dictionary.countries.length !== dictionary.cities.length) {
      throw new Error("the place dictionary must have as many countries as cities");
    }
    this.#intervals = intervals;
    this.#dictionary = dictionary;
    this.#answers = new Array(dictionary.countries.length + 1);
  }

  lookup(address: Address): Known<Place> {
    const number = this.#intervals.numberOf(address);
    return number === 0 ? NO_DATA : this.#answers[number] ??= this.#decode(number);
  }

  #decode(number: number): Known<Place> {
    const { countries, cities } = this.#dictionary;
    const letters = countries[number - 1];
    if (letters === undefined) return NO_DATA;
    return known(Object.freeze({
      country: letters === 0 ? null : String.fromCharCode(letters >>> 8, letters & 0xff),
      city: cities.at(number - 1) || null,
    }));
  }
}

/** Two ASCII letters as one number, 0 for anything else. */
export function countryNumber(country: string): number {
  return /^[A-Z]{2}$/.test(country) ? (country.charCodeAt(0) << 8) | country.charCodeAt(1) : 0;
}
