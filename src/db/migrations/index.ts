/**
 * What earlier versions stored and this one stores otherwise, in the order in which it changed. A store is converted when it is
 * opened. Three of them have a moment of their own: 1 is part of the transaction that creates the tables of PostgreSQL, before
 * there is an engine; 4 serves beside processes of an earlier version for as long as they run; 5 runs in parallel with requests.
 *
 * What would cost too much to convert (months of scores, and rows packed in another way) is read as it is, by the codec that
 * writes it, until it expires.
 */
import type { Engine } from "../engine.ts";
import { schemaNumber } from "./0002_schema_number.ts";
import { countedFrom } from "./0003_counted_from.ts";
import type { FoundStore, Migration } from "./migration.ts";

const MIGRATIONS: readonly Migration[] = [schemaNumber, countedFrom];

/** Converts what has to be, in order, before anything else of the store is read. */
export async function migrate(engine: Engine, found: FoundStore): Promise<void> {
  for (const migration of MIGRATIONS) {
    if (migration.applies(found)) await migration.run(engine, found);
  }
}
