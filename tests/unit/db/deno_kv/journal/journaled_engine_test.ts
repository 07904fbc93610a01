/** The journal of a store's file: nothing confirmed is lost or applied twice, and nobody sees that it is there. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { openDenoKv } from "../../../../../src/db/deno_kv/deno_kv.ts";
import type { Batch, Engine, Entry } from "../../../../../src/db/engine.ts";
import { StoreFailure } from "../../../../../src/db/failure.ts";
import { framesOf } from "../../../../../src/db/deno_kv/journal/frame.ts";
import { JournaledEngine, type OpenJournal } from "../../../../../src/db/deno_kv/journal/journaled_engine.ts";
import { mergedFrames } from "../../../../../src/db/deno_kv/journal/merged_frames.ts";
import { MemoryEngine } from "../../../../../src/db/memory.ts";
import { eventually } from "../../../../support/eventually.ts";
import { inFolder } from "../../../../support/folder.ts";
import { killWriter } from "../../../../support/store/kill_writer.ts";
import { rounds } from "../../../../support/rounds.ts";

/** With the journal in use. */
async function openJournaled(path: string): Promise<Engine> {
  const engine = await openDenoKv(path);
  await eventually(async () => {
    await engine.commit({ set: [{ key: ["warm"], value: 0 }], own: true });
    return (await engine.fileSizes!()).journal !== undefined;
  }, "the journal is not used");
  return engine;
}

/** The folder as it is after the power failed now, opened again. */
async function afterCrash<T>(folder: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  return await inFolder(async (copy) => {
    for (const { name } of Deno.readDirSync(folder)) {
      Deno.copyFileSync(`${folder}/${name}`, `${copy}/${name}`);
    }
    const engine = await openDenoKv(`${copy}/store.kv`);
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  });
}

async function data(engine: Engine): Promise<Record<string, unknown>> {
  const entries = await Array.fromAsync(engine.scan([]));
  const kept = entries.filter(({ key }) => key[0] !== "meta" && key[0] !== "warm");
  return Object.fromEntries(kept.map(({ key, value }) => [key.join("/"), value]));
}

const key = fc.constantFrom(["a", "1"], ["a", "2"], ["b", "1"]);
const change = fc.oneof(
  fc.record({ set: fc.array(fc.record({ key, value: fc.nat(99) }), { minLength: 1, maxLength: 3 }) }),
  fc.record({ delete: fc.array(key, { minLength: 1, maxLength: 2 }) }),
  fc.record({
    add: fc.array(fc.record({ key: fc.constant(["n"]), by: fc.nat(5) }), { minLength: 1, maxLength: 2 }),
  }),
);
const step = fc.record({
  change,
  own: fc.boolean(),
  pause: fc.constantFrom(0, 0, 0, 5, 40),
  look: fc.constantFrom("not", "not", "get", "scan", "crash"),
});

Deno.test("any order of commits, reads and crashes shows what was confirmed, once", () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), (steps) =>
      inFolder(async (folder) => {
        const engine = await openJournaled(`${folder}/store.kv`);
        const model = new MemoryEngine(() => 0);
        try {
          for (const { change, own, pause, look } of steps) {
            const batch: Batch = change;
            assert.notEqual(await engine.commit({ ...batch, own }), null);
            await model.commit(batch);
            if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
            if (look === "scan") assert.deepEqual(await data(engine), await data(model));
            if (look === "crash") assert.deepEqual(await afterCrash(folder, data), await data(model));
            if (look !== "get") continue;
            const keys = [["a", "1"], ["b", "1"], ["n"]];
            const values = (entries: (Entry | null)[]) => entries.map((entry) => entry?.value ?? null);
            assert.deepEqual(values(await engine.get(keys)), values(await model.get(keys)));
          }
        } finally {
          await engine.close();
        }
        assert.deepEqual(await afterCrash(folder, data), await data(model));
      })),
    { numRuns: rounds(25) },
  ));

Deno.test("a check does not hold against a write through the journal until it was read", () =>
  inFolder(async (folder) => {
    const engine = await openJournaled(`${folder}/store.kv`);
    try {
      const version = await engine.commit({ set: [{ key: ["a"], value: 1 }], own: true });
      const next: Batch = { check: [{ key: ["a"], version }], set: [{ key: ["a"], value: 2 }], own: true };
      assert.equal(await engine.commit(next), null);
      assert.equal(await engine.commit({ ...next, check: [{ key: ["a"], version: null }] }), null);
      const [entry] = await engine.get([["a"]]);
      assert.equal(entry!.value, 1);
      assert.notEqual(
        await engine.commit({ ...next, check: [{ key: ["a"], version: entry!.version }] }),
        null,
      );
      assert.equal((await engine.get([["a"]]))[0]!.value, 2);
    } finally {
      await engine.close();
    }
  }));

Deno.test("who opens the store beside its process sees what that confirmed before, and takes no journal from it", () =>
  inFolder(async (folder) => {
    const path = `${folder}/store.kv`;
    const engine = await openJournaled(path);
    try {
      for (let number = 0; number < 20; number++) {
        await engine.commit({ set: [{ key: ["a", String(number)], value: number }], own: true });
        const other = await openDenoKv(path);
        assert.equal(Object.keys(await data(other)).filter((key) => key !== "b").length, number + 1);
        await other.commit({ set: [{ key: ["b"], value: number }], own: true });
        assert.equal((await other.fileSizes!()).journal, undefined);
        await other.close();
        assert.equal((await engine.get([["b"]]))[0]!.value, number);
      }
    } finally {
      await engine.close();
    }
  }));

Deno.test("the journal of a store that was moved away is kept, and not applied to the next one", () =>
  inFolder(async (folder) => {
    const path = `${folder}/store.kv`;
    const engine = await openJournaled(path);
    await engine.commit({ set: [{ key: ["a"], value: "old" }], own: true });
    await inFolder(async (crashed) => {
      for (const { name } of Deno.readDirSync(folder)) {
        if (name.includes("journal")) Deno.copyFileSync(`${folder}/${name}`, `${crashed}/${name}`);
      }
      const next = await openJournaled(`${crashed}/store.kv`);
      try {
        assert.deepEqual(await data(next), {});
        const kept = [...Deno.readDirSync(crashed)].filter(({ name }) => name.includes("-of-"));
        assert.equal(kept.length, 2);
      } finally {
        await next.close();
      }
    });
    await engine.close();
  }));

Deno.test("the files of the journal are written again and again, and stay small", () =>
  inFolder(async (folder) => {
    const engine = await openJournaled(`${folder}/store.kv`);
    try {
      for (let number = 0; number < 800; number++) {
        const value = new Uint8Array(50_000).fill(number);
        await engine.commit({
          set: [{ key: ["a", String(number % 7)], value }, { key: ["n"], value: number }],
          own: true,
        });
      }
      assert.ok((await engine.fileSizes!()).journal! < 40 * 2 ** 20);
      const last = await afterCrash(folder, data);
      assert.equal(last["n"], 799);
      for (let number = 793; number < 800; number++) {
        assert.equal((last[`a/${number % 7}`] as Uint8Array)[0], number % 256);
      }
    } finally {
      await engine.close();
    }
  }));

/** A journal whose writes fail when told so, before an engine in memory whose commits do. */
function faulty() {
  const engine = new MemoryEngine(Date.now);
  const fails = { append: false, apply: "no" as "no" | "before" | "after" };
  const journal: OpenJournal = {
    id: "j",
    applied: 0,
    bytes: 0,
    wipe: () => {},
    append: () => fails.append ? Promise.reject(new Error("disk full")) : Promise.resolve(),
    finish: () => Promise.resolve(),
    close: () => {},
  };
  const journaled = new JournaledEngine({
    engine,
    take: () => Promise.resolve(journal),
    apply: async (id, frames) => {
      if (fails.apply === "before") throw new Error("disk full");
      const read = frames.flatMap((frame) => [...framesOf(frame as Uint8Array<ArrayBuffer>)]);
      for (const batch of mergedFrames(id, read)) await engine.commit(batch);
      if (fails.apply === "after") throw new Error("the answer was lost");
    },
  });
  return { engine, journaled, fails };
}

const ADD: Batch = { add: [{ key: ["n"], by: 1 }], own: true };

Deno.test("what the journal cannot take is committed without it, and its number is spent", async () => {
  const { engine, journaled, fails } = faulty();
  await journaled.commit(ADD);
  await new Promise((resolve) => setTimeout(resolve, 0));
  await journaled.commit(ADD);
  fails.append = true;
  await journaled.commit(ADD);
  assert.deepEqual((await engine.get([["n"], ["meta", "journal"]])).map((entry) => entry!.value), [3, [
    "j",
    2,
  ]]);
  fails.append = false;
  await journaled.commit(ADD);
  assert.equal((await journaled.get([["n"]]))[0]!.value, 4);
  await journaled.close();
});

for (const when of ["before", "after"] as const) {
  Deno.test(`frames whose application failed ${when} they were applied are applied once, and reads of them wait`, async () => {
    const { journaled, fails } = faulty();
    await journaled.commit(ADD);
    await new Promise((resolve) => setTimeout(resolve, 0));
    fails.apply = when;
    await journaled.commit(ADD);
    await assert.rejects(journaled.get([["n"]]), StoreFailure);
    if (when === "before") {
      await assert.rejects(journaled.commit({ set: [{ key: ["b"], value: 1 }] }), StoreFailure);
      assert.deepEqual(await journaled.get([["b"]]), [null]);
    }
    fails.apply = "no";
    assert.equal((await journaled.get([["n"]]))[0]!.value, 2);
    await journaled.close();
  });
}

Deno.test("kill -9 while frames are applied loses nothing confirmed and counts nothing twice", () =>
  inFolder(async (dir) => {
    const path = `${dir}/store.kv`;
    let before = 0;
    for (const acknowledgements of [30, 300, 2000]) {
      const last = await killWriter(path, acknowledgements, "own");
      const engine = await openDenoKv(path);
      try {
        for (let number = 0; number <= last; number++) {
          const [entry] = await engine.get([["n", String(number)]]);
          assert.equal(entry?.value, number, `${number} of ${last}`);
        }
        const counted = Number((await engine.get([["count"]]))[0]!.value) - before;
        // The last one may have been durable before it was printed.
        assert.ok(counted === last + 1 || counted === last + 2, `${counted} of ${last + 1}`);
        before += counted;
      } finally {
        await engine.close();
      }
    }
  }));
