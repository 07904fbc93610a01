import assert from "node:assert/strict";
import { ExactChanges } from "../../../../src/db/cluster/exact_changes.ts";
import { ChangeLog } from "../../../../src/db/cluster/change_log.ts";
import type { Write } from "../../../../src/db/commit/write_batch.ts";
import { type StoreWrite, writerOf } from "../../../../src/records/writer.ts";
import { DIRECT_PER_COMMIT } from "../../../../src/records/sightings/sighting_log.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { engineWith, withMemoryEngine } from "../../../support/store/store.ts";

const NOW = 1_800_000_000_000;

/** A process on the store. */
class Process {
  readonly #parts: ReturnType<typeof writerOf>;

  constructor(options: Parameters<typeof writerOf>[0]) {
    this.#parts = writerOf(options);
  }

  get sightings() {
    return this.#parts.sightings;
  }

  reserve() {
    return this.#parts.segments.reserve();
  }

  write(write: StoreWrite): Promise<void> {
    return this.#parts.writer.write(write);
  }

  compactSightings(): Promise<void> {
    return this.sightings.compact((write) => this.write(write));
  }

  forgetAll(): void {
    this.#parts.writer.forgetAll();
  }

  flush(): Promise<void> {
    return this.#parts.writer.flush();
  }
}

function processOn(engine: Engine, alone = true): Process {
  const changes = new ChangeLog(engine, () => NOW);
  const member = () => alone ? 1 : 2;
  return new Process({
    engine,
    changes,
    now: () => NOW,
    random: Math.random,
    processNumber: member,
    isSoleProcess: () => alone,
    ...(alone ? {} : { exactChanges: new ExactChanges(engine) }),
  });
}

function scored(writer: Process, hashes: readonly string[], at = NOW): StoreWrite {
  const slot = writer.reserve();
  return {
    records: [{ slot, owner: "a", packed: { parts: ["{}"], rest: "{}" } }],
    sightings: hashes.map((hash) => ({ kind: "ip", hash, at })),
  };
}

async function keysOf(engine: Engine, prefix: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of engine.scan(prefix)) keys.push(key.join(" "));
  return keys;
}

const hashes = Array.from({ length: 1200 }, (_, i) => `hash${i}`);

Deno.test("a commit writes some new values itself and logs the others in few values, and each is known immediately", async () => {
  await withMemoryEngine(async (engine) => {
    const writer = processOn(engine);
    assert.equal(await writer.sightings.read("ip", "hash0"), null);
    await writer.write(scored(writer, hashes));
    await writer.write(scored(writer, ["hash0", "hash0", "hash7"], NOW + 5));
    assert.equal((await keysOf(engine, ["sighting", "ip"])).length, DIRECT_PER_COMMIT);
    assert.equal((await keysOf(engine, ["sighting", "log"])).length, 3);
    assert.deepEqual(await processOn(engine).sightings.read("ip", "hash1"), [NOW, 1]);
    assert.deepEqual(writer.sightings.peek("ip", "hash0"), [NOW, 3]);
    assert.deepEqual(writer.sightings.peek("ip", "hash7"), [NOW, 2]);
    assert.deepEqual(writer.sightings.peek("ip", "hash1199"), [NOW, 1]);
    assert.equal(writer.sightings.peek("email", "hash0"), undefined);
  });
});

Deno.test("fold writes each to its own key and deletes the log", async () => {
  await withMemoryEngine(async (engine) => {
    const writer = processOn(engine);
    await writer.sightings.read("ip", "hash0");
    await writer.write(scored(writer, hashes));
    await writer.write(scored(writer, ["hash0"]));
    await writer.compactSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.equal((await keysOf(engine, ["sighting", "ip"])).length, hashes.length);
    assert.deepEqual(writer.sightings.peek("ip", "hash0"), [NOW, 2]);
    assert.deepEqual(await processOn(engine).sightings.read("ip", "hash0"), [NOW, 2]);
    await writer.write(scored(writer, ["hash0"]));
    await writer.compactSightings();
    assert.deepEqual(await processOn(engine).sightings.read("ip", "hash0"), [NOW, 3]);
  });
});

Deno.test("what is seen during a fold stays in the log for the next one", async () => {
  await withMemoryEngine(async (engine) => {
    const writer = processOn(engine);
    await writer.write(scored(writer, ["x", "y"]));
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    await writer.write(scored(writer, ["x", "y"]));
    let between = 0;
    await writer.sightings.compact(async (write) => {
      if (between++ === 0) await writer.write(scored(writer, ["x"]));
      assert.deepEqual(writer.sightings.peek("ip", "x"), [NOW, 3]);
      await writer.write(write);
    });
    assert.equal((await keysOf(engine, ["sighting", "log"])).length, 1);
    assert.deepEqual(writer.sightings.peek("ip", "x"), [NOW, 3]);
    assert.deepEqual(writer.sightings.peek("ip", "y"), [NOW, 2]);
    await writer.compactSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW, 3]);
  });
});

Deno.test("a fold that fails halfway leaves the log, and the next one finishes", async () => {
  await withMemoryEngine(async (engine) => {
    const writer = processOn(engine);
    await writer.write(scored(writer, hashes.slice(0, 300)));
    let writes = 0;
    const failing = async (write: Write) => {
      if (++writes === 2) throw new Error("disk full");
      await writer.write(write);
    };
    await assert.rejects(writer.sightings.compact(failing), /disk full/);
    assert.equal((await keysOf(engine, ["sighting", "log"])).length, 1);
    assert.deepEqual(writer.sightings.peek("ip", "hash299"), [NOW, 1]);
    await writer.compactSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.equal((await keysOf(engine, ["sighting", "ip"])).length, 300);
  });
});

Deno.test("the log that a process left is taken over, and no count is lost or made twice", async () => {
  await withMemoryEngine(async (engine) => {
    const ended = processOn(engine);
    await ended.write(scored(ended, ["x", "old"]));
    await ended.compactSightings();
    await ended.write(scored(ended, ["x"], NOW + 9));
    await ended.write(scored(ended, ["x", "new"], NOW + 9));
    const next = processOn(engine);
    await next.sightings.takeOver(engine);
    assert.deepEqual(next.sightings.peek("ip", "x"), [NOW, 3]);
    assert.deepEqual(await next.sightings.read("ip", "new"), [NOW + 9, 1]);
    assert.deepEqual(await next.sightings.read("ip", "old"), [NOW, 1]);
    await next.compactSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW, 3]);
  });
});

Deno.test("a log that is older than the stored sighting changes nothing", async () => {
  await withMemoryEngine(async (engine) => {
    const ended = processOn(engine);
    await ended.write(scored(ended, ["x"]));
    await engine.commit({ set: [{ key: ["sighting", "ip", "x"], value: [NOW - 1, 7] }] });
    const next = processOn(engine);
    await next.sightings.takeOver(engine);
    await next.compactSightings();
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW - 1, 7]);
  });
});

Deno.test("a write that one of its cells refuses counts no sighting", async () => {
  await withMemoryEngine(async (engine) => {
    const writer = processOn(engine);
    const refuse = () => {
      throw new Error("refused");
    };
    const refused = writer.write({
      ...scored(writer, ["x"]),
      cells: [{ key: ["c"], exact: false, change: refuse }],
    });
    await Promise.all([assert.rejects(refused, /refused/), writer.write(scored(writer, ["y"]))]);
    assert.equal(await writer.sightings.read("ip", "x"), null);
    assert.deepEqual(await writer.sightings.read("ip", "y"), [NOW, 1]);
  });
});

Deno.test("several processes add up what each counted, and see it a fold later", async () => {
  await withMemoryEngine(async (engine) => {
    const [one, two] = [processOn(engine, false), processOn(engine, false)];
    const both = [one, two];
    let counted = 0;
    for (let round = 0; round < 5; round++) {
      for (const [index, writer] of both.entries()) {
        for (let i = 0; i <= index + round; i++) {
          await writer.write(scored(writer, ["x", `only${index}`], NOW + counted));
          counted++;
        }
      }
      for (const writer of both) await writer.compactSightings();
    }
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW, counted]);
    for (const writer of both) await writer.compactSightings();
    for (const writer of both) {
      assert.deepEqual(await writer.sightings.read("ip", "x"), [NOW, counted], "read again once it is idle");
    }
    const [first, second] = await Promise.all(
      [0, 1].map((i) => processOn(engine).sightings.read("ip", `only${i}`)),
    );
    assert.equal(first![1] + second![1], counted);
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
  });
});

Deno.test("what is seen during a fold that finds others' counts is added to the sum", async () => {
  await withMemoryEngine(async (engine) => {
    const [one, two] = [processOn(engine, false), processOn(engine, false)];
    await one.write(scored(one, ["x"]));
    await two.sightings.read("ip", "x");
    await one.write(scored(one, ["x"]));
    await one.compactSightings();
    await two.write(scored(two, ["x"]));
    let folded = 0;
    await two.sightings.compact(async (write) => {
      if (folded++ === 0) await two.write(scored(two, ["x"]));
      await two.write(write);
    });
    assert.deepEqual(two.sightings.peek("ip", "x"), [NOW, 4]);
    await two.compactSightings();
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW, 4]);
  });
});

Deno.test("a fold that fails halfway while another process counts adds nothing twice", async () => {
  await withMemoryEngine(async (engine) => {
    let folds = 0;
    const failing = engineWith(engine, {
      commit(batch) {
        const isFold = batch.set?.some(({ key }) => key[0] === "sighting" && key[1] === "ip");
        if (isFold && ++folds === 2) throw new Error("disk full");
        return engine.commit(batch);
      },
    });
    const writer = processOn(failing, false);
    const names = hashes.slice(0, 300);
    await writer.write(scored(writer, names));
    await assert.rejects(writer.compactSightings(), /disk full/);
    assert.equal(folds, 2);
    await writer.compactSightings();
    const fresh = processOn(engine);
    for (const hash of names) assert.deepEqual(await fresh.sightings.read("ip", hash), [NOW, 1]);
  });
});

Deno.test("a value that is forgotten while its commit is made keeps its history", async () => {
  const real = await openDenoKv(":memory:");
  await real.commit({ set: [{ key: ["sighting", "ip", "h"], value: [1000, 5] }] });
  let forget = () => {};
  const engine = engineWith(real, {
    async get(keys) {
      const entries = await real.get(keys);
      forget();
      return entries;
    },
  });
  const changes = new ChangeLog(engine, Date.now);
  const writer = new Process({ engine, changes, now: Date.now, random: Math.random, processNumber: () => 1 });
  try {
    forget = () => writer.forgetAll();
    const slot = writer.reserve();
    await writer.write({
      records: [{ slot, owner: "acc", packed: { parts: ["{}"], rest: "{}" } }],
      sightings: [{ kind: "ip", hash: "h", at: 9000 }],
    });
    assert.deepEqual(await writer.sightings.read("ip", "h"), [1000, 6]);
  } finally {
    await writer.flush();
    await real.close();
  }
});
