import assert from "node:assert/strict";
import fc from "fast-check";
import { ChangeLog } from "../../../../src/db/cluster/change_log.ts";
import { BloomFilter } from "../../../../src/db/commit/bloom_filter.ts";
import { type Engine, type Key, keyText } from "../../../../src/db/engine.ts";
import { FILTERED } from "../../../../src/records/index.ts";
import { writerOf } from "../../../../src/records/writer.ts";
import { withMemoryEngine } from "../../../support/store/store.ts";

const NOW = 1_800_000_000_000;

const textOf = (name: string) => keyText(["sighting", "ip", name]);

Deno.test("BloomFilter gives no answer until it is complete, then lacks what the store lacks", async () => {
  await withMemoryEngine(async (engine) => {
    for (let from = 0; from < 2500; from += 500) {
      const set = Array.from(
        { length: 500 },
        (_, i) => ({ key: ["sighting", "ip", `n${from + i}`], value: 1 }),
      );
      await engine.commit({ set });
    }
    await engine.commit({ set: [{ key: ["other", "ip", "x"], value: 1 }] });
    const filter = new BloomFilter(["sighting"]);
    assert.equal(filter.lacks(textOf("absent")), false);
    const filling = filter.fill(engine);
    filter.add(textOf("while it is filled"));
    assert.equal(filter.lacks(textOf("absent")), false);
    await filling;
    assert.equal(filter.lacks(textOf("absent")), true);
    assert.equal(filter.lacks(textOf("while it is filled")), false);
    for (let i = 0; i < 2500; i++) assert.equal(filter.lacks(textOf(`n${i}`)), false);
    assert.equal(filter.lacks(keyText(["other", "ip", "x"])), true);
    filter.reset();
    assert.equal(filter.lacks(textOf("absent")), false);
    await filter.fill(engine);
    assert.equal(filter.lacks(textOf("absent")), true);
    assert.equal(filter.lacks(textOf("n2499")), false);
  });
});

Deno.test("a filter that was reset while it was filled is not complete", async () => {
  await withMemoryEngine(async (engine) => {
    const filter = new BloomFilter(["sighting"]);
    const filling = filter.fill(engine);
    filter.reset();
    await filling;
    assert.equal(filter.lacks(textOf("absent")), false);
  });
});

Deno.test("BloomFilter has no false negatives, and few false positives", async () => {
  await withMemoryEngine(async (engine) => {
    const filter = new BloomFilter(["sighting"]);
    await filter.fill(engine);
    fc.assert(fc.property(fc.array(fc.string(), { maxLength: 50 }), (names) => {
      for (const name of names) filter.add(textOf(name));
      for (const name of names) assert.equal(filter.lacks(textOf(name)), false);
    }));
    for (let i = 0; i < 200_000; i++) filter.add(textOf(`hash${i}`));
    let wrong = 0;
    for (let i = 0; i < 10_000; i++) if (!filter.lacks(textOf(`other${i}`))) wrong++;
    assert.ok(wrong < 20, `${wrong} of 10,000`);
  });
});

/** Counts the keys that are read below a topic. */
function watched(engine: Engine, read: Key[]): Engine {
  return {
    get: (keys) => {
      read.push(...keys.filter(([topic]) => topic === "sighting" || topic === "reputation"));
      return engine.get(keys);
    },
    scan: (prefix, options) => engine.scan(prefix, options),
    commit: (batch) => engine.commit(batch),
    close: () => engine.close(),
  };
}

function processOn(engine: Engine, alone: () => boolean): ReturnType<typeof writerOf> {
  const changes = new ChangeLog(engine, () => NOW);
  return writerOf({
    filtered: FILTERED,
    engine,
    changes,
    now: () => NOW,
    random: Math.random,
    processNumber: () => 1,
    isSoleProcess: alone,
  });
}

Deno.test("a new value costs a sole process no read, and one of several processes a read", async () => {
  await withMemoryEngine(async (engine) => {
    await engine.commit({
      set: [{ key: ["sighting", "ip", "known"], value: [NOW - 5, 7] }, {
        key: ["reputation", "ip", "known"],
        value: { a: 1 },
      }],
    });
    let alone = true;
    const read: Key[] = [];
    const { writer, sightings } = processOn(watched(engine, read), () => alone);
    await writer.keepFilters();
    assert.equal(await sightings.read("ip", "new"), null);
    assert.equal(await writer.read(["reputation", "ip", "new"]), null);
    assert.equal(writer.peek(["reputation", "ip", "new"]), null);
    assert.deepEqual(read, []);
    assert.deepEqual(await sightings.read("ip", "known"), [NOW - 5, 7]);
    assert.deepEqual(await writer.read(["reputation", "ip", "known"]), { a: 1 });
    assert.equal(read.length, 2);
    alone = false;
    await writer.keepFilters();
    assert.equal(await sightings.read("ip", "newer"), null);
    assert.deepEqual(read.at(-1), ["sighting", "ip", "newer"]);
    await writer.stop();
  });
});

Deno.test("an exact change of a value that another process wrote unseen is made on what it wrote", async () => {
  await withMemoryEngine(async (engine) => {
    const { writer } = processOn(engine, () => true);
    await writer.keepFilters();
    const key = ["reputation", "ip", "h"];
    await engine.commit({ set: [{ key, value: 41 }] });
    await writer.write({ cells: [{ key, exact: true, change: (now) => Number(now ?? 0) + 1 }] });
    assert.equal((await engine.get([key]))[0]?.value, 42);
    writer.forget(["reputation", "ip", "told"]);
    await engine.commit({ set: [{ key: ["reputation", "ip", "told"], value: 5 }] });
    assert.equal(await writer.read(["reputation", "ip", "told"]), 5);
  });
});
