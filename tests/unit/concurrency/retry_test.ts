import assert from "node:assert/strict";
import { retryOnConflict } from "../../../src/concurrency/retry.ts";

class Conflict extends Error {}
const when = (error: unknown) => error instanceof Conflict;

Deno.test("work that meets a conflict is repeated, with the number of the attempt", async () => {
  const attempts: number[] = [];
  const result = await retryOnConflict((attempt) => {
    attempts.push(attempt);
    return attempt < 3 ? Promise.reject(new Conflict()) : Promise.resolve("done");
  }, { when, attempts: 5 });
  assert.equal(result, "done");
  assert.deepEqual(attempts, [1, 2, 3]);
});

Deno.test("the conflict of the last attempt is thrown", async () => {
  let attempts = 0;
  const work = () => Promise.reject(new Conflict(String(++attempts)));
  await assert.rejects(retryOnConflict(work, { when, attempts: 4 }), { message: "4" });
  assert.equal(attempts, 4);
});

Deno.test("any other error is thrown immediately", async () => {
  let attempts = 0;
  const work = () => Promise.reject(new Error(String(++attempts)));
  await assert.rejects(retryOnConflict(work, { when, attempts: 4 }), { message: "1" });
});

Deno.test("between attempts it waits for as long as the attempt asks", async () => {
  const asked: number[] = [];
  const started = performance.now();
  await retryOnConflict((attempt) => attempt < 3 ? Promise.reject(new Conflict()) : Promise.resolve(), {
    when,
    attempts: 5,
    pauseMs: (attempt) => (asked.push(attempt), 10 * attempt),
  });
  assert.deepEqual(asked, [1, 2]);
  assert.ok(performance.now() - started >= 25);
});
