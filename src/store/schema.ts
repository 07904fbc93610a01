/** The store's schema version: written into a new store, checked in an old one. */
import { type Engine, type Key, StoreError } from "./engine.ts";

const KEY: Key = ["meta", "schema"];

/** There while a restore writes into the store; what an interrupted one left is not to be used. */
export const RESTORING: Key = ["meta", "restoring"];

/** Raised when stored shapes change; a migration from each older number stands beside the change. */
export const SCHEMA_VERSION = 1;

/** @throws StoreError when the store was written by a newer program. */
export async function openSchema(engine: Engine, name: string): Promise<void> {
  const [entry, restoring] = await engine.get([KEY, RESTORING]);
  if (restoring) {
    throw new StoreError(
      `a restore into the store ${name} is under way or was interrupted; run \`winnow restore FILE --replace\` again`,
    );
  }
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
