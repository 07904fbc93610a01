/** What is counted of an outside source, and by a scheduler. */
import assert from "node:assert/strict";
import { Budget } from "../../../src/concurrency/budget.ts";
import { FairScheduler } from "../../../src/concurrency/fair_scheduler.ts";
import { Distribution } from "../../../src/concurrency/measure/distribution.ts";
import { SourceMeter } from "../../../src/concurrency/measure/source_meter.ts";
import { known, unknown } from "../../../src/model/evidence.ts";

const OUTCOMES: readonly { name: string; answer: () => Promise<unknown>; outcome: string }[] = [
  { name: "a fact", answer: () => Promise.resolve(known(1)), outcome: "answered" },
  {
    name: "a fact with its time to live",
    answer: () => Promise.resolve({ value: known(1), ttlMs: 1 }),
    outcome: "answered",
  },
  {
    name: "an unknown one",
    answer: () => Promise.resolve({ value: unknown("timeout"), ttlMs: 1 }),
    outcome: "timeout",
  },
  { name: "nothing wrong", answer: () => Promise.resolve(null), outcome: "answered" },
  { name: "a refusal", answer: () => Promise.resolve({ reason: "x" }), outcome: "failed" },
  { name: "a failure", answer: () => Promise.reject(new Error("no")), outcome: "failed" },
];
for (const { name, answer, outcome } of OUTCOMES) {
  Deno.test(`the outcome of ${name}`, async () => {
    const meter = new SourceMeter();
    const measured = meter.measure(answer());
    assert.equal(meter.running, 1);
    await measured.catch(() => {});
    assert.equal(meter.running, 0);
    const counts = { answered: 0, timeout: 0, unavailable: 0, [outcome]: 1 };
    assert.deepEqual(Object.fromEntries(meter.outcomes), counts);
    assert.equal(meter.seconds.counts.reduce((sum, count) => sum + count, 0), 1);
  });
}

Deno.test("a scheduler counts what waits, runs and is declined, and comes back to nothing", async () => {
  const meter = new SourceMeter();
  const scheduler = new FairScheduler<number | null>({
    slots: 2,
    zoneSlots: 2,
    maxWaiting: 4,
    lingerMs: 1000,
    declined: () => null,
    meter,
  });
  const budget = new Budget(Infinity);
  const { promise, resolve } = Promise.withResolvers<null>();
  const asked = Array.from(
    { length: 8 },
    (_, index) => scheduler.ask({ key: String(index), zone: "z", work: () => promise }, budget),
  );
  assert.deepEqual([meter.running, meter.waiting, meter.outcomes.get("full")], [1, 2, 5]);
  resolve(null);
  await Promise.all(asked);
  await scheduler.close();
  assert.deepEqual([meter.running, meter.waiting, meter.outcomes.get("answered")], [0, 0, 3]);
});

Deno.test("a distribution counts a value at its bound in that bound", () => {
  const distribution = new Distribution([1, 2]);
  for (const value of [0, 1, 1.5, 2, 3]) distribution.add(value);
  assert.deepEqual([[...distribution.counts], distribution.sum], [[2, 2, 1], 7.5]);
});
