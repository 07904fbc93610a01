/**
 * Overwrites what deleted entries left in the file of a store. SQLite marks their bytes as unused and writes something else there
 * at some time; its `secure_delete` holds for one connection alone, and Deno KV's has it off. Here all unused bytes of the file
 * become zero, also those of pages that were copied long ago, while no other connection can write.
 */
import type { DatabaseSync } from "node:sqlite";
import { clearUnused, readPage } from "./page_use.ts";

/** Others wait for their writes while the trees are read, some seconds for a gigabyte, and for that long; then it is their turn. */
const SLICE_MS = 1_000;
/** Other connections read and write all the time: how often it is tried to be alone, and how long each time. */
const ATTEMPTS = 200;
const LOCK_MS = 500;
const PAGE_SIZE_AT = 16;
const RESERVED_AT = 20;
const FREE_LIST_AT = 32;
const MAX_PAGE = 65_536;
const FILE_HEADER = 100;

/** A page as what it is now: of a tree, of the rest of a cell, or of none. */
type Found =
  | { readonly kind: "tree" }
  | { readonly kind: "rest"; readonly bytes: number }
  | { readonly kind: "trunk" }
  | { readonly kind: "free" };

/**
 * All of the file, in slices.
 * @param file it stays open: closing one of its descriptors would end all locks of this process
 * @throws Error when others never let it be alone
 */
export async function overwriteUnused(file: Deno.FsFile, database: DatabaseSync): Promise<void> {
  database.exec(`pragma busy_timeout = ${LOCK_MS}`);
  try {
    for (let next: number | null = 1; next !== null;) next = await overwriteFrom(file, database, next);
    await emptyLog(database);
    database.exec("rollback");
  } finally {
    database.exec("pragma busy_timeout = 0");
  }
}

/** @returns the page to continue with; null: it was the last */
async function overwriteFrom(
  file: Deno.FsFile,
  database: DatabaseSync,
  from: number,
): Promise<number | null> {
  await emptyLog(database);
  try {
    const next = overwritePages(file, database, from);
    file.syncDataSync();
    // Other connections forget the pages that they have in memory, and would write again as they were.
    const { user_version } = database.prepare("pragma user_version").get() as { user_version: number };
    database.exec(`pragma user_version = ${(user_version + 1) % 2 ** 31}; commit`);
    return next;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** Writes the log into the file, which is then empty and stays so: the transaction that begins lets nobody else write. */
async function emptyLog(database: DatabaseSync): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      // It changes with every commit of another connection: the log itself must not be looked at in every process.
      const before = versionOf(database);
      const { busy } = database.prepare("pragma wal_checkpoint(truncate)").get() as { busy: number };
      database.exec("begin immediate");
      if (busy === 0 && versionOf(database) === before) return;
      database.exec("rollback");
    } catch (error) {
      if (!/locked|busy/i.test(String(error))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.min(attempt, 45)));
  }
  throw new Error("the store's file is written all the time");
}

function versionOf(database: DatabaseSync): unknown {
  return database.prepare("pragma data_version").get()!["data_version"];
}

function overwritePages(file: Deno.FsFile, database: DatabaseSync, from: number): number | null {
  const head = read(file, 0, FILE_HEADER);
  const view = new DataView(head.buffer);
  const size = view.getUint16(PAGE_SIZE_AT) === 1 ? MAX_PAGE : view.getUint16(PAGE_SIZE_AT);
  const usable = size - head[RESERVED_AT]!;
  const pageAt = (number: number) => read(file, (number - 1) * size, size);
  const write = (number: number, page: Uint8Array) => {
    file.seekSync((number - 1) * size, Deno.SeekMode.Start);
    for (let at = 0; at < size;) at += file.writeSync(page.subarray(at));
  };
  const roots = database.prepare("select rootpage from sqlite_master where rootpage > 0").all();
  const pages = treePages([1, ...roots.map(({ rootpage }) => Number(rootpage))], pageAt, usable);
  for (const [number, found] of freePages(view.getUint32(FREE_LIST_AT), pageAt)) pages.set(number, found);
  const started = performance.now();
  for (const number of [...pages.keys()].filter((number) => number >= from).sort((a, b) => a - b)) {
    if (performance.now() - started > SLICE_MS) return number;
    const page = pageAt(number);
    if (clearUnused(page, usedOf(page, number, pages.get(number)!, usable))) write(number, page);
  }
  return null;
}

function usedOf(page: Uint8Array, number: number, found: Found, usable: number) {
  if (found.kind === "tree") return readPage(page, number, usable).used;
  if (found.kind === "rest") return [[0, 4 + found.bytes]] as const;
  if (found.kind === "free") return [];
  return [[0, 8 + 4 * new DataView(page.buffer).getUint32(4)]] as const;
}

/** The pages of all trees, with those of what does not fit into their cells. */
function treePages(
  roots: readonly number[],
  pageAt: (number: number) => Uint8Array,
  usable: number,
): Map<number, Found> {
  const pages = new Map<number, Found>();
  const left = [...new Set(roots)];
  for (let number = left.pop(); number !== undefined; number = left.pop()) {
    if (pages.has(number)) continue;
    pages.set(number, { kind: "tree" });
    const { children, overflows } = readPage(pageAt(number), number, usable);
    left.push(...children);
    for (const { page, bytes } of overflows) {
      for (let [next, rest] = [page, bytes]; next !== 0 && rest > 0; rest -= usable - 4) {
        pages.set(next, { kind: "rest", bytes: Math.min(rest, usable - 4) });
        next = first(pageAt(next));
      }
    }
  }
  return pages;
}

function* freePages(trunk: number, pageAt: (number: number) => Uint8Array): Iterable<[number, Found]> {
  for (let number = trunk; number !== 0;) {
    yield [number, { kind: "trunk" }];
    const page = pageAt(number);
    const view = new DataView(page.buffer);
    for (let leaf = 0; leaf < view.getUint32(4); leaf++) {
      yield [view.getUint32(8 + 4 * leaf), { kind: "free" }];
    }
    number = first(page);
  }
}

/** The number of the next page, with which pages of a list begin. */
function first(page: Uint8Array): number {
  return new DataView(page.buffer, page.byteOffset).getUint32(0);
}

function read(file: Deno.FsFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  file.seekSync(at, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length;) {
    const count = file.readSync(bytes.subarray(filled));
    if (count === null) throw new Error("the store's file is shorter than it says");
    filled += count;
  }
  return bytes;
}
