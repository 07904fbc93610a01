/** Gives the free pages of a store's file back to the disk. */
import type { DatabaseSync } from "node:sqlite";
import { type Engine, StoreError } from "../engine.ts";
import { openDenoKv } from "./deno_kv.ts";

export interface Compacted {
  /** Bytes of the file. */
  readonly before: number;
  readonly after: number;
}

/**
 * Writes what is in the file into a new one, which takes its place as a whole. (SQLite's own `vacuum` needs permissions that
 * Deno gives only together with all others.)
 * @param check throws when the store is none of this program's
 * @throws StoreError while a process uses the file
 */
export async function compactDenoKv(
  path: string,
  check: (engine: Engine) => Promise<void>,
): Promise<Compacted> {
  const { DatabaseSync } = await import("node:sqlite");
  const engine = await openDenoKv(path);
  try {
    await check(engine);
  } finally {
    await engine.close();
  }
  const made = `${path}-compact`;
  await Deno.remove(made).catch(() => {}); // of an attempt that was interrupted
  (await Deno.open(made, { write: true, createNew: true, mode: 0o600 })).close();
  using old = await Deno.open(path, { read: true, write: true });
  const { size: before } = await old.stat();
  const from = new DatabaseSync(path);
  try {
    // Only the one process that has the file open can leave its log, and as long as it is locked no other opens it.
    from.exec("pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive");
    const to = new DatabaseSync(made);
    try {
      copy(from, to);
    } finally {
      to.close();
    }
    using file = await Deno.open(made, { read: true, write: true });
    await file.sync();
    await Deno.rename(made, path);
    // Who waits for the lock of the file that was there before must not write into it.
    await old.truncate(0);
    await old.write(new TextEncoder().encode("This store was compacted into another file.\n"));
  } catch (cause) {
    await Deno.remove(made).catch(() => {});
    const { message } = cause as Error;
    throw new StoreError(
      /locked/.test(message)
        ? `a process uses the store ${path}; stop it first`
        : `the store ${path} cannot be compacted: ${message}`,
      { cause },
    );
  } finally {
    from.close();
  }
  return { before, after: (await Deno.stat(path)).size };
}

/** In the order of keys, which fills the pages. */
function copy(from: DatabaseSync, to: DatabaseSync): void {
  to.exec("pragma journal_mode = off; pragma synchronous = off; begin");
  const objects = from.prepare("select type, name, sql from sqlite_master where sql is not null")
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name, sql } of objects) {
    if (type !== "table") continue;
    to.exec(sql);
    const rows = from.prepare(`select * from "${name}"`);
    rows.setReadBigInts(true);
    const insert = to.prepare(`insert into "${name}" values (${rows.columns().map(() => "?").join()})`);
    for (const row of rows.iterate()) insert.run(...Object.values(row));
  }
  // Indexes are smaller, and triggers must not see the rows.
  for (const { type, sql } of objects) if (type !== "table") to.exec(sql);
  to.exec("commit");
}
