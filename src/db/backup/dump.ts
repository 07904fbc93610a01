/**
 * All data of a store in the order of keys, read while the store may be in use. On PostgreSQL and on a Deno KV file it is one
 * consistent snapshot. KV Connect has no snapshots: there only the rules of each account are consistent, or the dump fails.
 */
import { openDenoKv } from "../deno_kv/deno_kv.ts";
import { dumpDenoKvFile, dumpKvConnect } from "../deno_kv/dump.ts";
import { StoreError } from "../engine.ts";
import type { Catalog } from "../catalog.ts";
import type { EntrySink } from "./dump_entry.ts";
import { isPostgres, storeName } from "../open_engine.ts";
import { RESTORE_MARK } from "../own_rows.ts";

/** @throws StoreError when there is no store, or a restore into it was interrupted */
export async function dumpStore(location: string, catalog: Catalog, take: EntrySink): Promise<void> {
  const name = storeName(location);
  const takeData: EntrySink = async (entries) => {
    if (entries.some(({ key }) => catalog.of(key) === RESTORE_MARK)) {
      throw new StoreError(`the store ${name} holds only a part of a backup: a restore was interrupted`);
    }
    await take(entries.filter(({ key }) => catalog.isData(key)));
  };
  if (isPostgres(location)) {
    const { dumpPostgres } = await import("../postgres/dump.ts");
    await dumpPostgres(location, catalog, takeData);
  } else if (/^https?:/.test(location)) {
    await dumpKvConnect(location, catalog, takeData);
  } else {
    await requireStore(location);
    // Opened first, so that SQLite recovers what a killed process left behind.
    const engine = await openDenoKv(location);
    try {
      await dumpDenoKvFile(location, takeData);
    } finally {
      await engine.close();
    }
  }
}

/** @throws StoreError when the store is a file and there is none */
export async function requireStore(path: string): Promise<void> {
  if (isPostgres(path) || /^https?:/.test(path)) return;
  try {
    await Deno.stat(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) {
      throw new StoreError(`there is no store at ${path}`, { cause });
    }
    throw cause;
  }
}
