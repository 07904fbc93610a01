import assert from "node:assert/strict";
import { Budget } from "../../../src/concurrency/budget.ts";
import { type Known, known, unknown } from "../../../src/model/evidence.ts";

const never = new Promise<Known<number>>(() => {});

Deno.test("Budget returns an answer that is in time, and timeout for one that is late", async () => {
  assert.deepEqual(await new Budget(10_000).within(Promise.resolve(known(1))), known(1));
  assert.deepEqual(await new Budget(10_000).within(Promise.resolve(unknown("offline"))), unknown("offline"));
  assert.deepEqual(await new Budget(1).within(never), unknown("timeout"));
  assert.deepEqual(await new Budget(0).within(never), unknown("timeout"));
});

Deno.test("Budget returns an available answer even when no time is left", async () => {
  assert.deepEqual(await new Budget(0).within(Promise.resolve(known(1))), known(1));
  assert.equal(new Budget(-5).remaining(), 0);
});

Deno.test("Budget turns a rejection into unknown, also a late one", async () => {
  assert.deepEqual(await new Budget(10_000).within(Promise.reject(new Error("no"))), unknown("unavailable"));
  const { promise, reject } = Promise.withResolvers<Known<number>>();
  assert.deepEqual(await new Budget(0).within(promise), unknown("timeout"));
  reject(new Error("late"));
});

Deno.test("Budget without a limit waits for the answer", async () => {
  const { promise, resolve } = Promise.withResolvers<Known<number>>();
  const asked = new Budget(Infinity).within(promise);
  resolve(known(7));
  assert.deepEqual(await asked, known(7));
});

Deno.test("Budget returns those of many answers that are in time", async () => {
  const refused = Promise.reject(new Error("no"));
  assert.deepEqual(
    await new Budget(1).all([Promise.resolve(known(1)), never, refused, Promise.resolve(unknown("no_data"))]),
    [known(1), unknown("timeout"), unknown("unavailable"), unknown("no_data")],
  );
  assert.deepEqual(await new Budget(10_000).all([Promise.resolve(known("a")), Promise.resolve(known(2))]), [
    known("a"),
    known(2),
  ]);
});
