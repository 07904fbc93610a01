/**
 * The change log of versions before 0.2, which had one head for all processes. While a process of such a version serves the
 * store, or changes something by a command, both follow each other: its entries are read, and its head is moved so far ahead
 * that it reloads everything.
 */
import type { Engine, Entry, Key, SetOp } from "../engine.ts";
import { CHANGE_ENTRY, CHANGE_HEAD } from "../own_rows.ts";

const HEAD = CHANGE_HEAD.key();
/** Such a version reloads everything when the head moved by more than 2000, or when entries are missing. */
const JUMP = 3000;
/** Entries read at once. */
const MAX_ENTRIES = 2000;

export interface EarlierLogOptions {
  /** True while a process of an earlier version serves the store. */
  readonly hasEarlier?: () => boolean;
}

export class EarlierLog {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #options: EarlierLogOptions;
  #head = 0;
  #version: string | null = null;
  /** The head that the announcement in progress writes; 0: none. */
  #next = 0;
  #follows = false;

  constructor(engine: Engine, now: () => number, options: EarlierLogOptions) {
    this.#engine = engine;
    this.#now = now;
    this.#options = options;
  }

  begin(head: Entry | null, follows: boolean): void {
    [this.#head, this.#version] = [headOf(head), head?.version ?? null];
    this.#follows = follows;
  }

  /** What an announcement writes for such processes. A command does not know whether they are there. */
  announce(): SetOp[] {
    const needed = this.#options.hasEarlier?.() === true || !this.#follows && this.#version !== null;
    this.#next = needed ? Math.max(this.#head + JUMP, Math.floor(this.#now()) * JUMP) : 0;
    return needed ? [CHANGE_HEAD.set(HEAD, this.#next)] : [];
  }

  announced(version: string): void {
    if (this.#next > 0) [this.#head, this.#version] = [this.#next, version];
  }

  /** What such processes announced since the last call; null: everything may have changed. */
  async read(head: Entry | null): Promise<Key[] | null> {
    const version = head?.version ?? null;
    if (version === this.#version) return [];
    const [from, to] = [this.#head, headOf(head)];
    const found: Key[] = [];
    let entries = 0;
    const options = { start: entryKey(from + 1), limit: MAX_ENTRIES };
    for await (const { value } of this.#engine.scan(CHANGE_ENTRY.prefix, options)) {
      found.push(...CHANGE_ENTRY.read(value));
      entries++;
    }
    [this.#head, this.#version] = [to, version];
    // A head that was moved without an entry: by a process of this version, or by a restore.
    const jumped = to % JUMP === 0 && to > 0;
    const complete = jumped || to > from && entries > 0;
    return complete && entries < MAX_ENTRIES ? found : null;
  }
}

/** The head to write when everything changed: every process of such a version reloads everything. */
export function skipAhead(head: Entry | null | undefined): number {
  return headOf(head) + JUMP + 1;
}

function headOf(head: Entry | null | undefined): number {
  return typeof head?.value === "number" ? head.value : 0;
}

function entryKey(number: number): Key {
  return CHANGE_ENTRY.key(number.toString(36).padStart(10, "0"));
}
