/** Place and network tables from refreshed feeds, compiled in a worker and then as compact as the bundle's. */
import type { GeoLocation, Network } from "../../model/outside_facts.ts";
import { FeedWorkerClient } from "../worker/worker_client.ts";
import type { AddressTable, CompiledTable } from "./address_table.ts";
import type { NetworkRows } from "./network_rows.ts";
import { networkTable } from "./networks.ts";
import type { PlaceCorrections } from "./place_corrections.ts";
import { type CityFiles, placeTable } from "./places.ts";

/**
 * From IPtoASN's tables. The bundle answers for a family whose table is null, and its names are kept: the feed's are terse.
 * @throws Error when the tables cannot be compiled
 */
export async function refreshedNetworks(
  v4: NetworkRows | null,
  v6: NetworkRows | null,
  bundled: CompiledTable<Network>,
  log: (line: string) => void,
): Promise<AddressTable<Network>> {
  const tables = [v4, v6].filter((table) => table !== null);
  const task = { tables, names: bundled.dictionary };
  const columns = await inWorker(log, (worker) => worker.run("networks", task));
  return byFamily(v4 !== null, v6 !== null, networkTable(columns), bundled);
}

/**
 * From DB-IP City Lite's files. The bundle answers for a family whose file is null.
 * @throws Error when a file is not DB-IP's
 */
export async function refreshedPlaces(
  files: CityFiles,
  bundled: AddressTable<GeoLocation>,
  corrections: PlaceCorrections,
  log: (line: string) => void,
): Promise<AddressTable<GeoLocation>> {
  const columns = await inWorker(log, (worker) => worker.run("places", { files, corrections }));
  return byFamily(files.v4 !== null, files.v6 !== null, placeTable(columns), bundled);
}

function byFamily<Fact>(
  v4: boolean,
  v6: boolean,
  fresh: AddressTable<Fact>,
  bundled: AddressTable<Fact>,
): AddressTable<Fact> {
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
