/** The engine that adds for several processes: sums are exact, and what is read together is of one moment. */
import assert from "node:assert/strict";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Batch, Engine, Key, LeastAndSum } from "../../../../src/db/engine.ts";
import { StreamHeads } from "./stream_heads.ts";
import { StoreOwner } from "../../../../src/db/owner/owner.ts";
import { RemoteEngine } from "../../../../src/db/owner/remote_engine.ts";
import { SummingEngine } from "../../../../src/db/owner/summing_engine.ts";
import { STREAM_HEAD } from "../../../../src/db/own_rows.ts";
import { eventually } from "../../../support/eventually.ts";
import { inFolder } from "../../../support/folder.ts";

const LATER = Date.now() + 3_600_000;
const SUMS = [["sighting"]];
/** More than Deno KV reads at once. */
const KEYS: readonly Key[] = Array.from({ length: 30 }, (_, index) => ["sighting", "ip", `value ${index}`]);
const OTHERS: readonly Key[] = Array.from({ length: 30 }, (_, index) => ["state", `of ${index}`]);

function open(engine: Engine, now = Date.now): Promise<SummingEngine> {
  return SummingEngine.open({ engine, sums: SUMS, now });
}

/** Connections of two workers, to a store in a folder. */
async function withTwo(work: (one: Engine, two: Engine, path: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const engine = await open(await openDenoKv(`${folder}/store.kv`));
    const owner = new StoreOwner(engine, `${folder}/socket`);
    const [one, two] = [new RemoteEngine(`${folder}/socket`), new RemoteEngine(`${folder}/socket`)];
    try {
      await work(one, two, folder);
    } finally {
      await one.close();
      await two.close();
      await owner.close();
      await engine.close();
    }
  });
}

function adding(keys: readonly Key[], by: number, more: Partial<Batch> = {}): Batch {
  return { sum: keys.map((key) => ({ key, value: [100 - by, by], expiresAt: LATER })), own: true, ...more };
}

async function totals(engine: Engine, keys: readonly Key[]): Promise<(number | undefined)[]> {
  return (await engine.get(keys)).map((entry) => (entry?.value as LeastAndSum | undefined)?.[1]);
}

const INTERLEAVED: readonly { readonly name: string; readonly batch: (by: number) => Batch }[] = [
  { name: "sums of the same keys", batch: (by) => adding(KEYS, by) },
  { name: "sums in opposite orders", batch: (by) => adding(by % 2 === 0 ? KEYS : KEYS.toReversed(), by) },
  { name: "sums that no journal takes", batch: (by) => adding(KEYS, by, { own: false }) },
  {
    name: "sums with counters and deletes",
    batch: (by) => adding(KEYS, by, { add: [{ key: ["counter"], by }], delete: [["gone", String(by)]] }),
  },
  {
    name: "sums with a check that holds",
    batch: (by) => adding(KEYS, by, { check: [{ key: ["none"], version: null }] }),
  },
];

Deno.test("interleaved commits of two workers add up", async (t) => {
  for (const { name, batch } of INTERLEAVED) {
    await t.step(name, () =>
      withTwo(async (one, two) => {
        const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
        await Promise.all(numbers.map((by) => (by % 3 === 0 ? one : two).commit(batch(by))));
        const sum = numbers.reduce((total, by) => total + by, 0);
        for (const engine of [one, two]) {
          assert.deepEqual(await engine.get(KEYS.slice(0, 1)).then(([entry]) => entry?.value), [60, sum]);
          assert.deepEqual(await totals(engine, KEYS), KEYS.map(() => sum));
        }
      }));
  }
});

Deno.test("what is read together is of one moment, whichever of it is in memory", async (t) => {
  const rows = [
    { name: "sums", keys: KEYS, batch: (by: number) => adding(KEYS, 1, heads.told(by)) },
    {
      name: "other values",
      keys: OTHERS,
      batch: (by: number) => ({ set: [...sets(by), ...heads.told(by).set], own: true }),
    },
    {
      name: "other values with a check",
      keys: OTHERS,
      batch: (by: number) => ({
        set: [...sets(by), ...heads.told(by).set],
        check: [{ key: ["none"], version: null }],
      }),
    },
  ];
  const heads = new StreamHeads("a-run.0", LATER);
  const sets = (by: number) => OTHERS.map((key) => ({ key, value: [0, by] }));
  for (const { name, keys, batch } of rows) {
    await t.step(name, () =>
      withTwo(async (one, two) => {
        let isOver = false;
        const commits = (async () => {
          for (let by = 1; by <= 60; by++) await one.commit(batch(by));
          isOver = true;
        })();
        let last = 0;
        while (!isOver || last < 60) {
          const found = await two.get([...keys, STREAM_HEAD.key("a-run.0")]);
          const head = (found.pop()?.value as readonly number[] | undefined)?.[0] ?? 0;
          const values = found.map((entry) => (entry?.value as LeastAndSum | undefined)?.[1] ?? 0);
          assert.deepEqual(values, keys.map(() => head));
          assert.ok(head >= last);
          last = head;
        }
        await commits;
      }));
  }
});

Deno.test("a sum goes on from what the store has when its process is replaced", async () => {
  await inFolder(async (folder) => {
    for (const time of [1, 2, 3]) {
      const engine = await open(await openDenoKv(`${folder}/store.kv`));
      const found = [];
      for await (const { value } of engine.scan(STREAM_HEAD.prefix)) found.push(STREAM_HEAD.read(value)[0]);
      assert.deepEqual(found, time === 1 ? [] : [time - 1]);
      await engine.commit(adding(KEYS, 2, new StreamHeads("a-run.0", LATER).told(time)));
      assert.deepEqual(await totals(engine, KEYS), KEYS.map(() => 2 * time));
      await engine.close();
    }
  });
});

Deno.test("an owner that ends answers all that it was sent, and the next one goes on", () =>
  inFolder(async (folder) => {
    // On a busy machine the next owner may need longer than a worker waits for it.
    const workers = [1, 2].map(() => new RemoteEngine(`${folder}/socket`, 60_000));
    let isOver = false;
    let commits = 0;
    const work = async (worker: Engine) => {
      while (!isOver) {
        assert.notEqual(await worker.commit(adding(KEYS, 1)), null);
        commits++;
      }
    };
    let working: Promise<unknown> | null = null;
    for (let round = 1; round <= 4; round++) {
      const engine = await open(await openDenoKv(`${folder}/store.kv`));
      const owner = new StoreOwner(engine, `${folder}/socket`);
      working ??= Promise.all([...workers, ...workers].map(work));
      await eventually(() => commits > 30 * round, "commits");
      if (round === 4) {
        isOver = true;
        await working;
        assert.deepEqual(await totals(workers[0]!, KEYS), KEYS.map(() => commits));
      }
      await owner.close();
      await engine.close();
    }
    for (const worker of workers) await worker.close();
  }));

Deno.test("a commit of which it is not known whether it was applied is read again", async (t) => {
  for (const isApplied of [true, false]) {
    await t.step(isApplied ? "it was" : "it was not", async () => {
      const real = await openDenoKv(":memory:");
      let isFailing = false;
      const engine = await open({
        get: (keys) => real.get(keys),
        scan: (prefix, options) => real.scan(prefix, options),
        close: () => real.close(),
        async commit(batch) {
          if (!isFailing || isApplied) await real.commit(batch);
          if (isFailing) throw new Error("the disk is gone");
          return "1";
        },
      });
      const heads = new StreamHeads("a-run.0", LATER);
      await engine.commit(adding(KEYS, 1, heads.told(1)));
      isFailing = true;
      await assert.rejects(engine.commit(adding(KEYS, 1, heads.told(2))), /the disk is gone/);
      isFailing = false;
      const applied = isApplied ? 2 : 1;
      assert.deepEqual(await totals(engine, KEYS), KEYS.map(() => applied));
      for await (const { value } of engine.scan(STREAM_HEAD.prefix)) {
        assert.equal(STREAM_HEAD.read(value)[0], applied);
      }
      await engine.commit(adding(KEYS, 1));
      assert.deepEqual(await totals(engine, KEYS), KEYS.map(() => applied + 1));
      await engine.close();
    });
  }
});

Deno.test("no check holds against a sum that was changed since, and one that was read again does", () =>
  withTwo(async (one, two) => {
    const [key] = KEYS as [Key];
    const set = [{ key, value: [5, 5] as const }];
    const answered = await one.commit(adding([key], 1));
    assert.equal(await one.commit({ check: [{ key, version: answered }], set }), null);
    const [read] = await one.get([key]);
    await two.commit(adding([key], 1));
    assert.equal(await one.commit({ check: [{ key, version: read!.version }], set }), null);
    const [again] = await one.get([key]);
    assert.notEqual(await one.commit({ check: [{ key, version: again!.version }], set }), null);
    assert.deepEqual(await totals(two, [key]), [5]);
  }));

Deno.test("one batch that the store refuses fails alone", () =>
  withTwo(async (one, two) => {
    const large = { key: ["large"], value: new Uint8Array(70_000) };
    const answers = await Promise.allSettled([
      one.commit(adding(KEYS, 1)),
      two.commit(adding(KEYS, 2, { set: [large] })),
      one.commit(adding(KEYS, 3)),
    ]);
    assert.deepEqual(answers.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.ok((answers[1] as PromiseRejectedResult).reason instanceof TypeError);
    assert.deepEqual(await totals(two, KEYS), KEYS.map(() => 4));
  }));

Deno.test("heads of streams are known until they expire", async () => {
  let now = Date.now();
  const engine = await open(await openDenoKv(":memory:"), () => now);
  const heads = new StreamHeads("a-run.0", now + STREAM_HEAD.lifetimeMs, now);
  await engine.commit({ ...heads.told(1), own: true });
  assert.equal((await Array.fromAsync(engine.scan(STREAM_HEAD.prefix))).length, 1);
  now += STREAM_HEAD.lifetimeMs;
  assert.equal((await Array.fromAsync(engine.scan(STREAM_HEAD.prefix))).length, 0);
  await engine.close();
});
