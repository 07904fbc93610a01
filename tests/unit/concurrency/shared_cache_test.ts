import assert from "node:assert/strict";
import fc from "fast-check";
import type { Asker } from "../../../src/concurrency/budget.ts";
import { SharedCache } from "../../../src/concurrency/shared_cache.ts";

const member = (id: string): Asker => ({ id, madeBy: "operator" });
const guest = (id: string): Asker => ({ id, madeBy: "signup" });
const MAX = 640;
const TTL = 1_000;

function setUp() {
  const clock = { now: 0 };
  return { clock, cache: new SharedCache<number>({ max: MAX, now: () => clock.now }) };
}

function fill(cache: SharedCache<number>, account: Asker, count: number): void {
  for (let index = 0; index < count; index++) cache.set(`${account.id} ${index}`, index, TTL, account);
}

function kept(cache: SharedCache<number>, account: Asker, count: number): number {
  return Array.from({ length: count }, (_, index) => cache.peek(`${account.id} ${index}`))
    .filter((value) => value !== undefined).length;
}

Deno.test("SharedCache keeps values for their time to live, and the last one of a key", () => {
  const { clock, cache } = setUp();
  cache.set("a", 1, TTL, member("m"));
  cache.set("a", 2, TTL, guest("g"));
  cache.set("b", 3, 0, member("m"));
  assert.deepEqual([cache.peek("a"), cache.peek("b"), cache.size], [2, undefined, 1]);
  clock.now = TTL;
  assert.deepEqual([cache.peek("a"), cache.size], [undefined, 0]);
});

Deno.test("SharedCache evicts the entries of the account with the most, the least recently used first", () => {
  const { cache } = setUp();
  fill(cache, member("small"), 50);
  fill(cache, member("flooding"), 300);
  cache.peek("flooding 0");
  for (let index = 300; index < 10_000; index++) {
    cache.set(`flooding ${index}`, index, TTL, member("flooding"));
    cache.peek("flooding 0");
  }
  assert(cache.size <= MAX);
  assert.equal(kept(cache, member("small"), 50), 50);
  assert.equal(cache.peek("flooding 0"), 0);
  assert.equal(cache.peek("flooding 1"), undefined);
  assert.equal(cache.peek("flooding 9999"), 9999);
});

Deno.test("SharedCache: guests, however many, leave members half of it", () => {
  const { cache } = setUp();
  fill(cache, member("large"), 300);
  for (let index = 0; index < 300; index++) fill(cache, guest(`g${index}`), 20);
  assert.equal(kept(cache, member("large"), 300), 300);
});

Deno.test("property: SharedCache never exceeds its size, and returns what was set last", () => {
  const step = fc.record({
    account: fc.constantFrom(member("a"), member("b"), guest("c")),
    key: fc.nat(200),
    ttl: fc.constantFrom(0, 10, 1_000),
    pass: fc.nat(3),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
    const clock = { now: 0 };
    const cache = new SharedCache<number>({ max: 64, now: () => clock.now });
    const last = new Map<string, { value: number; until: number }>();
    for (const [value, { account, key, ttl, pass }] of steps.entries()) {
      clock.now += pass;
      cache.set(String(key), value, ttl, account);
      last.set(String(key), { value, until: clock.now + ttl });
      assert(cache.size <= 64);
      for (const [name, expected] of last) {
        const found = cache.peek(name);
        if (found !== undefined) assert(found === expected.value && clock.now < expected.until);
      }
    }
  }));
});
