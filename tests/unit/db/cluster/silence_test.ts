import assert from "node:assert/strict";
import { BoundedEngine } from "../../../../src/db/cluster/silence.ts";
import { StoreFailure } from "../../../../src/db/failure.ts";
import type { Batch } from "../../../../src/db/engine.ts";
import { MemoryEngine } from "../../../../src/db/memory.ts";
import { eventually } from "../../../support/eventually.ts";

/** As when the synchronous replica of PostgreSQL is gone: commits wait, reads and failed checks are answered. */
class Waiting extends MemoryEngine {
  isWaiting = true;
  reconnects = 0;

  override commit(batch: Batch): Promise<string | null> {
    if (batch.check !== undefined) return super.commit(batch);
    return this.isWaiting ? new Promise(() => {}) : super.commit(batch);
  }

  reconnect(): void {
    this.reconnects++;
  }
}

Deno.test("commits that wait fail, whatever reads and failed checks are answered meanwhile", async () => {
  const engine = new Waiting(Date.now);
  const log: string[] = [];
  const bounded = new BoundedEngine({ engine, now: Date.now, log: (line) => log.push(line) });
  const key = ["a"];
  const refused = { check: [{ key, version: "1" }], set: [{ key, value: 1 }] };
  let ended = false;
  const waits = assert.rejects(bounded.commit({ set: [{ key, value: 1 }] }), StoreFailure)
    .finally(() => ended = true);
  const others = (async () => {
    while (!ended) {
      assert.deepEqual(await bounded.get([key]), [null]);
      assert.equal(await bounded.commit(refused).catch(() => null), null);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await Promise.all([waits, others]);
  await assert.rejects(bounded.commit({ set: [{ key, value: 1 }] }), StoreFailure);
  // What reads may wait behind commits that wait.
  await eventually(async () => {
    await bounded.get([key]);
    return engine.reconnects > 0;
  }, "other connections");
  engine.isWaiting = false;
  await eventually(
    () => bounded.commit({ set: [{ key, value: 2 }] }).then(() => true, () => false),
    "it commits again",
  );
  await eventually(() => log.at(-1)!.includes("answers again"), "it says so");
  await bounded.close();
});

Deno.test("with patience one answer that does not come is a silent store, whatever else is answered", async () => {
  const engine = new Waiting(Date.now);
  const bounded = new BoundedEngine({ engine, now: Date.now, log: () => {}, patienceMs: 300 });
  const key = ["a"];
  const refused = { check: [{ key, version: "1" }], set: [{ key, value: 1 }] };
  let ended = false;
  const waits = assert.rejects(bounded.commit({ set: [{ key, value: 1 }] }), StoreFailure)
    .finally(() => ended = true);
  const started = performance.now();
  while (!ended) {
    await bounded.commit(refused).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await waits;
  assert.ok(performance.now() - started < 1200, "sooner than a store that answers nothing");
  assert.equal(bounded.isFailing, true);
  engine.isWaiting = false;
  await eventually(() => !bounded.isFailing, "it answers");
  await bounded.close();
});

Deno.test("a store whose reads fail counts as failing", async () => {
  class Unreadable extends MemoryEngine {
    override get(): Promise<never> {
      return Promise.reject(new StoreFailure("disk I/O error"));
    }
  }
  const bounded = new BoundedEngine({ engine: new Unreadable(Date.now), now: Date.now, log: () => {} });
  assert.equal(bounded.isFailing, false);
  await bounded.commit({ set: [{ key: ["a"], value: 1 }] });
  assert.equal(bounded.isFailing, false);
  await assert.rejects(bounded.get([["a"]]), StoreFailure);
  await bounded.commit({ set: [{ key: ["a"], value: 2 }] });
  assert.equal(bounded.isFailing, true, "also while commits succeed");
  await bounded.close();
});
