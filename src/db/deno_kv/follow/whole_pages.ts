/** Checks every page of a store's file. */
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../engine.ts";

/** What its log has more is written into the file. @throws StoreError when a page is damaged */
export function requireWholePages(path: string): void {
  let found: string;
  try {
    using database = new DatabaseSync(path);
    found = String(Object.values(database.prepare("pragma integrity_check(1)").get()!)[0]);
  } catch (cause) {
    throw new StoreError(`${path} is damaged: ${(cause as Error).message}`, { cause });
  }
  if (found !== "ok") throw new StoreError(`${path} is damaged: ${found.replaceAll(/\s+/g, " ")}`);
}
