/** What deleted entries left in the files of a store is overwritten, and all else stays. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Engine, Key, Value } from "../../../../src/db/engine.ts";
import { inFolder } from "../../../support/folder.ts";

const SECRET = "the-secret-of-somebody";

Deno.test("after a store was written, changed and deleted for a while, its files hold nothing that was deleted", async () => {
  await inFolder(async (folder) => {
    const engine = await openDenoKv(`${folder}/store`);
    const live = new Map<string, Value>();
    const pick = picker(7);
    try {
      for (let step = 0; step < 1500; step++) {
        const name = `entry ${pick(500)}`;
        const isOver = pick(10) === 0;
        // Some take pages of their own, which are free when they are deleted.
        const length = pick(20) === 0 ? 30_000 : pick(700);
        const text = `${isOver ? SECRET : "of others"} ${step} `.repeat(1 + Math.floor(length / 30)).slice(
          0,
          15_000,
        );
        const value: Value = pick(2) === 0 ? text : new TextEncoder().encode(text);
        await engine.commit({ set: [{ key: ["test", name], value }], own: pick(2) === 0 });
        if (isOver) live.delete(name);
        else live.set(name, value);
        if (isOver && pick(2) === 0) await engine.commit({ set: [{ key: ["test", name], value: "short" }] });
        if (isOver) await engine.commit({ delete: [["test", name]], own: pick(2) === 0 });
      }
      await engine.overwrite!(true);
      assert.deepEqual(await filesWith(folder, SECRET), []);
      await compare(engine, live);
      // Pages that other connections have in memory do not bring it back.
      for (let step = 0; step < 300; step++) {
        const value = "later ".repeat(pick(100));
        await engine.commit({ set: [{ key: ["test", `entry ${pick(500)}`], value }], own: step % 2 === 0 });
      }
      await engine.overwrite!(false);
      assert.deepEqual(await filesWith(folder, SECRET), []);
    } finally {
      await engine.close();
    }
    using database = new DatabaseSync(`${folder}/store`);
    assert.deepEqual({ ...database.prepare("pragma integrity_check").get() }, { integrity_check: "ok" });
  });
});

Deno.test("overwriting while others write and read loses nothing that was confirmed, also for the next process", async () => {
  await inFolder(async (folder) => {
    const engine = await openDenoKv(`${folder}/store`);
    const live = new Map<string, Value>();
    let isOver = false;
    const writing = (async () => {
      for (let step = 0; !isOver; step++) {
        const name = `entry ${step % 400}`;
        await engine.commit({ set: [{ key: ["test", name], value: `value ${step}` }], own: true });
        live.set(name, `value ${step}`);
        if (step % 10 === 0) await engine.get([["test", name]]);
      }
    })();
    for (let round = 0; round < 5; round++) {
      await engine.commit({ set: [{ key: ["secret", String(round)], value: SECRET }] });
      await engine.commit({ delete: [["secret", String(round)]] });
      await engine.overwrite!(true);
    }
    isOver = true;
    await writing;
    await compare(engine, live);
    await engine.close();
    assert.deepEqual(await filesWith(folder, SECRET), []);
    const again = await openDenoKv(`${folder}/store`);
    await compare(again, live);
    await again.close();
  });
});

async function compare(engine: Engine, live: ReadonlyMap<string, Value>): Promise<void> {
  const found = new Map<string, Value>();
  for await (const { key, value } of engine.scan(["test"] as Key)) found.set(key[1]!, value);
  assert.deepEqual(new Map([...found].sort()), new Map([...live].sort()));
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const wanted = new TextEncoder().encode(text);
  const found: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    // A process of its own: closing a file of the store here would end the locks of this process.
    const { code } = await new Deno.Command("grep", {
      args: ["-qaF", new TextDecoder().decode(wanted), `${folder}/${name}`],
    }).output();
    if (code === 0) found.push(name);
  }
  return found;
}

/** Numbers below a bound, the same in each run. */
function picker(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223 >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}
