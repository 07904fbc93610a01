/**
 * The folder of a warm copy. Until the copy is made ready it is in a folder below, so that no server takes it for its store by
 * mistake.
 */
import { StoreError } from "../../db/engine.ts";

/** Of the copy while it is followed: its store, private files of the data folder, and what is below. */
const BELOW = "following";
export const STORE = "winnow.kv";
/** There when the store was copied to its end. */
export const COMPLETE = "complete";
export const LOCK = "lock";
/** A file system's own folder, there without anybody's doing. */
const USUAL_FOLDER = "lost+found";

export function copyFolder(dir: string): string {
  return `${dir}/${BELOW}`;
}

/** @throws StoreError when it holds something else, or is inside one of the folders, or one of them inside it */
export async function makeFolder(dir: string, apartFrom: readonly string[]): Promise<void> {
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  const place = `${await Deno.realPath(dir)}/`;
  for (const folder of apartFrom) {
    const other = `${await Deno.realPath(folder)}/`;
    if (!place.startsWith(other) && !other.startsWith(place)) continue;
    throw new StoreError(`${dir} and the folder that it would be a copy of, ${folder}, are not apart`);
  }
  for await (const { name } of Deno.readDir(dir)) {
    if (name === BELOW || name === USUAL_FOLDER) continue;
    throw new StoreError(
      name === STORE
        ? `${dir} is a data folder already; a copy needs an empty folder`
        : `${dir} holds something else, ${name}; a copy needs an empty folder`,
    );
  }
  await Deno.mkdir(copyFolder(dir), { recursive: true, mode: 0o700 });
}

/** Held until it is closed, or the process ends. @throws StoreError when another process has it */
export async function lockCopy(dir: string): Promise<Deno.FsFile> {
  const file = await Deno.open(`${copyFolder(dir)}/${LOCK}`, { write: true, create: true, mode: 0o600 });
  if (await file.tryLock(true)) return file;
  file.close();
  throw new StoreError(`the copy in ${dir} is being followed by another process; stop that first`);
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
