/** The table of tallies (`tally.ts`) and its statements. Rows are read with the columns that the other tables have. */
import type { Tallies, TallyKey } from "./tally.ts";

export const TALLY_TABLE = "winnow_tallies";

/** Versions of its rows are those of batches modulo this. */
export const MAX_TALLY_VERSION = 2 ** 31;

/** The wide columns come first: the server aligns them. A row has 76 bytes with its head, and none of its columns can be moved out. */
export const CREATE_TALLIES = `create table if not exists ${TALLY_TABLE} (
  expires_at bigint not null,
  since double precision not null,
  times bigint not null,
  version integer not null,
  kind smallint not null,
  hash uuid not null,
  primary key (kind, hash)
)`;

/** Most rows are never written again: little room is left next to them. */
export const TUNE_TALLIES = `alter table ${TALLY_TABLE} set (fillfactor = 95, ` +
  `autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 20000)`;

const VALUE = `convert_to('[' || since || ',' || times || ']', 'UTF8')`;

function columns({ key }: Tallies): string {
  return `${key} as key, 0::smallint as kind, ${VALUE} as value, 0::bigint as counter, ` +
    `cast(version as bigint) as version, expires_at, 1 as rank`;
}

/** @param kinds @param hashes the parameters with the keys, such as `$2` */
export function readTallies(tallies: Tallies, kinds: string, hashes: string): string {
  return `select ${columns(tallies)} from ${TALLY_TABLE}
where (kind, hash) in (select wanted.kind, wanted.hash from unnest(${kinds}::smallint[], ${hashes}::uuid[]) as wanted(kind, hash))
and $1::bigint > 0`;
}

/**
 * Whether a key that is computed is in a range, where those of the index that are read say it nearly: written so that the server
 * expects it of every other row. A range of an expression it expects of one row in 200, and then reads and sorts all there are
 * instead of the first in the index's order. @param least inclusive @param end exclusive
 */
export function isBetween(key: string, least: string, end: string): string {
  return `case when ${key} >= ${least} and ${key} < ${end} then true else false end`;
}

/** $1 first key, $2 last key (exclusive), $3 now, $4 limit, and from $5 on the row keys of `Tallies.between`. */
export function scanTallies(tallies: Tallies, order: "asc" | "desc"): string {
  return `select ${columns(tallies)} from ${TALLY_TABLE}
where (kind, hash) >= ($5::smallint, $6::uuid) and (kind, hash) <= ($7::smallint, $8::uuid)
and ${isBetween(tallies.key, "$1::bytea", "$2::bytea")} and $3::bigint > 0
order by ${TALLY_TABLE}.kind ${order}, hash ${order} limit $4::int`;
}

/** Rows after a row key, in their order: kind, hash, since, times, expires_at. `Tallies.keyOf` says what they are. */
export function copyTallies([kind, hash]: TallyKey, [lastKind, lastHash]: TallyKey, limit: number): string {
  return `copy (select kind, hash, since, times, expires_at from ${TALLY_TABLE}
where (kind, hash) > (${kind}::smallint, '${hash}'::uuid) and (kind, hash) <= (${lastKind}::smallint, '${lastHash}'::uuid)
order by kind, hash limit ${limit}) to stdout (format binary)`;
}

/** As `lockRows`: $1 kinds, $2 hashes. */
export function lockTallies({ key }: Tallies): string {
  return `insert into ${TALLY_TABLE} as held (kind, hash, since, times, expires_at, version)
select wanted.kind, wanted.hash, 0, 0, 0, 0 from unnest($1::smallint[], $2::uuid[]) as wanted(kind, hash)
on conflict (kind, hash) do update set version = held.version
returning ${
    key.replaceAll("kind", "held.kind").replaceAll("hash", "held.hash")
  } as key, cast(version as bigint) as version, expires_at`;
}

/** For COPY, in the order of `tallyFields`. */
export const TALLY_COLUMNS = "kind, hash, since, times, expires_at, version";

/** Number of parameters of `writeTallies`. */
export const TALLY_PARAMETERS = 6;

/**
 * As `writePlace`: from `at` on the kinds, hashes, times of the first, counts, times of expiry and the version.
 * @param adds true: what a row that has not expired has is added to, see `SumOp`
 */
export function writeTallies(at: number, adds: boolean): string {
  const [since, times] = adds
    ? [
      "case when kept.expires_at > $2::bigint then least(kept.since, excluded.since) else excluded.since end",
      "excluded.times + case when kept.expires_at > $2::bigint then kept.times else 0 end",
    ]
    : ["excluded.since", "excluded.times"];
  return `insert into ${TALLY_TABLE} as kept (kind, hash, since, times, expires_at, version)
select new.kind, new.hash, new.since, new.times, new.expires_at, $${at + 5}::integer
from unnest($${at}::smallint[], $${at + 1}::uuid[], $${at + 2}::double precision[], $${at + 3}::bigint[], $${
    at + 4
  }::bigint[])
  as new(kind, hash, since, times, expires_at) where $1::bigint is not null and $2::bigint > 0
on conflict (kind, hash) do update set
  since = ${since}, times = ${times}, expires_at = excluded.expires_at, version = excluded.version`;
}

/** $1 kind and $2 hash of a row, $3 number of rows after it: the row key of the last of them. */
export const TALLY_PAGE_END =
  `select kind, hash from ${TALLY_TABLE} where (kind, hash) > ($1::smallint, $2::uuid) order by kind, hash limit 1 offset $3::int`;

/** As `sweepRows`: $1 and $2 the row key before the first one, $3 and $4 that of the last one, $5 now by this machine's clock. */
export const SWEEP_TALLIES =
  `delete from ${TALLY_TABLE} where (kind, hash) > ($1::smallint, $2::uuid) and (kind, hash) <= ($3::smallint, $4::uuid)
and expires_at <= least($5::bigint, cast(extract(epoch from now()) * 1000 as bigint))`;
