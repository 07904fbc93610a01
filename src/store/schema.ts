/** The store's schema version: written into a new store, checked in an old one. */
import { type Engine, type Key, StoreError } from "./engine.ts";

const KEY: Key = ["meta", "schema"];

/** Raised when stored shapes change; a migration from each older number stands beside the change. */
export const SCHEMA_VERSION = 1;

/** @throws StoreError when the store was written by a newer program. */
export async function openSchema(engine: Engine, name: string): Promise<void> {
  const [entry] = await engine.get([KEY]);
  if (!entry) {
    await engine.commit({ check: [{ key: KEY, version: null }], set: [{ key: KEY, value: SCHEMA_VERSION }] });
    return;
  }
  const found = Number(entry.value);
  if (found > SCHEMA_VERSION) {
    throw new StoreError(
      `the store ${name} was written by a newer version (schema ${found}, this program knows ${SCHEMA_VERSION}); run that version, or restore a backup made by this one`,
    );
  }
}
