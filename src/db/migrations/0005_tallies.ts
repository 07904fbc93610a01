/**
 * PostgreSQL: until 2026-11-28 sightings were rows of `winnow_data`, as all that stays. Now they are tallies (`postgres/tally.ts`). An
 * entry is read at both places, and moves when it is checked or deleted, or with all others in parallel with the requests
 * (`postgres/maintenance.ts`). What the table of tallies has of a key is the newer one.
 */
import { tableOf } from "../postgres/table.ts";
import { DATA } from "../postgres/place.ts";
import { MAX_TALLY_VERSION, TALLY_TABLE } from "../postgres/tally_table.ts";

/** Of a row of JSON; one that was deleted, or is only held, has none. */
const NUMBER = (at: number) =>
  `case when octet_length(moved.value) = 0 then '0' else convert_from(moved.value, 'UTF8')::jsonb->>${at} end`;

/** $1 keys, $2 and $3 their row keys: moves what `data` has of them. */
export const MOVE_TALLIES = `with wanted as (
  select * from unnest($1::bytea[], $2::smallint[], $3::uuid[]) as given(key, kind, hash)
), moved as (
  delete from ${tableOf(DATA)} where key = any($1::bytea[]) returning key, value, version, expires_at
)
insert into ${TALLY_TABLE} (kind, hash, since, times, expires_at, version)
select wanted.kind, wanted.hash, cast(${NUMBER(0)} as double precision), cast(${
  NUMBER(1)
} as bigint), moved.expires_at,
  cast(moved.version % ${MAX_TALLY_VERSION} as integer)
from moved join wanted on wanted.key = moved.key
on conflict (kind, hash) do nothing`;
