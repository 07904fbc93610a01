/**
 * Everything a store keeps, in the order of keys, read beside whoever uses it: as of one moment on PostgreSQL and on a Deno KV
 * file. Over KV Connect there is no such moment; there the rules of each account are still whole, or the dump is refused.
 */
import { openDenoKv } from "../deno_kv/deno_kv.ts";
import { dumpDenoKvFile, dumpDenoKvList } from "../deno_kv/dump.ts";
import { type Key, StoreError } from "../engine.ts";
import type { TakeDumped } from "./dump_entry.ts";
import { isPostgres, storeName } from "../open_engine.ts";
import { RESTORING } from "../schema.ts";

/** What belongs to the running processes, and who is signed in now: a backup must not bring back an ended session. */
const PASSING = new Set(["changes", "process", "limits", "session", "session-of"]);

/** False for what a backup leaves out and a restore leaves alone. */
export function isData(key: Key): boolean {
  return !PASSING.has(key[0]!) && !(key[0] === "meta" && key[1] !== "schema");
}

/** @throws StoreError when there is no store, or it is only half restored */
export async function dumpStore(location: string, take: TakeDumped): Promise<void> {
  const name = storeName(location);
  const takeData: TakeDumped = async (entries) => {
    if (entries.some(({ key }) => key.join() === RESTORING.join())) {
      throw new StoreError(`the store ${name} holds only a part of what an interrupted restore was to bring`);
    }
    await take(entries.filter(({ key }) => isData(key)));
  };
  if (isPostgres(location)) {
    const { dumpPostgres } = await import("../postgres/dump.ts");
    await dumpPostgres(location, takeData);
  } else if (/^https?:/.test(location)) {
    await dumpDenoKvList(location, takeData);
  } else {
    await requireFile(location);
    // Held open, so that what a killed process left behind is put in order first.
    const engine = await openDenoKv(location);
    try {
      await dumpDenoKvFile(location, takeData);
    } finally {
      await engine.close();
    }
  }
}

async function requireFile(path: string): Promise<void> {
  try {
    await Deno.stat(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) {
      throw new StoreError(`there is no store at ${path}`, { cause });
    }
    throw cause;
  }
}
