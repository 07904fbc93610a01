/**
 * Keeps Deno KV from deleting what has not expired. Every process that opens the file deletes what has expired by the
 * machine's clock, immediately, so a clock that is wrong for a minute would cost months of scores. The file has a time of its
 * own, `until`, which the serving processes move with their clock, a little ahead of it. A trigger puts off the deletion of
 * what expires later than that. When the clock is set, `until` continues as the process's clock does; a clock that is more than
 * a day ahead of it when a process starts is believed after an hour of time that really passed. What was put off gets back
 * when it expires, as soon as the clock is believed: it is deleted later than it could be, never earlier, and in the end.
 *
 * The trigger cannot tell a deletion by the service from one by expiry, except that the service writes an entry with it, the
 * gate, for as long as its batch takes (`atomic.ts`).
 */
import type { DatabaseSync } from "node:sqlite";
import { type Clock, CONFIRMED_MS } from "../../concurrency/clock.ts";
import { DAY_MS, HOUR_MS } from "../duration.ts";
import { keyBytes } from "../key_bytes.ts";

const EVERY_MS = 1_000;
/** How far `until` is ahead of the clock, and how close it may come before it is moved. */
const AHEAD_MS = 30_000;
const LEAST_AHEAD_MS = 20_000;
/** For how long a deletion is put off. */
const PUT_OFF_MS = HOUR_MS;
/** Entries that get back when they expire, in one look. */
const RESTORED_AT_ONCE = 2_000;
/** Another process that writes now is not waited for: the next time will do. */
const LOCK_MS = 50;

/** There only while a batch deletes entries: it is never stored, so it has no row. */
export const GATE = ["winnow-deleting"] as const;

/** The machine's clock, as the trigger asks it. */
const NOW = "(cast(strftime('%s', 'now') as integer) + 1) * 1000";
const TABLE =
  `create table if not exists winnow_clock (k integer primary key check (k = 0), until integer not null);
create table if not exists winnow_put_off (
  k blob primary key, expiration_ms integer not null, put_to integer not null
) without rowid;
create trigger if not exists winnow_held_expiry before delete on kv
when old.expiration_ms > 0
  and old.expiration_ms <= ${NOW}
  and old.expiration_ms > coalesce((select until from winnow_clock), ${Number.MAX_SAFE_INTEGER})
  and not exists (select 1 from kv where k = x'${keyBytes(GATE).toHex()}')
begin
  insert into winnow_put_off (k, expiration_ms, put_to)
  values (old.k, old.expiration_ms, ${NOW} + ${PUT_OFF_MS})
  on conflict (k) do update set
    expiration_ms = case when put_to = old.expiration_ms then expiration_ms else old.expiration_ms end,
    put_to = excluded.put_to;
  update kv set expiration_ms = ${NOW} + ${PUT_OFF_MS} where k = old.k;
  select raise(ignore);
end`;
const PUT_OFF = `select k, expiration_ms, put_to from winnow_put_off limit ${RESTORED_AT_ONCE}`;
/** Unless the entry was written since. */
const RESTORE = "update kv set expiration_ms = ? where k = ? and expiration_ms = ?";
const RESTORED = "delete from winnow_put_off where k = ?";
const READ = "select until from winnow_clock";
const WRITE =
  "insert into winnow_clock (k, until) values (0, ?) on conflict (k) do update set until = excluded.until";

interface HeldExpiryOptions {
  readonly path: string;
  readonly clock: Clock;
  /** A monotonic clock. */
  readonly steady?: () => number;
}

export class HeldExpiry {
  readonly #clock: Clock;
  readonly #steady: () => number;
  readonly #open: () => DatabaseSync;
  #until: number | null = null;
  /** The time since the machine's clock is far ahead, and when that was last looked at. */
  #heldMs = 0;
  #updatedAt: number;
  /** True: entries may have been put off. */
  #mayRestore = true;
  #timer: ReturnType<typeof setInterval> | null = null;

  /** Of a file that is open as a store of Deno KV. */
  static async open(
    { path, clock, steady = () => performance.now() }: HeldExpiryOptions,
  ): Promise<HeldExpiry> {
    const { DatabaseSync } = await import("node:sqlite");
    return new HeldExpiry(() => new DatabaseSync(path, { timeout: LOCK_MS }), clock, steady);
  }

  private constructor(open: () => DatabaseSync, clock: Clock, steady: () => number) {
    this.#open = open;
    this.#clock = clock;
    this.#steady = steady;
    this.#updatedAt = steady();
    this.#until = this.#with((database) => readUntil(database));
  }

  /** True while deletions may be put off: then the service's own need the gate. */
  get isHolding(): boolean {
    // By the clock that Deno KV goes by.
    return this.#until !== null && Date.now() > this.#until;
  }

  /** The machine's clock is where it is believed only after an hour. */
  get #isFarAhead(): boolean {
    return this.#until !== null && this.#clock.wall > this.#until + DAY_MS;
  }

  /** In a process that serves the store. */
  start(): void {
    this.update();
    this.#timer = setInterval(() => this.update(), EVERY_MS);
    Deno.unrefTimer(this.#timer);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Moves `until` with the clock. */
  update(): void {
    const steady = this.#steady();
    const passed = Math.max(0, steady - this.#updatedAt);
    this.#updatedAt = steady;
    this.#heldMs = this.#isFarAhead ? this.#heldMs + passed : 0;
    if (this.isHolding) this.#mayRestore = true;
    this.#move(this.#next());
    if (this.#mayRestore && !this.isHolding) this.#restore();
  }

  #move(next: number): void {
    if (next === this.#until) return;
    const written = this.#with((database) => {
      // What is lost with the power is written again.
      database.exec("pragma synchronous = off");
      if (this.#until === null) database.exec(TABLE);
      database.prepare(WRITE).run(next);
      return next;
    });
    if (written !== null) this.#until = written;
  }

  #next(): number {
    const { aheadMs, wall } = this.#clock;
    const until = this.#until;
    const time = Math.floor(wall - aheadMs);
    const next = time + AHEAD_MS;
    if (until === null || until > next) return next;
    const isUnconfirmed = aheadMs === 0 && time > until + DAY_MS && this.#heldMs < CONFIRMED_MS;
    return isUnconfirmed || until - time >= LEAST_AHEAD_MS ? until : next;
  }

  #restore(): void {
    const restored = this.#with((database) => {
      const rows = database.prepare(PUT_OFF).all() as {
        k: Uint8Array;
        expiration_ms: number;
        put_to: number;
      }[];
      database.exec("begin immediate");
      const [restore, done] = [database.prepare(RESTORE), database.prepare(RESTORED)];
      for (const { k, expiration_ms, put_to } of rows) {
        restore.run(expiration_ms, k, put_to);
        done.run(k);
      }
      database.exec("commit");
      return rows.length;
    });
    if (restored !== null && restored < RESTORED_AT_ONCE) this.#mayRestore = false;
  }

  /** Null when the file is locked, or cannot be written: then it is as it was, and tried again. */
  #with<T>(work: (database: DatabaseSync) => T): T | null {
    let database: DatabaseSync | null = null;
    try {
      database = this.#open();
      return work(database);
    } catch {
      return null;
    } finally {
      database?.close();
    }
  }
}

/** Null in a file that no serving process of this version has opened. */
function readUntil(database: DatabaseSync): number | null {
  const found = database.prepare("select 1 from sqlite_master where name = 'winnow_clock'").get();
  const row = found === undefined ? undefined : database.prepare(READ).get();
  return row === undefined ? null : Number(row["until"]);
}
