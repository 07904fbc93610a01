/**
 * PostgreSQL: makes the tables of today of the one table of the first layout. Part of the transaction in which `prepareTables`
 * creates what is missing, so an interrupted one changes nothing; stored scores stay where they are and are moved later
 * (`postgres/maintenance.ts`).
 */
import { rangeBelow } from "../key_bytes.ts";
import type { RunStatement } from "../postgres/connection.ts";
import { DATA, type Places, USAGE, WORK } from "../postgres/place.ts";
import { createTable, tableOf } from "../postgres/table.ts";

/** The table of the first layout. */
const FIRST = "winnow_store";

/**
 * In place of the first table: programs of earlier versions find that a newer one wrote the store and do not start, and one
 * that runs meanwhile fails to write, since it is not a table.
 */
export const MARKER = `create or replace view ${FIRST} as
select '\\x026d6574610002736368656d6100'::bytea as key, 0::smallint as kind, '2'::bytea as value,
  0::bigint as counter, 0::bigint as version, 9007199254740991::bigint as expires_at limit 1`;

export async function isFirstLayout(run: RunStatement): Promise<boolean> {
  const { rows } = await run(
    `select table_type as type from information_schema.tables where table_schema = current_schema() and table_name = '${FIRST}'`,
    [],
  );
  return rows[0]?.type === "BASE TABLE";
}

export async function migrateFirstLayout(run: RunStatement, places: Places): Promise<void> {
  await run(`alter table ${FIRST} rename to ${tableOf(DATA)}`, []);
  await run(createTable(WORK), []);
  await run(createTable(USAGE), []);
  const columns = "key, kind, value, counter, version, expires_at";
  const takeOut = `with moved as (
  delete from ${tableOf(DATA)} where key >= $1::bytea and key < $2::bytea returning ${columns}
)`;
  for (const prefix of places.rewritten) {
    const { to } = rangeBelow(prefix);
    // The key itself too: some of these have no parts after the prefix.
    const from = rangeBelow(prefix).from.slice(0, -1);
    await run(`${takeOut} insert into ${tableOf(WORK)} (${columns}) select ${columns} from moved`, [
      from,
      to,
    ]);
  }
  for (const { from, to } of places.usage.map(rangeBelow)) {
    await run(
      `${takeOut} insert into ${tableOf(USAGE)} (key, writer, counter, version)
select key, 0, counter, 1 from moved where kind = 2 and expires_at > 0`,
      [from, to],
    );
  }
}
