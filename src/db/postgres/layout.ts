/** The tables of a store: created when it is new, or made of those that an earlier version wrote. */
import { isFirstLayout, MARKER, migrateFirstLayout } from "../migrations/0001_first_layout.ts";
import { codeOf, type PostgresLink } from "./connection.ts";
import { DATA, type Places, USAGE, WORK } from "./place.ts";
import { createTable, tableOf, tuneTable } from "./table.ts";

const MISSING_TABLE = "42P01";
/** Another process created the tables concurrently. */
const MADE_MEANWHILE = new Set(["42P07", "23505", "42710", MISSING_TABLE, "42809"]);
const ATTEMPTS = 20;

/** Creates or migrates the tables where it is needed. If the operator created them, the user needs no right to create tables. */
export async function prepareTables(link: PostgresLink, places: Places): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      if (await hasTables(link)) return;
      await link.transaction("isolation level read committed", async (run) => {
        if (await isFirstLayout(run)) await migrateFirstLayout(run, places);
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
