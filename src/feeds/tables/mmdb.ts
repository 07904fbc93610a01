/**
 * The operator's own MaxMind DB files. Two record shapes are read: flat (`country_code`, `state1`, `city`; ip-location-db)
 * and nested (`country.iso_code`, `subdivisions`, `city.names.en`; GeoIP2, GeoLite2, DB-IP), and the AS fields of all of them. A file that
 * is not a MaxMind DB is refused when it is opened; a damaged record gives `unknown("unavailable")`.
 */
import { Buffer } from "node:buffer";
import { Reader, type Response } from "mmdb-lib";
import decoderModule from "mmdb-lib/lib/decoder.js";
import type { Address } from "../../model/address/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import type { GeoLocation, Network } from "../../model/outside_facts.ts";
import type { AddressTable } from "./address_table.ts";
import { DecodeBudget } from "./decode_budget.ts";

const NO_DATA = unknown("no_data");
const DAMAGED = unknown("unavailable", "damaged record in the operator's file");
const METADATA_MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const METADATA_WINDOW = 128 * 1024;
const SEPARATOR_BYTES = 16;

/**
 * @param otherFamily used for the address family that the file does not cover (DB-IP publishes one file per family)
 * @throws Error naming the file and what is wrong with it
 */
export function openCityMmdb(
  path: string,
  otherFamily?: AddressTable<GeoLocation>,
): AddressTable<GeoLocation> {
  return mmdbTable(path, placeIn, otherFamily);
}

/** Like `openCityMmdb`, for AS number and operator. */
export function openAsnMmdb(path: string, otherFamily?: AddressTable<Network>): AddressTable<Network> {
  return mmdbTable(path, networkIn, otherFamily);
}

function mmdbTable<Fact>(
  path: string,
  factIn: (record: JsonObject) => Known<Fact>,
  otherFamily: AddressTable<Fact> | undefined,
): AddressTable<Fact> {
  const budget = new DecodeBudget();
  const { reader, covers } = openReader(path, budget);
  /** @throws Error for a damaged record */
  const read = (address: Address): JsonObject | null => {
    budget.reset();
    const record: unknown = reader.get(address.text);
    return isObject(record) ? record : null;
  };
  return {
    lookup(address) {
      if (!covers(address)) return otherFamily?.lookup(address) ?? NO_DATA;
      try {
        const record = read(address);
        return record === null ? NO_DATA : factIn(record);
      } catch {
        return DAMAGED;
      }
    },
    record(address) {
      try {
        return covers(address) ? read(address) : null;
      } catch {
        return null;
      }
    },
  };
}

interface OpenFile {
  readonly reader: Reader<Response>;
  /** False when the file is for the other family only. */
  readonly covers: (address: Address) => boolean;
}

/** @throws Error naming the file and what is wrong with it */
function openReader(path: string, budget: DecodeBudget): OpenFile {
  const bytes = readWhole(path);
  let reader: Reader<Response>;
  try {
    checkMetadata(bytes, budget);
    reader = new Reader<Response>(bytes, { cache: budget as never });
  } catch (error) {
    throw refused(path, (error as Error).message, error);
  }
  const { searchTreeSize, ipVersion, databaseType, nodeCount } = reader.metadata;
  if (!(nodeCount > 0) || !(searchTreeSize + SEPARATOR_BYTES <= bytes.length)) {
    throw refused(path, "its search tree does not fit into the file");
  }
  if (ipVersion !== 4 && ipVersion !== 6) throw refused(path, `it has IP version ${ipVersion}`);
  const sixOnly = ipVersion === 6 && /ipv6$/i.test(String(databaseType));
  return { reader, covers: ({ family }) => family === 4 ? !sixOnly : ipVersion === 6 };
}

function placeIn(record: JsonObject): Known<GeoLocation> {
  const code = text(record.country_code) ?? text(record.country) ?? text(field(record.country, "iso_code"));
  const country = code !== null && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null;
  const city = text(record.city) ?? englishName(record.city);
  if (country === null && city === null) return NO_DATA;
  const { subdivisions } = record;
  const region = text(record.state1) ?? text(record.region) ??
    englishName(Array.isArray(subdivisions) ? subdivisions[0] : null);
  return known({
    country,
    city: city === null ? null : city.replace(/(?: \([^()]*\))+$/, ""),
    ...(region === null ? {} : { region }),
  });
}

function networkIn(record: JsonObject): Known<Network> {
  const traits = isObject(record.traits) ? record.traits : record;
  const given = traits.autonomous_system_number ?? record.asn;
  const asn = typeof given === "string" ? Number(given.replace(/^AS/i, "")) : given;
  if (typeof asn !== "number" || !Number.isInteger(asn) || asn < 1 || asn > 0xffffffff) return NO_DATA;
  const name = text(traits.autonomous_system_organization) ?? text(record.as_name) ?? text(record.name);
  return known({ asn, name: name ?? "" });
}

/** A name in English, otherwise in the first language of the file. */
function englishName(value: unknown): string | null {
  const names = field(value, "names");
  return text(field(names, "en")) ?? (isObject(names) ? text(Object.values(names)[0]) : null);
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
}

/** Decodes the metadata within the budget first, because the reader decodes it without one. */
function checkMetadata(bytes: Buffer, budget: DecodeBudget): void {
  const window = bytes.subarray(Math.max(0, bytes.length - METADATA_WINDOW));
  const marker = window.lastIndexOf(METADATA_MARKER);
  if (marker < 0) throw new Error("it has no MaxMind DB metadata");
  const start = bytes.length - window.length + marker + METADATA_MARKER.length;
  budget.reset();
  new decoderModule.default(bytes, start, budget as never).decode(start);
}

function readWhole(path: string): Buffer {
  try {
    const bytes = Deno.readFileSync(path);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    throw refused(path, `it cannot be read: ${(error as Error).message}`, error);
  }
}

function refused(path: string, what: string, cause?: unknown): Error {
  return new Error(`the MMDB file ${path} is refused: ${what}`, { cause });
}
