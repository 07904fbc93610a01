/** Compiling a refreshed place or network table: seconds of work, done in `tables_worker.ts` away from the thread that answers. */
import type { IntervalColumns } from "./interval_table.ts";
import { iptoasnRanges } from "./iptoasn.ts";
import { type CityFiles, compilePlaces } from "./place_build.ts";
import { StringColumn } from "./string_column.ts";
import { inOrder, RangesOutOfOrder } from "./sweep.ts";
import { compileNetworks, namesIn, type NetworkRange } from "./networks.ts";

export type TableTask =
  | { readonly kind: "places"; readonly files: CityFiles }
  | {
    readonly kind: "networks";
    readonly tables: readonly Uint8Array[];
    /** Better names than the feed's. */
    readonly names: DictionaryColumns;
  };

/** A dictionary as plain columns, which can be sent between threads: AS numbers or countries, and their texts. */
export interface DictionaryColumns {
  readonly keys: Uint32Array | Uint16Array;
  readonly offsets: Uint32Array;
  readonly text: Uint8Array;
}

export interface TableColumns {
  readonly intervals: IntervalColumns;
  readonly dictionary: DictionaryColumns;
}

export async function compileTable(task: TableTask): Promise<TableColumns> {
  if (task.kind === "places") {
    const { intervals, dictionary: { countries, cities } } = await compilePlaces(task.files);
    return { intervals: intervals.columns, dictionary: columnsOf(countries, cities) };
  }
  const { keys, offsets, text } = task.names;
  const nameOf = namesIn({ asns: Uint32Array.from(keys), names: new StringColumn(offsets, text) });
  const { intervals, dictionary } = networksIn(task.tables, nameOf);
  return { intervals: intervals.columns, dictionary: columnsOf(dictionary.asns, dictionary.names) };
}

/** The feed is in order; a mirror's may not be, and then it is gathered and sorted, which takes several times the memory. */
function networksIn(tables: readonly Uint8Array[], nameOf: (asn: number) => string) {
  try {
    return compileNetworks(rangesOf(tables), nameOf);
  } catch (error) {
    if (!(error instanceof RangesOutOfOrder)) throw error;
    return compileNetworks(inOrder(rangesOf(tables)), nameOf);
  }
}

export function columnsOf(
  keys: Uint32Array | Uint16Array,
  { offsets, text }: StringColumn,
): DictionaryColumns {
  return { keys, offsets, text };
}

function* rangesOf(tables: readonly Uint8Array[]): Generator<NetworkRange> {
  for (const table of tables) yield* iptoasnRanges(table);
}
