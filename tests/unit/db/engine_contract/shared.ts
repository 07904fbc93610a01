/** What every engine promises to several processes; these rows open the store twice. */
import assert from "node:assert/strict";
import type { Engine, Key } from "../../../../src/db/engine.ts";
import { type ContractRow, list } from "./row.ts";

export const SHARED: readonly ContractRow[] = [
  {
    name: "two processes on one store see each other's writes and lose no check-and-set",
    async run(one, place) {
      const two = await place.open();
      try {
        const rounds = 40;
        const increments = async (engine: Engine, key: Key) => {
          for (let done = 0; done < rounds;) {
            const [entry] = await engine.get([key]);
            const version = await engine.commit({
              check: [{ key, version: entry?.version ?? null }],
              set: [{ key, value: Number(entry?.value ?? 0) + 1 }],
              add: [{ key: ["sum"], by: 1 }],
            });
            if (version !== null) done++;
          }
        };
        await Promise.all([one, two, one, two].map((engine) => increments(engine, ["shared"])));
        for (const engine of [one, two]) {
          const found = await engine.get([["shared"], ["sum"]]);
          assert.deepEqual(found.map((entry) => entry?.value), [4 * rounds, 4 * rounds]);
        }
      } finally {
        await two.close();
      }
    },
  },
  {
    name: "of concurrent creations of an absent key, exactly one succeeds",
    async run(one, place) {
      const two = await place.open();
      try {
        for (let round = 0; round < 10; round++) {
          const answers = await Promise.all(
            list(12).map((i) =>
              [one, two][Number(i) % 2]!.commit({
                check: [{ key: ["claim", String(round)], version: null }, {
                  key: ["other", i],
                  version: null,
                }],
                set: [{ key: ["claim", String(round)], value: i }],
              })
            ),
          );
          assert.equal(answers.filter((answer) => answer !== null).length, 1);
        }
      } finally {
        await two.close();
      }
    },
  },
  {
    name: "batches over the same keys in opposite orders all go through, each whole",
    async run(one, place) {
      const two = await place.open();
      try {
        const keys = list(30).map((i) => ["x", i]);
        await Promise.all(
          list(40).map(async (i) => {
            const order = Number(i) % 2 ? keys : keys.toReversed();
            const engine = [one, two][Number(i) % 2]!;
            const version = await engine.commit({
              check: [{ key: ["unused", i], version: null }],
              set: order.map((key) => ({ key, value: i })),
              add: order.map(([, name]) => ({ key: ["y", name!], by: 1 })),
            });
            assert.notEqual(version, null);
          }),
        );
        const values = new Set((await one.get(keys)).map((entry) => entry?.value));
        assert.equal(values.size, 1, "a batch was torn");
        const sums = (await two.get(list(30).map((i) => ["y", i]))).map((entry) => entry?.value);
        assert.deepEqual(sums, Array(30).fill(40));
      } finally {
        await two.close();
      }
    },
  },
  {
    name: "what was committed is there after closing and opening again",
    async run(engine, place) {
      await engine.commit({ set: [{ key: ["a"], value: { b: 1 } }], add: [{ key: ["n"], by: 3 }] });
      const again = await place.open();
      try {
        const found = await again.get([["a"], ["n"]]);
        assert.deepEqual(found.map((entry) => entry?.value), [{ b: 1 }, 3]);
      } finally {
        await again.close();
      }
    },
  },
];
