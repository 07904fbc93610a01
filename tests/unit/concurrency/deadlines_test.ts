import assert from "node:assert/strict";
import { Deadlines } from "../../../src/concurrency/deadlines.ts";

Deno.test("late work is reported in the order of its start", async () => {
  const deadlines = new Deadlines(5);
  const overdue: string[] = [];
  const all = Promise.withResolvers<void>();
  const ended = () => overdue.push("ended");
  deadlines.begin(() => overdue.push("first"));
  deadlines.begin(ended);
  deadlines.begin(() => {
    overdue.push("last");
    all.resolve();
  });
  deadlines.end(ended);
  await all.promise;
  assert.deepEqual(overdue, ["first", "last"]);
});

Deno.test("a deadline that began later has its full time", async () => {
  const deadlines = new Deadlines(30);
  const [early, later] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  deadlines.begin(early.resolve);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const began = performance.now();
  deadlines.begin(() => later.resolve(performance.now() - began));
  await early.promise;
  assert.ok(await later.promise >= 29);
});

Deno.test("after stop there is no timer and no call", () => {
  // Deno's sanitizers fail this test when one is left.
  const deadlines = new Deadlines(60_000);
  deadlines.begin(() => assert.fail());
  deadlines.stop();
});
