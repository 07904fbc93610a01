/** Changes that one process announces reach the others, also after a listener failed once. */
import assert from "node:assert/strict";
import { ChangeLog } from "../../../../src/store/cluster/change_log.ts";
import { openDenoKv } from "../../../../src/store/deno_kv/deno_kv.ts";
import type { Engine, Key } from "../../../../src/store/engine.ts";
import { Writer } from "../../../../src/store/commit/writer.ts";

async function withTwo(
  work: (writer: Writer, other: ChangeLog, engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = await openDenoKv(":memory:");
  const own = new ChangeLog(engine, Date.now);
  const other = new ChangeLog(engine, Date.now);
  await own.start(false);
  await other.start(false);
  const writer = new Writer({
    engine,
    changes: own,
    now: Date.now,
    random: Math.random,
    processNumber: () => 1,
  });
  try {
    await work(writer, other, engine);
  } finally {
    await writer.flush();
    await engine.close();
  }
}

Deno.test("a change that a follower failed to process is repeated, and does not delay later ones", async () => {
  await withTwo(async (writer, other) => {
    const announced: Key[] = [];
    let failures = 2;
    other.follow("key", (scope) => {
      if (failures-- > 0) throw new Error("the store does not answer");
      announced.push(scope!);
    });
    const labels: Key[] = [];
    other.follow("label", (scope) => void labels.push(scope!));
    await writer.write({ changes: [["key", "key_1"], ["label", "acc", "req"]] });
    await other.refresh();
    assert.deepEqual([announced, labels], [[], [["acc", "req"]]]);
    await other.refresh();
    assert.deepEqual(announced, []);
    await other.refresh();
    assert.deepEqual(announced, [["key_1"]]);
    await other.refresh();
    assert.deepEqual([announced, labels], [[["key_1"]], [["acc", "req"]]], "and then no more");
  });
});

Deno.test("a process that missed entries reloads everything, again when that fails", async () => {
  await withTwo(async (writer, other, engine) => {
    await writer.write({ changes: [["key", "key_1"]] });
    const entries: Key[] = [];
    for await (const { key } of engine.scan(["changes", "entry"])) entries.push(key);
    await engine.commit({ delete: entries });
    let failures = 1;
    const announced: (Key | null)[] = [];
    other.follow("key", (scope) => {
      if (failures-- > 0) throw new Error("the store does not answer");
      announced.push(scope);
    });
    other.follow("rules", (scope) => void announced.push(scope));
    await other.refresh();
    assert.deepEqual(announced, [null]);
    await other.refresh();
    assert.deepEqual(announced, [null, null]);
  });
});
