/** Dumps of Deno KV: of its file, as of one moment and with the times of expiry; or through its own list, without either. */
import { DAY_MS } from "../../model/duration.ts";
import { deserialize } from "node:v8";
import type { Dumped, TakeDumped } from "../backup/dump_entry.ts";
import { type Key, StoreError, type Value } from "../engine.ts";
import { keyOf } from "../key_bytes.ts";
import { RETENTION_MS } from "../commit/write_batch.ts";

const ROWS = 500;

/** How Deno KV says in its file what a value is. */
const ENCODING = { v8: 1, counter: 2, bytes: 3 } as const;

/** The file must be open in this process as a Deno KV store. */
export async function dumpDenoKvFile(path: string, take: TakeDumped): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path, { readOnly: true, timeout: 15_000 });
  try {
    // Reads of one transaction see one moment, whatever is written meanwhile.
    database.exec("begin");
    const page = database.prepare(
      `select k, v, v_encoding, expiration_ms from kv where k > ? order by k limit ${ROWS}`,
    );
    for (let after = new Uint8Array();;) {
      const rows = page.all(after);
      await take(rows.map(ofRow));
      if (rows.length < ROWS) return;
      after = rows.at(-1)!.k as Uint8Array<ArrayBuffer>;
    }
  } finally {
    database.close();
  }
}

function ofRow(row: Record<string, unknown>): Dumped {
  const expiry = Number(row.expiration_ms);
  return {
    key: keyOf(row.k as Uint8Array),
    value: valueOf(Number(row.v_encoding), row.v as Uint8Array),
    counter: Number(row.v_encoding) === ENCODING.counter,
    expiresAt: expiry > 0 ? expiry : null,
  };
}

function valueOf(encoding: number, bytes: Uint8Array): Value {
  if (encoding === ENCODING.bytes) return bytes;
  if (encoding === ENCODING.v8) return deserialize(bytes);
  if (encoding === ENCODING.counter) {
    return Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
  }
  throw new StoreError(`the store holds a value of a kind ${encoding} that this program does not know`);
}

/** Collections whose entries expire; the list does not say when. */
const EXPIRING = new Set([
  "address-label",
  "agent-activity",
  "agent-nonce",
  "label",
  "linkage",
  "mailbox_answer",
  "mailbox_due",
  "mailbox_job",
  "scores-of",
  "segment",
  "sighting",
  "transaction",
]);
/** The longest that any of them is kept; readers know better. */
const LONGEST_MS = 400 * DAY_MS;

const MAX_TRIES = 5;

export async function dumpDenoKvList(location: string, take: TakeDumped, now = Date.now()): Promise<void> {
  const kv = await Deno.openKv(location);
  try {
    const named = new Map<string, number>();
    const page: Dumped[] = [];
    for await (const { key, value } of kv.list({ prefix: [] }, { batchSize: ROWS })) {
      const entry = ofList(key as Key, value, now);
      countRules(entry, named);
      page.push(entry);
      if (page.length === ROWS) await take(page.splice(0));
    }
    await take(page);
    const lost = [...named.values()].some((missing) => missing > 0);
    if (lost) throw new RulesMoved("rules were changed while they were read");
  } finally {
    kv.close();
  }
}

/** Rules were changed during the dump, and some are missing from it. */
export class RulesMoved extends Error {
  override readonly name = "RulesMoved";
}

/** Runs a whole dump again when rules moved under it. */
export async function untilWhole<T>(dump: () => Promise<T>): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await dump();
    } catch (error) {
      if (!(error instanceof RulesMoved) || attempt === MAX_TRIES) throw error;
    }
  }
}

/** A manifest of rules names chunks, which come later in the order of keys; each must come. */
function countRules({ key, value }: Dumped, missing: Map<string, number>): void {
  if (key[0] === "rules") {
    for (const id of (value as { chunks: readonly string[] }).chunks) missing.set(`${key[1]} ${id}`, 1);
  } else if (key[0] === "rules-chunk") missing.delete(`${key[1]} ${key[2]}`);
}

function ofList(key: Key, value: unknown, now: number): Dumped {
  const counter = value instanceof Deno.KvU64;
  const lifetime = key[0] === "segment" || key[0] === "scores-of" ? RETENTION_MS : LONGEST_MS;
  return {
    key,
    value: counter ? Number(value.value) : value as Value,
    counter,
    expiresAt: EXPIRING.has(key[0]!) ? now + lifetime : null,
  };
}
