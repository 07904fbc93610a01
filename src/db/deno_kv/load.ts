/** Writes many new entries into a file of Deno KV in one transaction, as Deno KV itself would write them. */
import { serialize } from "node:v8";
import type { NewEntry, Value } from "../engine.ts";
import { keyBytes } from "../key_bytes.ts";
import { ENCODING } from "./dump.ts";
import { whileLocked } from "./locked.ts";

/** The version of the file's data, and of the rows that are written with it. */
const NEXT_VERSION = "update data_version set version = version + 1 where k = 0 returning version";
const INSERT = "insert into kv (k, v, v_encoding, version, seq, expiration_ms) values (?, ?, ?, ?, 0, ?)";
/** `expiration_ms` of rows that stay. */
const NEVER = -1;

/** @param path of a file that is open in this process as a Deno KV store */
export async function loadRows(path: string, entries: readonly NewEntry[]): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path);
  try {
    await whileLocked(() => Promise.resolve(database.exec("begin immediate")));
    const version = database.prepare(NEXT_VERSION).get()!["version"] as number;
    const insert = database.prepare(INSERT);
    for (const { key, value, counter, expiresAt } of entries) {
      const [bytes, encoding] = stored(value, counter);
      insert.run(keyBytes(key), bytes, encoding, version, expiresAt === null ? NEVER : Math.ceil(expiresAt));
    }
    database.exec("commit");
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  } finally {
    database.close();
  }
}

function stored(value: Value, counter: boolean): [bytes: Uint8Array, encoding: number] {
  if (value instanceof Uint8Array) return [value, ENCODING.bytes];
  if (!counter) return [serialize(value), ENCODING.v8];
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value as number), true);
  return [bytes, ENCODING.counter];
}
