import assert from "node:assert/strict";
import fc from "fast-check";
import {
  LIMITS,
  type Permit,
  ProbeLimiter,
} from "../../../../../src/signals/email/mailbox/mailbox_limiter.ts";

function setUp() {
  const clock = { now: 1_000_000 };
  const limiter = new ProbeLimiter(() => clock.now);
  return { clock, limiter };
}

function released(permit: Permit): boolean {
  if (permit.granted) permit.release();
  return permit.granted;
}

Deno.test("ProbeLimiter starts one conversation per second with an operator, two at a time", () => {
  const { clock, limiter } = setUp();
  const first = limiter.acquire("google", "a.test");
  assert(first.granted);
  assert.deepEqual(limiter.acquire("google", "b.test"), { granted: false, retryAt: clock.now + 1_000 });
  assert.equal(limiter.available("google"), 0);
  clock.now += 1_000;
  assert.equal(limiter.acquire("google", "b.test").granted, true);
  clock.now += 1_000;
  assert.equal(limiter.acquire("google", "c.test").granted, false);
  first.release();
  first.release();
  assert.equal(limiter.acquire("google", "c.test").granted, true);
  assert.equal(limiter.acquire("google", "d.test").granted, false);
});

Deno.test("ProbeLimiter starts thirty conversations per minute with an operator", () => {
  const { clock, limiter } = setUp();
  const start = clock.now;
  for (let index = 0; index < 30; index++) {
    assert.equal(released(limiter.acquire("google", `d${index}.test`)), true);
    clock.now += 1_000;
  }
  assert.deepEqual(limiter.acquire("google", "more.test"), { granted: false, retryAt: start + 60_000 });
  clock.now = start + 60_000;
  assert.equal(limiter.acquire("google", "more.test").granted, true);
});

Deno.test("ProbeLimiter probes a domain once at a time, twenty times per minute", () => {
  const { clock, limiter } = setUp();
  const first = limiter.acquire("one", "a.test");
  clock.now += 1_000;
  assert.equal(limiter.acquire("one", "a.test").granted, false);
  assert(first.granted);
  first.release();
  for (let index = 0; index < 19; index++) {
    assert.equal(released(limiter.acquire(`group ${index}`, "a.test")), true);
  }
  assert.equal(limiter.acquire("fresh", "a.test").granted, false);
  assert.equal(limiter.acquire("fresh", "b.test").granted, true);
});

Deno.test("ProbeLimiter starts nothing with a paused operator", () => {
  const { clock, limiter } = setUp();
  limiter.pause("busy", 5_000);
  assert.deepEqual(limiter.acquire("busy", "a.test"), { granted: false, retryAt: clock.now + 5_000 });
  assert.equal(limiter.available("busy"), 0);
  assert.equal(limiter.available("calm"), 1);
  clock.now += 5_000;
  assert.equal(limiter.acquire("busy", "a.test").granted, true);
});

Deno.test("ProbeLimiter never exceeds its concurrency limits", () => {
  const step = fc.record({
    group: fc.nat(30),
    domain: fc.nat(40),
    wait: fc.nat(3_000),
    release: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const { clock, limiter } = setUp();
    const open: { group: number; domain: number; release: () => void }[] = [];
    for (const { group, domain, wait, release } of steps) {
      clock.now += wait;
      if (release) open.shift()?.release();
      const permit = limiter.acquire(`g${group}`, `d${domain}`);
      if (!permit.granted) assert(permit.retryAt > clock.now);
      else open.push({ group, domain, release: permit.release });
      assert(open.length <= LIMITS.total.concurrent);
      assert(open.filter((each) => each.group === group).length <= LIMITS.provider.concurrent);
      assert(open.filter((each) => each.domain === domain).length <= LIMITS.domain.concurrent);
    }
  }));
});
