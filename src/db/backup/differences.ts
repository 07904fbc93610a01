/** What a store holds, against a chain of backups: entries that are new or different, and keys that are gone. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { type AuthenticBackup, Cursor, mergedEntries } from "./chain.ts";
import { deletionOf, type FileEntry, isSameEntry } from "./file_entry.ts";
import { compareBytes } from "../key_bytes.ts";

export class Differences {
  readonly #before: Cursor;
  readonly #madeAt: number;
  readonly #put: (entry: FileEntry) => Awaitable<void>;

  /** @param madeAt milliseconds since the epoch: what has expired by then is of no interest */
  constructor(
    chain: readonly AuthenticBackup[],
    madeAt: number,
    put: (entry: FileEntry) => Awaitable<void>,
  ) {
    this.#before = new Cursor(mergedEntries(chain));
    this.#madeAt = madeAt;
    this.#put = put;
  }

  /** To be called with each entry of the store in the order of keys. */
  async compare(entry: FileEntry): Promise<void> {
    if (this.#isOver(entry)) return;
    const same = await this.#deleteUpTo(entry.key);
    if (same !== null && isSameEntry(same, entry)) return;
    await this.#put(entry);
  }

  /** The store holds no more. */
  async end(): Promise<void> {
    await this.#deleteUpTo(null);
  }

  async close(): Promise<void> {
    await this.#before.close();
  }

  /** The entry of the key that the chain has. @param end null: all */
  async #deleteUpTo(end: Uint8Array | null): Promise<FileEntry | null> {
    for (;;) {
      if (this.#before.entry === null) await this.#before.fill();
      const { entry } = this.#before;
      const order = entry === null ? 1 : end === null ? -1 : compareBytes(entry.key, end);
      if (entry === null || order > 0) return null;
      this.#before.next();
      if (order === 0) return entry;
      if (!this.#isOver(entry)) await this.#put(deletionOf(entry.key));
    }
  }

  #isOver({ expiresAt }: FileEntry): boolean {
    return expiresAt !== null && expiresAt <= this.#madeAt;
  }
}
