/** Opens the compiled data of `deno task data`: places, networks and the domain lists. */
import { BUNDLE_FILE, type BundleSections, DamagedBundle, readBundleFile } from "./bundle_file.ts";
import { type IntervalColumns, IntervalTable } from "./interval_table.ts";
import { StringColumn } from "./string_column.ts";
import { BundledNetworks, type NetworkDictionary } from "./networks.ts";
import { BundledPlaces, type PlaceDictionary, type PlaceTable } from "./places.ts";

export interface Bundle {
  readonly places: PlaceTable;
  readonly networks: BundledNetworks;
  /** For `openDomainLists`. Null when the bundle was built without it. */
  readonly domainLists: Uint8Array | null;
  /** Identifies the data, for stored scores. */
  readonly version: string;
}

type Sections = Map<string, Uint8Array<ArrayBuffer>>;

/**
 * Reads `<dir>/winnow.bundle` into about 60 MB of memory.
 * @throws Error naming the file: missing, damaged or of another format
 */
export function openBundle(dir: string): Bundle {
  const path = `${dir.replace(/\/+$/, "")}/${BUNDLE_FILE}`;
  const { version, sections } = readBundleFile(path);
  try {
    return {
      places: new BundledPlaces(intervalsFrom(sections, "places"), {
        countries: u16(section(sections, "places.countries")),
        cities: stringsFrom(sections, "places.cities"),
      }),
      networks: new BundledNetworks(intervalsFrom(sections, "networks"), {
        asns: u32(section(sections, "networks.asns")),
        names: stringsFrom(sections, "networks.names"),
      }),
      domainLists: sections.get("domain_lists") ?? null,
      version,
    };
  } catch (error) {
    throw new DamagedBundle(`the data bundle ${path} is damaged or old: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The sections of a bundle, the reverse of `openBundle`. */
export function bundleSections(given: {
  readonly places: { readonly intervals: IntervalTable; readonly dictionary: PlaceDictionary };
  readonly networks: { readonly intervals: IntervalTable; readonly dictionary: NetworkDictionary };
  readonly domainLists: Uint8Array | null;
}): BundleSections["sections"] {
  const sections: Sections = new Map();
  const { places, networks, domainLists } = given;
  addIntervals(sections, "places", places.intervals.columns);
  sections.set("places.countries", bytesOf(places.dictionary.countries));
  addStrings(sections, "places.cities", places.dictionary.cities);
  addIntervals(sections, "networks", networks.intervals.columns);
  sections.set("networks.asns", bytesOf(networks.dictionary.asns));
  addStrings(sections, "networks.names", networks.dictionary.names);
  if (domainLists !== null) sections.set("domain_lists", bytesOf(domainLists));
  return sections;
}

function intervalsFrom(sections: BundleSections["sections"], table: string): IntervalTable {
  const column = (name: string) => section(sections, `${table}.${name}`);
  return new IntervalTable({
    v4Directory: u32(column("v4_directory")),
    v4Low: u16(column("v4_low")),
    v4Number: column("v4_number"),
    v6High: u32(column("v6_high")),
    v6Directory: u32(column("v6_directory")),
    v6Low: u32(column("v6_low")),
    v6Number: column("v6_number"),
    fine: u32(column("fine")),
  });
}

function addIntervals(sections: Sections, table: string, columns: IntervalColumns): void {
  sections.set(`${table}.v4_directory`, bytesOf(columns.v4Directory));
  sections.set(`${table}.v4_low`, bytesOf(columns.v4Low));
  sections.set(`${table}.v4_number`, bytesOf(columns.v4Number));
  sections.set(`${table}.v6_high`, bytesOf(columns.v6High));
  sections.set(`${table}.v6_directory`, bytesOf(columns.v6Directory));
  sections.set(`${table}.v6_low`, bytesOf(columns.v6Low));
  sections.set(`${table}.v6_number`, bytesOf(columns.v6Number));
  sections.set(`${table}.fine`, bytesOf(columns.fine));
}

function stringsFrom(sections: BundleSections["sections"], name: string): StringColumn {
  return new StringColumn(u32(section(sections, `${name}.offsets`)), section(sections, `${name}.text`));
}

function addStrings(sections: Sections, name: string, column: StringColumn): void {
  sections.set(`${name}.offsets`, bytesOf(column.offsets));
  sections.set(`${name}.text`, bytesOf(column.text));
}

function section(sections: BundleSections["sections"], name: string): Uint8Array<ArrayBuffer> {
  const bytes = sections.get(name);
  if (bytes === undefined) throw new Error(`section ${name} is missing`);
  return bytes;
}

function u32(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

function u16(bytes: Uint8Array<ArrayBuffer>): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
}

function bytesOf(column: Uint8Array | Uint16Array | Uint32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(column.buffer as ArrayBuffer, column.byteOffset, column.byteLength);
}
