/**
 * Keeps a copy of the embedded store that lacks what was confirmed in the last fraction of a second. First everything is copied, then
 * what is committed, a few times a second. In each round the journal is read first, then what was committed to the store, which
 * is written before the journal: so the copy's journal has all that the copied file does not have yet.
 */
import { journalPaths } from "../journal/paths.ts";
import { CopiedFile } from "./copy.ts";
import { CopiedJournal, SourceJournal } from "./journal.ts";
import { SourceFile } from "./source.ts";

/** Another process that wants the file for itself for a moment waits this long for two rounds. */
export const ROUND_MS = 200;
/** Pages are compared for so long in one round. */
const SLICE_MS = 100;
/** Of the first page, where SQLite has a number for the program. It changes when what was deleted was overwritten in the file. */
const USER_VERSION_AT = 60;

interface FollowOptions {
  /** The store's file. */
  readonly from: string;
  /** The copy's. */
  readonly to: string;
  /** True: what is there is a whole copy of an earlier time. False: it is overwritten. */
  readonly isCopy: boolean;
  readonly now: () => number;
  /** Called after what was read and before it is written. */
  readonly beforeWrite: () => Promise<void>;
}

/** Pages of the source that are looked at one after the other. */
interface Comparison {
  next: number;
  /** `whole`: all that comes until its end is one transaction. `new`: the same, and the file is written itself. */
  readonly kind: "new" | "whole" | "unused";
}

export class Follower {
  readonly #options: FollowOptions;
  readonly #source: SourceFile;
  readonly #copy: CopiedFile;
  readonly #journal: CopiedJournal;
  #sourceJournal: SourceJournal | null = null;
  #comparison: Comparison | null;
  /** What is not used any more was overwritten while pages were compared. */
  #isUnusedDue = false;
  #userVersion: number | null = null;
  /** What the source had then is in the copy. */
  #upTo: number | null = null;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#source = new SourceFile(options.from);
    try {
      if (!options.isCopy) removeStore(options.to);
      this.#copy = new CopiedFile(options.to, this.#source.pageSize);
    } catch (error) {
      this.#source.close();
      throw error;
    }
    this.#journal = new CopiedJournal(options.to);
    this.#comparison = { next: 1, kind: options.isCopy ? "whole" : "new" };
  }

  /** What the store had at this time is in the copy, in milliseconds since the epoch; null: it is not complete yet. */
  get upTo(): number | null {
    return this.#upTo;
  }

  /** The share of the file that was compared, from 0 to 1. */
  get share(): number {
    return Math.min(1, ((this.#comparison?.next ?? Infinity) - 1) / this.#source.pages);
  }

  /** @throws StoreError, errors of the file system */
  async round(): Promise<void> {
    if (!this.#source.begin()) return;
    const started = this.#options.now();
    const journal = this.#sourceJournal?.read() ?? null;
    const isWhole = this.#comparison === null || this.#comparison.kind === "unused";
    const frames = this.#source.read();
    await this.#options.beforeWrite();
    for (const { page, data, pagesAfter } of frames) {
      if (page === 1) this.#seeFirst(data);
      this.#copy.put({ page, data, pagesAfter: isWhole ? pagesAfter : 0 });
    }
    if (this.#comparison !== null) this.#compare(this.#comparison);
    this.#copy.write();
    if (this.#comparison?.kind === "new" || this.#comparison?.kind === "whole") return;
    this.#copy.sync();
    const { applied } = this.#source;
    if (journal !== null) await this.#journal.write(journal, applied);
    this.#sourceJournal ??= new SourceJournal(this.#options.from);
    if (journal !== null) this.#upTo = started;
  }

  close(): void {
    this.#journal.close();
    this.#copy.close();
    this.#source.close();
  }

  #compare(comparison: Comparison): void {
    const { kind } = comparison;
    const end = performance.now() + SLICE_MS;
    for (; comparison.next <= this.#source.pages && performance.now() < end; comparison.next++) {
      const page = comparison.next;
      // SQLite takes no log into account beside a file that is empty.
      const data = kind === "new" ? this.#source.pageOfFile(page) : this.#source.page(page);
      if (data === null) continue;
      if (page === 1 && this.#userVersion === null) this.#seeFirst(data);
      if (kind === "new") this.#copy.putDirectly(page, data);
      else if (!this.#copy.has(page, data)) {
        this.#copy.put({ page, data, pagesAfter: 0 });
      }
    }
    const isOver = comparison.next > this.#source.pages;
    if (kind === "unused" || isOver) this.#copy.end(this.#source.pages);
    if (!isOver) return;
    this.#comparison = this.#isUnusedDue ? { next: 1, kind: "unused" } : null;
    this.#isUnusedDue = false;
    this.#copy.write();
    // It has what was overwritten.
    if (kind === "unused") this.#copy.emptyLog();
  }

  /** The number of the first page, as it is committed. */
  #seeFirst(data: Uint8Array): void {
    const version = new DataView(data.buffer, data.byteOffset).getUint32(USER_VERSION_AT);
    const changed = this.#userVersion !== null && version !== this.#userVersion;
    this.#userVersion = version;
    if (!changed) return;
    // It may have passed the pages that were overwritten.
    if (this.#comparison !== null && this.#comparison.kind !== "unused") this.#isUnusedDue = true;
    else this.#comparison = { next: 1, kind: "unused" };
  }
}

function removeStore(path: string): void {
  for (const each of [path, `${path}-wal`, `${path}-shm`, ...journalPaths(path)]) {
    try {
      Deno.removeSync(each);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
