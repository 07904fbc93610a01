/** Opens the compiled data of `deno task data`: places, networks, the domain lists, names and carriers. */
import { BUNDLE_FILE, type BundleSections, DamagedBundle, readBundleFile } from "./bundle_file.ts";
import type { GeoLocation, Network } from "../../model/outside_facts.ts";
import type { AddressTable, CompiledTable, DictionaryColumns, TableColumns } from "./address_table.ts";
import type { IntervalColumns } from "./interval_table.ts";
import { networkTable } from "./networks.ts";
import { NO_CORRECTIONS, type PlaceCorrections } from "./place_corrections.ts";
import { placeTable } from "./places.ts";

export interface Bundle {
  readonly places: AddressTable<GeoLocation>;
  readonly networks: CompiledTable<Network>;
  /** For a refreshed city table; this one is corrected already. */
  readonly placeCorrections: PlaceCorrections;
  /** For `openDomainLists`. Null when the bundle was built without it. */
  readonly domainLists: Uint8Array | null;
  /** For `NameLists`. Empty when the bundle was built without it. */
  readonly names: Uint8Array;
  /** For `CarrierRanges`. Empty when the bundle was built without it. */
  readonly carriers: Uint8Array;
  /** Identifies the data, for stored scores. */
  readonly version: string;
}

type Sections = Map<string, Uint8Array<ArrayBuffer>>;

/**
 * Reads `<dir>/winnow.bundle` into about 60 MB of memory, in parallel with the rest of the start.
 * @throws Error naming the file: missing, damaged or of another format
 */
export async function openBundle(dir: string): Promise<Bundle> {
  const path = `${dir.replace(/\/+$/, "")}/${BUNDLE_FILE}`;
  const { version, sections } = await readBundleFile(path);
  try {
    return {
      places: placeTable({
        intervals: intervalsFrom(sections, "places"),
        dictionary: {
          keys: u16(section(sections, "places.countries")),
          ...stringsFrom(sections, "places.cities"),
        },
      }),
      networks: networkTable({
        intervals: intervalsFrom(sections, "networks"),
        dictionary: {
          keys: u32(section(sections, "networks.asns")),
          ...stringsFrom(sections, "networks.names"),
        },
      }),
      placeCorrections: u32(sections.get("places.corrections") ?? new Uint8Array(0)),
      domainLists: sections.get("domain_lists") ?? null,
      names: sections.get("names") ?? new Uint8Array(0),
      carriers: sections.get("carriers") ?? new Uint8Array(0),
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
  readonly places: TableColumns;
  readonly networks: TableColumns;
  readonly placeCorrections?: PlaceCorrections;
  readonly domainLists: Uint8Array | null;
  readonly names?: Uint8Array;
  readonly carriers?: Uint8Array;
}): BundleSections["sections"] {
  const sections: Sections = new Map();
  addTable(sections, "places", given.places, ["countries", "cities"]);
  addTable(sections, "networks", given.networks, ["asns", "names"]);
  sections.set("places.corrections", bytesOf(given.placeCorrections ?? NO_CORRECTIONS));
  if (given.domainLists !== null) sections.set("domain_lists", bytesOf(given.domainLists));
  if (given.names !== undefined) sections.set("names", bytesOf(given.names));
  if (given.carriers !== undefined) sections.set("carriers", bytesOf(given.carriers));
  return sections;
}

function addTable(
  sections: Sections,
  table: string,
  { intervals, dictionary }: TableColumns,
  [keys, texts]: readonly [string, string],
): void {
  for (const [name, column] of Object.entries(intervals)) {
    // The column v4Directory is the section v4_directory.
    const section = name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
    sections.set(`${table}.${section}`, bytesOf(column));
  }
  sections.set(`${table}.${keys}`, bytesOf(dictionary.keys));
  sections.set(`${table}.${texts}.offsets`, bytesOf(dictionary.offsets));
  sections.set(`${table}.${texts}.text`, bytesOf(dictionary.text));
}

function intervalsFrom(sections: BundleSections["sections"], table: string): IntervalColumns {
  const column = (name: string) => section(sections, `${table}.${name}`);
  return {
    v4Directory: u32(column("v4_directory")),
    v4Low: u16(column("v4_low")),
    v4Number: column("v4_number"),
    v6High: u32(column("v6_high")),
    v6Directory: u32(column("v6_directory")),
    v6Low: u32(column("v6_low")),
    v6Number: column("v6_number"),
    fine: u32(column("fine")),
  };
}

function stringsFrom(
  sections: BundleSections["sections"],
  name: string,
): Pick<DictionaryColumns, "offsets" | "text"> {
  return { offsets: u32(section(sections, `${name}.offsets`)), text: section(sections, `${name}.text`) };
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
