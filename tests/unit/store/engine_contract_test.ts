import assert from "node:assert/strict";
import { openDenoKv } from "../../../src/store/deno_kv/deno_kv.ts";
import {
  type Engine,
  type Entry,
  type Key,
  MAX_CHECKS,
  MAX_MUTATIONS,
  type Value,
} from "../../../src/store/engine.ts";
import { openPostgres } from "../../../src/store/postgres/postgres.ts";
import { type PostgresServer, postgresTest, startPostgres } from "../../support/servers/postgres.ts";

/** One store that can be opened more than once. */
interface Place {
  open(): Promise<Engine>;
}

interface Row {
  readonly name: string;
  run(engine: Engine, place: Place): Promise<void>;
}

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

const ROWS: readonly Row[] = [
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
    name: "of many that make the same absent key at once, exactly one does",
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

/** These need a second opening of the same store. */
const SHARED = /two processes|at once|opposite orders|opening again/;

Deno.test("Deno KV in memory keeps the engine's contract", async (t) => {
  for (const row of ROWS) {
    if (SHARED.test(row.name)) continue;
    await t.step(row.name, () => onPlace(row, { open: () => openDenoKv(":memory:") }));
  }
});

Deno.test("Deno KV in a file keeps the engine's contract", async (t) => {
  for (const row of ROWS) {
    await t.step(row.name, async () => {
      const folder = await Deno.makeTempDir({ prefix: "winnow-engine-" });
      try {
        await onPlace(row, { open: () => openDenoKv(`${folder}/store.kv`) });
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    });
  }
});

postgresTest("PostgreSQL keeps the engine's contract", async (t) => {
  await using server: PostgresServer = await startPostgres();
  for (const row of ROWS) {
    await t.step(row.name, async () => {
      const url = await server.database();
      await onPlace(row, { open: () => openPostgres(url) });
    });
  }
});

async function onPlace(row: Row, place: Place): Promise<void> {
  const engine = await place.open();
  try {
    await row.run(engine, place);
  } finally {
    await engine.close();
  }
}

async function all(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

function list(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i));
}

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
