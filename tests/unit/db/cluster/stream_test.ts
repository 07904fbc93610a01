/** Two processes that tell each other what they commit. */
import assert from "node:assert/strict";
import { Stream } from "../../../../src/db/cluster/stream.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { engineWith, withMemoryEngine } from "../../../support/store/store.ts";

function processOn(engine: Engine, run: string) {
  const state = { isSole: false, missed: 0 };
  const stream = new Stream({
    engine,
    run,
    now: () => Date.now(),
    isSole: () => state.isSole,
    hasSilent: () => false,
    onMissed: () => state.missed++,
  });
  const commit = async (...keys: string[]) => {
    const told = stream.tell(keys.map((key) => ({ key: ["test", key], value: [1] })));
    if (told === null) return;
    await engine.commit({ set: told.set });
    stream.told(told);
  };
  return { stream, state, commit };
}

type Process = ReturnType<typeof processOn>;

/** Two that follow each other. */
async function withTwo(work: (one: Process, other: Process) => Promise<void>): Promise<void> {
  await withMemoryEngine(async (memory) => {
    const engine = engineWith(memory, { sums: true });
    const [one, other] = [processOn(engine, "one"), processOn(engine, "other")];
    try {
      await one.stream.enter(() => one.commit());
      await other.stream.enter(() => other.commit());
      await work(one, other);
    } finally {
      await Promise.all([one.stream.stop(), other.stream.stop()]);
    }
  });
}

Deno.test("who was away while another process was alone forgets what it knew: that one told nothing meanwhile", async () => {
  await withTwo(async (one, other) => {
    await one.commit("a");
    await other.stream.refresh();
    await one.stream.refresh();
    assert.deepEqual([one.state.missed, other.state.missed], [0, 0]);
    one.state.isSole = true;
    one.stream.leave();
    await one.commit("b");
    one.state.isSole = false;
    await one.stream.enter(() => one.commit());
    await other.stream.refresh();
    assert.deepEqual([one.state.missed, other.state.missed], [0, 1]);
    await one.commit("c");
    await other.stream.refresh();
    assert.equal(other.state.missed, 1);
  });
});

Deno.test("a first commit after being alone that may have failed leaves its gap to the next", async () => {
  await withTwo(async (one, other) => {
    one.stream.leave();
    await one.stream.enter(() => {
      one.stream.failed();
      return Promise.reject(new Error("the store is silent"));
    });
    await other.stream.refresh();
    assert.equal(other.state.missed, 0);
    await one.commit("a");
    await other.stream.refresh();
    assert.equal(other.state.missed, 1);
  });
});
