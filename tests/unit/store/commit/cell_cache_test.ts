/** A cached cell is never older than the last write of this process or the last invalidation. */
import assert from "node:assert/strict";
import { CellCache } from "../../../../src/store/commit/cell_cache.ts";
import { openDenoKv } from "../../../../src/store/deno_kv/deno_kv.ts";
import { eventually } from "../../../support/eventually.ts";
import { engineWith, withMemoryEngine } from "../../../support/store/store.ts";

const KEY = ["label", "acc", "req"];

/** CellCache over a store whose answers wait until they are let go. */
async function withSlowStore(
  work: (
    cells: CellCache,
    write: (value: string) => Promise<string>,
    /** Resolves when `count` reads have their answer and wait to be released. */
    reads: (count: number) => Promise<void>,
    letGo: () => void,
  ) => Promise<void>,
): Promise<void> {
  const real = await openDenoKv(":memory:");
  const waiting: (() => void)[] = [];
  const engine = engineWith(real, {
    async get(keys) {
      const entries = await real.get(keys);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return entries;
    },
  });
  const reads = async (count: number) => {
    while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const letGo = () => waiting.splice(0).forEach((resolve) => resolve());
  try {
    const write = async (value: string) => (await real.commit({ set: [{ key: KEY, value }] }))!;
    await work(new CellCache(engine), write, reads, letGo);
  } finally {
    await real.close();
  }
}

Deno.test("a read in progress does not overwrite what was written meanwhile", async () => {
  await withSlowStore(async (cells, write, reads, letGo) => {
    await write("old");
    const reading = cells.load(KEY);
    await reads(1);
    cells.put(KEY, { value: "new", version: await write("new") });
    letGo();
    await reading;
    assert.equal(cells.peek(KEY)?.value, "new");
  });
});

Deno.test("a read in progress does not restore what was forgotten meanwhile", async () => {
  await withSlowStore(async (cells, write, reads, letGo) => {
    await write("old");
    const reading = cells.load(KEY);
    await reads(1);
    await write("of another process");
    cells.forget(KEY);
    const again = cells.load(KEY);
    await reads(2);
    letGo();
    await reading;
    assert.equal((await again).value, "of another process");
    assert.equal(cells.peek(KEY)?.value, "of another process");
  });
});

Deno.test("what is asked for while two reads are in progress is one read afterwards", async () => {
  await withMemoryEngine(async (memory) => {
    const reads: number[] = [];
    const gates: (() => void)[] = [];
    const engine = engineWith(memory, {
      get: async (keys) => {
        reads.push(keys.length);
        await new Promise<void>((open) => gates.push(open));
        if (keys.some(([first]) => first === "broken")) throw new Error("the store failed");
        return await memory.get(keys);
      },
    });
    await memory.commit({ set: Array.from({ length: 9 }, (_, i) => ({ key: ["a", String(i)], value: i })) });
    const cells = new CellCache(engine);
    const found = [];
    for (let at = 0; at < 9; at++) {
      found.push(cells.load(["a", String(at)]));
      await Promise.resolve();
      await Promise.resolve();
    }
    const all = Promise.allSettled([...found, cells.load(["broken", ""])]);
    assert.deepEqual(reads, [1, 1]);
    gates.shift()!();
    await eventually(() => reads.length === 3, "the rest");
    assert.deepEqual(reads, [1, 1, 8]);
    const more = cells.load(["b", ""]);
    for (const open of gates.splice(0)) open();
    await eventually(() => gates.length === 1, "a read after one that failed");
    gates[0]!();
    assert.equal((await more).value, null);
    const states = (await all).map(({ status }) => status);
    assert.deepEqual(states, [...Array(2).fill("fulfilled"), ...Array(8).fill("rejected")]);
  });
});
