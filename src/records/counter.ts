/** A kind of record: a number that only grows, added to by commits of any process without being read. It does not expire. */
import { type Change, changeOf, NO_CHANGE } from "../db/commit/change.ts";
import type { Engine } from "../db/engine.ts";
import type { Keyspace } from "../db/keyspace.ts";
import { Document } from "./document.ts";

/** @typeParam Parts the parts of a key after the prefix */
export class Counter<Parts extends readonly string[]> {
  readonly #row: Keyspace<number, Parts>;
  readonly #values: Document<number, Parts>;

  constructor(engine: Engine, row: Keyspace<number, Parts>) {
    this.#row = row;
    this.#values = new Document(engine, row);
  }

  /** As the store has them now, in one read. */
  async read(keys: readonly Parts[]): Promise<number[]> {
    return (await this.#values.getMany(keys)).map((value) => value ?? 0);
  }

  /** Part of a commit. */
  adding(parts: Parts, by: number): Change {
    return by === 0 ? NO_CHANGE : changeOf({ add: [{ key: this.#row.key(...parts), by }] });
  }
}
