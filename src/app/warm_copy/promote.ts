/** Makes the folder of a warm copy a data folder. */
import { requireWholePages } from "../../db/deno_kv/follow/whole_pages.ts";
import { StoreError } from "../../db/engine.ts";
import { journalPaths } from "../../db/deno_kv/journal/paths.ts";
import { openKeyringOf } from "../open_store.ts";
import type { Config } from "../settings/config.ts";
import { PRIVATE_FILES } from "../secret.ts";
import { COMPLETE, copyFolder, isThere, LOCK, lockCopy, STORE } from "./folder.ts";

/**
 * Checks a copy: its pages, its journal, its schema, and that its secret is the store's. Then it is moved to where a server finds it.
 * @returns when the copy was written last; null: an earlier call, which was interrupted, had moved it
 * @throws SettingError, StoreError or another Error with a clear line when it is none, incomplete, still followed or damaged
 */
export async function promoteCopy(config: Config, dir: string): Promise<Date | null> {
  const folder = copyFolder(dir);
  const [from, to] = [`${folder}/${STORE}`, `${dir}/${STORE}`];
  const isMoved = await isThere(to);
  if (!await isThere(folder)) {
    throw new StoreError(
      isMoved ? `${dir} is a data folder already` : `${dir} holds no copy; \`winnow follow\` makes one`,
    );
  }
  using _lock = await lockCopy(dir);
  const isLeft = await isThere(from);
  const isComplete = await isThere(`${folder}/${COMPLETE}`);
  if ((isLeft || !isMoved) && !isComplete) {
    throw new StoreError(`the copy in ${dir} is not complete: the store was never copied to its end`);
  }
  if (isLeft && isMoved) throw new StoreError(`${dir} holds another store, ${to}; move it away`);
  if (!isLeft && !isMoved) throw new StoreError(`the store of the copy in ${dir} is missing`);
  const beside = [`${from}-wal`, ...journalPaths(from)];
  const writtenAt = isLeft ? await newest([from, ...beside]) : null;
  if (isLeft) {
    for (const name of await movedFrom(folder)) {
      if (await isThere(`${dir}/${name}`)) {
        throw new StoreError(`${dir} holds another ${name} than its copy; move it away`);
      }
    }
    // What an interrupted call moved had been checked before, and is not whole without the rest.
    if (!await isBegun(dir, [...PRIVATE_FILES, ...beside.map((path) => path.slice(folder.length + 1))])) {
      requireWholePages(from);
      await openKeyringOf({ ...config, dataDir: folder, store: null, storeRead: null });
    }
    // What the store needed while it was open is gone again.
    for (const name of await movedFrom(folder)) await Deno.rename(`${folder}/${name}`, `${dir}/${name}`);
    // Last: until then it is no data folder, and an interrupted call is repeated.
    await Deno.rename(from, to);
  }
  await Deno.remove(folder, { recursive: true });
  await Deno.chmod(dir, 0o700);
  return writtenAt;
}

/** Made by whoever reads or writes the secret. */
const SECRET_LOCK = ".secret.lock";

/** What is moved before the store. */
async function movedFrom(folder: string): Promise<string[]> {
  const stay = [LOCK, COMPLETE, STORE, SECRET_LOCK];
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  return names.filter((name) => !stay.includes(name));
}

async function isBegun(dir: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) if (await isThere(`${dir}/${name}`)) return true;
  return false;
}

async function newest(paths: readonly string[]): Promise<Date | null> {
  let last: Date | null = null;
  for (const path of paths) {
    if (!await isThere(path)) continue;
    const { mtime } = await Deno.stat(path);
    if (mtime !== null && (last === null || mtime > last)) last = mtime;
  }
  return last;
}
