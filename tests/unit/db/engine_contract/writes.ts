/** What every engine promises of batches. */
import assert from "node:assert/strict";
import { MAX_CHECKS, MAX_MUTATIONS } from "../../../../src/db/engine.ts";
import { all, type ContractRow, list } from "./row.ts";

export const WRITES: readonly ContractRow[] = [
  {
    name: "entries that are loaded are as those that are committed",
    async run(engine) {
      if (engine.load === undefined) return;
      const later = Math.ceil(Date.now()) + 3_600_000;
      await engine.commit({ set: [{ key: ["before"], value: 0 }] });
      const values = [
        "text é",
        null,
        1.5,
        -7,
        [1, [true, "a"]],
        { a: { b: 1 }, 7: 2 },
        Uint8Array.of(0, 255),
      ];
      const loaded = values.map((value, index) => ({
        key: ["loaded", String(index)],
        value,
        counter: false,
        expiresAt: index % 2 === 0 ? later : null,
      }));
      const many = list(120).map((i) => ({
        key: ["many", i],
        value: Number(i),
        counter: false,
        expiresAt: null,
      }));
      await engine.load([...loaded, ...many]);
      await engine.load([{ key: ["usage", "a", "2026-11"], value: 41, counter: true, expiresAt: null }]);
      const found = await engine.get(loaded.map(({ key }) => key));
      assert.deepEqual(found.map((entry) => entry?.value), values);
      assert.equal((await all(engine.scan(["many"]))).length, 120);
      await engine.commit({ add: [{ key: ["usage", "a", "2026-11"], by: 1 }] });
      assert.equal((await engine.get([["usage", "a", "2026-11"]]))[0]?.value, 42);
      const { version } = found[0]!;
      const check = [{ key: ["loaded", "0"], version }];
      assert.equal(await engine.commit({ check: [{ key: ["loaded", "0"], version: null }] }), null);
      assert.notEqual(await engine.commit({ check, set: [{ key: ["loaded", "0"], value: 1 }] }), null);
      assert.equal(await engine.commit({ check, set: [{ key: ["loaded", "0"], value: 2 }] }), null);
    },
  },
  {
    name: "a version changes with every write, is what commit answered, and belongs to all keys of the batch",
    async run(engine) {
      const first = await engine.commit({ set: [{ key: ["a"], value: 1 }, { key: ["b"], value: 1 }] });
      const [a, b] = await engine.get([["a"], ["b"]]);
      assert.equal(a!.version, first);
      assert.equal(b!.version, first);
      const second = await engine.commit({ set: [{ key: ["a"], value: 1 }] });
      assert.notEqual(second, first);
      assert.equal((await engine.get([["a"]]))[0]!.version, second);
      assert.equal((await engine.get([["b"]]))[0]!.version, first);
      const scanned = await all(engine.scan([]));
      assert.deepEqual(scanned.map(({ version }) => version), [second, first]);
    },
  },
  {
    name: "checks hold for present and absent keys, and a refused batch does nothing",
    async run(engine) {
      const version =
        (await engine.commit({ check: [{ key: ["a"], version: null }], set: [{ key: ["a"], value: 1 }] }))!;
      assert.notEqual(version, null);
      const refused = [
        { check: [{ key: ["a"], version: null }] },
        { check: [{ key: ["a"], version: "000000000000000000ff" }] },
        { check: [{ key: ["none"], version }] },
        { check: [{ key: ["a"], version }, { key: ["a"], version: null }] },
        { check: [{ key: ["a"], version }, { key: ["none"], version }] },
      ];
      for (const batch of refused) {
        const answer = await engine.commit({
          ...batch,
          set: [{ key: ["new"], value: 1 }, { key: ["a"], value: 2 }],
          add: [{ key: ["count"], by: 1 }],
          delete: [["a"]],
        });
        assert.equal(answer, null);
      }
      assert.deepEqual((await all(engine.scan([]))).map(({ key, value }) => [...key, value]), [["a", 1]]);
      const next = await engine.commit({
        check: [{ key: ["a"], version }, { key: ["none"], version: null }, { key: ["gone"], version: null }],
        set: [{ key: ["a"], value: 2 }, { key: ["none"], value: 3 }],
      });
      assert.notEqual(next, null);
      assert.notEqual(await engine.commit({ check: [{ key: ["a"], version: next }] }), null, "checks alone");
      assert.equal(await engine.commit({ check: [{ key: ["a"], version }] }), null);
      assert.equal((await engine.get([["gone"]]))[0], null, "a key that was only checked is still absent");
      assert.equal((await all(engine.scan([]))).length, 2);
    },
  },
  {
    name: "deleted keys are absent for reads, scans and checks, and can come back",
    async run(engine) {
      await engine.commit({ set: [{ key: ["a"], value: 1 }, { key: ["b"], value: 1 }] });
      await engine.commit({ delete: [["a"], ["never"]] });
      assert.deepEqual(await engine.get([["a"], ["never"]]), [null, null]);
      assert.deepEqual((await all(engine.scan([]))).map(({ key }) => key), [["b"]]);
      assert.notEqual(
        await engine.commit({ check: [{ key: ["a"], version: null }], set: [{ key: ["a"], value: 2 }] }),
        null,
      );
      assert.equal((await engine.get([["a"]]))[0]?.value, 2);
    },
  },
  {
    name: "within a batch sets come first, then deletes, then additions; the last set of a key stays",
    async run(engine) {
      await engine.commit({ add: [{ key: ["count"], by: 5 }] });
      await engine.commit({
        set: [{ key: ["a"], value: 1 }, { key: ["b"], value: 1 }, { key: ["b"], value: 2 }],
        delete: [["a"], ["count"]],
        add: [{ key: ["count"], by: 3 }, { key: ["count"], by: 4 }],
      });
      const found = await engine.get([["a"], ["b"], ["count"]]);
      assert.deepEqual(found.map((entry) => entry?.value ?? null), [null, 2, 7]);
    },
  },
  {
    name: "counters start at 0, add up, and go with a delete; what is no counter is not added to",
    async run(engine) {
      await engine.commit({ add: [{ key: ["n"], by: 2 }, { key: ["zero"], by: 0 }] });
      await Promise.all(list(50).map(() => engine.commit({ add: [{ key: ["n"], by: 1 }] })));
      await engine.commit({ add: [{ key: ["big"], by: 2 ** 40 }] });
      const found = await engine.get([["n"], ["zero"], ["big"]]);
      assert.deepEqual(found.map((entry) => entry?.value), [52, 0, 2 ** 40]);
      await engine.commit({ delete: [["n"]] });
      await engine.commit({ add: [{ key: ["n"], by: 1 }] });
      assert.equal((await engine.get([["n"]]))[0]?.value, 1);
      await engine.commit({ set: [{ key: ["text"], value: "t" }] });
      await assert.rejects(engine.commit({ add: [{ key: ["text"], by: 1 }] }), TypeError);
      assert.equal((await engine.get([["text"]]))[0]?.value, "t");
    },
  },
  {
    name:
      "an entry stays until its time is over; then it may be there still, and reads and checks agree about it",
    async run(engine) {
      const past = Date.now() - 1000;
      await engine.commit({
        set: [
          { key: ["e", "long"], value: 1, expiresAt: Date.now() + 3_600_000.5 },
          { key: ["e", "over"], value: 1, expiresAt: past },
          { key: ["e", "renewed"], value: 1, expiresAt: past },
        ],
      });
      await engine.commit({ set: [{ key: ["e", "renewed"], value: 2 }] });
      const found = await engine.get([["e", "long"], ["e", "renewed"]]);
      assert.deepEqual(found.map((entry) => entry?.value), [1, 2]);
      for (let version: string | null = null; version === null;) {
        const [entry] = await engine.get([["e", "over"]]);
        version = await engine.commit({
          check: [{ key: ["e", "over"], version: entry?.version ?? null }],
          set: [{ key: ["e", "over"], value: 3 }],
        });
      }
      const values = (await all(engine.scan(["e"]))).map(({ key, value }) => [key[1], value]);
      assert.deepEqual(values, [["long", 1], ["over", 3], ["renewed", 2]]);
    },
  },
  {
    name: "a batch takes as many mutations and checks as the contract promises",
    async run(engine) {
      const key = (i: number) => ["m", String(i)];
      const version = await engine.commit({
        check: Array.from({ length: MAX_CHECKS }, (_, i) => ({ key: key(i), version: null })),
        set: Array.from({ length: 600 }, (_, i) => ({ key: key(i), value: "v".repeat(1000) })),
        delete: Array.from({ length: 100 }, (_, i) => ["absent", String(i)]),
        add: Array.from({ length: MAX_MUTATIONS - 700 }, (_, i) => ({ key: ["sum", String(i)], by: i })),
      });
      assert.notEqual(version, null);
      assert.equal((await all(engine.scan(["m"]))).length, 600);
      assert.equal((await engine.get([["sum", "199"]]))[0]?.value, 199);
    },
  },
  {
    name: "too long a key or value is refused, and nothing happens",
    async run(engine) {
      const bad = [
        { key: ["k".repeat(3000)], value: 1 },
        { key: ["long"], value: new Uint8Array(70_000) },
        { key: [], value: 1 },
      ];
      for (const op of bad) {
        await assert.rejects(
          async () => await engine.commit({ set: [{ key: ["good"], value: 1 }, op] }),
          TypeError,
        );
      }
      assert.deepEqual(await all(engine.scan([])), []);
      await engine.commit({ set: [{ key: ["k".repeat(2000)], value: 1 }] });
      assert.equal((await all(engine.scan([]))).length, 1);
    },
  },
];
