/** Place and network tables from refreshed feeds, compiled in a worker and then as compact as the bundle's. */
import type { Address } from "../../model/address.ts";
import { IntervalTable } from "./interval_table.ts";
import type { CityFiles } from "./place_build.ts";
import { StringColumn } from "./string_column.ts";
import { BundledNetworks, type NetworkTable } from "./networks.ts";
import { BundledPlaces, type PlaceTable } from "./places.ts";
import { columnsOf, compileTable, type TableColumns, type TableTask } from "./table_columns.ts";
import type { TableReply } from "./tables_worker.ts";

/**
 * IPtoASN's tables, decompressed; null where there is none. The bundle answers for a missing family, and its names are
 * kept: the feed's are terse handles.
 * @throws Error when the tables cannot be compiled
 */
export async function refreshedNetworks(
  v4: Uint8Array | null,
  v6: Uint8Array | null,
  bundled: BundledNetworks,
): Promise<NetworkTable> {
  const { asns, names } = bundled.dictionary;
  const tables = [v4, v6].filter((table) => table !== null);
  const { intervals, dictionary } = await compileElsewhere({
    kind: "networks",
    tables,
    names: columnsOf(asns, names),
  });
  const fresh = new BundledNetworks(new IntervalTable(intervals), {
    asns: Uint32Array.from(dictionary.keys),
    names: new StringColumn(dictionary.offsets, dictionary.text),
  });
  return byFamily(v4 !== null, v6 !== null, fresh, bundled);
}

/**
 * DB-IP City Lite files; null where there is none, and the bundle answers for that family.
 * @throws Error when a file is not DB-IP's
 */
export async function refreshedPlaces(files: CityFiles, bundled: PlaceTable): Promise<PlaceTable> {
  const { intervals, dictionary } = await compileElsewhere({ kind: "places", files });
  const fresh = new BundledPlaces(new IntervalTable(intervals), {
    countries: Uint16Array.from(dictionary.keys),
    cities: new StringColumn(dictionary.offsets, dictionary.text),
  });
  return byFamily(files.v4 !== null, files.v6 !== null, fresh, bundled);
}

function byFamily<Answer>(
  v4: boolean,
  v6: boolean,
  fresh: { lookup(address: Address): Answer },
  bundled: { lookup(address: Address): Answer },
): { lookup(address: Address): Answer } {
  return {
    lookup: (address) => ((address.family === 4 ? v4 : v6) ? fresh : bundled).lookup(address),
  };
}

/** In a worker of its own, which ends with its answer; in place where workers do not start. */
async function compileElsewhere(task: TableTask): Promise<TableColumns> {
  const answer = Promise.withResolvers<TableReply | null>();
  const worker = new Worker(new URL("./tables_worker.ts", import.meta.url), {
    type: "module",
    name: "tables",
  });
  worker.onmessage = ({ data }: MessageEvent<TableReply>) => answer.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    answer.resolve(null);
  };
  try {
    worker.postMessage(task);
    const reply = await answer.promise;
    if (reply === null) return await compileTable(task);
    if ("error" in reply) throw new Error(reply.error);
    return reply.table;
  } finally {
    worker.terminate();
  }
}
