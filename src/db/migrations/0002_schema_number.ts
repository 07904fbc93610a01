/**
 * Schema 2 (version 0.2): a journal, entries that hold their record, scopes of keys. Records of schema 1 are read as they are:
 * the number alone changes, and keeps earlier programs from opening what they would only partly see.
 */
import { SCHEMA } from "../own_rows.ts";
import type { Migration } from "./migration.ts";

const NUMBER = 2;

export const schemaNumber: Migration = {
  number: 2,
  name: "schema number",
  applies: ({ schema }) => Number(schema.value) < NUMBER,
  // Of several processes that open the store one does it.
  async run(engine, { schema: { version } }) {
    const key = SCHEMA.key();
    await engine.commit({ check: [{ key, version }], set: [SCHEMA.set(key, NUMBER)] });
  },
};
