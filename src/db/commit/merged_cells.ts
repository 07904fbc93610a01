/**
 * Cells that several processes write without a check: states that are merged, such that merging one twice changes nothing.
 * Two processes that write the same cell at the same time may hide each other's part. So a process with peers looks again
 * after what it wrote, and puts its part back where it is missing, until it was there twice. Where it follows what they write
 * it looks after those cells only that another process wrote too.
 */
import { isAhead } from "../../concurrency/clock_rules.ts";
import { type Engine, type Key, keyText } from "../engine.ts";
import type { ExactChanges } from "../cluster/exact_changes.ts";
import type { CellUpdate } from "./cell.ts";

/** Longer than another process works with a state that it read (`REREAD_MS`), and a commit takes. */
const CHECK_AFTER_MS = 2000;
const CLEAN_CHECKS = 2;
/** Of a busier process the oldest are not looked after. */
const MAX_CELLS = 50_000;
const CELLS_PER_READ = 1000;

interface Written {
  readonly update: CellUpdate;
  checkAt: number;
  clean: number;
  /** Another process wrote it at about the same time, or that is not known. */
  isShared: boolean;
}

interface MergedCellsOptions {
  readonly engine: Engine;
  readonly changes: ExactChanges;
  readonly now: () => number;
  /** Called for a cell that is not as this process knew it. */
  readonly forget: (key: Key) => void;
}

export class MergedCells {
  readonly #options: MergedCellsOptions;
  readonly #written = new Map<string, Written>();
  #running: Promise<void> | null = null;

  constructor(options: MergedCellsOptions) {
    this.#options = options;
  }

  /**
   * Notes what a commit writes, of which only merged cells count.
   * @param isFollowing another process that writes the cell is told of by `noteShared`
   */
  noteWritten(updates: readonly CellUpdate[] = [], isFollowing = false): void {
    for (const update of updates) {
      if (update.exact || update.merges !== true) continue;
      const text = update.text ?? keyText(update.key);
      const isShared = !isFollowing || this.#written.get(text)?.isShared === true;
      this.#written.delete(text);
      if (this.#written.size >= MAX_CELLS) this.#written.delete(this.#written.keys().next().value!);
      this.#written.set(text, { update, checkAt: this.#options.now() + CHECK_AFTER_MS, clean: 0, isShared });
    }
  }

  /** Another process wrote the cell. */
  noteShared(text: string): void {
    const written = this.#written.get(text);
    if (written === undefined) return;
    written.isShared = true;
    written.checkAt = this.#options.now() + CHECK_AFTER_MS;
    written.clean = 0;
  }

  /** Puts nothing back any more below these keys: what they held is erased. @param beginning of the keys' texts */
  drop(beginning: string): void {
    for (const text of [...this.#written.keys()]) if (text.startsWith(beginning)) this.#written.delete(text);
  }

  /** Looks after what was written a while ago. @param all also after what was written just now */
  check(all = false): Promise<void> {
    this.#running ??= this.#check(all).finally(() => this.#running = null);
    return this.#running;
  }

  async #check(all: boolean): Promise<void> {
    const now = this.#options.now();
    const due: [string, Written][] = [];
    for (const [text, written] of this.#written) {
      if (!all && isAhead(written.checkAt, now, CHECK_AFTER_MS)) continue;
      if (written.isShared) due.push([text, written]);
      // What others wrote by then is known.
      else if (all || !isAhead(written.checkAt + CHECK_AFTER_MS, now, CHECK_AFTER_MS)) {
        this.#written.delete(text);
      }
    }
    for (let from = 0; from < due.length; from += CELLS_PER_READ) {
      const part = due.slice(from, from + CELLS_PER_READ);
      const entries = await this.#options.engine.get(part.map(([, { update }]) => update.key));
      const missing: Promise<void>[] = [];
      for (const [index, [text, written]] of part.entries()) {
        if (this.#written.get(text) !== written) continue; // it was written again
        const stored = entries[index]?.value ?? null;
        // What is gone was deleted, as when its owner is forgotten.
        const isWhole = stored === null || isSame(stored, written.update.change(stored));
        written.clean = isWhole ? written.clean + 1 : 0;
        written.checkAt = now + CHECK_AFTER_MS;
        if (written.clean >= CLEAN_CHECKS) this.#written.delete(text);
        else if (!isWhole) missing.push(this.#putBack(written.update));
      }
      await Promise.all(missing);
    }
  }

  async #putBack(update: CellUpdate): Promise<void> {
    const { key, expiresAt } = update;
    await this.#options.changes.change(key, (stored) => {
      const value = stored === null ? null : update.change(stored);
      if (value === null || isSame(stored, value)) return { set: null, result: undefined };
      return { set: expiresAt === undefined ? { value } : { value, expiresAt }, result: undefined };
    });
    this.#options.forget(key);
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
