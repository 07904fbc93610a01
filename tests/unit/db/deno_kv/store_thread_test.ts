/** Checkpoints beside commits: they happen, they lose nothing, and they end with the engine. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import { StoreThread } from "../../../../src/db/deno_kv/store_thread.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { frameOf } from "../../../../src/db/deno_kv/journal/frame.ts";
import { eventually } from "../../../support/eventually.ts";
import { inFolder } from "../../../support/folder.ts";
import { killWriter } from "../../../support/store/kill_writer.ts";

const COMMITS = 150;

async function fill(engine: Engine, name: string): Promise<void> {
  for (let number = 0; number < COMMITS; number++) {
    await engine.commit({ set: [{ key: [name, String(number)], value: number }] });
  }
}

function made(engine: Engine): number {
  return engine.checkpointSeconds!.counts.reduce((sum, count) => sum + count, 0);
}

/** Entries in the file alone, without its log; null in the middle of a checkpoint. */
async function inFile(path: string): Promise<number | null> {
  const copy = `${path}.copy`;
  await Deno.copyFile(path, copy);
  try {
    using database = new DatabaseSync(copy);
    return Number(Object.values(database.prepare("select count(*) from kv").get()!)[0]);
  } catch {
    return null;
  }
}

Deno.test("what was committed gets into the file while the engine is open, and its close leaves no log", () =>
  inFolder(async (dir) => {
    const path = `${dir}/store.kv`;
    const engine = await openDenoKv(path);
    try {
      await fill(engine, "a");
      await eventually(() => made(engine) > 0, "no checkpoint was made");
      await eventually(async () => await inFile(path) === COMMITS, "the file lacks entries");
    } finally {
      await engine.close();
    }
    await assert.rejects(Deno.stat(`${path}-wal`), Deno.errors.NotFound);
  }));

Deno.test("frames are said to be applied when all of them are, also while a checkpoint is made", () =>
  inFolder(async (dir) => {
    const path = `${dir}/store.kv`;
    const kv = await Deno.openKv(path);
    const thread = new StoreThread(path);
    const frames = Array.from({ length: 400 }, (_, at) => {
      const set = [{ key: ["a", String(at)], value: new Uint8Array(50_000) }];
      return frameOf(at + 1, { set }, at)!.bytes;
    });
    try {
      // A checkpoint is asked for while they are applied.
      thread.committed(COMMITS);
      await thread.apply("j", frames);
      assert.deepEqual((await kv.get(["meta", "journal"])).value, ["j", frames.length]);
      await eventually(() => thread.checkpointSeconds.sum > 0, "no checkpoint was made");
    } finally {
      await thread.close();
      kv.close();
    }
  }));

Deno.test("a few commits start no thread", () =>
  inFolder(async (dir) => {
    const engine = await openDenoKv(`${dir}/store.kv`);
    await engine.commit({ set: [{ key: ["a"], value: 1 }] });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(made(engine), 0);
    await engine.close();
  }));

Deno.test("two engines on one file make checkpoints, and the one that stays goes on", () =>
  inFolder(async (dir) => {
    const path = `${dir}/store.kv`;
    const [stays, goes] = [await openDenoKv(path), await openDenoKv(path)];
    try {
      await Promise.all([fill(stays, "a"), fill(goes, "b")]);
      await eventually(() => made(stays) > 0 && made(goes) > 0, "one of them made none");
      await goes.close();
      const before = made(stays);
      await fill(stays, "c");
      await eventually(() => made(stays) > before, "it stopped");
      await eventually(async () => await inFile(path) === 3 * COMMITS, "the file lacks entries");
    } finally {
      await stays.close();
    }
  }));

Deno.test("kill -9 while checkpoints are made loses nothing acknowledged", () =>
  inFolder(async (dir) => {
    const path = `${dir}/store.kv`;
    for (const acknowledgements of [50, 400]) {
      const last = await killWriter(path, acknowledgements, "shared");
      const engine = await openDenoKv(path);
      try {
        for (let number = 0; number <= last; number++) {
          const [entry] = await engine.get([["n", String(number)]]);
          assert.equal(entry?.value, number, `${number} of ${last}`);
        }
      } finally {
        await engine.close();
      }
    }
  }));
