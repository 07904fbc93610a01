/**
 * The journal of a Deno KV file: batches are durable in it before the file has them, because a write to the end of a file takes
 * a fraction of a transaction's time. It belongs to one process at a time. Of its two files one is written while what is in the
 * other is applied.
 */
import { type Engine, StoreError } from "../../engine.ts";
import { framesOf } from "./frame.ts";
import { JournalFile } from "./journal_file.ts";
import { journalPaths } from "./paths.ts";
import { applyLeft, readApplied, type Repaired, repairLeft, writeApplied } from "./recovery.ts";

/** A file that is longer is left for the other one. */
const FULL_BYTES = 8 * 2 ** 20;
/** How long is waited for a process that has the journal. */
const OWNER_MS = 5000;
const POLL_MS = 10;

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
      const [id, number, closed] = applied ?? [crypto.randomUUID(), 0, true];
      for (const file of files) await file.begin(id);
      // A journal without its mark in the store belongs to another store. With it, both files must be there.
      if (closed) await writeApplied(engine, [id, number]);
      await first.unlock();
      return taken = new Journal(id, files, number);
    } finally {
      if (taken === null) { for (const file of files) file.close(); }
    }
  }

  /**
   * An empty one for a copy of a store, which has what this journal had.
   * @param applied the number of the last frame that the copy has
   */
  static async begin(path: string, id: string, applied: number): Promise<Journal> {
    const files = journalPaths(path).map((path) => JournalFile.open(path));
    for (const file of files) await file.begin(id);
    return new Journal(id, files, applied);
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

  /** Its files hold no frame any more. The engine has all of them, and none is being written. */
  wipe(): void {
    for (const file of this.#files) file.wipe();
  }

  get bytes(): number {
    return this.#files.reduce((sum, file) => sum + file.end, 0);
  }

  /** The engine has all of it, up to this number: its files are not needed any more. */
  async finish(engine: Engine, number: number): Promise<void> {
    await writeApplied(engine, [this.id, number, true]);
  }

  /** Another process may take it. */
  close(): void {
    for (const file of this.#files) file.close();
  }
}

export interface LeftJournal {
  /** True: the last process that had the file open did not close it, as far as the file's neighbours show. */
  readonly wasOpen: boolean;
  /** For people. Absent: a command, which says nothing. */
  readonly log?: (line: string) => void;
}

/**
 * The store has all that was confirmed before when this resolves: what a process left that ended abruptly is applied, and a
 * process that has the journal is waited for, which applies it itself.
 * @throws StoreError when something that was confirmed cannot be read
 */
export async function applyJournal(path: string, engine: Engine, left: LeftJournal): Promise<void> {
  const paths = journalPaths(path);
  const missing = await missingOf(paths);
  if (missing.length > 0) {
    const applied = await readApplied(engine);
    if (applied === null || applied[2] === true) return;
    const name = missing.join(" and ");
    if (missing.length < paths.length || left.wasOpen) {
      // Empty ones, so that this is said again when the file has been closed.
      for (const path of missing) JournalFile.open(path).close();
      throw new StoreError(
        `${name} of its journal is missing, and writes that were confirmed may have been in it; nothing was ` +
          "changed. Bring it back, or `winnow repair` goes on without it",
      );
    }
    if (left.log === undefined) return;
    // A copy of a file in use, as a replica of it is.
    left.log(`${name} is missing: the newest writes before the store was copied may not be in it`);
    return await writeApplied(engine, [applied[0], applied[1], true]);
  }
  const files = paths.map((path) => JournalFile.open(path));
  try {
    await files[0]!.lock();
    if (await files[1]!.tryLock()) await applyLeft(path, files, engine);
    else await waitForOwner(files, engine);
  } finally {
    for (const file of files) file.close();
  }
}

/** Continues with what can be read of a damaged journal. @throws StoreError while another process has it */
export async function repairJournal(path: string, engine: Engine): Promise<Repaired> {
  const files = journalPaths(path).map((path) => JournalFile.open(path));
  try {
    await files[0]!.lock();
    if (!await files[1]!.tryLock()) throw new StoreError(`a process uses the store ${path}; stop it first`);
    return await repairLeft(path, files, engine);
  } finally {
    for (const file of files) file.close();
  }
}

/** Its frames up to now. It may have stopped working: then this continues without them, as with everything else that it no longer does. */
async function waitForOwner(files: readonly JournalFile[], engine: Engine): Promise<void> {
  let applied = await readApplied(engine);
  if (applied === null) return;
  let newest = -Infinity;
  for (const { id, bytes } of await Promise.all(files.map((file) => file.read()))) {
    if (id !== applied[0]) continue;
    for (const { number } of framesOf(bytes, applied[1])) newest = Math.max(newest, number);
  }
  for (const end = performance.now() + OWNER_MS; performance.now() < end;) {
    if (applied === null || applied[1] >= newest) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    applied = await readApplied(engine);
  }
}

async function missingOf(paths: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const path of paths) {
    try {
      await Deno.stat(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      missing.push(path);
    }
  }
  return missing;
}
