/** Bloom filters of keyspaces that are mostly asked for values that were never seen. */
import type { Engine, Key } from "../engine.ts";
import { BloomFilter } from "./bloom_filter.ts";

export interface FilteredKeyspace {
  readonly prefix: Key;
  /** Its changes are in the change log. A filter of another keyspace is used only while there is no other process. */
  readonly isFollowed: boolean;
}

export class Filters {
  /** By the first part of the keys: a value that the store surely does not hold needs no read. */
  readonly byPart: Readonly<Record<string, BloomFilter>>;
  readonly #followed: ReadonlySet<string>;

  constructor(keyspaces: readonly FilteredKeyspace[]) {
    this.byPart = Object.fromEntries(keyspaces.map(({ prefix }) => [prefix[0]!, new BloomFilter(prefix)]));
    this.#followed = new Set(keyspaces.filter((row) => row.isFollowed).map(({ prefix }) => prefix[0]!));
  }

  /** Fills them; called periodically in a process that follows the change log. */
  async keep(engine: Engine, hasPeers: boolean): Promise<void> {
    for (const [part, filter] of Object.entries(this.byPart)) {
      if (hasPeers && !this.#followed.has(part)) filter.reset();
      else await filter.fill(engine);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.byPart).map((filter) => filter.stop()));
  }
}
