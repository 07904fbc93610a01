/** Compiles refreshed place and network tables in a worker; the columns that result are sent between threads. */
import type { IntervalColumns } from "./interval_table.ts";
import type { NetworkRows } from "./network_rows.ts";
import { compileNetworks, namesIn } from "./networks.ts";
import { type CityFiles, compilePlaces } from "./place_build.ts";
import { StringColumn } from "./string_column.ts";

/** A dictionary as plain columns: AS numbers or countries, and their texts. */
export interface DictionaryColumns {
  readonly keys: Uint32Array | Uint16Array;
  readonly offsets: Uint32Array;
  readonly text: Uint8Array;
}

export interface TableColumns {
  readonly intervals: IntervalColumns;
  readonly dictionary: DictionaryColumns;
}

export interface NetworkTask {
  readonly tables: readonly NetworkRows[];
  /** Better names than the tables'. */
  readonly names: DictionaryColumns;
}

export async function placeColumns(files: CityFiles): Promise<TableColumns> {
  const { intervals, dictionary: { countries, cities } } = await compilePlaces(files);
  return { intervals: intervals.columns, dictionary: columnsOf(countries, cities) };
}

export function networkColumns({ tables, names: { keys, offsets, text } }: NetworkTask): TableColumns {
  const nameOf = namesIn({ asns: Uint32Array.from(keys), names: new StringColumn(offsets, text) });
  const { intervals, dictionary: { asns, names } } = compileNetworks(tables, nameOf);
  return { intervals: intervals.columns, dictionary: columnsOf(asns, names) };
}

export function columnsOf(
  keys: Uint32Array | Uint16Array,
  { offsets, text }: StringColumn,
): DictionaryColumns {
  return { keys, offsets, text };
}
