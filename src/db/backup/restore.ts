/**
 * Replaces the data of a store by that of a backup, or of a chain of them. The files are first read to their ends, authenticated
 * and checked entry by entry, without changing anything. Then the entries of the store and of the files are merged in the order of
 * keys: entries that the files lack are deleted, the others are written. Meanwhile the store is marked, so that no server starts on it;
 * running servers reload everything at the end. They are not stopped: what they write meanwhile may be kept, deleted or
 * overwritten.
 */
import { BackupError } from "./backup_file.ts";
import { DAY_MS } from "../duration.ts";
import { problemOf } from "./entry_check.ts";
import { BackupReader } from "./backup_reader.ts";
import { type AuthenticBackup, mergedEntries, named, requireChain } from "./chain.ts";
import type { DumpEntry } from "./dump_entry.ts";
import { type FileEntry, KIND, unpackEntry } from "./file_entry.ts";
import { type Engine, type Key, MAX_BATCH_BYTES, MAX_MUTATIONS, type SetOp } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";
import { countProcesses } from "../cluster/peers.ts";
import { openEngine, storeName } from "../open_engine.ts";
import { RESTORING, SCHEMA_VERSION } from "../schema.ts";
import { everythingChanged } from "../cluster/change_log.ts";
import { skipAhead } from "../migrations/0004_one_change_log.ts";
import type { Catalog } from "../catalog.ts";
import { retryOnConflict } from "../../concurrency/retry.ts";
import { WriteConflict } from "../failure.ts";
import { CHANGE_HEAD, COUNTED_FROM, RESTORE_MARK, SCHEMA } from "../own_rows.ts";

/** Most of one load. */
const LOAD_BYTES = 8_000_000;
const LOAD_ENTRIES = 20_000;

export interface RestoreOptions {
  /** A path, `https://…` or `postgres://…`. */
  readonly location: string;
  readonly catalog: Catalog;
  /** True: existing data is deleted. */
  readonly replace: boolean;
  readonly now: () => number;
  /** Called before anything is written if processes serve the store. */
  readonly onServed?: (processes: number) => void;
  readonly onProgress?: (progress: RestoreProgress) => void;
}

interface RestoreProgress {
  readonly phase: "checking" | "writing";
  /** Bytes of the files. */
  readonly read: number;
  readonly size: number;
}

interface Restored {
  readonly written: number;
  readonly deleted: number;
  /** Entries of the backup that have expired since. */
  readonly expired: number;
}

/**
 * @param chain a whole backup, and files that continue it
 * @throws BackupError, StoreError; nothing was changed if a file is incomplete or the store may not be replaced
 */
export async function restore(chain: readonly AuthenticBackup[], options: RestoreOptions): Promise<Restored> {
  const progress = (phase: RestoreProgress["phase"]) => (read: number, size: number) =>
    options.onProgress?.({ phase, read, size });
  const { catalog } = options;
  requireChain(chain.map(({ reader }) => reader));
  for (const backup of chain) {
    const checking = () => check(backup, options, progress("checking"));
    await (chain.length === 1 ? checking() : named(backup.reader.name, checking));
  }
  const engine = await openEngine(options.location, catalog);
  try {
    const holds = await holdsData(engine, catalog);
    if (!options.replace && holds) {
      throw new BackupError(
        `the store ${storeName(options.location)} is not empty; --replace replaces its data by the backup`,
      );
    }
    const processes = await countProcesses(engine, options.now());
    if (processes > 0) options.onServed?.(processes);
    await engine.commit({ set: [{ key: RESTORING, value: options.now() }] });
    const alone = !holds && processes === 0;
    const entries = mergedEntries(chain, progress("writing"));
    const restored = await merge(engine, catalog, entries, options.now(), alone);
    await finish(engine);
    return restored;
  } finally {
    await engine.close();
  }
}

/** @throws BackupError naming the first entry that does not belong into a store, or what is wrong with the file */
async function check(
  { reader, secret }: AuthenticBackup,
  { catalog, now }: RestoreOptions,
  onRead: (read: number, size: number) => void,
): Promise<void> {
  const { madeAt, header } = reader;
  if (madeAt > now() + DAY_MS) throw new BackupError(`it was made in the future, at ${header.made_at}`);
  let problem: string | null = null;
  for await (const entries of reader.entries(secret, onRead)) {
    for (const entry of entries) {
      if (entry.kind === KIND.deleted && header.continues !== undefined) continue;
      problem ??= problemOf(catalog, unpackEntry(entry), madeAt);
    }
  }
  // Only now: of a file that was changed, that it was changed matters more.
  if (problem !== null) throw new BackupError(problem);
}

/** @param key of an encrypted file */
export async function openBackup(file: string, key: string | null = null): Promise<BackupReader> {
  return await BackupReader.open(file, SCHEMA_VERSION, key);
}

/** An empty store that was opened once holds its schema, and since when it counts. The mark of an interrupted restore counts as data. */
async function holdsData(engine: Engine, catalog: Catalog): Promise<boolean> {
  for await (const { key } of engine.scan([])) {
    const keyspace = catalog.of(key);
    const isNew = keyspace === SCHEMA || keyspace === COUNTED_FROM;
    if (catalog.isData(key) ? !isNew : keyspace === RESTORE_MARK) return true;
  }
  return false;
}

/** @param alone true: the store holds no data, and no process serves it */
async function merge(
  engine: Engine,
  catalog: Catalog,
  entries: AsyncIterable<readonly FileEntry[]>,
  now: number,
  alone: boolean,
): Promise<Restored> {
  const batches = new Batches(engine);
  const load = alone ? engine.load?.bind(engine) : undefined;
  const loads = load === undefined ? null : new Loads(load);
  const existing = dataKeys(engine, catalog)[Symbol.asyncIterator]();
  let current = await existing.next();
  let [written, deleted, expired] = [0, 0, 0];
  const deleteBefore = async (end: Uint8Array | null) => {
    while (!current.done && (end === null || compareBytes(current.value.bytes, end) < 0)) {
      await batches.delete(current.value.key);
      deleted++;
      current = await existing.next();
    }
  };
  const put = async (packed: FileEntry) => {
    if (!current.done) await deleteBefore(packed.key);
    const same = !current.done && compareBytes(current.value.bytes, packed.key) === 0;
    if (packed.expiresAt !== null && packed.expiresAt <= now) {
      expired++;
      return; // an existing entry of this key is deleted in the next round
    }
    const entry = unpackEntry(packed);
    if (loads === null || same) await batches.put(entry);
    else if (loads.put(entry)) await loads.flush();
    written++;
    if (same) current = await existing.next();
  };
  for await (const some of entries) for (const entry of some) await put(entry);
  await deleteBefore(null);
  await batches.flush();
  await loads?.flush();
  return { written, deleted, expired };
}

async function* dataKeys(engine: Engine, catalog: Catalog): AsyncIterable<{ key: Key; bytes: Uint8Array }> {
  for await (const { key } of engine.scan([])) if (catalog.isData(key)) yield { key, bytes: keyBytes(key) };
}

/** Removes the mark, and every process that follows the change log reloads everything. */
async function finish(engine: Engine): Promise<void> {
  const headKey = CHANGE_HEAD.key();
  await retryOnConflict(async () => {
    const [head] = await engine.get([headKey]);
    const version = await engine.commit({
      check: [{ key: headKey, version: head?.version ?? null }],
      set: [
        everythingChanged(crypto.randomUUID(), Date.now()),
        ...head ? [CHANGE_HEAD.set(headKey, skipAhead(head))] : [],
        // A backup of an earlier version brought its number along.
        SCHEMA.set(SCHEMA.key(), SCHEMA_VERSION),
      ],
      delete: [RESTORING],
    });
    if (version === null) throw new WriteConflict("the change log kept changing");
  }, { when: (error) => error instanceof WriteConflict, attempts: Infinity });
}

/** Collects new entries to be loaded together. */
class Loads {
  readonly #load: NonNullable<Engine["load"]>;
  #entries: DumpEntry[] = [];
  #bytes = 0;

  constructor(load: NonNullable<Engine["load"]>) {
    this.#load = load;
  }

  /** True: there are enough of them. */
  put(entry: DumpEntry): boolean {
    this.#entries.push(entry);
    this.#bytes += entry.value instanceof Uint8Array ? entry.value.length : 100;
    return this.#bytes >= LOAD_BYTES || this.#entries.length >= LOAD_ENTRIES;
  }

  async flush(): Promise<void> {
    const entries = this.#entries;
    [this.#entries, this.#bytes] = [[], 0];
    if (entries.length > 0) await this.#load(entries);
  }
}

/** Collects writes into batches of a size that an engine accepts. */
class Batches {
  readonly #engine: Engine;
  #set: SetOp[] = [];
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

  async put({ key, value, counter, expiresAt }: DumpEntry): Promise<void> {
    if (counter) {
      this.#delete.push(key);
      this.#add.push({ key, by: value as number });
      await this.#count(16);
      return;
    }
    this.#set.push(expiresAt === null ? { key, value } : { key, value, expiresAt });
    // Deno KV stores a text with one character outside Latin-1 with two bytes for each.
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
