/** What an opened store is converted to, in order, once. */
import assert from "node:assert/strict";
import type { Engine } from "../../../src/db/engine.ts";
import { MemoryEngine } from "../../../src/db/memory.ts";
import { COUNTED_FROM, SCHEMA } from "../../../src/db/own_rows.ts";
import { openSchema, SCHEMA_VERSION } from "../../../src/db/schema.ts";

const found = async (engine: Engine) =>
  (await engine.get([SCHEMA.key(), COUNTED_FROM.key()])).map((entry) => entry?.value ?? null);

async function storeOfSchema(number: number): Promise<Engine> {
  const engine = new MemoryEngine(() => 0);
  await engine.commit({ set: [{ key: SCHEMA.key(), value: number }] });
  return engine;
}

Deno.test("a new store has this version's schema, and all of it is counted", async () => {
  const engine = new MemoryEngine(() => 0);
  await openSchema(engine, "s", 20_000);
  assert.deepEqual(await found(engine), [SCHEMA_VERSION, 0]);
});

Deno.test("a store of schema 1 gets this one's number, and is counted from the day that a process serves it", async () => {
  const engine = await storeOfSchema(1);
  await openSchema(engine, "s");
  assert.deepEqual(await found(engine), [SCHEMA_VERSION, null], "a command counts nothing");
  await openSchema(engine, "s", 20_000);
  await openSchema(engine, "s", 20_007);
  assert.deepEqual(await found(engine), [SCHEMA_VERSION, 20_000], "once");
});

Deno.test("two processes that convert a store at the same time agree, and a newer store is left alone", async () => {
  const engine = await storeOfSchema(1);
  await Promise.all([openSchema(engine, "s", 20_000), openSchema(engine, "s", 20_000)]);
  assert.deepEqual(await found(engine), [SCHEMA_VERSION, 20_000]);
  const newer = await storeOfSchema(SCHEMA_VERSION + 1);
  await assert.rejects(openSchema(newer, "s", 20_000), /written by a newer version/);
  assert.deepEqual(await found(newer), [SCHEMA_VERSION + 1, null]);
});
