/** What every engine promises of reads and scans. */
import assert from "node:assert/strict";
import type { Key, Value } from "../../../../src/db/engine.ts";
import { all, type ContractRow, list } from "./row.ts";

const TEXTS = [
  "",
  "\u0000",
  "\u0000a",
  "a",
  "a\u0000",
  "a\u0000b",
  "aa",
  "ab",
  "b",
  "z",
  "é",
  "ÿ",
  "日本",
  "😀",
  "\uffff",
];

export const READS: readonly ContractRow[] = [
  {
    name: "get answers in the order asked, null for what is absent, as often as asked",
    async run(engine) {
      await engine.commit({
        set: Array.from({ length: 30 }, (_, i) => ({ key: ["k", String(i)], value: i })),
      });
      const asked = [
        ["k", "7"],
        ["k", "none"],
        ["k", "3"],
        ["k"],
        ["k", "7"],
        ...list(25).map((i) => ["k", i]),
      ];
      const found = await engine.get(asked);
      assert.deepEqual(found.map((entry) => entry?.value ?? null), [
        7,
        null,
        3,
        null,
        7,
        ...Array(25).keys(),
      ]);
      assert.deepEqual(found[2]?.key, ["k", "3"]);
      assert.deepEqual(await engine.get([]), []);
    },
  },
  {
    name: "values come back as they were written",
    async run(engine) {
      const values: Value[] = [
        null,
        true,
        false,
        0,
        -1.5,
        1e300,
        2 ** 53,
        "",
        'text \u0000 \n " \\ é 😀',
        [],
        {},
        [1, [2, [null, { a: [] }]]],
        { "": null, "a b": { c: "d" }, "\u0000": 1 },
        new Uint8Array(),
        new Uint8Array([0, 255, 92, 34, 10]),
        crypto.getRandomValues(new Uint8Array(60_000)),
        "x".repeat(60_000),
      ];
      await engine.commit({ set: values.map((value, i) => ({ key: ["v", String(i)], value })) });
      const found = await engine.get(values.map((_, i) => ["v", String(i)]));
      assert.deepEqual(found.map((entry) => entry!.value), values);
    },
  },
  {
    name: "keys of any text are kept apart and scanned in the order of their bytes",
    async run(engine) {
      const keys: Key[] = TEXTS.flatMap((a) => [["t", a], ...TEXTS.map((b) => ["t", a, b])]);
      await engine.commit({ set: shuffled(keys).map((key) => ({ key, value: key })) });
      const scanned = await all(engine.scan(["t"]));
      assert.equal(scanned.length, keys.length);
      for (const { key, value } of scanned) assert.deepEqual(value, key);
      const expected = shuffled(keys).sort(byBytes);
      assert.deepEqual(scanned.map(({ key }) => key), expected);
      assert.deepEqual(
        (await all(engine.scan(["t"], { reverse: true }))).map(({ key }) => key),
        expected.reverse(),
      );
      const [found] = await engine.get([["t", "a\u0000", "b"]]);
      assert.deepEqual(found?.value, ["t", "a\u0000", "b"]);
    },
  },
  {
    name:
      "scan keeps below its prefix, from start (inclusive) to end (exclusive), in either direction, to the limit",
    async run(engine) {
      const keys = [["p"], ["p", ""], ...list(60).map((i) => ["p", i.padStart(3, "0")]), ["p", "030", "x"], [
        "pp",
        "1",
      ]];
      await engine.commit({ set: keys.map((key) => ({ key, value: 1 })) });
      const scan = async (prefix: Key, options = {}) =>
        (await all(engine.scan(prefix, options))).map(({ key }) => key.slice(1).join("/"));
      const whole = await scan(["p"]);
      assert.equal(whole.length, 62, "the prefix itself and its longer sister are not below it");
      assert.deepEqual(whole.slice(0, 2), ["", "000"]);
      assert.deepEqual(await scan(["p"], { start: ["p", "058"] }), ["058", "059"]);
      assert.deepEqual(await scan(["p"], { end: ["p", "001"] }), ["", "000"]);
      assert.deepEqual(await scan(["p"], { start: ["p", "029"], end: ["p", "031"] }), [
        "029",
        "030",
        "030/x",
      ]);
      assert.deepEqual(
        await scan(["p"], { start: ["p", "029"], end: ["p", "031"], reverse: true }),
        ["030/x", "030", "029"],
      );
      assert.deepEqual(await scan(["p"], { start: ["p", "040"], limit: 3 }), ["040", "041", "042"]);
      assert.deepEqual(
        await scan(["p"], { start: ["p", "040", ""], limit: 2 }),
        ["041", "042"],
        "the next page",
      );
      assert.deepEqual(await scan(["p"], { reverse: true, limit: 2 }), ["059", "058"]);
      assert.deepEqual(await scan(["p"], { end: ["p", "010"], reverse: true, limit: 1 }), ["009"]);
      assert.deepEqual(await scan(["p", "030"]), ["030/x"]);
      assert.deepEqual(await scan(["q"]), []);
      assert.equal((await all(engine.scan([]))).length, keys.length);
    },
  },
  {
    name: "a scan that is left early or is longer than a page is right",
    async run(engine) {
      for (let from = 0; from < 1500; from += 500) {
        await engine.commit({
          set: Array.from(
            { length: 500 },
            (_, i) => ({ key: ["s", String(from + i).padStart(5, "0")], value: from + i }),
          ),
        });
      }
      const seen: Value[] = [];
      for await (const { value } of engine.scan(["s"])) {
        seen.push(value);
        if (seen.length === 3) break;
      }
      assert.deepEqual(seen, [0, 1, 2]);
      const values = (await all(engine.scan(["s"]))).map(({ value }) => value);
      assert.deepEqual(values, [...Array(1500).keys()]);
      const back = (await all(engine.scan(["s"], { reverse: true, limit: 700 }))).map(({ value }) => value);
      assert.deepEqual(back, Array.from({ length: 700 }, (_, i) => 1499 - i));
    },
  },
];

function shuffled<T>(items: readonly T[]): T[] {
  return items.map((item, index) => ({ item, rank: (index * 7919) % 1009 })).sort((a, b) => a.rank - b.rank)
    .map((
      { item },
    ) => item);
}

/** Parts one by one, each by its UTF-8 bytes; what is a beginning of the other comes first. */
function byBytes(a: Key, b: Key): number {
  const encoder = new TextEncoder();
  for (let part = 0; part < Math.min(a.length, b.length); part++) {
    const [x, y] = [encoder.encode(a[part]), encoder.encode(b[part])];
    for (let at = 0; at < Math.min(x.length, y.length); at++) if (x[at] !== y[at]) return x[at]! - y[at]!;
    if (x.length !== y.length) return x.length - y.length;
  }
  return a.length - b.length;
}
