/** The store's schema version: written into a new store, checked in an existing one. */
import { type Engine, type Entry, StoreError } from "./engine.ts";
import { migrate } from "./migrations/index.ts";
import { COUNTED_FROM, RESTORE_MARK, SCHEMA } from "./own_rows.ts";

const KEY = SCHEMA.key();
const FROM = COUNTED_FROM.key();

/** Present while a restore writes into the store: an interrupted one leaves a store that must not be used. */
export const RESTORING = RESTORE_MARK.key();

/**
 * Raised when stored shapes change so that an earlier program would not see all of them. Every version refuses a higher number
 * than its own, so it is written before anything else is. 1: until 0.1.0. 2: see `migrations/0002_schema_number.ts`.
 */
export const SCHEMA_VERSION = 2;

/**
 * @param countedFrom the day from which all will be counted in a store in which it was not so far, when this process serves it
 * @throws StoreError when the store was written by a newer program.
 */
export async function openSchema(
  engine: Engine,
  name: string,
  countedFrom: number | null = null,
): Promise<void> {
  const [entry, restoring, counted] = await engine.get([KEY, RESTORING, FROM]);
  if (restoring) {
    throw new StoreError(
      `a restore into the store ${name} is in progress or was interrupted; run \`winnow restore FILE --replace\` again`,
    );
  }
  if (!entry) {
    await engine.commit({
      check: [{ key: KEY, version: null }],
      set: [{ key: KEY, value: SCHEMA_VERSION }, COUNTED_FROM.set(FROM, 0)],
    });
    return;
  }
  refuseNewer(entry, name);
  await migrate(engine, { schema: entry, counted: counted ?? null, countedFrom });
}

/** For work on a file that is not opened as a store. @throws StoreError when the store was written by a newer program */
export async function checkSchema(engine: Engine, name: string): Promise<void> {
  const [entry] = await engine.get([KEY]);
  if (entry) refuseNewer(entry, name);
}

function refuseNewer({ value }: Entry, name: string): void {
  const found = Number(value);
  if (found <= SCHEMA_VERSION) return;
  throw new StoreError(
    `the store ${name} was written by a newer version (schema ${found}, this program knows ${SCHEMA_VERSION}); run that version, or restore a backup made by this one`,
  );
}
