/**
 * The tables of a PostgreSQL store and their statements. Plain SQL, so that servers of the same protocol take it too. Each place
 * is a table of its own, so that what is rewritten all the time is small, and a month of scores is dropped as a whole.
 */
import { DATA, isMonth, isShort, type Place, TALLIES, USAGE, wholeOf } from "./place.ts";
import { SHORT_KEYS, shortRange, wholeKey } from "./short_key.ts";
import type { Tallies } from "./tally.ts";
import {
  CREATE_TALLIES,
  isBetween,
  lockTallies,
  readTallies,
  scanTallies,
  SWEEP_TALLIES,
  TALLY_PAGE_END,
  TALLY_PARAMETERS,
  TUNE_TALLIES,
  writeTallies,
} from "./tally_table.ts";

/**
 * The column `kind`. The value of a counter is in the column `counter`; packed bytes are deflated, short ones with
 * `RECORD_PHRASES` and what follows from the key; with `MORE_PHRASES` until 2026-11-28, and with `PHRASES` until 2026-11-22.
 * Pairs and slots are chunks of runs (`packed_run.ts`), and split values entries of scores with their chunk: both parts packed.
 */
export const KIND = {
  json: 0,
  bytes: 1,
  counter: 2,
  packed: 3,
  firstShort: 4,
  secondShort: 5,
  short: 6,
  pairs: 7,
  slots: 8,
  split: 9,
} as const;

/** `expires_at` of rows that do not expire. Otherwise it is milliseconds since the epoch, and readers ignore expired rows. */
export const NEVER = 9_007_199_254_740_991;

/** Versions of rows of `usage` are below this, so that their sum is a number of the server too. */
export const MAX_USAGE_VERSION = 2 ** 40;
/** Rows of a counter, of which a process writes one: processes of different numbers do not wait for each other. */
export const USAGE_WRITERS = 64;

const MONTH_TABLE = "winnow_scores_";

export function tableOf(place: Place): string {
  return isMonth(place) ? MONTH_TABLE + wholeOf(place) : `winnow_${place}`;
}

/** The place of a table that is there only from some time on (`isLate`); null when it is another table. */
export function latePlaceOf(table: string): Place | null {
  if (table === tableOf(TALLIES)) return TALLIES;
  const month = table.startsWith(MONTH_TABLE) ? table.slice(MONTH_TABLE.length) : "";
  return isMonth(month) ? month : null;
}

/** Statements that create the table of a place. The wide columns come first: the server aligns them. */
export function createTable(place: Place): string {
  if (place === TALLIES) return CREATE_TALLIES;
  if (place === USAGE) {
    return `create table if not exists ${tableOf(place)} (
  counter bigint not null,
  version bigint not null,
  writer smallint not null,
  key bytea not null,
  primary key (key, writer)
)`;
  }
  return `create table if not exists ${tableOf(place)} (
  version bigint not null,
  expires_at bigint not null,
  ${isMonth(place) ? "" : "counter bigint not null,"}
  kind smallint not null,
  key bytea not null,
  value bytea not null,
  primary key (key)${isMonth(place) ? " with (fillfactor = 100)" : ""}
)`;
}

/**
 * How a server may keep the table: room for new versions of a row next to it, and a vacuum that does not wait for many of them.
 * A server that does not know these options works without.
 */
export function tuneTable(place: Place): string | null {
  if (isMonth(place)) return null;
  if (place === TALLIES) return TUNE_TALLIES;
  const [fill, dead] = place === DATA ? [90, 20_000] : [50, 500];
  const scale = place === DATA ? 0.05 : 0;
  return `alter table ${
    tableOf(place)
  } set (fillfactor = ${fill}, autovacuum_vacuum_scale_factor = ${scale}, ` +
    `autovacuum_vacuum_threshold = ${dead})`;
}

/** Names of the tables of this schema. */
export const TABLES = `select table_name as name from information_schema.tables
where table_schema = current_schema() and table_name like 'winnow_%'`;

/** Of every table: `rank` says which of two rows with one key counts, the higher one. */
function columns(place: Place): string {
  const counter = isMonth(place) ? "0::bigint as counter" : "counter";
  const key = isShort(place) ? `${wholeKey()} as key` : "key";
  const rank = isShort(place) ? 2 : place === DATA ? 0 : 1;
  return `${key}, kind, value, ${counter}, version, expires_at, ${rank} as rank`;
}

const USAGE_ROWS = `key, 2::smallint as kind, ''::bytea as value, cast(sum(counter) as bigint) as counter, ` +
  `cast(sum(version) as bigint) as version, ${NEVER}::bigint as expires_at, 1 as rank`;

/**
 * $1 now, then the keys of each place. Expired rows of months and tallies are read too: they hide what `data` has of the same
 * key.
 */
export function readOf(places: readonly Place[], tallies: Tallies | null): string {
  let next = 2;
  const parameter = () => `$${next++}`;
  return places.map((place) => {
    if (place === TALLIES) return readTallies(tallies!, parameter(), parameter());
    const keys = `key = any(${parameter()}::bytea[])`;
    if (place === USAGE) {
      return `select ${USAGE_ROWS} from ${tableOf(place)} where ${keys} and $1::bigint > 0 group by key`;
    }
    return `select ${columns(place)} from ${tableOf(place)} where ${keys} and ${alive(place, 1)}`;
  }).join("\nunion all ");
}

function alive(place: Place, now: number): string {
  return isMonth(place) ? `$${now}::bigint > 0` : `expires_at > $${now}::bigint`;
}

interface KeyRange {
  /** Inclusive. */
  readonly from: Uint8Array;
  /** Exclusive. */
  readonly to: Uint8Array;
}

/** $1 and $2 the range, $3 now, $4 limit, then what `rangeArguments` says. */
export function scanOf(
  places: readonly Place[],
  tallies: Tallies | null,
  order: "asc" | "desc",
): string {
  const limited = `order by key ${order} limit $4::int`;
  const range = "key >= $1::bytea and key < $2::bytea";
  const short = `key >= ${places.includes(TALLIES) ? "$9" : "$5"}::bytea and key <= ${
    places.includes(TALLIES) ? "$10" : "$6"
  }::bytea`;
  const parts = places.map((place) => {
    if (place === TALLIES) return scanTallies(tallies!, order);
    if (isShort(place)) {
      return `select ${columns(place)} from ${tableOf(place)} where ${short}
and ${isBetween(wholeKey(), "$1::bytea", "$2::bytea")} and ${alive(place, 3)} order by ${
        tableOf(place)
      }.key ${order} limit $4::int`;
    }
    return place === USAGE
      ? `select ${USAGE_ROWS} from ${
        tableOf(place)
      } where ${range} and $3::bigint > 0 group by key ${limited}`
      : `select ${columns(place)} from ${tableOf(place)} where ${range}${
        isMonth(place) ? ` and key < ${SHORT_KEYS}` : ""
      } and ${alive(place, 3)} ${limited}`;
  });
  if (parts.length === 1) return parts[0]!;
  return `select * from (${parts.map((part) => `(${part})`).join("\nunion all ")}) as found
order by key ${order}, rank desc limit $4::int`;
}

/** What `scanOf` needs of a range in addition: the row keys of `Tallies.between`, and those of `shortRange`. */
export function rangeArguments(
  places: readonly Place[],
  tallies: Tallies | null,
  { from, to }: KeyRange,
): (string | number | Uint8Array)[] {
  return [
    ...places.includes(TALLIES) ? tallies!.between(from, to).flat() : [],
    ...places.some(isShort) ? shortRange(from, to) : [],
  ];
}

/** The first rows of a span of keys in their order, in the binary format: key, kind, value, counter, expiry and rank. */
export function copyOf(
  places: readonly Place[],
  { from, to }: KeyRange,
  now: number,
  limit: number,
): string {
  const [least, end] = [literal(from), literal(to)];
  const first = `order by key limit ${limit}`;
  const parts = places.map((place) => {
    const rows = place === USAGE ? USAGE_ROWS : columns(place);
    if (isShort(place)) {
      const [first, last] = shortRange(from, to).map(literal);
      return `(select ${rows} from ${tableOf(place)} where key >= ${first} and key <= ${last} and ${
        isBetween(wholeKey(), least, end)
      }
order by ${tableOf(place)}.key limit ${limit})`;
    }
    const more = place === USAGE
      ? "group by key"
      : isMonth(place)
      ? `and key < ${SHORT_KEYS}`
      : `and expires_at > ${now}`;
    return `(select ${rows} from ${tableOf(place)} where key >= ${least} and key < ${end} ${more} ${first})`;
  });
  return `copy (select key, kind, value, counter, expires_at, rank::bigint from (
${parts.join("\nunion all ")}
) as found ${first}) to stdout (format binary)`;
}

function literal(bytes: Uint8Array): string {
  return `'\\x${bytes.toHex()}'::bytea`;
}

/**
 * $1 keys, sorted; of tallies as `keyArguments` has them. Inserts missing rows as expired ones, so that every key has a row, which this transaction locks: no other
 * transaction can create a key that must be absent.
 */
export function lockRows(place: Place, tallies: Tallies | null): string {
  if (place === TALLIES) return lockTallies(tallies!);
  const [name, value] = isMonth(place) ? ["", ""] : ["counter, ", "0, "];
  return `insert into ${tableOf(place)} as held (${name}key, kind, value, version, expires_at)
select ${value}wanted.key, 0, ''::bytea, 0, 0 from unnest($1::bytea[]) as wanted(key)
on conflict (key) do update set version = held.version
returning ${isShort(place) ? wholeKey("held.key") : "key"} as key, version, expires_at`;
}

/** $1 keys: their rows become deleted ones. Of `usage`: they go. */
export function clearRows(place: Place): string {
  if (place === USAGE) return `delete from ${tableOf(place)} where key = any($1::bytea[])`;
  const counter = isMonth(place) ? "" : "counter = 0, ";
  return `update ${
    tableOf(place)
  } set kind = 0, value = ''::bytea, ${counter}expires_at = 0 where key = any($1::bytea[])`;
}

/** Rows of a place that a statement writes. */
interface Written {
  readonly place: Place;
  /** Of tallies: true, the rows are added to those that are there. */
  readonly adds: boolean;
}

/** How many parameters `writeRows` needs for a place, after $1 version and $2 now. */
function parametersOf(place: Place): number {
  if (place === USAGE) return 4;
  if (place === TALLIES) return TALLY_PARAMETERS;
  return isMonth(place) ? 4 : 5;
}

/** SQLSTATE of a value that is null and must not be: see `writeRows`. */
export const NOT_A_COUNTER = "23502";

/**
 * Writes rows of several places as one statement. $1 version, $2 now, then of each place its keys, sorted and distinct, and its
 * other columns. Adds to a counter, and to a value where a row of JSON has a
 * counter above 0; if the row is not a counter the sum is null, which makes the whole statement fail.
 */
export function writeRows(written: readonly Written[]): string {
  let at = 3;
  const parts = written.map(({ place, adds }) => {
    const part = place === TALLIES ? writeTallies(at, adds) : writePlace(place, at);
    at += parametersOf(place);
    return part;
  });
  const last = parts.pop()!;
  if (parts.length === 0) return last;
  return `with ${parts.map((part, index) => `w${index} as (${part} returning 1)`).join(",\n")}\n${last}`;
}

function writePlace(place: Place, at: number): string {
  const [one, two, three, four, five] = [at, at + 1, at + 2, at + 3, at + 4].map((number) => `$${number}`);
  const table = tableOf(place);
  if (place === USAGE) {
    return `insert into ${table} as kept (key, writer, counter, version)
select new.key, ${three}::smallint, new.counter, ${four}::bigint
from unnest(${one}::bytea[], ${two}::bigint[]) as new(key, counter) where $1::bigint is not null and $2::bigint > 0
on conflict (key, writer) do update set counter = kept.counter + excluded.counter, version = excluded.version`;
  }
  if (isMonth(place)) {
    return `insert into ${table} as kept (key, kind, value, expires_at, version)
select new.key, new.kind, new.value, new.expires_at, $1::bigint
from unnest(${one}::bytea[], ${two}::smallint[], ${three}::bytea[], ${four}::bigint[])
  as new(key, kind, value, expires_at) where $2::bigint > 0
on conflict (key) do update set
  kind = excluded.kind, value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`;
  }
  return `insert into ${table} as kept (key, kind, value, counter, expires_at, version)
select new.key, new.kind, new.value, new.counter, new.expires_at, $1::bigint
from unnest(${one}::bytea[], ${two}::smallint[], ${three}::bytea[], ${four}::bigint[], ${five}::bigint[])
  as new(key, kind, value, counter, expires_at)
on conflict (key) do update set
  kind = excluded.kind,
  value = case
    when excluded.kind = ${KIND.json} and excluded.counter > 0 and kept.kind = ${KIND.json}
      and kept.expires_at > $2::bigint then ${SUMMED}
    else excluded.value
  end,
  counter = case
    when excluded.kind <> 2 or kept.expires_at <= $2::bigint then excluded.counter
    when kept.kind = 2 then kept.counter + excluded.counter
    else null
  end,
  version = excluded.version,
  expires_at = excluded.expires_at`;
}

/** The JSON of a `LeastAndSum` to which another one is added. */
const NUMBERS = (row: string) => `convert_from(${row}.value, 'UTF8')::jsonb`;
const SUMMED = `convert_to('[' || least((${NUMBERS("kept")}->>0)::numeric, (${
  NUMBERS("excluded")
}->>0)::numeric) || ',' ||
      (${NUMBERS("kept")}->>1)::bigint + excluded.counter || ']', 'UTF8')`;

/**
 * $1 keys of a month that `data` may have: moves them. Of short keys, which are $2: also what the month has of the whole keys,
 * as versions before 2026-11-28 wrote them.
 */
export function moveRows(month: Place): string {
  if (isShort(month)) {
    const taken = (place: Place) =>
      `delete from ${
        tableOf(place)
      } where key = any($1::bytea[]) returning key, kind, value, version, expires_at`;
    return `with wanted as (
  select * from unnest($1::bytea[], $2::bytea[]) as given(key, short)
), moved as (${taken(DATA)}), shortened as (${taken(month)})
insert into ${tableOf(month)} (key, kind, value, version, expires_at)
select wanted.short, found.kind, found.value, found.version, found.expires_at
from (select * from shortened union all select * from moved where not key in (select key from shortened)) as found
  join wanted on wanted.key = found.key
on conflict (key) do nothing`;
  }
  return `with moved as (
  delete from ${tableOf(DATA)} where key = any($1::bytea[]) returning key, kind, value, version, expires_at
)
insert into ${tableOf(month)} (key, kind, value, version, expires_at)
select key, kind, value, version, expires_at from moved
on conflict (key) do nothing`;
}

/** $1 and $2 bounds, $3 number of rows: the keys of the first rows. */
export const KEYS_OF_DATA = `select key from ${
  tableOf(DATA)
} where key >= $1::bytea and key < $2::bytea order by key limit $3::int`;

/** $1 a key (of tallies two parameters), then the number of rows after it: the key of the last of them. */
export function pageEnd(place: Place): string {
  if (place === TALLIES) return TALLY_PAGE_END;
  return `select key from ${tableOf(place)} where key > $1::bytea order by key asc limit 1 offset $2::int`;
}

/** $1 and $2 bounds (of tallies two parameters each), then now by this machine's clock. What has expired by the earlier of that and the server's clock goes. */
export function sweepRows(place: Place): string {
  if (place === TALLIES) return SWEEP_TALLIES;
  return `delete from ${tableOf(place)} where key > $1::bytea and key <= $2::bytea
and expires_at <= least($3::bigint, cast(extract(epoch from now()) * 1000 as bigint))`;
}
