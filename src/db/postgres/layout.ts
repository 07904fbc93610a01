/**
 * The tables of a store: created when it is new, made of the one table of the first layout when an earlier version wrote it.
 * That is one transaction, so an interrupted one changes nothing; stored scores stay where they are and are moved later
 * (`maintenance.ts`).
 */
import { rangeBelow } from "../key_bytes.ts";
import { codeOf, type PostgresLink, type RunStatement } from "./connection.ts";
import { DATA, type Places, USAGE, WORK } from "./place.ts";
import { createTable, tableOf, tuneTable } from "./table.ts";

/** The table of the first layout. */
const FIRST = "winnow_store";
const MISSING_TABLE = "42P01";
/** Another process created the tables concurrently. */
const MADE_MEANWHILE = new Set(["42P07", "23505", "42710", MISSING_TABLE, "42809"]);
const ATTEMPTS = 20;

/**
 * In place of the first table: programs of earlier versions find that a newer one wrote the store and do not start, and one
 * that runs meanwhile fails to write, since it is not a table.
 */
const MARKER = `create or replace view ${FIRST} as
select '\\x026d6574610002736368656d6100'::bytea as key, 0::smallint as kind, '2'::bytea as value,
  0::bigint as counter, 0::bigint as version, 9007199254740991::bigint as expires_at limit 1`;

/** Creates or migrates the tables where it is needed. If the operator created them, the user needs no right to create tables. */
export async function prepareTables(link: PostgresLink, places: Places): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      if (await hasTables(link)) return;
      await link.transaction("isolation level read committed", async (run) => {
        if (await isFirstLayout(run)) await migrate(run, places);
        else for (const place of [DATA, WORK, USAGE]) await run(createTable(place), []);
        await run(MARKER, []);
      });
      for (const place of [DATA, WORK, USAGE]) await tune(link, place);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !MADE_MEANWHILE.has(codeOf(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Whether the store has its tables. */
export async function hasTables(link: PostgresLink): Promise<boolean> {
  try {
    await link.query(`select 1 from ${tableOf(DATA)} limit 1`, []);
    return true;
  } catch (error) {
    if (codeOf(error) === MISSING_TABLE) return false;
    throw error;
  }
}

export async function tune(link: PostgresLink, place: string): Promise<void> {
  const text = tuneTable(place);
  if (text !== null) await link.query(text, []).catch(() => {}); // another server, or the table of another owner
}

async function isFirstLayout(run: RunStatement): Promise<boolean> {
  const { rows } = await run(
    `select table_type as type from information_schema.tables where table_schema = current_schema() and table_name = '${FIRST}'`,
    [],
  );
  return rows[0]?.type === "BASE TABLE";
}

async function migrate(run: RunStatement, places: Places): Promise<void> {
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
