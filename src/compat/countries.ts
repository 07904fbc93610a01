/** Countries as the vendor's records describe them, from `data/countries.csv`. */
import countriesText from "../../data/countries.csv" with { type: "text" };
import { rowsOf } from "../model/table_text.ts";

interface Continent {
  readonly code: string;
  readonly geonameId: number;
  readonly name: string;
}

interface Country {
  readonly continent: Continent;
  /** The territory belongs to the European Union. */
  readonly inEuropeanUnion: boolean;
  readonly geonameId: number;
  /** In English. */
  readonly name: string;
}

/** GeoNames ids. */
const CONTINENTS: readonly Continent[] = [
  { code: "AF", geonameId: 6255146, name: "Africa" },
  { code: "AS", geonameId: 6255147, name: "Asia" },
  { code: "EU", geonameId: 6255148, name: "Europe" },
  { code: "NA", geonameId: 6255149, name: "North America" },
  { code: "SA", geonameId: 6255150, name: "South America" },
  { code: "OC", geonameId: 6255151, name: "Oceania" },
  { code: "AN", geonameId: 6255152, name: "Antarctica" },
];

const COUNTRIES: ReadonlyMap<string, Country> = readCountries(countriesText);

/** Null for a code the table does not have. @param code ISO 3166-1 alpha-2, upper case */
export function countryOf(code: string): Country | null {
  return COUNTRIES.get(code) ?? null;
}

/** Rows `country,continent,eu,geoname_id,name`; no field has quotes or commas. */
function readCountries(text: string): Map<string, Country> {
  const continents = new Map(CONTINENTS.map((continent) => [continent.code, continent]));
  return new Map(
    rowsOf(text).slice(1).map((row) => {
      const [code = "", continent = "", eu, geonameId, name = ""] = row.split(",");
      return [code, {
        continent: continents.get(continent)!,
        inEuropeanUnion: eu === "yes",
        geonameId: Number(geonameId),
        name,
      }];
    }),
  );
}
