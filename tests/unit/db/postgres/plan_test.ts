/** How the server reads ranges: the first rows in the order of an index, however many there are behind them. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { rangeBelow } from "../../../../src/db/key_bytes.ts";
import { SCORES_OF } from "../../../../src/db/own_rows.ts";
import { monthAt, Places, shortOf, TALLIES } from "../../../../src/db/postgres/place.ts";
import { shortKey } from "../../../../src/db/postgres/short_key.ts";
import { keyBytes } from "../../../../src/db/key_bytes.ts";
import { copyOf, rangeArguments, scanOf, tableOf } from "../../../../src/db/postgres/table.ts";
import { FIRST_TALLY, LAST_TALLY } from "../../../../src/db/postgres/tally.ts";
import { copyTallies } from "../../../../src/db/postgres/tally_table.ts";
import { CATALOG } from "../../../../src/records/index.ts";
import { SIGHTING } from "../../../../src/records/sightings/sighting.ts";
import { postgresTest, startPostgres } from "../../../support/servers/postgres.ts";
import { openPostgres } from "../../../support/store/engines.ts";

const ROWS = 60_000;
const NOW = Date.now();
const MONTH = monthAt(NOW);
const TIME = NOW.toString(16).padStart(12, "0");

/** The server's plan without what it says of the rows, a line each. */
async function planOf(sql: postgres.Sql, text: string, values: readonly unknown[]): Promise<string[]> {
  // The driver takes what the statement needs.
  const rows = await sql.unsafe(`explain (costs off) ${text}`, values as never[]);
  return rows.map((row) => String(row["QUERY PLAN"]).trim());
}

postgresTest("pages of an account's scores and of sightings are read in the order of an index", async () => {
  await using server = await startPostgres();
  const url = await server.database();
  const engine = await openPostgres(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const first = shortKey(keyBytes(SCORES_OF.key("acc_a", `${TIME}000000000`)));
    // The digits of a slot after its time are counted.
    await sql.unsafe(
      `insert into ${tableOf(shortOf(MONTH))} (key, kind, value, expires_at, version)
select substring($1::bytea for ${
        first.length - 5
      }) || substring(int8send(number * 16) from 4 for 5), 1, convert_to(repeat('x', 300), 'UTF8'), $2, 1
from generate_series(1, ${ROWS}) as all_of(number)`,
      [first, NOW + 1e9],
    );
    await sql.unsafe(
      `insert into ${tableOf(TALLIES)} (kind, hash, since, times, expires_at, version)
select ${16 * 1}, gen_random_uuid(), 0, 1, $1, 1 from generate_series(1, ${ROWS})`,
      [NOW + 1e9],
    );
    await sql.unsafe("analyze");
    const places = new Places(CATALOG.rows);
    const scans = [
      { at: [shortOf(MONTH)], below: SCORES_OF.below("acc_a"), order: "desc" },
      { at: [shortOf(MONTH)], below: SCORES_OF.below("acc_a"), order: "asc" },
      { at: [TALLIES], below: SIGHTING.prefix, order: "asc" },
    ] as const;
    for (const { at, below, order } of scans) {
      const range = rangeBelow(below);
      const plan = await planOf(sql, scanOf(at, places.tallies, order), [
        ...[range.from, range.to, NOW, 500],
        ...rangeArguments(at, places.tallies, range),
      ]);
      assert.equal(plan.some((line) => /Index Scan/.test(line)), true, plan.join("\n"));
      assert.equal(plan.some((line) => /Sort|Bitmap|Seq Scan/.test(line)), false, plan.join("\n"));
    }
    const all = rangeBelow([]);
    const everything = places.below([], {}, [MONTH]);
    for (
      const [table, copy] of [
        [tableOf(MONTH), copyOf(everything, all, NOW, 2000)],
        [tableOf(TALLIES), copyTallies(FIRST_TALLY, LAST_TALLY, 2000)],
      ] as const
    ) {
      const copied = copy.replace(/^copy \(/, "").replace(/\) to stdout.*$/s, "");
      const plan = (await planOf(sql, copied, [])).join("\n");
      assert.match(plan, new RegExp(`Index Scan using ${table}_pkey on ${table}`), plan);
      assert.doesNotMatch(plan, new RegExp(`(Seq|Bitmap Heap) Scan on ${table}`), plan);
    }
  } finally {
    await sql.end();
    await engine.close();
  }
});
