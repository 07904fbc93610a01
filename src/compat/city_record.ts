/**
 * The record of an operator's own city file: nested (GeoIP2, GeoLite2, DB-IP), which is the vendor's response already, or
 * flat (ip-location-db). A field of another type than the vendor's is left out: a file may hold anything.
 */
import { isObject, type JsonObject } from "../model/json.ts";

type Fields = Readonly<Record<string, unknown>>;
/** @returns undefined for a value that is not of the field's type */
type Reader = (value: unknown) => unknown;

export interface CityRecord {
  readonly continent: Fields;
  readonly country: Fields;
  readonly registered_country: Fields;
  readonly represented_country: Fields;
  readonly city: Fields;
  readonly subdivisions: readonly Fields[];
  readonly postal: Fields;
  readonly location: Fields;
  readonly traits: Fields;
}

const MAX_TEXT = 200;
const MAX_SUBDIVISIONS = 10;
/** `confidence` is shown by the deepest product only; the vendor's continents have none. */
const NAMED = { names, geoname_id: whole, confidence: percent };
const COUNTRY = { ...NAMED, iso_code: text, is_in_european_union: flag };
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/;

export function readCityRecord(record: JsonObject): CityRecord {
  const nested = isFlat(record) ? nestedOf(record) : record;
  const subdivisions = Array.isArray(nested.subdivisions) ? nested.subdivisions : [];
  return {
    continent: fields(nested.continent, { names, geoname_id: whole, code: text }),
    country: fields(nested.country, COUNTRY),
    registered_country: fields(nested.registered_country, COUNTRY),
    represented_country: fields(nested.represented_country, { ...COUNTRY, type: text }),
    city: fields(nested.city, NAMED),
    subdivisions: subdivisions.slice(0, MAX_SUBDIVISIONS)
      .map((one) => fields(one, { ...NAMED, iso_code: text }))
      .filter((one) => Object.keys(one).length > 0),
    postal: fields(nested.postal, { code: text, confidence: percent }),
    location: fields(nested.location, {
      latitude: within(90),
      longitude: within(180),
      accuracy_radius: whole,
      time_zone: text,
      metro_code: whole,
      population_density: whole,
      average_income: whole,
    }),
    traits: fields(nested.traits, {
      is_anycast: flag,
      is_anonymous_proxy: flag,
      is_legitimate_proxy: flag,
      is_satellite_provider: flag,
      static_ip_score: percent,
      user_count: whole,
      user_type: text,
      connection_type: text,
      domain: text,
      mobile_country_code: text,
      mobile_network_code: text,
    }),
  };
}

function isFlat(record: JsonObject): boolean {
  return [record.country_code, record.country, record.city].some((value) => typeof value === "string");
}

/** Its country and city are not repeated. */
function nestedOf(flat: JsonObject): JsonObject {
  return {
    subdivisions: [flat.state1, flat.state2].map((en) => ({ names: { en } })),
    postal: { code: flat.postcode },
    location: { latitude: flat.latitude, longitude: flat.longitude, time_zone: flat.timezone },
  };
}

function fields(value: unknown, shape: Readonly<Record<string, Reader>>): Fields {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(shape)
      .map(([name, read]) => [name, Object.hasOwn(value, name) ? read(value[name]) : undefined] as const)
      .filter(([, read]) => read !== undefined),
  );
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, MAX_TEXT) : undefined;
}

function whole(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function within(most: number): Reader {
  return (value) => typeof value === "number" && Math.abs(value) <= most ? value : undefined;
}

function percent(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 100 ? value : undefined;
}

/** A null inside `names` would break the vendor's Java client. */
function names(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const known = Object.entries(value).flatMap(([language, name]) => {
    const read = text(name);
    return read === undefined || !LANGUAGE.test(language) ? [] : [[language, read] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
