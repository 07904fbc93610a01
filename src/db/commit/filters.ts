/** Bloom filters of the keyspaces that are asked for values that were never stored: see `KeyspaceRow.filtered`. */
import type { Engine } from "../engine.ts";
import type { AnyKeyspace } from "../keyspace.ts";
import { BloomFilter } from "./bloom_filter.ts";

export class Filters {
  /** By the first part of the keys: a value that the store surely does not hold needs no read. */
  readonly byPart: Readonly<Record<string, BloomFilter>>;
  readonly #announced: ReadonlySet<string>;

  constructor(filtered: readonly AnyKeyspace[]) {
    this.byPart = Object.fromEntries(filtered.map(({ prefix }) => [prefix[0]!, new BloomFilter(prefix)]));
    this.#announced = new Set(filtered.filter(({ row }) => row.announced).map(({ topic }) => topic));
  }

  /**
   * Fills them; called periodically in a process that follows the change log. Those of keyspaces that are not in that log are
   * used only while there is no other process.
   */
  async keep(engine: Engine, hasPeers: boolean): Promise<void> {
    for (const [part, filter] of Object.entries(this.byPart)) {
      if (hasPeers && !this.#announced.has(part)) filter.reset();
      else await filter.fill(engine);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.byPart).map((filter) => filter.stop()));
  }
}
