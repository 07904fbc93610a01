/** What an engine promises that adds to values without reading them first. */
import assert from "node:assert/strict";
import type { ContractRow } from "./row.ts";
import { list } from "./row.ts";

const LATER = Date.now() + 3_600_000;
const key = ["sighting", "ip", "hash"];

export const SUMS: readonly ContractRow[] = [
  {
    name: "a sum makes a value, then adds to it: the smaller of the first numbers, the sum of the second",
    async run(engine) {
      await engine.commit({ sum: [{ key, value: [500.25, 2], expiresAt: LATER }] });
      assert.deepEqual((await engine.get([key]))[0]?.value, [500.25, 2]);
      await engine.commit({ sum: [{ key, value: [700, 3], expiresAt: LATER }] });
      await engine.commit({ sum: [{ key, value: [400.5, 1], expiresAt: LATER }] });
      assert.deepEqual((await engine.get([key]))[0]?.value, [400.5, 6]);
    },
  },
  {
    name: "a sum adds to a value that was set, and a set replaces a sum",
    async run(engine) {
      await engine.commit({ set: [{ key, value: [9, 10], expiresAt: LATER }] });
      await engine.commit({ sum: [{ key, value: [1_764_333_333_333, 5], expiresAt: LATER }] });
      assert.deepEqual((await engine.get([key]))[0]?.value, [9, 15]);
      await engine.commit({ set: [{ key, value: [8, 1], expiresAt: LATER }] });
      assert.deepEqual((await engine.get([key]))[0]?.value, [8, 1]);
    },
  },
  {
    name: "a sum begins anew where the value was deleted",
    async run(engine) {
      await engine.commit({ set: [{ key, value: [9, 10] }] });
      await engine.commit({ delete: [key] });
      await engine.commit({ sum: [{ key, value: [20, 1], expiresAt: LATER }] });
      assert.deepEqual((await engine.get([key]))[0]?.value, [20, 1]);
    },
  },
  {
    name: "a sum begins anew where the value is over",
    isOver: true,
    async run(engine) {
      await engine.commit({ set: [{ key, value: [9, 10], expiresAt: Date.now() - 60_000 }] });
      await engine.commit({ sum: [{ key, value: [30, 2], expiresAt: LATER }] });
      assert.deepEqual((await engine.get([key]))[0]?.value, [30, 2]);
    },
  },
  {
    name: "sums of a refused batch are not added; those of batches at the same time add up",
    async run(engine) {
      const keys = list(20).map((name) => ["sighting", "ip", name]);
      const sum = keys.map((key, at) => ({ key, value: [100 - at, 1] as const, expiresAt: LATER }));
      const other = await engine.commit({ set: [{ key: ["other"], value: 1 }] });
      const refused = await engine.commit({ check: [{ key: ["none"], version: other }], sum });
      assert.equal(refused, null);
      assert.deepEqual(await engine.get(keys), keys.map(() => null));
      await Promise.all(
        list(25).map((_, at) => engine.commit({ sum: at % 2 === 0 ? sum : sum.toReversed() })),
      );
      const found = await engine.get(keys);
      assert.deepEqual(found.map((entry) => entry?.value), keys.map((_, at) => [100 - at, 25]));
    },
  },
];
