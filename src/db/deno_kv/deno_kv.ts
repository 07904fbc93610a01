/** The embedded engine: a Deno KV file (SQLite), `:memory:`, or a KV Connect URL. */
import { type Clock, setClock } from "../../concurrency/clock.ts";
import type { Distribution } from "../../concurrency/measure/distribution.ts";
import { StoreFailure } from "../failure.ts";
import { framesOf } from "./journal/frame.ts";
import { applyJournal, Journal, type LeftJournal, repairJournal } from "./journal/journal.ts";
import type { Repaired } from "./journal/recovery.ts";
import { JournaledEngine } from "./journal/journaled_engine.ts";
import { mergedFrames } from "./journal/merged_frames.ts";
import { journalPaths } from "./journal/paths.ts";
import { atomicOf, type KvTime, USUAL_TIME } from "./atomic.ts";
import { HeldExpiry } from "./held_expiry.ts";
import { loadRows } from "./load.ts";
import { whileLocked } from "./locked.ts";
import { StoreThread } from "./store_thread.ts";
import {
  type Batch,
  type Engine,
  type Entry,
  type Key,
  type ScanOptions,
  StoreError,
  type Value,
} from "../engine.ts";

/** Deno KV's limit of keys per call. */
const KEYS_PER_GET = 10;

/** Deno KV's limit of entries per read of a scan. */
const ENTRIES_PER_BATCH = 500;

/** Files up to this size are checked when they are opened (about 1 ms per MB), because Deno ends the process at a damaged page. */
const MAX_CHECKED_BYTES = 64 * 2 ** 20;

const SQLITE_MAGIC = "SQLite format 3\0";
const HEAD_BYTES = 100;

/**
 * @param log takes what to tell people about a file
 * @param clock by which entries expire
 * @throws StoreError naming the file when it is not an intact Deno KV store; the file is not changed then
 */
export async function openDenoKv(
  path: string,
  log?: (line: string) => void,
  clock: Clock = setClock(Date.now),
): Promise<Engine> {
  const isFile = path !== ":memory:" && !/^https?:/.test(path);
  // SQLite removes its other files when the last process closes the file.
  const wasOpen = isFile && await sizeOf(`${path}-shm`) > 0;
  const exists = isFile && await refuseForeignFile(path);
  try {
    // SQLite gives its other files the mode of the first one, so that one is closed to others before there is data.
    if (isFile && !exists) await makeStoreFile(path);
    if (isFile) await Promise.all(["", "-wal", "-shm"].map((end) => closeToOthers(path + end)));
    const kv = await whileLocked(() => Deno.openKv(path));
    return isFile
      ? await openJournaled(kv, path, { wasOpen, ...(log === undefined ? {} : { log }) }, clock)
      : new DenoKvEngine(kv, null);
  } catch (cause) {
    throw new StoreError(`cannot open the store ${path}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Closes the journal of a file, with what can be read of it.
 * @param check throws when the store is none of this program's
 * @throws StoreError as `openDenoKv`, and while a process uses the file
 */
export async function repairDenoKv(
  path: string,
  check: (engine: Engine) => Promise<void>,
): Promise<Repaired> {
  await refuseForeignFile(path);
  const kv = await whileLocked(() => Deno.openKv(path));
  const engine = new DenoKvEngine(kv, null, { path, time: () => USUAL_TIME, held: null });
  try {
    await check(engine);
    return await repairJournal(path, engine);
  } finally {
    await engine.close();
  }
}

async function openJournaled(kv: Deno.Kv, path: string, left: LeftJournal, clock: Clock): Promise<Engine> {
  const thread = new StoreThread(path);
  const held = mayUse(path) ? await HeldExpiry.open({ path, clock }) : null;
  const time = (): KvTime =>
    held === null ? USUAL_TIME : { aheadMs: clock.aheadMs, isHolding: held.isHolding };
  const engine = new DenoKvEngine(kv, thread, { path, time, held });
  try {
    if (!journalPaths(path).every(mayUse)) return engine;
    await applyJournal(path, engine, left);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return new JournaledEngine({
    engine,
    take: () => Journal.take(path, engine),
    apply: async (journal, frames) => {
      thread.committed(frames.length);
      if (thread.isWorthwhile) return await thread.apply(journal, frames, time());
      const read = frames.flatMap((frame) => [...framesOf(frame)]);
      for (const batch of mergedFrames(journal, read)) await engine.commit(batch);
    },
  });
}

/** Without the permission Deno would ask for it on a terminal. */
function mayUse(path: string): boolean {
  const may = (name: "read" | "write") => Deno.permissions.querySync({ name, path }).state === "granted";
  return may("read") && may("write");
}

/** Mode 600. Without the permission for a file it stays as it is: Deno would ask for it on a terminal. */
async function closeToOthers(path: string): Promise<void> {
  if (!mayUse(path)) return;
  try {
    if (((await Deno.stat(path)).mode ?? 0) & 0o077) await Deno.chmod(path, 0o600);
  } catch {
    // It does not exist, or belongs to another account, which decides who reads it.
  }
}

/**
 * Makes the file under another name first, so that a process that is killed meanwhile leaves none that is empty, and another
 * one does not find it half made. Not where the other name may not be used, or the file system has no hard links.
 */
async function makeStoreFile(path: string): Promise<void> {
  const made = `${path}.new-${Deno.pid}`;
  const makeInPlace = async () => (await whileLocked(() => Deno.openKv(path))).close();
  if (!mayUse(made)) return await makeInPlace();
  const { DatabaseSync } = await import("node:sqlite");
  try {
    // A process that was killed here may have left a second name of the store, whose file is not to be written.
    await Deno.remove(made).catch(() => {});
    await Deno.writeFile(made, new Uint8Array(), { mode: 0o600, createNew: true });
    const database = new DatabaseSync(made);
    database.exec("pragma journal_mode = wal");
    database.close();
    await Deno.link(made, path).catch(async () => {
      // It may have been made by another process meanwhile.
      if (await sizeOf(path) === 0) await makeInPlace();
    });
  } finally {
    await Deno.remove(made).catch(() => {});
  }
}

/** False when there is none. Only reads: a file that is truncated or of another program must stay as it is, for its owner to repair. */
async function refuseForeignFile(path: string): Promise<boolean> {
  const opened = await readHead(path);
  if (opened === null) return false;
  const { head, size } = opened;
  const advice = "move it away to start with an empty store, or restore a backup";
  if (head.length < HEAD_BYTES || new TextDecoder().decode(head.subarray(0, 16)) !== SQLITE_MAGIC) {
    throw new StoreError(`${path} is not a Winnow store (${size} bytes, no store header); ${advice}`);
  }
  const view = new DataView(head.buffer);
  const pageSize = view.getUint16(16) === 1 ? 65536 : view.getUint16(16);
  const pages = view.getUint32(28);
  const isShort = size % pageSize !== 0 || size < pages * pageSize;
  // A server that is writing, or was killed while it did, has the pages that are missing here in the log next to the file.
  const hasLog = isShort && await sizeOf(`${path}-wal`) > 0;
  if (pageSize < 512 || (isShort && !hasLog)) {
    throw new StoreError(
      `${path} is damaged: it should have ${pages} pages of ${pageSize} bytes, and has ${size} bytes; ${advice}`,
    );
  }
  await refuseForeignTables(path, isShort || size <= MAX_CHECKED_BYTES, advice);
  return true;
}

/** 0 when there is no such file. */
async function sizeOf(path: string): Promise<number> {
  if (Deno.permissions.querySync({ name: "read", path }).state !== "granted") return 0;
  try {
    return (await Deno.stat(path)).size;
  } catch {
    return 0;
  }
}

/** The first bytes of the file, fewer when it is shorter, and its size; null when there is no file. */
async function readHead(path: string): Promise<{ head: Uint8Array; size: number } | null> {
  try {
    using file = await Deno.open(path, { read: true });
    const { isDirectory, size } = await file.stat();
    if (isDirectory) throw new StoreError(`the store ${path} is a folder`);
    const head = new Uint8Array(HEAD_BYTES);
    return { head: head.subarray(0, await file.read(head) ?? 0), size };
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`cannot read the store ${path}: ${(cause as Error).message}`, { cause });
  }
}

/** What Deno KV makes first. */
const FIRST_TABLE = "migration_state";

/** @param check true: also checks every page */
async function refuseForeignTables(path: string, check: boolean, advice: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const tables = "select name from sqlite_master where type = 'table'";
  let isKv: boolean;
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    const names = database.prepare(tables).all().map(({ name }) => name);
    // A process that was killed while it made the store may have left it without some.
    isKv = names.includes("kv") || names.every((name) => name === FIRST_TABLE);
    const found = check ? String(Object.values(database.prepare("pragma quick_check(1)").get()!)[0]) : "ok";
    if (found !== "ok") {
      throw new Error(found.replaceAll(/\s+/g, " ").replace(/^\*+ in database main \*+ /, ""));
    }
  } catch (cause) {
    throw new StoreError(`${path} is damaged: ${(cause as Error).message}; ${advice}`, { cause });
  }
  if (!isKv) throw new StoreError(`${path} is a database of another program; ${advice}`);
}

interface StoreFile {
  readonly path: string;
  readonly time: () => KvTime;
  /** Null: this process may not read and write the file itself. */
  readonly held: HeldExpiry | null;
}

class DenoKvEngine implements Engine {
  /** Absent where there is no file, or this process may not write it itself. */
  readonly load?: NonNullable<Engine["load"]>;
  readonly #kv: Deno.Kv;
  readonly #thread: StoreThread | null;
  readonly #file: StoreFile | null;

  /** @param thread and what belongs to its file; null when it has none */
  constructor(kv: Deno.Kv, thread: StoreThread | null, file: StoreFile | null = null) {
    this.#kv = kv;
    this.#thread = thread;
    this.#file = file;
    if (file !== null && mayUse(file.path)) this.load = (entries) => loadRows(file.path, entries);
  }

  keepTime(): void {
    this.#file?.held?.start();
  }

  get steps(): number {
    return this.#thread?.steps ?? 0;
  }

  get checkpointSeconds(): Distribution | null {
    return this.#thread?.checkpointSeconds ?? null;
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    return await reading(this.#get(keys));
  }

  async #get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    if (keys.length === 1) return [toEntry(await this.#kv.get(keys[0]!))];
    const chunks: Promise<Deno.KvEntryMaybe<unknown>[]>[] = [];
    for (let from = 0; from < keys.length; from += KEYS_PER_GET) {
      chunks.push(this.#kv.getMany<unknown[]>(keys.slice(from, from + KEYS_PER_GET)));
    }
    return (await Promise.all(chunks)).flat().map(toEntry);
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    const { start, end, limit, reverse = false } = options;
    const below = start ? { prefix, start } : end ? { prefix, end } : { prefix };
    const selector = start && end ? { start, end } : below;
    // A batch is read as a whole, also when the limit is less.
    const batchSize = Math.min(ENTRIES_PER_BATCH, limit ?? ENTRIES_PER_BATCH);
    const limits = { batchSize, reverse, ...(limit === undefined ? {} : { limit }) };
    const entries = this.#kv.list(selector, limits);
    for (;;) {
      const next = await reading(entries.next());
      if (next.done) return;
      yield toEntry(next.value)!;
    }
  }

  async commit(batch: Batch): Promise<string | null> {
    try {
      const answer = await whileLocked(() =>
        atomicOf(this.#kv, batch, this.#file?.time() ?? USUAL_TIME).commit()
      );
      this.#thread?.committed();
      return answer.ok ? answer.versionstamp : null;
    } catch (cause) {
      const { message } = cause as Error;
      if (!DISK_ERROR.test(message)) throw cause;
      throw new StoreFailure(`the store cannot be written: ${message}`, { cause });
    }
  }

  async fileSizes(): Promise<Readonly<Record<string, number>>> {
    if (this.#file === null) return {};
    const { path } = this.#file;
    const files = [path, `${path}-wal`];
    // Without the permission Deno would ask for it on a terminal.
    const mayNot = (file: string) =>
      Deno.permissions.querySync({ name: "read", path: file }).state !== "granted";
    if (files.some(mayNot)) return {};
    const sizes = await Promise.all(files.map((file) => Deno.stat(file).then(({ size }) => size))).catch(() =>
      null
    );
    return sizes === null ? {} : { data: sizes[0]!, log: sizes[1]! };
  }

  async overwrite(all: boolean): Promise<void> {
    if (!all || this.#file === null || !mayUse(this.#file.path)) return;
    await this.#thread?.overwrite();
  }

  async close(): Promise<void> {
    this.#file?.held?.stop();
    await this.#thread?.close();
    this.#kv.close();
  }
}

/** @throws StoreFailure for what concerns the file */
async function reading<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    const { message } = cause as Error;
    if (!DISK_ERROR.test(message)) throw cause;
    throw new StoreFailure(`the store cannot be read: ${message}`, { cause });
  }
}

function toEntry(entry: Deno.KvEntryMaybe<unknown>): Entry | null {
  if (entry.versionstamp === null) return null;
  const value = entry.value instanceof Deno.KvU64 ? Number(entry.value.value) : (entry.value as Value);
  return { key: entry.key as Key, value, version: entry.versionstamp };
}

/** Messages of SQLite that concern the file or its disk, and not the data to be written. */
const DISK_ERROR = /disk|database is locked|SQLITE_BUSY|read-?only|unable to open|malformed/i;
