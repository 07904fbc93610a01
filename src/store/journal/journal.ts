/**
 * The journal of a Deno KV file: batches are durable in it before the file has them, because a write to the end of a file takes
 * a fraction of a transaction's time. It belongs to one process at a time. Of its two files one is written while what is in the
 * other is applied.
 */
import { type Engine, StoreError } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { Frame } from "./frame.ts";
import { JournalFile } from "./journal_file.ts";
import { journalPaths } from "./paths.ts";
import { type Applied, mergedFrames } from "./merged_frames.ts";

/** A file that is longer is left for the other one. */
const FULL_BYTES = 8 * 2 ** 20;
/** How long is waited for a process that has the journal. */
const OWNER_MS = 5000;
const POLL_MS = 10;
const MARK = KEYS.journal.key();

export class Journal {
  readonly id: string;
  readonly #files: readonly JournalFile[];
  readonly #last: number[];
  #current = 0;
  /** The number of the last frame that the engine has. */
  applied: number;

  private constructor(id: string, files: readonly JournalFile[], applied: number) {
    this.id = id;
    this.#files = files;
    this.#last = files.map(() => applied);
    this.applied = applied;
  }

  /** Takes the journal of a store, and applies what another process left in it. Null: another process has it. */
  static async take(path: string, engine: Engine): Promise<Journal | null> {
    const files = journalPaths(path).map((path) => JournalFile.open(path));
    const [first, second] = files as [JournalFile, JournalFile];
    let taken: Journal | null = null;
    try {
      await first.lock();
      if (!await second.tryLock()) return null;
      const applied = await applyLeft(path, files, engine);
      const [id, number] = applied ?? [crypto.randomUUID(), 0];
      for (const file of files) await file.begin(id);
      // A journal without its mark in the store belongs to another store.
      if (applied === null) await engine.commit({ set: [KEYS.journal.set(MARK, [id, number])] });
      await first.unlock();
      return taken = new Journal(id, files, number);
    } finally {
      if (taken === null) { for (const file of files) file.close(); }
    }
  }

  /** Resolves when the frame is durable. @param number higher than every one before */
  async append(number: number, frame: Uint8Array): Promise<void> {
    const other = 1 - this.#current;
    if (this.#files[this.#current]!.end > FULL_BYTES && this.#last[other]! <= this.applied) {
      this.#current = other;
      this.#files[other]!.restart();
    }
    await this.#files[this.#current]!.append(frame);
    this.#last[this.#current] = number;
  }

  get bytes(): number {
    return this.#files.reduce((sum, file) => sum + file.end, 0);
  }

  /** Another process may take it. */
  close(): void {
    for (const file of this.#files) file.close();
  }
}

/**
 * The store has all that was confirmed before when this resolves: what a process left that ended abruptly is applied, and a
 * process that has the journal is waited for, which applies it itself.
 */
export async function applyJournal(path: string, engine: Engine): Promise<void> {
  const paths = journalPaths(path);
  if (!await exists(paths[0]!)) return;
  const files = paths.map((path) => JournalFile.open(path));
  try {
    await files[0]!.lock();
    if (await files[1]!.tryLock()) await applyLeft(path, files, engine);
    else await waitForOwner(files, engine);
  } finally {
    for (const file of files) file.close();
  }
}

/** Its frames up to now. It may have stopped working: then this goes on without them, as with all that it does not do any more. */
async function waitForOwner(files: readonly JournalFile[], engine: Engine): Promise<void> {
  let applied = await readApplied(engine);
  const read = await Promise.all(files.map((file) => file.read(applied)));
  const newest = Math.max(
    -Infinity,
    ...read.map((file) => file?.id === applied?.[0] ? file?.frames.at(-1)?.number ?? -Infinity : -Infinity),
  );
  for (const end = performance.now() + OWNER_MS; performance.now() < end;) {
    if (applied === null || applied[1] >= newest) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    applied = await readApplied(engine);
  }
}

/** The journal's id and the number of its last frame, all of which the engine has then; null when the store has no journal. */
async function applyLeft(
  path: string,
  files: readonly JournalFile[],
  engine: Engine,
): Promise<Applied | null> {
  const applied = await readApplied(engine);
  const read = (await Promise.all(files.map((file) => file.read(applied)))).filter((file) => file !== null);
  const strange = read.find(({ id, frames }) => id !== applied?.[0] && frames.length > 0);
  if (strange !== undefined) await keepAside(path, strange.id);
  if (applied === null) return null;
  const [id, number] = applied;
  const left: Frame[] = read.filter((file) => file.id === id).flatMap(({ frames }) => frames)
    .sort((a, b) => a.number - b.number);
  for (const batch of mergedFrames(id, left)) await engine.commit(batch);
  return [id, left.at(-1)?.number ?? number];
}

async function readApplied(engine: Engine): Promise<Applied | null> {
  const [entry] = await engine.get([MARK]);
  return KEYS.journal.read(entry?.value);
}

/** Of a store that was moved away: it may be wanted back with its journal. */
async function keepAside(path: string, id: string): Promise<void> {
  try {
    for (const from of journalPaths(path)) await Deno.copyFile(from, `${from}-of-${id}`);
  } catch (cause) {
    const files = journalPaths(path).join(" and ");
    throw new StoreError(`${files} belong to another store, and cannot be copied; move them away`, { cause });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
