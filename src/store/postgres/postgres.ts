/**
 * The engine on a PostgreSQL server, or on any server with its protocol and SQL: one table, plain statements. A batch is one
 * statement, or one transaction that first locks the rows that it checks. Rows are always locked in the order of their keys.
 */
import { type Batch, type Engine, type Entry, type Key, type ScanOptions, StoreError } from "../engine.ts";
import { compareBytes, keyBytes, rangeBelow, successor } from "../key_bytes.ts";
import { type BatchRow, rowsOf } from "./batch_rows.ts";
import { codeOf, PostgresLink, type Row } from "./connection.ts";
import { Sweeper } from "./sweep.ts";
import {
  byteaArray,
  CLEAR_ROWS,
  entryOf,
  LOCK_ROWS,
  NOT_A_COUNTER,
  numberArray,
  prepareTable,
  READ,
  SCAN,
  WRITE,
} from "./table.ts";

/** Keys of one read. */
const KEYS_PER_GET = 2000;
/** Rows of the first page of a scan, and of the later ones. */
const ROWS_ON_FIRST_PAGE = 20;
const ROWS_PER_PAGE = 200;

export interface PostgresOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** A statement without an answer fails after this time. */
  readonly silentMs?: number;
}

/** @throws StoreError naming the server when it cannot be used */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Engine> {
  const link = new PostgresLink(url, options);
  try {
    await prepareTable(link);
  } catch (cause) {
    await link.close().catch(() => {});
    const reason = (cause as Error).message.replace(`the store ${link.name}: `, "");
    throw new StoreError(`cannot open the store ${link.name}: ${reason}`, { cause });
  }
  return new PostgresEngine(link, options.now ?? Date.now);
}

/** A check of the batch failed; nothing was applied. */
class CheckFailed extends Error {}

class PostgresEngine implements Engine {
  readonly #link: PostgresLink;
  readonly #now: () => number;
  readonly #sweeper: Sweeper;

  constructor(link: PostgresLink, now: () => number) {
    this.#link = link;
    this.#now = now;
    this.#sweeper = new Sweeper(link, now);
  }

  async get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    if (keys.length === 0) return [];
    const names = keys.map(keyBytes);
    const found = new Map<string, Entry>();
    for (let from = 0; from < names.length; from += KEYS_PER_GET) {
      const page = byteaArray(names.slice(from, from + KEYS_PER_GET));
      const { rows } = await this.#link.query(READ, [page, this.#now()]);
      for (const row of rows) found.set((row.key as Uint8Array).toHex(), entryOf(row));
    }
    return names.map((name) => found.get(name.toHex()) ?? null);
  }

  async *scan(prefix: Key, options: ScanOptions = {}): AsyncIterable<Entry> {
    const below = rangeBelow(prefix);
    let from = options.start === undefined ? below.from : keyBytes(options.start);
    let to = options.end === undefined ? below.to : keyBytes(options.end);
    const statement = options.reverse ? SCAN.backward : SCAN.forward;
    let left = options.limit ?? Infinity;
    for (let page = ROWS_ON_FIRST_PAGE; left > 0; page = ROWS_PER_PAGE) {
      const wanted = Math.min(page, left);
      const { rows } = await this.#link.query(statement, [from, to, this.#now(), wanted]);
      for (const row of rows) yield entryOf(row);
      if (rows.length < wanted) return;
      left -= rows.length;
      const last = rows.at(-1)!.key as Uint8Array;
      if (options.reverse) to = last;
      else from = successor(last);
    }
  }

  async commit(batch: Batch): Promise<string | null> {
    const { rows, emptied } = rowsOf(batch);
    const checks = checksOf(batch);
    const held = [...checks.values().map(({ key }) => key), ...emptied].sort(compareBytes);
    const version = newVersion();
    const now = String(this.#now());
    const values = rows.length === 0 ? null : [...columnsOf(rows), version, now];
    try {
      if (held.length === 0) {
        if (values !== null) await this.#link.query(WRITE, values);
        return version;
      }
      return await this.#link.transaction("isolation level read committed", async (run) => {
        const { rows: found } = await run(LOCK_ROWS, [byteaArray(distinct(held))]);
        if (!agree(found, checks, Number(now))) throw new CheckFailed();
        if (emptied.length > 0) await run(CLEAR_ROWS, [byteaArray(emptied)]);
        if (values !== null) await run(WRITE, values);
        return version;
      });
    } catch (error) {
      if (error instanceof CheckFailed) return null;
      if (codeOf(error) === NOT_A_COUNTER) {
        throw new TypeError("what is added to is not a counter", { cause: error });
      }
      throw error;
    }
  }

  reconnect(): void {
    this.#link.reconnect();
  }

  async close(): Promise<void> {
    await this.#sweeper.stop();
    await this.#link.close();
  }
}

interface Check {
  readonly key: Uint8Array;
  /** With more than one the batch contradicts itself, and the check fails. */
  readonly versions: ReadonlySet<string | null>;
}

function checksOf(batch: Batch): Map<string, Check> {
  const checks = new Map<string, Check>();
  for (const { key: parts, version } of batch.check ?? []) {
    const key = keyBytes(parts);
    const before = checks.get(key.toHex())?.versions ?? [];
    checks.set(key.toHex(), { key, versions: new Set([...before, version]) });
  }
  return checks;
}

/** Whether each checked key has the one version that the batch expects. */
function agree(rows: readonly Row[], checks: ReadonlyMap<string, Check>, now: number): boolean {
  return rows.every((row) => {
    const versions = checks.get((row.key as Uint8Array).toHex())?.versions;
    if (versions === undefined) return true;
    const version = Number(row.expires_at) > now ? row.version as string : null;
    return versions.size === 1 && versions.has(version);
  });
}

function columnsOf(rows: readonly BatchRow[]): string[] {
  return [
    byteaArray(rows.map(({ key }) => key)),
    numberArray(rows.map(({ kind }) => kind)),
    byteaArray(rows.map(({ value }) => value)),
    numberArray(rows.map(({ counter }) => counter)),
    numberArray(rows.map(({ expiresAt }) => expiresAt)),
  ];
}

/** Random, so that no two batches of any processes have the same one. */
function newVersion(): string {
  const [number] = crypto.getRandomValues(new BigInt64Array(1));
  return String(number! & 0x7fff_ffff_ffff_ffffn);
}

/** @param keys sorted */
function distinct(keys: readonly Uint8Array[]): Uint8Array[] {
  return keys.filter((key, index) => index === 0 || compareBytes(key, keys[index - 1]!) !== 0);
}
