/**
 * A whole backup and the files that continue it, each the one before it. Read together they are what the store held when the last
 * one was made: of the entries of a key the latest counts. An entry that had expired when a later file was made is over with
 * that file, which therefore does not mention it.
 */
import { BackupError, damaged } from "./backup_file.ts";
import type { BackupReader, OnRead } from "./backup_reader.ts";
import { type FileEntry, KIND } from "./file_entry.ts";
import { compareBytes } from "../key_bytes.ts";

/** A file, and the secret that authenticates it; null for format 1. */
export interface AuthenticBackup {
  readonly reader: BackupReader;
  readonly secret: string | null;
}

/** @throws BackupError unless the first file is a whole backup, and each other one continues the one before it */
export function requireChain(readers: readonly BackupReader[]): void {
  readers.forEach((reader, index) => {
    const { name, header: { continues } } = reader;
    const before = readers[index - 1];
    if (before === undefined) {
      if (continues === undefined) return;
      throw new BackupError(`${name} holds only what changed since ${continues.file}: that comes before it`);
    }
    if (continues === undefined) {
      throw new BackupError(`${name} is a whole backup: it continues none, and comes first`);
    }
    if (continues.id === before.header.id) return;
    if (readers.some(({ header }) => header.id === continues.id)) {
      throw new BackupError(
        `the files are not in their order: ${name} continues ${continues.file}, not ${before.name}`,
      );
    }
    if (continues.base === baseOf(before)) {
      throw new BackupError(`${continues.file} is missing: ${name} continues it, not ${before.name}`);
    }
    throw new BackupError(`${name} is of another chain: it continues another ${continues.file}`);
  });
}

/** The id of the whole backup that the chain of a file begins with; null before format 3. */
export function baseOf({ header }: BackupReader): string | null {
  return header.continues?.base ?? header.id ?? null;
}

/**
 * The file that a backup is to continue, and all before it, in their order. Those that are not given are found beside the file
 * that continues them, under the name that they had.
 * @param paths the last one is to be continued
 * @throws BackupError
 */
export async function findChain(
  paths: readonly string[],
  open: (path: string) => Promise<BackupReader>,
): Promise<BackupReader[]> {
  const given: BackupReader[] = [];
  for (const path of paths) given.push(await named(path, () => open(path)));
  const chain = [given.pop()!];
  for (let first = chain[0]!; first.header.continues !== undefined; first = chain[0]!) {
    const { id, file } = first.header.continues;
    const at = given.findIndex(({ header }) => header.id === id);
    chain.unshift(at >= 0 ? given.splice(at, 1)[0]! : await beside(first, file, open));
    if (chain[0]!.header.id === id) continue;
    throw new BackupError(
      `${
        chain[0]!.path
      } is not the file that ${first.name} continues, but another one of that name; name the right one with --since`,
    );
  }
  const [base] = chain;
  if (given.length > 0) {
    throw new BackupError(`${given[0]!.name} is of another chain than ${chain.at(-1)!.name}`);
  }
  if (base!.header.id === undefined) {
    throw new BackupError(
      `${
        base!.name
      } is of a former format, which cannot be continued: make a new whole backup, without --since`,
    );
  }
  return chain;
}

async function beside(
  { path, name }: BackupReader,
  file: string,
  open: (path: string) => Promise<BackupReader>,
): Promise<BackupReader> {
  if (file.includes("/")) throw damaged("its first line is not that of a backup");
  const found = path.slice(0, path.length - name.length) + file;
  try {
    return await named(found, () => open(found));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new BackupError(`${name} continues ${file}, which is not beside it: name it with --since`);
  }
}

/** What is wrong with a file, with its name. */
export async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BackupError ? new BackupError(`${name}: ${error.message}`) : error;
  }
}

/** What the store held, in the order of keys, many entries at a time. @throws BackupError as each file's reader */
export async function* mergedEntries(
  chain: readonly AuthenticBackup[],
  onRead?: OnRead,
): AsyncGenerator<readonly FileEntry[]> {
  const [only, ...more] = chain;
  if (more.length === 0) return yield* only!.reader.entries(only!.secret, onRead);
  const progress = chain.map(() => ({ read: 0, size: 0 }));
  const cursors = chain.map(({ reader, secret }, index) =>
    new Cursor(reader.entries(secret, (read, size) => {
      progress[index] = { read, size };
      onRead?.(sum(progress.map((each) => each.read)), sum(progress.map((each) => each.size)));
    }))
  );
  /** Of each file, when the latest of those after it was made. */
  const later = chain.map((_, index) =>
    Math.max(-Infinity, ...chain.slice(index + 1).map(({ reader }) => reader.madeAt))
  );
  let merged: FileEntry[] = [];
  for (;;) {
    for (const cursor of cursors) {
      if (cursor.entry !== null || cursor.isOver) continue;
      if (merged.length > 0) yield merged;
      merged = [];
      await cursor.fill();
    }
    let [found, from]: [FileEntry | null, number] = [null, 0];
    for (const [index, { entry }] of cursors.entries()) {
      if (entry === null || (found !== null && compareBytes(entry.key, found.key) > 0)) continue;
      [found, from] = [entry, index];
    }
    if (found === null) break;
    for (const cursor of cursors) {
      if (cursor.entry !== null && compareBytes(cursor.entry.key, found.key) === 0) cursor.next();
    }
    const isOver = found.expiresAt !== null && found.expiresAt <= later[from]!;
    if (found.kind !== KIND.deleted && !isOver) merged.push(found);
  }
  if (merged.length > 0) yield merged;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** One entry after the other of a stream of many at a time. */
export class Cursor {
  readonly #blocks: AsyncIterator<readonly FileEntry[]>;
  #block: readonly FileEntry[] = [];
  #at = 0;
  #isOver = false;

  constructor(blocks: AsyncIterable<readonly FileEntry[]>) {
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  /** The present one; null: `fill` has to be called, or there is none any more. */
  get entry(): FileEntry | null {
    return this.#block[this.#at] ?? null;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  next(): void {
    this.#at++;
  }

  async fill(): Promise<void> {
    while (!this.#isOver && this.entry === null) {
      const { done, value } = await this.#blocks.next();
      if (done) this.#isOver = true;
      else [this.#block, this.#at] = [value, 0];
    }
  }

  async close(): Promise<void> {
    await this.#blocks.return?.();
  }
}
