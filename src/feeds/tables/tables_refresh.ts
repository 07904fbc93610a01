/** Place and network tables from refreshed feeds, compiled in a worker and then as compact as the bundle's. */
import type { Address } from "../../model/address.ts";
import { FeedWorkerClient } from "../worker/worker_client.ts";
import { IntervalTable } from "./interval_table.ts";
import type { NetworkRows } from "./network_rows.ts";
import { BundledNetworks, type NetworkTable } from "./networks.ts";
import type { CityFiles } from "./place_build.ts";
import { BundledPlaces, type PlaceTable } from "./places.ts";
import { StringColumn } from "./string_column.ts";
import { columnsOf } from "./table_columns.ts";

/**
 * From IPtoASN's tables. The bundle answers for a family whose table is null, and its names are kept: the feed's are terse.
 * @throws Error when the tables cannot be compiled
 */
export async function refreshedNetworks(
  v4: NetworkRows | null,
  v6: NetworkRows | null,
  bundled: BundledNetworks,
  log: (line: string) => void,
): Promise<NetworkTable> {
  const { asns, names } = bundled.dictionary;
  const tables = [v4, v6].filter((table) => table !== null);
  const { intervals, dictionary } = await inWorker(
    log,
    (worker) => worker.run("networks", { tables, names: columnsOf(asns, names) }),
  );
  const fresh = new BundledNetworks(new IntervalTable(intervals), {
    asns: Uint32Array.from(dictionary.keys),
    names: new StringColumn(dictionary.offsets, dictionary.text),
  });
  return byFamily(v4 !== null, v6 !== null, fresh, bundled);
}

/**
 * From DB-IP City Lite's files. The bundle answers for a family whose file is null.
 * @throws Error when a file is not DB-IP's
 */
export async function refreshedPlaces(
  files: CityFiles,
  bundled: PlaceTable,
  log: (line: string) => void,
): Promise<PlaceTable> {
  const { intervals, dictionary } = await inWorker(log, (worker) => worker.run("places", files));
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

/** A worker for one task: seconds of work and hundreds of megabytes, which no other task waits for and which end with it. */
async function inWorker<Result>(
  log: (line: string) => void,
  run: (worker: FeedWorkerClient) => Promise<Result>,
): Promise<Result> {
  const worker = new FeedWorkerClient(log);
  try {
    return await run(worker);
  } finally {
    worker.close();
  }
}
