/** The keyspaces of a store, by key: those of the database, and those that the program above it brings. */
import { type Key, keyText } from "./engine.ts";
import type { AnyKeyspace } from "./keyspace.ts";
import { OWN_ROWS } from "./own_rows.ts";

export class Catalog {
  readonly rows: readonly AnyKeyspace[];
  readonly #byPrefix: ReadonlyMap<string, AnyKeyspace>;

  /** @param rows one that has the prefix of a row of the database stands for it: see `Keyspace.holding` */
  constructor(rows: readonly AnyKeyspace[]) {
    const named = new Set(rows.map(({ prefix }) => keyText(prefix)));
    const all = [...rows, ...OWN_ROWS.filter(({ prefix }) => !named.has(keyText(prefix)))];
    this.#byPrefix = new Map(all.map((row) => [keyText(row.prefix), row]));
    this.rows = all;
  }

  /** The keyspace that a key belongs to; null when this program writes no such key. */
  of(key: Key): AnyKeyspace | null {
    return this.#byPrefix.get(keyText(key.slice(0, 2))) ?? this.#byPrefix.get(key[0]!) ?? null;
  }

  /** False for what a backup leaves out and a restore leaves alone. A key that is not known is data, so that nothing is lost. */
  isData(key: Key): boolean {
    return this.of(key)?.backup ?? true;
  }
}
