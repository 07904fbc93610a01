/**
 * Makes a store what a backup holds. The file is read to its end before anything is touched. Then the store's entries and
 * the file's, both in the order of keys, are walked together: what the file does not have goes, the rest is written. While
 * that lasts the store says so, and no server starts on it; those that run load everything anew at its end. They are not
 * held up: what they write meanwhile stays, goes or is overwritten, as the walk finds it.
 */
import { BackupError } from "./backup_file.ts";
import { BackupReader } from "./backup_reader.ts";
import { isData } from "./dump.ts";
import type { Dumped } from "./dump_entry.ts";
import { type Engine, type Key, MAX_BATCH_BYTES, MAX_MUTATIONS } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";
import { countMembers } from "../cluster/peers.ts";
import { openEngine, storeName } from "../open_engine.ts";
import { RESTORING, SCHEMA_VERSION } from "../schema.ts";
import { HEAD, skipAhead } from "../cluster/change_log.ts";

export interface RestoreOptions {
  /** A path, `https://…` or `postgres://…`. */
  readonly location: string;
  /** True: what the store holds goes. */
  readonly replace: boolean;
  readonly now: () => number;
  /** Told before anything is written when processes serve the store. */
  readonly onServed?: (processes: number) => void;
  readonly onProgress?: (progress: RestoreProgress) => void;
}

export interface RestoreProgress {
  readonly phase: "checking" | "writing";
  /** Bytes of the file. */
  readonly read: number;
  readonly size: number;
}

export interface Restored {
  readonly written: number;
  readonly deleted: number;
  /** Entries whose time is over. */
  readonly expired: number;
}

/** @throws BackupError, StoreError; when the file is not whole or the store may not be replaced, nothing was changed */
export async function restore(reader: BackupReader, options: RestoreOptions): Promise<Restored> {
  const progress = (phase: RestoreProgress["phase"]) => (read: number, size: number) =>
    options.onProgress?.({ phase, read, size });
  for await (const _ of reader.entries(progress("checking")));
  const engine = await openEngine(options.location);
  try {
    if (!options.replace && await holdsData(engine)) {
      throw new BackupError(
        `the store ${storeName(options.location)} is not empty; --replace puts the backup in its place`,
      );
    }
    const processes = await countMembers(engine, options.now());
    if (processes > 0) options.onServed?.(processes);
    await engine.commit({ set: [{ key: RESTORING, value: options.now() }] });
    const restored = await merge(engine, reader.entries(progress("writing")), options.now());
    await finish(engine);
    return restored;
  } finally {
    await engine.close();
  }
}

export async function openBackup(file: string): Promise<BackupReader> {
  return await BackupReader.open(file, SCHEMA_VERSION);
}

/** A store that was only opened holds its schema. One that is half restored holds the mark of that. */
async function holdsData(engine: Engine): Promise<boolean> {
  for await (const { key } of engine.scan([])) {
    if (key[0] !== "meta" && isData(key) || key.join() === RESTORING.join()) return true;
  }
  return false;
}

async function merge(engine: Engine, entries: AsyncIterable<Dumped>, now: number): Promise<Restored> {
  const batches = new Batches(engine);
  const existing = dataKeys(engine)[Symbol.asyncIterator]();
  let there = await existing.next();
  let [written, deleted, expired] = [0, 0, 0];
  const goOn = async (until: Uint8Array | null) => {
    while (!there.done && (until === null || compareBytes(there.value.bytes, until) < 0)) {
      await batches.delete(there.value.key);
      deleted++;
      there = await existing.next();
    }
  };
  for await (const entry of entries) {
    const bytes = keyBytes(entry.key);
    await goOn(bytes);
    const same = !there.done && compareBytes(there.value.bytes, bytes) === 0;
    if (entry.expiresAt !== null && entry.expiresAt <= now) {
      expired++;
      continue; // and what has its key goes
    }
    await batches.put(entry);
    written++;
    if (same) there = await existing.next();
  }
  await goOn(null);
  await batches.flush();
  return { written, deleted, expired };
}

async function* dataKeys(engine: Engine): AsyncIterable<{ key: Key; bytes: Uint8Array }> {
  for await (const { key } of engine.scan([])) if (isData(key)) yield { key, bytes: keyBytes(key) };
}

/** The mark goes, and the change log jumps, so that every process that follows it loads everything. */
async function finish(engine: Engine): Promise<void> {
  for (;;) {
    const [head] = await engine.get([HEAD]);
    const done = await engine.commit({
      check: [{ key: HEAD, version: head?.version ?? null }],
      set: [{ key: HEAD, value: skipAhead(head) }],
      delete: [RESTORING],
    });
    if (done !== null) return;
  }
}

/** Gathers writes into batches an engine takes. */
class Batches {
  readonly #engine: Engine;
  #set: { key: Key; value: Dumped["value"]; expiresAt?: number }[] = [];
  #delete: Key[] = [];
  #add: { key: Key; by: number }[] = [];
  #bytes = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async delete(key: Key): Promise<void> {
    this.#delete.push(key);
    await this.#count(0);
  }

  async put({ key, value, counter, expiresAt }: Dumped): Promise<void> {
    if (counter) {
      this.#delete.push(key);
      this.#add.push({ key, by: value as number });
      await this.#count(16);
      return;
    }
    this.#set.push(expiresAt === null ? { key, value } : { key, value, expiresAt });
    // Deno KV keeps a text with one foreign letter with two bytes for each.
    await this.#count(value instanceof Uint8Array ? value.length : 2 * JSON.stringify(value).length);
  }

  async flush(): Promise<void> {
    if (this.#set.length + this.#delete.length === 0) return;
    const batch = { set: this.#set, delete: this.#delete, add: this.#add };
    [this.#set, this.#delete, this.#add, this.#bytes] = [[], [], [], 0];
    await this.#engine.commit(batch);
  }

  async #count(bytes: number): Promise<void> {
    this.#bytes += bytes + 100;
    const mutations = this.#set.length + this.#delete.length + this.#add.length;
    if (this.#bytes > MAX_BATCH_BYTES - 140_000 || mutations > MAX_MUTATIONS - 2) await this.flush();
  }
}
