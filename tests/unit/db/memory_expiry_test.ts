import assert from "node:assert/strict";
import { MemoryEngine } from "../../../src/db/memory.ts";

const DAY_MS = 86_400_000;

Deno.test("entries expire by the clock that is set, in the past too, and a later write keeps one", async () => {
  const clock = { now: Date.UTC(2015, 0, 1) };
  const engine = new MemoryEngine(() => clock.now);
  const put = (name: string, days: number) =>
    engine.commit({ set: [{ key: ["e", name], value: name, expiresAt: clock.now + days * DAY_MS }] });
  const names = async () => (await Array.fromAsync(engine.scan(["e"]))).map(({ value }) => value);
  await put("short", 1);
  await put("long", 10);
  await put("renewed", 1);
  assert.deepEqual(await names(), ["long", "renewed", "short"]);
  await put("renewed", 5);
  clock.now += 2 * DAY_MS;
  assert.deepEqual(await names(), ["long", "renewed"]);
  assert.deepEqual(await engine.get([["e", "short"]]), [null]);
  await put("new", 1);
  assert.deepEqual(await names(), ["long", "new", "renewed"]);
  clock.now += 20 * DAY_MS;
  await engine.commit({ set: [{ key: ["other"], value: 1 }] });
  assert.deepEqual(await names(), []);
});
