/** When the records of an owner are looked at for an index. */
import assert from "node:assert/strict";
import { DueOwners, SETTLED_MS } from "../../../../src/db/index/due_owners.ts";

Deno.test("records that may be there at the start are looked at until those of a moment before are old enough", async () => {
  let now = Date.parse("2026-11-29T12:00:00Z");
  const due = new DueOwners(100, () => now);
  const looked: number[] = [];
  const look = () =>
    due.each(() => {
      looked.push(now);
      return Promise.resolve(false);
    });
  due.expectRecords("acc_a");
  const started = now;
  for (; now < started + 10 * 60_000; now += 1000) await look();
  assert.equal(looked[0], started);
  assert.ok(
    looked.at(-1)! > started + SETTLED_MS,
    "what was written a moment before the start is old enough",
  );
  assert.ok(looked.length <= 5, `${looked.length} times`);
  due.countWritten("acc_a", 99, now);
  await look();
  assert.ok(looked.length <= 5, "too few are not looked at");
  due.countWritten("acc_a", 1, now);
  await look();
  assert.equal(looked.at(-1), now);
});
