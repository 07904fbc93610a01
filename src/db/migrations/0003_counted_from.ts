/** Counts by day: an earlier version did not count, so of the day of the upgrade there are scores that no count has. */
import { COUNTED_FROM } from "../own_rows.ts";
import type { Migration } from "./migration.ts";

export const countedFrom: Migration = {
  number: 3,
  name: "day from which all is counted",
  // Only a process that serves the store counts.
  applies: (found) => found.counted === null && found.countedFrom !== null,
  async run(engine, found) {
    const key = COUNTED_FROM.key();
    const set = [COUNTED_FROM.set(key, found.countedFrom!)];
    await engine.commit({ check: [{ key, version: null }], set });
  },
};
