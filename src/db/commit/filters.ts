/** Bloom filters of the keyspaces that are asked for values that were never stored: see `KeyspaceRow.filtered`. */
import type { Engine } from "../engine.ts";
import type { AnyKeyspace } from "../keyspace.ts";
import { BloomFilter } from "./bloom_filter.ts";

export class Filters {
  /** By the first part of the keys: a value that the store surely does not hold needs no read. */
  readonly byPart: Readonly<Record<string, BloomFilter>>;
  readonly #announced: ReadonlySet<string>;
  readonly #followed: readonly string[];

  constructor(filtered: readonly AnyKeyspace[]) {
    this.byPart = Object.fromEntries(filtered.map(({ prefix }) => [prefix[0]!, new BloomFilter(prefix)]));
    this.#announced = new Set(filtered.filter(({ row }) => row.announced).map(({ topic }) => topic));
    this.#followed = filtered.filter(({ row }) => row.followed).map(({ topic }) => topic);
  }

  /** What the stream told was missed. */
  resetFollowed(): void {
    for (const part of this.#followed) this.byPart[part]!.reset();
  }

  /**
   * Fills them; called periodically in a process that follows the change log. Those of keyspaces that are not in that log are
   * used only while there is no other process, or the stream is followed.
   * @param isCurrent `followed`: the stream is, or no other process writes
   */
  async keep(
    engine: Engine,
    isCurrent: { readonly followed: boolean; readonly others: boolean },
  ): Promise<void> {
    for (const [part, filter] of Object.entries(this.byPart)) {
      const isKept = this.#announced.has(part) ||
        (this.#followed.includes(part) ? isCurrent.followed : isCurrent.others);
      if (!isKept) filter.reset();
      else await filter.fill(engine);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.byPart).map((filter) => filter.stop()));
  }
}
