import assert from "node:assert/strict";
import { TtlCache } from "../../../src/concurrency/ttl_cache.ts";

function setUp(max = 10) {
  const clock = { now: 1_000 };
  const cached = new TtlCache<string>({ max, now: () => clock.now });
  let loads = 0;
  const load = (ttlMs: number) => () => Promise.resolve({ value: `v${++loads}`, ttlMs });
  return { clock, cached, load, loads: () => loads };
}

Deno.test("TtlCache returns an entry until its own time to live ends", async () => {
  const { clock, cached, load } = setUp();
  assert.equal(await cached.get("a", load(100)), "v1");
  assert.equal(await cached.get("b", load(300)), "v2");
  clock.now += 99;
  assert.equal(await cached.get("a", load(100)), "v1");
  assert.equal(cached.peek("a"), "v1");
  clock.now += 1;
  assert.equal(cached.peek("a"), undefined);
  assert.equal(await cached.get("a", load(100)), "v3");
  assert.equal(cached.peek("b"), "v2");
});

Deno.test("TtlCache loads once for concurrent callers", async () => {
  const { cached, load, loads } = setUp();
  const gate = Promise.withResolvers<void>();
  const slow = async () => {
    await gate.promise;
    return await load(100)();
  };
  const both = Promise.all([cached.get("a", slow), cached.get("a", slow)]);
  assert.equal(cached.loading("a"), true);
  gate.resolve();
  assert.deepEqual(await both, ["v1", "v1"]);
  assert.equal(loads(), 1);
  assert.equal(cached.loading("a"), false);
});

Deno.test("TtlCache caches neither an error nor a value without time to live", async () => {
  const { cached, load } = setUp();
  const failing = () => Promise.reject(new Error("no"));
  const both = await Promise.allSettled([cached.get("a", failing), cached.get("a", failing)]);
  assert.deepEqual(both.map((outcome) => outcome.status), ["rejected", "rejected"]);
  assert.equal(await cached.get("a", load(0)), "v1");
  assert.equal(await cached.get("a", load(100)), "v2");
});

Deno.test("TtlCache evicts the least recently used entry when it is full", async () => {
  const { cached, load } = setUp(2);
  await cached.get("a", load(100));
  await cached.get("b", load(100));
  cached.peek("a");
  await cached.get("c", load(100));
  assert.equal(cached.peek("a"), "v1");
  assert.equal(cached.peek("b"), undefined);
  assert.equal(cached.size, 2);
  cached.clear();
  assert.equal(cached.peek("a"), undefined);
});
