import assert from "node:assert/strict";
import { Changes } from "../../../src/store/changes.ts";
import { openDenoKv } from "../../../src/store/deno_kv.ts";
import type { Engine } from "../../../src/store/engine.ts";
import type { Write } from "../../../src/store/stage.ts";
import { Writer } from "../../../src/store/writer.ts";

const NOW = 1_800_000_000_000;

/** A process on the store. */
function processOn(engine: Engine): Writer {
  const changes = new Changes(engine, () => NOW);
  return new Writer({ engine, changes, now: () => NOW, random: Math.random, member: () => 1 });
}

async function withEngine(work: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openDenoKv(":memory:");
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

function scored(writer: Writer, hashes: readonly string[], at = NOW): Write {
  const place = writer.reserve();
  return {
    records: [{ place, account: "a", packed: { parts: ["{}"], rest: "{}" } }],
    sightings: hashes.map((hash) => ({ kind: "ip", hash, at })),
  };
}

async function keysOf(engine: Engine, prefix: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of engine.scan(prefix)) keys.push(key.join(" "));
  return keys;
}

const hashes = Array.from({ length: 1200 }, (_, i) => `hash${i}`);

Deno.test("a commit logs its sightings in few values, and each is known at once", async () => {
  await withEngine(async (engine) => {
    const writer = processOn(engine);
    assert.equal(await writer.sightings.read("ip", "hash0"), null);
    await writer.write(scored(writer, hashes));
    await writer.write(scored(writer, ["hash0", "hash0", "hash7"], NOW + 5));
    assert.equal((await keysOf(engine, ["sighting"])).length, 3);
    assert.deepEqual(writer.sightings.peek("ip", "hash0"), [NOW, 3]);
    assert.deepEqual(writer.sightings.peek("ip", "hash7"), [NOW, 2]);
    assert.deepEqual(writer.sightings.peek("ip", "hash1199"), [NOW, 1]);
    assert.equal(writer.sightings.peek("email", "hash0"), undefined);
  });
});

Deno.test("fold takes each to its place and deletes the log", async () => {
  await withEngine(async (engine) => {
    const writer = processOn(engine);
    await writer.sightings.read("ip", "hash0");
    await writer.write(scored(writer, hashes));
    await writer.write(scored(writer, ["hash0"]));
    await writer.foldSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.equal((await keysOf(engine, ["sighting", "ip"])).length, hashes.length);
    assert.deepEqual(writer.sightings.peek("ip", "hash0"), [NOW, 2]);
    assert.deepEqual(await processOn(engine).sightings.read("ip", "hash0"), [NOW, 2]);
    await writer.write(scored(writer, ["hash0"]));
    await writer.foldSightings();
    assert.deepEqual(await processOn(engine).sightings.read("ip", "hash0"), [NOW, 3]);
  });
});

Deno.test("what is seen while a fold is under way waits in the log for the next one", async () => {
  await withEngine(async (engine) => {
    const writer = processOn(engine);
    await writer.write(scored(writer, ["x", "y"]));
    let between = 0;
    await writer.sightings.fold(async (write) => {
      if (between++ === 0) await writer.write(scored(writer, ["x"]));
      assert.deepEqual(writer.sightings.peek("ip", "x"), [NOW, 2]);
      await writer.write(write);
    });
    assert.equal((await keysOf(engine, ["sighting", "log"])).length, 1);
    assert.deepEqual(writer.sightings.peek("ip", "x"), [NOW, 2]);
    assert.deepEqual(writer.sightings.peek("ip", "y"), [NOW, 1]);
    await writer.foldSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW, 2]);
  });
});

Deno.test("a fold that fails halfway leaves the log, and the next one finishes", async () => {
  await withEngine(async (engine) => {
    const writer = processOn(engine);
    await writer.write(scored(writer, hashes.slice(0, 300)));
    let writes = 0;
    const failing = async (write: Write) => {
      if (++writes === 2) throw new Error("disk full");
      await writer.write(write);
    };
    await assert.rejects(writer.sightings.fold(failing), /disk full/);
    assert.equal((await keysOf(engine, ["sighting", "log"])).length, 1);
    assert.deepEqual(writer.sightings.peek("ip", "hash299"), [NOW, 1]);
    await writer.foldSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.equal((await keysOf(engine, ["sighting", "ip"])).length, 300);
  });
});

Deno.test("what a process left in the log is taken over, and no count is lost or made twice", async () => {
  await withEngine(async (engine) => {
    const ended = processOn(engine);
    await ended.write(scored(ended, ["x", "old"]));
    await ended.foldSightings();
    await ended.write(scored(ended, ["x"], NOW + 9));
    await ended.write(scored(ended, ["x", "new"], NOW + 9));
    const next = processOn(engine);
    await next.sightings.takeOver(engine);
    assert.deepEqual(next.sightings.peek("ip", "x"), [NOW, 3]);
    assert.deepEqual(next.sightings.peek("ip", "new"), [NOW + 9, 1]);
    assert.deepEqual(await next.sightings.read("ip", "old"), [NOW, 1]);
    await next.foldSightings();
    assert.deepEqual(await keysOf(engine, ["sighting", "log"]), []);
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW, 3]);
  });
});

Deno.test("a log that is older than the place of its sighting changes nothing", async () => {
  await withEngine(async (engine) => {
    const ended = processOn(engine);
    await ended.write(scored(ended, ["x"]));
    await engine.commit({ set: [{ key: ["sighting", "ip", "x"], value: [NOW - 1, 7] }] });
    const next = processOn(engine);
    await next.sightings.takeOver(engine);
    await next.foldSightings();
    assert.deepEqual(await processOn(engine).sightings.read("ip", "x"), [NOW - 1, 7]);
  });
});

Deno.test("a write that one of its cells refuses counts no sighting", async () => {
  await withEngine(async (engine) => {
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
