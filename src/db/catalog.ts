/** The keyspaces of a store, by key: those of the database, and those that the program above it brings. */
import { type Key, keyText } from "./engine.ts";
import type { AnyKeyspace } from "./keyspace.ts";
import { OWN_ROWS } from "./own_rows.ts";

export class Catalog {
  readonly rows: readonly AnyKeyspace[];
  /** By the first part of their keys: the row, or those of each second part. */
  readonly #byFirst = new Map<
    string,
    { row: AnyKeyspace | null; readonly below: Map<string, AnyKeyspace> }
  >();

  /** @param rows one that has the prefix of a row of the database stands for it: see `Keyspace.holding` */
  constructor(rows: readonly AnyKeyspace[]) {
    const named = new Set(rows.map(({ prefix }) => keyText(prefix)));
    const all = [...rows, ...OWN_ROWS.filter(({ prefix }) => !named.has(keyText(prefix)))];
    for (const row of all) {
      const [first, second] = row.prefix as [string, string?];
      const found = this.#byFirst.get(first) ?? { row: null, below: new Map() };
      this.#byFirst.set(first, found);
      if (second === undefined) found.row = row;
      else found.below.set(second, row);
    }
    this.rows = all;
  }

  /** The keyspace that a key belongs to; null when this program writes no such key. */
  of(key: Key): AnyKeyspace | null {
    const found = this.#byFirst.get(key[0]!);
    if (found === undefined) return null;
    return (found.below.size === 0 || key.length < 2 ? undefined : found.below.get(key[1]!)) ?? found.row;
  }

  /** False for what a backup leaves out and a restore leaves alone. A key that is not known is data, so that nothing is lost. */
  isData(key: Key): boolean {
    return this.of(key)?.backup ?? true;
  }
}
