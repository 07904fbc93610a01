/** A value that the engine does not take refuses the write it belongs to, and no other that waits in the same group. */
import assert from "node:assert/strict";
import { ChangeLog } from "../../../../src/store/cluster/change_log.ts";
import { openDenoKv } from "../../../../src/store/deno_kv/deno_kv.ts";
import type { Engine, Value } from "../../../../src/store/engine.ts";
import { type PackedRecord } from "../../../../src/store/commit/segment.ts";
import type { Write } from "../../../../src/store/commit/write_batch.ts";
import { Writer } from "../../../../src/store/commit/writer.ts";

const LARGE = "x".repeat(70_000);

async function withWriter(work: (writer: Writer, engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openDenoKv(":memory:");
  const changes = new ChangeLog(engine, Date.now);
  await changes.start(false);
  const writer = new Writer({ engine, changes, now: Date.now, random: Math.random, processNumber: () => 1 });
  try {
    await work(writer, engine);
  } finally {
    await writer.flush();
    await engine.close();
  }
}

const plusOne = (current: Value | null) => (typeof current === "number" ? current : 0) + 1;

function recordOf(writer: Writer, rest: string): Write {
  const place = writer.reserve();
  const packed: PackedRecord = { parts: ["{}"], rest: JSON.stringify({ id: place.requestId, at: 0, rest }) };
  return { records: [{ place, account: "acc", packed }] };
}

const CASES: readonly { name: string; large: (writer: Writer) => Write }[] = [
  { name: "a value that is set", large: () => ({ set: [{ key: ["large"], value: LARGE }] }) },
  {
    name: "a cell that grew",
    large: () => ({ cells: [{ key: ["large"], exact: true, change: () => LARGE }] }),
  },
  { name: "bytes", large: () => ({ set: [{ key: ["large"], value: new Uint8Array(70_000) }] }) },
  {
    name: "a text of two bytes a letter",
    large: () => ({ set: [{ key: ["large"], value: "ж".repeat(40_000) }] }),
  },
  { name: "a key", large: () => ({ set: [{ key: ["large", "k".repeat(3000)], value: 1 }] }) },
  { name: "a record", large: (writer) => recordOf(writer, LARGE) },
];

for (const { name, large } of CASES) {
  Deno.test(`a value that the engine refuses fails its own write only: ${name}`, async () => {
    await withWriter(async (writer, engine) => {
      await writer.write({ set: [{ key: ["first"], value: 1 }] });
      const group = [
        writer.write({
          cells: [{ key: ["count"], exact: true, change: plusOne }],
          changes: [["rules", "acc"]],
        }),
        writer.write({ set: [{ key: ["small"], value: 1 }], add: [{ key: ["sum"], by: 2 }] }),
        writer.write({ ...large(writer), add: [{ key: ["sum"], by: 100 }] }),
        writer.write(recordOf(writer, "small")),
        writer.write({ cells: [{ key: ["count"], exact: true, change: plusOne }] }),
      ];
      const results = await Promise.allSettled(group);
      assert.deepEqual(
        results.map(({ status }) => status),
        ["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
      );
      const [count, small, sum, missing] = await engine.get([["count"], ["small"], ["sum"], ["large"]]);
      assert.deepEqual([count?.value, small?.value, sum?.value, missing], [2, 1, 2, null]);
      assert.equal((await Array.fromAsync(engine.scan(["scores-of", "acc"]))).length, 1);
      await writer.write({ set: [{ key: ["later"], value: 1 }] });
      assert.equal(writer.failure, null, "the store itself is well");
    });
  });
}
