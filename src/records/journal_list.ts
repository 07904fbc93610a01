/** A kind of record: entries that are appended in the order of their ids, and read by page, the newest first. */
import type { Key } from "../db/engine.ts";
import { Document } from "./document.ts";

/** Entries deleted in one atomic batch. */
const DELETED_PER_BATCH = 400;

interface Listed<T> {
  readonly id: string;
  readonly value: T;
}

export interface Page {
  readonly limit: number;
  /** The id of the last entry of the page before; null: this is the first page. */
  readonly before: string | null;
}

/** @typeParam Parts the parts of a key: those of the list, then the id of the entry */
export class JournalList<T, Parts extends readonly string[]> extends Document<T, Parts> {
  /** @param list the parts of the key before the id @param now entries that ended by then are left out */
  async page(list: Key, { limit, before }: Page, now: number): Promise<Listed<T>[]> {
    const prefix = this.row.below(...list);
    const range = { limit, reverse: true, ...(before === null ? {} : { end: [...prefix, before] }) };
    const found = await Array.fromAsync(this.engine.scan(prefix, range));
    return found.map(({ key, value }) => ({ id: key.at(-1)!, value: this.row.read(value) }))
      .filter(({ value }) => this.endOf(value) > now);
  }

  /** The newest first. @param from the first id */
  async *since(list: Key, from: string): AsyncIterable<T> {
    const prefix = this.row.below(...list);
    for await (const { value } of this.engine.scan(prefix, { start: [...prefix, from], reverse: true })) {
      yield this.row.read(value);
    }
  }

  /** As `since`, with the ids. */
  async *listedSince(list: Key, from: string): AsyncIterable<Listed<T>> {
    const prefix = this.row.below(...list);
    for await (
      const { key, value } of this.engine.scan(prefix, { start: [...prefix, from], reverse: true })
    ) {
      yield { id: key.at(-1)!, value: this.row.read(value) };
    }
  }

  /** Of all entries, oldest first. */
  async ids(list: Key): Promise<string[]> {
    return await Array.fromAsync(this.engine.scan(this.row.below(...list)), ({ key }) => key.at(-1)!);
  }

  /** Not atomic: an interrupted removal leaves the newest entries. */
  async removeAll(list: Key): Promise<void> {
    await this.removeSome(list, await this.ids(list));
  }

  /** As `removeAll`, of these ids. */
  async removeSome(list: Key, ids: readonly string[]): Promise<void> {
    const keys = ids.map((id) => [...this.row.below(...list), id]);
    while (keys.length > 0) await this.engine.commit({ delete: keys.splice(0, DELETED_PER_BATCH) });
  }
}
