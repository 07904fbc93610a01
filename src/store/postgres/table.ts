/** The one table of a PostgreSQL store: its statements, and its rows as entries. Plain SQL, so that servers of the same protocol take it too. */
import type { Entry, Value } from "../engine.ts";
import { keyOf } from "../key_bytes.ts";
import { codeOf, type PostgresLink, type Row } from "./connection.ts";

/** The column `kind`. The value of a counter is in the column `counter`. */
export const KIND = { json: 0, bytes: 1, counter: 2 } as const;

/** `expires_at` of rows that do not expire. Otherwise it is milliseconds since the epoch, and readers ignore expired rows. */
export const NEVER = 9_007_199_254_740_991;

const CREATE = `
create table if not exists winnow_store (
  key bytea primary key,
  kind smallint not null,
  value bytea not null,
  counter bigint not null,
  version bigint not null,
  expires_at bigint not null
)`;

const COLUMNS = "key, kind, value, counter, version, expires_at";

/** $1 keys, $2 now. */
export const READ =
  `select ${COLUMNS} from winnow_store where key = any($1::bytea[]) and expires_at > $2::bigint`;

/** $1 first key, $2 last key (exclusive), $3 now, $4 limit. */
export const SCAN = {
  forward: scan("asc"),
  backward: scan("desc"),
};

function scan(order: "asc" | "desc"): string {
  return `select ${COLUMNS} from winnow_store
where key >= $1::bytea and key < $2::bytea and expires_at > $3::bigint
order by key ${order} limit $4::int`;
}

/**
 * $1 keys, sorted. Inserts missing rows as expired ones, so that every key has a row, which this transaction locks: no other
 * transaction can create a key that must be absent.
 */
export const LOCK_ROWS = `
insert into winnow_store as held (${COLUMNS})
select wanted.key, 0, ''::bytea, 0, 0, 0 from unnest($1::bytea[]) as wanted(key)
on conflict (key) do update set version = held.version
returning key, version, expires_at`;

/** $1 keys: their rows become deleted ones. */
export const CLEAR_ROWS = `
update winnow_store set kind = 0, value = ''::bytea, counter = 0, expires_at = 0 where key = any($1::bytea[])`;

/**
 * $1 keys, sorted and distinct, $2 kinds, $3 values, $4 numbers, $5 expiry times, $6 version, $7 now. Adds to a counter;
 * if the row is not a counter, the division by zero makes the whole statement fail.
 */
export const WRITE = `
insert into winnow_store as kept (${COLUMNS})
select new.key, new.kind, new.value, new.counter, $6::bigint, new.expires_at
from unnest($1::bytea[], $2::smallint[], $3::bytea[], $4::bigint[], $5::bigint[])
  as new(key, kind, value, counter, expires_at)
on conflict (key) do update set
  kind = excluded.kind,
  value = excluded.value,
  counter = case
    when excluded.kind <> 2 or kept.expires_at <= $7::bigint then excluded.counter
    when kept.kind = 2 then kept.counter + excluded.counter
    else excluded.counter / (kept.kind - kept.kind)
  end,
  version = excluded.version,
  expires_at = excluded.expires_at`;

/** SQLSTATE of a division by zero. */
export const NOT_A_COUNTER = "22012";

/** $1 a key, $2 number of rows after it: the key of the last of them. */
export const PAGE_END = `
select key from winnow_store where key > $1::bytea order by key asc limit 1 offset $2::int`;

/** $1 and $2 bounds, $3 now, $4 limit. Locked rows are left for the next time. */
export const SWEEP = `
delete from winnow_store where key = any(array(
  select key from winnow_store
  where key > $1::bytea and key <= $2::bytea and expires_at <= $3::bigint
  order by key limit $4::int for update skip locked
))`;

const MISSING_TABLE = "42P01";
/** Another process created the table concurrently. */
const MADE_MEANWHILE = new Set(["42P07", "23505", "42710"]);

/** Creates the table if it is missing. If the operator created it, the user needs no right to create tables. */
export async function prepareTable(link: PostgresLink): Promise<void> {
  try {
    await link.query("select 1 from winnow_store limit 1", []);
  } catch (error) {
    if (codeOf(error) !== MISSING_TABLE) throw error;
    try {
      await link.query(CREATE, []);
    } catch (error) {
      if (!MADE_MEANWHILE.has(codeOf(error))) throw error;
    }
  }
}

export function entryOf(row: Row): Entry {
  return { key: keyOf(row.key as Uint8Array), value: valueOf(row), version: row.version as string };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function valueOf(row: Row): Value {
  if (row.kind === KIND.counter) return Number(row.counter);
  const bytes = row.value as Uint8Array;
  return row.kind === KIND.bytes ? new Uint8Array(bytes) : JSON.parse(decoder.decode(bytes));
}

/** A PostgreSQL array literal. */
export function byteaArray(items: readonly Uint8Array[]): string {
  return `{${items.map((item) => `"\\\\x${item.toHex()}"`).join(",")}}`;
}

export function numberArray(items: readonly number[]): string {
  return `{${items.join(",")}}`;
}
