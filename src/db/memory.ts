/**
 * The engine of `:memory:`, and of a store that ends with its process (a backtest): SQLite, in memory or in a temporary
 * file. Entries expire by the store's own clock, so a store whose clock is set keeps what a live one would keep, and no more.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { DAY_MS } from "./duration.ts";
import type { Batch, Engine, Entry, Key, LeastAndSum, ScanOptions, Value } from "./engine.ts";
import { keyBytes, keyOf, rangeBelow } from "./key_bytes.ts";

/** As Deno KV's limit. */
const MAX_VALUE_BYTES = 64 * 1024;
const KEYS_PER_PAGE = 500;
const CACHE_KIB = 4_096;

const SCHEMA = `
  PRAGMA temp.journal_mode = OFF;
  PRAGMA temp.cache_size = -${CACHE_KIB};
  CREATE TEMP TABLE entries (
    key BLOB PRIMARY KEY, value NOT NULL, version INTEGER NOT NULL, expires_at REAL, counter INTEGER NOT NULL
  );
  CREATE INDEX temp.expiring ON entries (expires_at) WHERE expires_at IS NOT NULL;
`;

interface Row {
  readonly key: Uint8Array;
  /** JSON, or bytes as they are. */
  readonly value: string | Uint8Array;
  readonly version: number;
  readonly counter: number;
}

export class MemoryEngine implements Engine {
  readonly cacheShare = 0.1;
  readonly sums = true;
  readonly #now: () => number;
  readonly #db: DatabaseSync;
  readonly #get: StatementSync;
  readonly #up: StatementSync;
  readonly #down: StatementSync;
  readonly #set: StatementSync;
  readonly #delete: StatementSync;
  readonly #expired: StatementSync;
  #versions = 0;
  #today = -Infinity;

  /** @param folder where the file is made; absent: all is in memory */
  constructor(now: () => number, folder?: string) {
    this.#now = now;
    this.#db = new DatabaseSync(":memory:");
    this.#db.exec(`${folder === undefined ? "PRAGMA temp_store = MEMORY;" : inFolder(folder)} ${SCHEMA}`);
    const [columns, alive] = [
      "SELECT key, value, version, counter FROM entries",
      "ifnull(expires_at, 9e99) > ?",
    ];
    const page = (order: string) =>
      this.#db.prepare(`${columns} WHERE key >= ? AND key < ? AND ${alive} ORDER BY key ${order} LIMIT ?`);
    this.#get = this.#db.prepare(`${columns} WHERE key = ? AND ${alive}`);
    this.#up = page("ASC");
    this.#down = page("DESC");
    this.#set = this.#db.prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?)");
    this.#delete = this.#db.prepare("DELETE FROM entries WHERE key = ?");
    this.#expired = this.#db.prepare("DELETE FROM entries WHERE expires_at <= ?");
  }

  get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    return Promise.resolve(keys.map((key) => {
      const row = this.#read(keyBytes(key));
      return row === null ? null : entryOf(row, key);
    }));
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    const { start, end, limit = Infinity, reverse = false } = options;
    const below = rangeBelow(prefix);
    let from = start === undefined ? below.from : keyBytes(start);
    let to = end === undefined ? below.to : keyBytes(end);
    for (let left = limit; left > 0;) {
      const count = Math.min(KEYS_PER_PAGE, left);
      const page = reverse ? this.#down : this.#up;
      // The columns of the statements above.
      const rows = page.all(from, to, this.#now(), count) as unknown as Row[];
      yield* rows.map((row) => entryOf(row));
      if (rows.length < count) return;
      left -= rows.length;
      const last = rows.at(-1)!.key;
      if (reverse) to = last;
      else from = Uint8Array.of(...last, 0);
      await Promise.resolve();
    }
  }

  commit(batch: Batch): Promise<string | null> {
    try {
      const version = this.#commit(batch);
      return Promise.resolve(version === null ? null : String(version));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  close(): Promise<void> {
    this.#db.close();
    return Promise.resolve();
  }

  /** Everything that can fail is done before the first write, because nothing is rolled back. */
  #commit({ check = [], set = [], delete: deleted = [], add = [], sum = [] }: Batch): number | null {
    const sets = set.map(({ key, value, expiresAt }) => ({
      key: keyBytes(key),
      value: packed(value),
      expiresAt: expiresAt ?? null,
    }));
    const deletes = deleted.map(keyBytes);
    const isSame = check.every(({ key, version }) => {
      const row = this.#read(keyBytes(key));
      return (row === null ? null : String(row.version)) === version;
    });
    if (!isSame) return null;
    for (const { key } of add) this.#requireCounter(key, set, deleted);
    const sums = sum.map(({ key, value: [least, by], expiresAt }) => {
      const bytes = keyBytes(key);
      const stored = this.#read(bytes)?.value;
      const [first, total] = stored === undefined ? [least, 0] : JSON.parse(stored as string) as LeastAndSum;
      return { key: bytes, value: packed([Math.min(first, least), total + by]), expiresAt };
    });
    const version = ++this.#versions;
    this.#db.exec("BEGIN");
    this.#expire();
    for (const { key, value, expiresAt } of [...sets, ...sums]) {
      this.#set.run(key, value, version, expiresAt, 0);
    }
    for (const key of deletes) this.#delete.run(key);
    for (const { key, by } of add) {
      const bytes = keyBytes(key);
      this.#set.run(bytes, packed(Number(this.#read(bytes)?.value ?? 0) + by), version, null, 1);
    }
    this.#db.exec("COMMIT");
    return version;
  }

  /** @throws TypeError when it is something else at the end of the batch's sets and deletes */
  #requireCounter(key: Key, set: NonNullable<Batch["set"]>, deleted: readonly Key[]): void {
    const bytes = keyBytes(key);
    const isThis = (other: Key) => bytesEqual(keyBytes(other), bytes);
    if (deleted.some(isThis)) return;
    const isSet = set.some((other) => isThis(other.key));
    if (isSet || this.#read(bytes)?.counter === 0) throw new TypeError(`${key[0]} … is not a counter`);
  }

  #read(key: Uint8Array): Row | null {
    // The columns of the statement.
    return (this.#get.get(key, this.#now()) as unknown as Row | undefined) ?? null;
  }

  /** Once a day of its clock. */
  #expire(): void {
    const today = Math.floor(this.#now() / DAY_MS);
    if (today === this.#today) return;
    this.#today = today;
    this.#expired.run(today * DAY_MS);
  }
}

/** SQLite removes the name of a temporary file as soon as it is open: its space is free when the process ends. */
function inFolder(folder: string): string {
  return `PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${folder.replaceAll("'", "''")}';`;
}

function entryOf({ key: bytes, value, version }: Row, key: Key = keyOf(bytes)): Entry {
  return { key, value: typeof value === "string" ? JSON.parse(value) : value, version: String(version) };
}

/** @throws TypeError when it is too large */
function packed(value: Value): string | Uint8Array {
  if (!(value instanceof Uint8Array)) return JSON.stringify(value);
  if (value.length > MAX_VALUE_BYTES) {
    throw new TypeError(`a value has ${value.length} bytes, at most ${MAX_VALUE_BYTES} are allowed`);
  }
  return value;
}

function bytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
