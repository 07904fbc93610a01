/** What opens, dumps and restores a store, with the catalog of what the service stores. */
import { restore as restoreWith, type RestoreOptions } from "../../../src/db/backup/restore.ts";
import type { BackupReader } from "../../../src/db/backup/backup_reader.ts";
import type { EntrySink } from "../../../src/db/backup/dump_entry.ts";
import { dumpKvConnect as dumpKvConnectWith } from "../../../src/db/deno_kv/dump.ts";
import { openEngine as openEngineWith } from "../../../src/db/open_engine.ts";
import { dumpPostgres as dumpPostgresWith } from "../../../src/db/postgres/dump.ts";
import { openPostgres as openPostgresWith } from "../../../src/db/postgres/postgres.ts";
import { CATALOG } from "../../../src/records/index.ts";

export const openEngine = (location: string, options?: Parameters<typeof openEngineWith>[2]) =>
  openEngineWith(location, CATALOG, options);

export const openPostgres = (url: string, options?: Parameters<typeof openPostgresWith>[2]) =>
  openPostgresWith(url, CATALOG, options);

export const dumpPostgres = (url: string, take: EntrySink, now?: number) =>
  dumpPostgresWith(url, CATALOG, take, now);

export const dumpKvConnect = (location: string, take: EntrySink) =>
  dumpKvConnectWith(location, CATALOG, take);

/** @param readers a backup, or a chain, all of them with the same secret */
export const restore = (
  readers: BackupReader | readonly BackupReader[],
  { secret, ...options }: Omit<RestoreOptions, "catalog"> & { readonly secret: string | null },
) => restoreWith([readers].flat().map((reader) => ({ reader, secret })), { ...options, catalog: CATALOG });
