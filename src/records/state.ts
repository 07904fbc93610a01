/**
 * A kind of record: a value that is read, changed and checked by its version. A change that another process was faster than
 * runs again on what that one wrote; it abandons the commit it is part of by throwing `Abandoned`.
 */
import { type Awaitable, chain } from "../concurrency/awaitable.ts";
import { type Change, changeOf, NO_CHANGE, together } from "../db/commit/change.ts";
import type { Writer } from "../db/commit/writer.ts";
import { Abandoned, isAbandoned } from "../db/failure.ts";
import type { Keyspace } from "../db/keyspace.ts";

export { Abandoned, isAbandoned };

/** Pure: it may run several times. Null: there is no value. */
type Changing<T> = (current: T | null) => T | null;

interface Ended {
  /** Milliseconds since the epoch. */
  readonly end?: number;
  /** Of the new value, where it is not small. */
  readonly bytes?: number;
  /** See `CellUpdate`. */
  readonly checkedWithPeers?: true;
}

/** @typeParam Parts the parts of a key after the prefix */
export class State<T, Parts extends readonly string[]> {
  readonly #writer: Writer;
  readonly #row: Keyspace<T, Parts>;

  constructor(writer: Writer, row: Keyspace<T, Parts>) {
    this.#writer = writer;
    this.#row = row;
  }

  /** As the store has it now, whichever process wrote it; null when there is none. */
  async get(...parts: Parts): Promise<T | null> {
    return this.#row.read((await this.#writer.readFresh(this.#row.key(...parts)))?.value);
  }

  /** From memory, or read once: for a state whose changes by other processes are of no concern, or followed. */
  async known(...parts: Parts): Promise<T | null> {
    return this.#row.read(await this.#writer.read(this.#row.key(...parts)));
  }

  /** As the store has it now; from memory while no other process serves it. Those of the same tick are one read. */
  shared(...parts: Parts): Awaitable<T | null> {
    return chain(this.#writer.readShared([this.#row.key(...parts)]), ([value]) => this.#row.read(value));
  }

  /** Part of a commit. */
  changing(parts: Parts, change: Changing<T>, { end, bytes, checkedWithPeers }: Ended = {}): Change {
    const cell = this.#row.update(this.#row.key(...parts), {
      exact: true,
      change,
      ...(end === undefined ? {} : { expiresAt: end }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(checkedWithPeers === undefined ? {} : { checkedWithPeers }),
    });
    return changeOf({ cells: [cell] });
  }

  /**
   * Changes the value; durable when it resolves. Returns what is stored then.
   * @param change what it throws is thrown, and nothing is written
   * @param also in the same commit
   */
  async change<New extends T | null>(
    parts: Parts,
    change: (current: T | null) => New,
    { also = NO_CHANGE, ...ended }: Ended & { readonly also?: Change } = {},
  ): Promise<New> {
    const changing = this.changingTo(parts, change, ended);
    await this.#writer.write(together(changing.change, also));
    return changing.stored();
  }

  /** Part of a commit, and what that stored. */
  changingTo<New extends T | null>(
    parts: Parts,
    change: (current: T | null) => New,
    ended: Ended = {},
  ): { readonly change: Change; readonly stored: () => New } {
    // The change runs again when another process was faster: the last result is the stored one.
    const results: New[] = [];
    const keep = (current: T | null) => {
      const changed = change(current);
      results.push(changed);
      return changed;
    };
    return { change: this.changing(parts, keep, ended), stored: () => results.at(-1)! };
  }

  /** The value need not be kept in memory: it is used once or twice. */
  forget(...parts: Parts): void {
    this.#writer.forget(this.#row.key(...parts));
  }
}

/** False when a change of the commit abandoned it for this reason. @throws any other error */
export async function unlessAbandoned(commit: Promise<unknown>, reason: string): Promise<boolean> {
  try {
    await commit;
    return true;
  } catch (error) {
    if (isAbandoned(error, reason)) return false;
    throw error;
  }
}
