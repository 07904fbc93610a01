/** Deno KV deletes what has expired by the machine's clock: not when that clock is ahead of what is believed. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { Clock } from "../../../../src/concurrency/clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/model/duration.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import { HeldExpiry } from "../../../../src/db/deno_kv/held_expiry.ts";
import type { Engine } from "../../../../src/db/engine.ts";
import { eventually } from "../../../support/eventually.ts";
import { inFolder } from "../../../support/folder.ts";
import { openEngine } from "../../../support/store/engines.ts";

/** A row of the file, whatever Deno KV says of it. */
function rows(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true });
  return Number(database.prepare("select count(*) as n from kv where expiration_ms > 0").get()!["n"]);
}

/** The machine's clock is right; what is believed differs from it. */
async function held(
  run: (
    given: { engine: Engine; path: string; held: HeldExpiry; machine: { wall: number; passed: number } },
  ) => Promise<void>,
  behind: number,
): Promise<void> {
  await inFolder(async (folder) => {
    const path = `${folder}/store.kv`;
    const machine = { wall: -behind, passed: 0 };
    const clock = new Clock({
      wall: () => Date.now() + machine.wall,
      steady: () => performance.now() + machine.passed,
    });
    const engine = await openDenoKv(path);
    try {
      const expiry = await HeldExpiry.open({ path, clock, steady: () => machine.passed });
      expiry.update();
      await run({ engine, path, held: expiry, machine });
    } finally {
      await engine.close();
    }
  });
}

const soon = (name: string) => ({ key: [name], value: 1, expiresAt: Date.now() + 50 });

/** What Deno KV does in any process that has the file open, about once a minute. */
function expire(path: string): void {
  using database = new DatabaseSync(path, { timeout: 5000 });
  database.prepare("delete from kv where expiration_ms >= 0 and expiration_ms <= ?").run(Date.now());
}

async function untilOver(): Promise<void> {
  const end = Date.now() + 60;
  await eventually(() => Date.now() > end, "the entries have expired");
}

Deno.test("what expires later than is believed stays in the file, and the service deletes it all the same", async () => {
  await held(async ({ engine, path, held }) => {
    await engine.commit({ set: [soon("a"), soon("b"), { key: ["c"], value: 1 }] });
    await untilOver();
    for (let time = 0; time < 3; time++) expire(path);
    assert.equal(rows(path), 2);
    assert.ok(held.isHolding);
    const other = await openDenoKv(path);
    await other.commit({ delete: [["a"], ["c"]] });
    await other.close();
    const left = await Array.fromAsync(engine.scan([]), ({ key }) => key[0]);
    assert.deepEqual(left, ["b"]);
  }, 2 * DAY_MS);
});

Deno.test("a clock that is more than a day ahead is believed after an hour that passed", async () => {
  await held(async ({ engine, path, machine }) => {
    machine.wall = 0;
    // A new process, which knows no other clock.
    const clock = new Clock({ wall: Date.now, steady: () => machine.passed });
    const steady = () => machine.passed;
    const fresh = await HeldExpiry.open({ path, clock, steady });
    for (let minute = 0; minute < 59; minute++) {
      fresh.update();
      machine.passed += MINUTE_MS;
    }
    await engine.commit({ set: [soon("a")] });
    await untilOver();
    expire(path);
    assert.equal(rows(path), 1);
    for (let minute = 0; minute < 3; minute++) {
      fresh.update();
      machine.passed += MINUTE_MS;
    }
    assert.ok(!fresh.isHolding);
    // What was put off has expired, and is deleted now.
    expire(path);
    assert.equal(rows(path), 0);
    await engine.commit({ set: [soon("a"), soon("b")] });
    await untilOver();
    expire(path);
    assert.equal(rows(path), 0);
  }, 200 * DAY_MS);
});

Deno.test("a server that was off for some hours believes the clock at once", async () => {
  await held(async ({ engine, path }) => {
    const fresh = await HeldExpiry.open({ path, clock: new Clock() });
    fresh.update();
    assert.ok(!fresh.isHolding);
    await engine.commit({ set: [soon("a")] });
    await untilOver();
    expire(path);
    assert.equal(rows(path), 0);
  }, 5 * HOUR_MS);
});

Deno.test("the engine of a server keeps the time of its file, and so does that of a command", async () => {
  for (const log of [() => {}, undefined]) {
    await inFolder(async (folder) => {
      const path = `${folder}/store.kv`;
      const engine = await openEngine(path, log === undefined ? {} : { log });
      try {
        const tables = () => {
          using database = new DatabaseSync(path, { readOnly: true });
          return database.prepare("select name from sqlite_master where name like 'winnow_%' order by name")
            .all().map(({ name }) => name);
        };
        assert.deepEqual(tables(), []);
        engine.keepTime?.();
        assert.deepEqual(tables(), ["winnow_clock", "winnow_held_expiry", "winnow_put_off"]);
      } finally {
        await engine.close();
      }
    });
  }
});
