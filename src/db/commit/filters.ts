/** Bloom filters of the keyspaces that every sign-up asks for values that were never seen. */
import type { Engine } from "../engine.ts";
import { KEYS } from "../../records/keys.ts";
import { BloomFilter } from "./bloom_filter.ts";

const FILTERED = [KEYS.reputation, KEYS.sighting, KEYS.linkage, KEYS.ringKey, KEYS.place];

export class Filters {
  /** By the first part of the keys: a value that the store surely does not hold needs no read. */
  readonly byPart = Object.fromEntries(FILTERED.map(({ prefix }) => [prefix[0]!, new BloomFilter(prefix)]));

  /**
   * Fills them; called periodically in a process that follows the change log. Only reputation is in that log, so the other
   * filters are used only while there is no other process.
   */
  async keep(engine: Engine, hasPeers: boolean): Promise<void> {
    for (const [part, filter] of Object.entries(this.byPart)) {
      if (part !== KEYS.reputation.prefix[0] && hasPeers) filter.reset();
      else await filter.fill(engine);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.byPart).map((filter) => filter.stop()));
  }
}
