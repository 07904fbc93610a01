/** Writes many new entries into a file of Deno KV in one transaction, as Deno KV itself would write them. */
import type { NewEntry, Value } from "../engine.ts";
import { keyBytes } from "../key_bytes.ts";
import { ENCODING } from "./dump.ts";
import { whileLocked } from "./locked.ts";
import { serialized } from "./serialized.ts";

/** The version of the file's data, and of the rows that are written with it. */
const NEXT_VERSION = "update data_version set version = version + 1 where k = 0 returning version";
const insertOf = (rows: number) =>
  `insert into kv (k, v, v_encoding, version, seq, expiration_ms) values ${
    Array.from({ length: rows }, () => "(?, ?, ?, ?, 0, ?)").join()
  }`;
/** Rows of one statement. */
const ROWS = 50;
/** `expiration_ms` of rows that stay. */
const NEVER = -1;

/**
 * Pages that random places of an index need stay in memory. Nothing is waited for: an interrupted restore is repeated, and when it
 * ends the file is written to the disk as a whole.
 */
const FAST = "pragma cache_size = -131072; pragma synchronous = off";

/** @param path of a file that is open in this process as a Deno KV store */
export async function loadRows(path: string, entries: readonly NewEntry[]): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path);
  try {
    database.exec(FAST);
    await whileLocked(() => Promise.resolve(database.exec("begin immediate")));
    const version = database.prepare(NEXT_VERSION).get()!["version"] as number;
    const insert = database.prepare(insertOf(ROWS));
    for (let from = 0; from < entries.length; from += ROWS) {
      const rows = entries.slice(from, from + ROWS);
      const statement = rows.length === ROWS ? insert : database.prepare(insertOf(rows.length));
      statement.run(...rows.flatMap((entry) => columnsOf(entry, version)));
    }
    database.exec("commit");
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  } finally {
    database.close();
  }
}

function columnsOf(
  { key, keyBytes: known, value, counter, expiresAt }: NewEntry,
  version: number,
): (Uint8Array | number)[] {
  const [bytes, encoding] = stored(value, counter);
  return [
    known ?? keyBytes(key),
    bytes,
    encoding,
    version,
    expiresAt === null ? NEVER : Math.ceil(expiresAt),
  ];
}

function stored(value: Value, counter: boolean): [bytes: Uint8Array, encoding: number] {
  if (value instanceof Uint8Array) return [value, ENCODING.bytes];
  if (!counter) return [serialized(value), ENCODING.v8];
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value as number), true);
  return [bytes, ENCODING.counter];
}
