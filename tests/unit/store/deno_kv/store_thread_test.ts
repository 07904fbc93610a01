/** Checkpoints beside commits: they happen, they lose nothing, and they end with the engine. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openDenoKv } from "../../../../src/store/deno_kv/deno_kv.ts";
import type { Engine } from "../../../../src/store/engine.ts";
import { eventually } from "../../../support/eventually.ts";
import { inFolder } from "../../../support/folder.ts";

const ROOT = new URL("../../../../", import.meta.url).pathname;
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
    const args = ["run", "-A", "--unstable-kv", "--no-check", "tests/support/store/write_forever.ts", path];
    for (const acknowledgements of [50, 400]) {
      const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "piped", stderr: "inherit" })
        .spawn();
      let [text, killed] = ["", false];
      for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
        text += part;
        if (killed || text.split("\n").length <= acknowledgements) continue;
        child.kill("SIGKILL");
        killed = true;
      }
      await child.status;
      const last = Number(text.split("\n").at(-2));
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
