/** What a clock may do: set forward and back, confirmed after an hour, compared with the store's, suspended. */
import assert from "node:assert/strict";
import { Clock, setClock } from "../../../src/concurrency/clock.ts";
import { hasPassed, isAhead, isLeased, isWithin } from "../../../src/concurrency/clock_rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/model/duration.ts";

const START = Date.UTC(2026, 10, 23);

/** A machine whose time passes evenly, and whose clock is set. */
class Machine {
  passed = 0;
  step = 0;
  readonly clock = new Clock({ wall: () => START + this.passed + this.step, steady: () => this.passed });

  pass(milliseconds: number): void {
    this.passed += milliseconds;
    this.clock.now();
  }

  /** By how much the clock's time differs from the time that passed. */
  get off(): number {
    return this.clock.now() - START - this.passed;
  }
}

for (const step of [2 * DAY_MS, -2 * DAY_MS, 70 * MINUTE_MS, -70 * MINUTE_MS, 200 * DAY_MS, -1]) {
  Deno.test(`a clock that is set by ${step} ms changes nothing until an hour has passed`, () => {
    const machine = new Machine();
    machine.pass(5000);
    machine.step = step;
    const small = step === -1;
    for (let minute = 0; minute < 59; minute++) {
      assert.equal(machine.off, small ? step : 0);
      assert.equal(machine.clock.skewMs, small ? 0 : step);
      machine.pass(MINUTE_MS);
    }
    machine.pass(2 * MINUTE_MS);
    assert.equal(machine.off, step);
    assert.equal(machine.clock.skewMs, 0);
  });
}

Deno.test("a clock that is set back to where it was is followed at once, and each step begins the hour anew", () => {
  const machine = new Machine();
  for (const step of [2 * DAY_MS, -2 * DAY_MS, 70 * MINUTE_MS, 0, HOUR_MS]) {
    machine.step = step;
    machine.pass(0);
    machine.pass(40 * MINUTE_MS);
    assert.equal(machine.off, 0);
    assert.equal(machine.clock.aheadMs, step);
  }
  machine.pass(30 * MINUTE_MS);
  assert.equal(machine.off, HOUR_MS);
});

Deno.test("a clock that is slewed is followed", () => {
  const machine = new Machine();
  for (let second = 0; second < 100; second++) {
    machine.step += 50;
    machine.pass(1000);
    assert.equal(machine.off, machine.step);
  }
});

Deno.test("the store's clock confirms a step at once, or contradicts it for as long as it lasts", () => {
  const machine = new Machine();
  const { clock } = machine;
  const server = () => START + machine.passed;
  clock.heard(server(), clock.wall);
  machine.step = 3 * HOUR_MS;
  clock.heard(server(), clock.wall);
  for (let hour = 0; hour < 50; hour++) {
    machine.pass(HOUR_MS / 2);
    clock.heard(server(), clock.wall);
    assert.deepEqual([machine.off, clock.skewMs], [0, 3 * HOUR_MS]);
    assert.equal(clock.earliest, clock.now());
  }
  // The machine was suspended: the store's clock shows the same time.
  clock.heard(server() + 3 * HOUR_MS, clock.wall);
  assert.deepEqual([machine.off, clock.skewMs], [3 * HOUR_MS, 0]);
});

for (const days of [200, -200]) {
  Deno.test(`a machine that starts ${days} days off goes by the store's clock`, () => {
    const machine = new Machine();
    machine.step = days * DAY_MS;
    const clock = new Clock({ wall: () => machine.clock.wall, steady: () => machine.passed });
    assert.equal(clock.now(), START + days * DAY_MS);
    clock.heard(START, clock.wall);
    assert.deepEqual([clock.now(), clock.skewMs, clock.earliest], [START, days * DAY_MS, START]);
    machine.step = 0;
    assert.deepEqual([clock.now(), clock.skewMs], [START, 0]);
  });
}

Deno.test("a store whose clock is set does not move the processes, and what has expired has by the earlier clock", () => {
  const machine = new Machine();
  const { clock } = machine;
  clock.heard(START, clock.wall);
  clock.heard(START + 200 * DAY_MS, clock.wall);
  assert.deepEqual([machine.off, clock.skewMs, clock.earliest], [0, -200 * DAY_MS, START]);
  clock.heard(START - DAY_MS, clock.wall);
  assert.deepEqual([machine.off, clock.skewMs, clock.earliest], [0, DAY_MS, START - DAY_MS]);
});

Deno.test("what another clock signed is timely by either reading, but never again when it is over by this one", () => {
  const machine = new Machine();
  const { clock } = machine;
  assert.equal(clock.near(START + DAY_MS), START);
  machine.step = 2 * DAY_MS;
  assert.equal(clock.near(START + 100), START);
  assert.equal(clock.near(START + 2 * DAY_MS - 100), START + 2 * DAY_MS);
  machine.step = -2 * DAY_MS;
  assert.equal(clock.near(START - 2 * DAY_MS), START);
});

Deno.test("a clock of a test moves as it is set", () => {
  let now = START;
  const clock = setClock(() => now);
  now += 2 * DAY_MS;
  clock.heard(START, clock.wall);
  assert.deepEqual([clock.now(), clock.aheadMs, clock.skewMs, clock.earliest], [now, 0, 2 * DAY_MS, START]);
});

Deno.test("times that were stored, and spans", () => {
  assert.deepEqual([0, 1, 10, 11].map((at) => isAhead(at, 0, 10)), [false, true, true, false]);
  assert.deepEqual([0, 1, 20, 21].map((at) => isLeased(at, 0, 10)), [false, true, true, false]);
  assert.deepEqual([-10, -9, 9, 10].map((since) => hasPassed(since, 0, 10)), [true, false, false, true]);
  assert.deepEqual([0, 9, 10, -4000, -6000].map((now) => isWithin(0, 10, now)), [
    true,
    true,
    false,
    true,
    false,
  ]);
});
