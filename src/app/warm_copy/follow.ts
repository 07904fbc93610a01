/** Keeps a warm copy of the embedded store, with the secrets that belong to it. */
import { requireStore } from "../../db/backup/dump.ts";
import { Follower, ROUND_MS } from "../../db/deno_kv/follow/follow.ts";
import { StoreError } from "../../db/engine.ts";
import { isPostgres, openEngine } from "../../db/open_engine.ts";
import { checkSchema } from "../../db/schema.ts";
import { CATALOG } from "../../records/index.ts";
import { storeLocation } from "../paths.ts";
import { keepPrivate, PRIVATE_FILES, readPrivate } from "../secret.ts";
import type { Config } from "../settings/config.ts";
import { SettingError } from "../settings/setting.ts";
import { COMPLETE, copyFolder, isThere, lockCopy, makeFolder, STORE } from "./folder.ts";

export interface CopyStatus {
  /** By how many milliseconds the copy was behind the store until now, at most since the round before; null: it is not complete. */
  readonly behindMs: number | null;
  /** The share of the store that is copied or compared, from 0 to 1. */
  readonly share: number;
}

interface FollowOptions {
  readonly dir: string;
  readonly signal: AbortSignal;
  /** Called after each round, several times a second. */
  readonly onStatus: (status: CopyStatus) => void;
}

/**
 * Copies the embedded store of the settings until the signal.
 * @throws SettingError, StoreError or another Error with a clear line when the folder cannot be used or written, or the store cannot
 * be followed
 */
export async function followStore(config: Config, options: FollowOptions): Promise<void> {
  const { dir, signal, onStatus } = options;
  const location = await fileOf(config);
  const folder = copyFolder(dir);
  await writing(dir, () => makeFolder(dir, [config.dataDir, parentOf(location)]));
  using _lock = await writing(dir, () => lockCopy(dir));
  let isComplete = await isThere(`${folder}/${COMPLETE}`);
  const follower = await writing(dir, () =>
    Promise.resolve(
      new Follower({
        from: location,
        to: `${folder}/${STORE}`,
        isCopy: isComplete,
        now: Date.now,
        beforeWrite: () => copyPrivate(config.dataDir, folder),
      }),
    ));
  const round = async () => {
    const before = follower.upTo;
    await writing(dir, () => follower.round());
    const { upTo, share } = follower;
    if (upTo !== null && !isComplete) {
      await writing(dir, () => Deno.writeTextFile(`${folder}/${COMPLETE}`, "", { mode: 0o600 }));
      isComplete = true;
    }
    onStatus({ behindMs: upTo === null ? null : Date.now() - (before ?? upTo), share });
  };
  try {
    while (!signal.aborted) {
      await round();
      if (follower.share === 1) await pause(signal);
    }
    // What was confirmed until now.
    if (follower.upTo !== null) await round();
  } finally {
    follower.close();
  }
}

/** The store's file, which is one. */
async function fileOf(config: Config): Promise<string> {
  const location = storeLocation(config);
  if (isPostgres(location)) {
    throw new SettingError(
      "follow copies the embedded store; a PostgreSQL store is copied by the database's own replication, see docs/operations.md",
    );
  }
  if (location === ":memory:" || /^\w+:\/\//.test(location)) {
    throw new SettingError("follow copies the embedded store, and WINNOW_STORE names none that is a file");
  }
  await requireStore(location);
  const engine = await openEngine(location, CATALOG);
  try {
    await checkSchema(engine, location);
  } finally {
    await engine.close();
  }
  return location;
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : ".";
}

async function copyPrivate(from: string, to: string): Promise<void> {
  const files: (readonly [name: string, text: string | null])[] = [];
  for (const name of PRIVATE_FILES) files.push([name, await readPrivate(from, name)]);
  // The secret is read first and written last: without the earlier ones it opens nothing that is older.
  for (const [name, text] of files.reverse()) {
    const copied = await readPrivate(to, name);
    if (text !== null && text !== copied) await keepPrivate(to, name, text);
    if (text === null && copied !== null) await Deno.remove(`${to}/${name}`);
  }
}

async function writing<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new Error(`the copy in ${dir} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ROUND_MS);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
