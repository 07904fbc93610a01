/** What is in a store at a moment, as lines that can be compared: of each entry its key, its value and when it expires. */
import { crc32 } from "node:zlib";
import { backUp } from "../../../../src/db/backup/backup.ts";
import type { DumpEntry } from "../../../../src/db/backup/dump_entry.ts";
import { unpackEntry } from "../../../../src/db/backup/file_entry.ts";
import { openBackup } from "../../../../src/db/backup/restore.ts";
import { StoreThread } from "../../../../src/db/deno_kv/store_thread.ts";
import { dumpDenoKvFile } from "../../../../src/db/deno_kv/dump.ts";
import type { Batch, Engine, Json, Key } from "../../../../src/db/engine.ts";
import { MemoryEngine } from "../../../../src/db/memory.ts";
import { fingerprintOf } from "../../../../src/app/secret.ts";
import { SECRETS } from "../../app/secrets.ts";
import type { PostgresServer } from "../../servers/postgres.ts";
import { Places } from "../../../../src/db/postgres/place.ts";
import { SHORT_KEYS, wholeKey } from "../../../../src/db/postgres/short_key.ts";
import { keyOf } from "../../../../src/db/key_bytes.ts";
import { VERSION } from "../../../../src/model/service.ts";
import { CATALOG } from "../../../../src/records/index.ts";
import { keyspaceNameOf } from "./keyspaces.ts";

/** Entries as text, by keyspace, in the order of keys. */
export type Dump = Map<string, string[]>;

/** When entries that were written expire, by their keys as text. */
type Expiries = Map<string, number | null>;

function lineOf({ key, value, counter, expiresAt }: DumpEntry): string {
  const shown = value instanceof Uint8Array ? { bytes: value.toBase64() } : value;
  return JSON.stringify([key, shown, expiresAt, ...(counter ? ["counter"] : [])]);
}

function dumpOf(entries: readonly DumpEntry[]): Dump {
  const dump: Dump = new Map();
  for (const { key, value, ...rest } of entries) {
    put(dump, key, value, (part) => lineOf({ key, value: part, ...rest }));
  }
  return dump;
}

/**
 * What changed is a line for each change: which of them were committed together, and so have one entry of the change log, is
 * nobody's promise.
 */
function put(
  dump: Dump,
  key: Key,
  value: DumpEntry["value"] | null,
  lineOf: (value: DumpEntry["value"]) => string,
) {
  const name = keyspaceNameOf(key);
  const before = dump.get(name) ?? [];
  if (name !== "change") dump.set(name, [...before, lineOf(value)]);
  else {
    const lines = (value as readonly Json[]).map((change) => lineOf(change).replace(key[3]!, "…"));
    dump.set(name, [...before, ...lines].sort());
  }
}

const textOf = (key: readonly unknown[]) => JSON.stringify(key);

/**
 * Deno KV keeps its own times of expiry, by the machine's clock: they are compared with what it was told, and what it was told
 * is dumped. In a frozen process nothing expires by the machine's clock.
 */
export function watchDenoKv(): Expiries {
  const expiries: Expiries = new Map();
  const { prototype } = Deno.AtomicOperation;
  const set = prototype.set;
  const far = 30 * 86_400_000;
  prototype.set = function (key, value, options) {
    const { expireIn } = options ?? {};
    expiries.set(textOf(key), expireIn === undefined ? null : Date.now() + expireIn);
    return set.call(this, key, value, expireIn === undefined ? options : { expireIn: expireIn + far });
  };
  // The thread that applies the journal would write by the machine's clock.
  Object.defineProperty(StoreThread.prototype, "isWorthwhile", { get: () => false });
  return expiries;
}

/** The engine in memory does not tell when an entry expires. */
export function watchMemory(): Expiries {
  const expiries: Expiries = new Map();
  const { prototype } = MemoryEngine;
  const commit = prototype.commit;
  prototype.commit = function (batch: Batch) {
    for (const { key, expiresAt } of batch.set ?? []) expiries.set(textOf(key), expiresAt ?? null);
    return commit.call(this, batch);
  };
  return expiries;
}

export async function dumpMemory(engine: Engine, expiries: Expiries): Promise<Dump> {
  const entries: DumpEntry[] = [];
  for await (const { key, value } of engine.scan([])) {
    entries.push({ key, value, counter: false, expiresAt: expiries.get(textOf(key)) ?? null });
  }
  return dumpOf(entries);
}

/** @throws when an entry expires in the file though it was not to, or the other way round */
export async function dumpDenoKv(path: string, expiries: Expiries): Promise<Dump> {
  const entries: DumpEntry[] = [];
  await dumpDenoKvFile(path, (page) => {
    entries.push(...page.map((entry) => told(entry, expiries)));
    return Promise.resolve();
  });
  return dumpOf(entries);
}

function told(entry: DumpEntry, expiries: Expiries): DumpEntry {
  const expiresAt = entry.counter ? null : expiries.get(textOf(entry.key));
  if (expiresAt === undefined || (expiresAt === null) !== (entry.expiresAt === null)) {
    throw new Error(
      `${entry.key.join(" ")} expires at ${entry.expiresAt} in the file, and was to at ${expiresAt}`,
    );
  }
  return { ...entry, expiresAt };
}

/** Of a row, as SQL: a table has whole keys, some of them stored shorter, or those of tallies. */
function keyIn(columns: readonly string[]): string | null {
  if (columns.includes("key")) return `case when key >= ${SHORT_KEYS} then ${wholeKey()} else key end`;
  return columns.includes("hash") ? new Places(CATALOG.rows).tallies!.key : null;
}

/** Whether the stored key is not the whole one, which is shown anyway. */
function hasShort(key: string | undefined): boolean {
  return key === undefined || key.startsWith("\\xf");
}

/** The rows of all tables as they are, each with the table's name; deleted ones are left out. */
export async function dumpPostgres(server: PostgresServer, database: string): Promise<Dump> {
  const tables = (await server.sql(
    database,
    "select table_name from information_schema.tables where table_schema = current_schema() " +
      "and table_name like 'winnow_%' order by 1",
  )).split("\n");
  const rows: { readonly key: Key; readonly hex: string; readonly line: string }[] = [];
  for (const table of tables) {
    const columns = (await server.sql(
      database,
      `select column_name from information_schema.columns where table_name = '${table}' and column_name <> 'version' order by 1`,
    )).split("\n");
    const key = keyIn(columns);
    if (key === null) continue;
    const alive = columns.includes("expires_at") ? "where expires_at > 0" : "";
    const text = await server.sql(
      database,
      `select encode(${key}, 'hex') || ' ' || row_to_json(t) from (select ${
        columns.join(", ")
      } from ${table} ${alive}) as t`,
    );
    for (const line of text === "" ? [] : text.split("\n")) {
      const [hex] = line.split(" ", 1) as [string];
      rows.push({ hex, key: keyOf(Uint8Array.fromHex(hex)), line: `${table} ${line.slice(hex.length + 1)}` });
    }
  }
  rows.sort((a, b) => a.hex < b.hex ? -1 : a.hex > b.hex ? 1 : a.line < b.line ? -1 : 1);
  const dump: Dump = new Map();
  for (const { key, line } of rows) {
    const { value: hex, ...row } = JSON.parse(line.slice(line.indexOf("{")));
    const table = line.slice(0, line.indexOf(" "));
    const isChange = keyspaceNameOf(key) === "change";
    const value = isChange
      ? JSON.parse(new TextDecoder().decode(Uint8Array.fromHex(hex.slice(2))))
      : hex ?? null;
    put(
      dump,
      key,
      value,
      (value) =>
        `${textOf(key)} ${table} ${
          JSON.stringify({ ...row, ...hasShort(row.key) ? {} : { key: "" }, value })
        }`,
    );
  }
  return dump;
}

/**
 * The frames of the journal in its files, of a process that has them open, read by their documented layout. In which order a
 * frame has its entries changes nothing: they are sorted.
 */
export async function journalOf(path: string): Promise<Dump> {
  const dump: Dump = new Map();
  for (const index of [0, 1]) {
    const bytes = await Deno.readFile(`${path}-journal-${index}`);
    const start = bytes.indexOf(0x0a) + 1;
    const header = new TextDecoder().decode(bytes.subarray(0, start));
    dump.set(`file ${index}`, [`["header"] ${JSON.stringify(header)}`, ...framesOf(bytes.subarray(start))]);
  }
  return dump;
}

/** Of each its number, its JSON and the bytes of its values. @throws when one is damaged */
function* framesOf(bytes: Uint8Array<ArrayBuffer>): Iterable<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const end = at + view.getUint32(at, true);
    if (crc32(bytes.subarray(at + 8, end)) !== view.getUint32(at + 4, true)) {
      throw new Error("a damaged frame");
    }
    const number = view.getFloat64(at + 8, true);
    let value = at + 20 + view.getUint32(at + 16, true);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(at + 20, value)));
    const sets = head.set.map((set: [Key, number, number]) => {
      const from = value;
      value += Math.max(0, set[2]);
      return JSON.stringify([...set, bytes.subarray(from, value).toBase64()]);
    }).sort();
    const [deleted, added] = [head.delete, head.add].map((list) => list.map(textOf).sort());
    yield JSON.stringify([number, Object.keys(head), sets, deleted, added, head.after]);
    at = end;
  }
}

/**
 * The plain content of an encrypted backup: the header without the version of the program, then a line for each entry, as the
 * file has them. Deno KV's times of expiry are those that it was told.
 */
export async function backupOf(
  location: string,
  folder: string,
  now: number,
  expiries?: Expiries,
): Promise<Dump> {
  const file = `${folder}/golden.backup`;
  const [key, secret] = ["a key of sixteen bytes or more", SECRETS[1]];
  await backUp({
    location,
    catalog: CATALOG,
    program: VERSION,
    file,
    key,
    now: () => now,
    secret,
    fingerprint: fingerprintOf(secret),
    include: { secret },
  });
  const reader = await openBackup(file, key);
  const entries: string[] = [];
  for await (const some of reader.entries(secret)) {
    for (const { key, value, counter, expiresAt } of some.map(unpackEntry)) {
      const expiry = expiries === undefined || expiresAt === null ? expiresAt : expiries.get(textOf(key));
      entries.push(lineOf({ key, value, counter, expiresAt: expiry ?? null }));
    }
  }
  const named = { ...reader.header, program: "", id: typeof reader.header.id, entries: entries.length };
  return new Map([["header", [`["header"] ${JSON.stringify(named)}`]], ["entries", entries]]);
}
