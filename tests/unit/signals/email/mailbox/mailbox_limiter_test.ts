import assert from "node:assert/strict";
import fc from "fast-check";
import { MailboxPace, PACE, type Turn } from "../../../../../src/signals/email/mailbox/mailbox_limiter.ts";

function setUp() {
  const clock = { now: 1_000_000 };
  const pace = new MailboxPace(() => clock.now);
  return { clock, pace };
}

function released(turn: Turn): boolean {
  if (turn.granted) turn.release();
  return turn.granted;
}

Deno.test("MailboxPace begins one conversation a second with an operator, two at a time", () => {
  const { clock, pace } = setUp();
  const first = pace.take("google", "a.test");
  assert(first.granted);
  assert.deepEqual(pace.take("google", "b.test"), { granted: false, retryAt: clock.now + 1_000 });
  assert.equal(pace.free("google"), 0);
  clock.now += 1_000;
  assert.equal(pace.take("google", "b.test").granted, true);
  clock.now += 1_000;
  assert.equal(pace.take("google", "c.test").granted, false);
  first.release();
  first.release();
  assert.equal(pace.take("google", "c.test").granted, true);
  assert.equal(pace.take("google", "d.test").granted, false);
});

Deno.test("MailboxPace begins thirty conversations a minute with an operator", () => {
  const { clock, pace } = setUp();
  const start = clock.now;
  for (let index = 0; index < 30; index++) {
    assert.equal(released(pace.take("google", `d${index}.test`)), true);
    clock.now += 1_000;
  }
  assert.deepEqual(pace.take("google", "more.test"), { granted: false, retryAt: start + 60_000 });
  clock.now = start + 60_000;
  assert.equal(pace.take("google", "more.test").granted, true);
});

Deno.test("MailboxPace asks a domain one question at a time, twenty a minute", () => {
  const { clock, pace } = setUp();
  const first = pace.take("one", "a.test");
  clock.now += 1_000;
  assert.equal(pace.take("one", "a.test").granted, false);
  assert(first.granted);
  first.release();
  for (let index = 0; index < 19; index++) {
    assert.equal(released(pace.take(`group ${index}`, "a.test")), true);
  }
  assert.equal(pace.take("fresh", "a.test").granted, false);
  assert.equal(pace.take("fresh", "b.test").granted, true);
});

Deno.test("MailboxPace leaves a blocked operator alone", () => {
  const { clock, pace } = setUp();
  pace.block("busy", 5_000);
  assert.deepEqual(pace.take("busy", "a.test"), { granted: false, retryAt: clock.now + 5_000 });
  assert.equal(pace.free("busy"), 0);
  assert.equal(pace.free("calm"), 1);
  clock.now += 5_000;
  assert.equal(pace.take("busy", "a.test").granted, true);
});

Deno.test("MailboxPace never runs more at a time than it says", () => {
  const step = fc.record({
    group: fc.nat(30),
    domain: fc.nat(40),
    wait: fc.nat(3_000),
    release: fc.boolean(),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const { clock, pace } = setUp();
    const open: { group: number; domain: number; release: () => void }[] = [];
    for (const { group, domain, wait, release } of steps) {
      clock.now += wait;
      if (release) open.shift()?.release();
      const turn = pace.take(`g${group}`, `d${domain}`);
      if (!turn.granted) assert(turn.retryAt > clock.now);
      else open.push({ group, domain, release: turn.release });
      assert(open.length <= PACE.all.width);
      assert(open.filter((each) => each.group === group).length <= PACE.group.width);
      assert(open.filter((each) => each.domain === domain).length <= PACE.domain.width);
    }
  }));
});
