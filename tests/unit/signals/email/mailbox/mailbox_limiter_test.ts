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
  const first = limiter.acquire("google", "a.test", "acc");
  assert(first.granted);
  assert.deepEqual(limiter.acquire("google", "b.test", "acc"), {
    granted: false,
    retryAt: clock.now + 1_000,
  });
  assert.equal(limiter.available("google", "acc"), 0);
  clock.now += 1_000;
  assert.equal(limiter.acquire("google", "b.test", "acc").granted, true);
  clock.now += 1_000;
  assert.equal(limiter.acquire("google", "c.test", "acc").granted, false);
  first.release();
  first.release();
  assert.equal(limiter.acquire("google", "c.test", "acc").granted, true);
  assert.equal(limiter.acquire("google", "d.test", "acc").granted, false);
});

Deno.test("ProbeLimiter starts thirty conversations per minute with an operator", () => {
  const { clock, limiter } = setUp();
  const start = clock.now;
  for (let index = 0; index < 30; index++) {
    assert.equal(released(limiter.acquire("google", `d${index}.test`, "acc")), true);
    clock.now += 1_000;
  }
  assert.deepEqual(limiter.acquire("google", "more.test", "acc"), {
    granted: false,
    retryAt: start + 60_000,
  });
  clock.now = start + 60_000;
  assert.equal(limiter.acquire("google", "more.test", "acc").granted, true);
});

Deno.test("ProbeLimiter probes a domain once at a time, twenty times per minute", () => {
  const { clock, limiter } = setUp();
  const first = limiter.acquire("one", "a.test", "acc");
  clock.now += 1_000;
  assert.equal(limiter.acquire("one", "a.test", "acc").granted, false);
  assert(first.granted);
  first.release();
  for (let index = 0; index < 19; index++) {
    assert.equal(released(limiter.acquire(`group ${index}`, "a.test", "acc")), true);
  }
  assert.equal(limiter.acquire("fresh", "a.test", "acc").granted, false);
  assert.equal(limiter.acquire("fresh", "b.test", "acc").granted, true);
});

Deno.test("ProbeLimiter starts nothing with a paused operator", () => {
  const { clock, limiter } = setUp();
  limiter.pause("busy", 5_000);
  assert.deepEqual(limiter.acquire("busy", "a.test", "acc"), { granted: false, retryAt: clock.now + 5_000 });
  assert.equal(limiter.available("busy", "acc"), 0);
  assert.equal(limiter.available("calm", "acc"), 1);
  clock.now += 5_000;
  assert.equal(limiter.acquire("busy", "a.test", "acc").granted, true);
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
      const permit = limiter.acquire(`g${group}`, `d${domain}`, "acc");
      if (!permit.granted) assert(permit.retryAt > clock.now);
      else open.push({ group, domain, release: permit.release });
      assert(open.length <= LIMITS.total.concurrent);
      assert(open.filter((each) => each.group === group).length <= LIMITS.provider.concurrent);
      assert(open.filter((each) => each.domain === domain).length <= LIMITS.domain.concurrent);
    }
  }));
});

Deno.test("ProbeLimiter leaves room for other accounts, in what runs and in what a minute starts", () => {
  const { clock, limiter } = setUp();
  const permits = Array.from({ length: 50 }, (_, index) => limiter.acquire(`g${index}`, `d${index}`, "one"));
  assert.equal(permits.filter(({ granted }) => granted).length, LIMITS.total.concurrent / 2);
  assert.equal(limiter.available("calm", "one"), 0);
  assert.equal(limiter.available("calm", "two"), 1);
  assert.equal(limiter.acquire("calm", "calm.test", "two").granted, true);
  for (const permit of permits) if (permit.granted) permit.release();
  let started = 0;
  for (let index = 0; index < 2_000; index++) {
    if (released(limiter.acquire(`p${index}`, `e${index}`, "one"))) started++;
  }
  assert(started < LIMITS.total.perMinute / 2);
  assert.equal(limiter.acquire("other", "other.test", "two").granted, true);
  clock.now += 60_000;
  assert.equal(limiter.acquire("p0", "e0", "one").granted, true);
});
