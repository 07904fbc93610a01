/** A cached cell is never older than the last write of this process or the last invalidation. */
import assert from "node:assert/strict";
import { CellCache } from "../../../../src/db/commit/cell_cache.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import { engineWith } from "../../../support/store/store.ts";

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
