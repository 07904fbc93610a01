/** The data folder: open only to the account that runs Winnow. Folders have mode 700, files 600. */

import { SettingError } from "./settings/setting.ts";

/** What Winnow makes there itself. Backups and tables that somebody put there are left as they are. */
const OWN_FILE = /^(?:secret(?:\..*)?|\.secret\.lock|winnow\.kv.*)$/;
const OWN_FOLDER = "feeds";
/** A file system's own folder, there without anybody's doing. */
const USUAL_FOLDER = "lost+found";
/** Access of the group and of everybody. */
const OTHERS = 0o077;
/** Such a folder belongs to many accounts, as `/tmp` does. */
const STICKY = 0o1000;

/**
 * Creates the folder, or closes an open one together with Winnow's files in it. Where that is not possible the log says so
 * and the start continues, because a mounted folder may belong to another account.
 * @throws SettingError when there is none, and it cannot be made
 */
export async function openDataFolder(dir: string, log: (line: string) => void = () => {}): Promise<void> {
  await makeFolder(dir);
  if (Deno.build.os === "windows") return;
  try {
    const before = await modeOf(dir);
    const shared = before & STICKY || await holdsOtherFolders(dir);
    let closed = 0;
    for await (const [path, mode] of ownPaths(dir, !shared)) {
      if ((mode & OTHERS) === 0) continue;
      await ifPresent(Deno.chmod(path, mode & 0o700));
      closed++;
    }
    if (closed > 0) log(`${dir}: closed ${closed} files and folders that other accounts could open`);
    if (shared && (before & OTHERS) !== 0) {
      log(
        `${dir} is open to other accounts and holds more than Winnow's data: set WINNOW_DATA_DIR to a folder of its own`,
      );
    }
  } catch (error) {
    log(`${dir} may be open to other accounts, and cannot be closed: ${(error as Error).message}`);
  }
}

/** @throws SettingError */
async function makeFolder(dir: string): Promise<void> {
  try {
    await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const why = cause instanceof Deno.errors.AlreadyExists
      ? "it is not a folder"
      : cause instanceof Deno.errors.NotCapable
      ? "this program may not use it"
      : (cause as Error).message;
    throw new SettingError(`WINNOW_DATA_DIR must be a folder that can be made and written: ${dir} (${why})`);
  }
}

/** @param whole true: the folder itself too */
async function* ownPaths(dir: string, whole: boolean): AsyncIterable<[path: string, mode: number]> {
  if (whole) yield [dir, await modeOf(dir)];
  for await (const { name, isFile, isDirectory } of Deno.readDir(dir)) {
    const path = `${dir}/${name}`;
    if (isFile && OWN_FILE.test(name)) yield [path, await modeOf(path)];
    else if (isDirectory && name === OWN_FOLDER) yield* below(path);
  }
}

/** A folder with all that is in it; nothing of a folder that is closed already. */
async function* below(folder: string): AsyncIterable<[path: string, mode: number]> {
  const mode = await modeOf(folder);
  if ((mode & OTHERS) === 0) return;
  for await (const { name, isFile, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* below(path);
    else if (isFile) yield [path, await modeOf(path)];
  }
  yield [folder, mode]; // last, so that an interrupted pass is repeated
}

async function holdsOtherFolders(dir: string): Promise<boolean> {
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    if (isDirectory && name !== OWN_FOLDER && name !== USUAL_FOLDER) return true;
  }
  return false;
}

/** 0 for a file that was removed meanwhile. */
async function modeOf(path: string): Promise<number> {
  return (await ifPresent(Deno.stat(path)))?.mode ?? 0;
}

async function ifPresent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
