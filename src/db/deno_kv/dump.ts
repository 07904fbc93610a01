/** Dumps of Deno KV: from its SQLite file, as a snapshot with expiry times; or over KV Connect, where both are missing. */
import { retryOnConflict } from "../../concurrency/retry.ts";
import type { DumpEntry, EntrySink } from "../backup/dump_entry.ts";
import { type Key, keyText, StoreError, type Value } from "../engine.ts";
import { WriteConflict } from "../failure.ts";
import { type AnyKeyspace, FOREVER } from "../keyspace.ts";
import { compareBytes, keyOf } from "../key_bytes.ts";
import type { Catalog } from "../catalog.ts";
import { deserialized } from "./serialized.ts";

const ROWS_PER_PAGE = 500;

/**
 * The rows after a key as one text: to get two blobs of each would take three times as long. Of each the lengths of key and value,
 * the encoding, when it expires (0: never), the key and the value, in hexadecimal digits. They are joined in the order of the rows
 * within, which is checked: to ask for it again would sort them once more.
 */
const PAGE = `select group_concat(
  printf('%08x%08x%08x%016x', length(k), length(v), v_encoding, max(expiration_ms, 0)) || hex(k) || hex(v), ''
) as page from (select * from kv where k > ? order by k limit ${ROWS_PER_PAGE})`;
const ROW_HEAD_BYTES = 20;

/** The column `v_encoding` of the file. */
export const ENCODING = { v8: 1, counter: 2, bytes: 3 } as const;

/** The file must be open in this process as a Deno KV store. */
export async function dumpDenoKvFile(path: string, take: EntrySink): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path, { readOnly: true, timeout: 15_000 });
  try {
    // The reads of one transaction see one snapshot.
    database.exec("begin");
    const page = database.prepare(PAGE);
    for (let after: Uint8Array = new Uint8Array();;) {
      const entries = entriesOfPage(page.get(after)!["page"] as string | null, after);
      await take(entries);
      if (entries.length < ROWS_PER_PAGE) return;
      after = entries.at(-1)!.keyBytes;
    }
  } finally {
    database.close();
  }
}

/** @param page null: it is empty @param after the key before it */
function entriesOfPage(
  page: string | null,
  after: Uint8Array,
): (DumpEntry & { readonly keyBytes: Uint8Array })[] {
  const bytes = Uint8Array.fromHex(page ?? "");
  const view = new DataView(bytes.buffer);
  const entries = [];
  let before = after;
  for (let at = 0; at < bytes.length;) {
    const [encoding, expiry] = [view.getUint32(at + 8), Number(view.getBigUint64(at + 12))];
    const start = at + ROW_HEAD_BYTES;
    const middle = start + view.getUint32(at);
    at = middle + view.getUint32(at + 4);
    const keyBytes = bytes.subarray(start, middle);
    if (compareBytes(before, keyBytes) >= 0) throw new StoreError("SQLite joined rows out of their order");
    before = keyBytes;
    entries.push({
      key: keyOf(keyBytes),
      keyBytes,
      value: valueOf(encoding, bytes.subarray(middle, at)),
      counter: encoding === ENCODING.counter,
      expiresAt: expiry > 0 ? expiry : null,
    });
  }
  return entries;
}

function valueOf(encoding: number, bytes: Uint8Array): Value {
  if (encoding === ENCODING.bytes) return bytes;
  if (encoding === ENCODING.v8) return deserialized(bytes);
  if (encoding === ENCODING.counter) {
    return Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
  }
  throw new StoreError(`the store holds a value with the unknown encoding ${encoding}`);
}

export async function dumpKvConnect(
  location: string,
  catalog: Catalog,
  take: EntrySink,
  now = Date.now(),
): Promise<void> {
  const kv = await Deno.openKv(location);
  try {
    const named = new Map<string, number>();
    const page: DumpEntry[] = [];
    for await (const { key, value } of kv.list({ prefix: [] }, { batchSize: ROWS_PER_PAGE })) {
      const keyspace = catalog.of(key as Key);
      const entry = entryOf(key as Key, value, keyspace, now);
      countNamed(entry, keyspace, named);
      page.push(entry);
      if (page.length === ROWS_PER_PAGE) await take(page.splice(0));
    }
    await take(page);
    const lost = [...named.values()].some((missing) => missing > 0);
    if (lost) throw new WriteConflict("rules were changed while they were read");
  } finally {
    kv.close();
  }
}

/** Repeats a dump in which rules are missing. */
export async function untilComplete<T>(dump: () => Promise<T>): Promise<T> {
  return await retryOnConflict(dump, { when: (error) => error instanceof WriteConflict, attempts: 5 });
}

/** What a value names follows it in the order of keys: each of these entries must be found. */
function countNamed(
  { key, value }: DumpEntry,
  keyspace: AnyKeyspace | null,
  missing: Map<string, number>,
): void {
  const { names } = keyspace?.row ?? {};
  if (names === undefined) return void missing.delete(keyText(key));
  const first = key[keyspace!.prefix.length]!;
  for (const name of names.of(value)) missing.set(keyText([...names.entries.prefix, first, name]), 1);
}

/** KV Connect does not return when an entry expires: it is kept for the longest time that its keyspace allows from now on. */
function entryOf(key: Key, value: unknown, keyspace: AnyKeyspace | null, now: number): DumpEntry {
  const counter = value instanceof Deno.KvU64;
  const lifetimeMs = keyspace?.lifetimeMs ?? FOREVER;
  return {
    key,
    value: counter ? Number(value.value) : value as Value,
    counter,
    expiresAt: lifetimeMs === FOREVER ? null : now + lifetimeMs,
  };
}
