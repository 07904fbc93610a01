/** The loop of workers: polls that are shared, work that is waited for, and turns. */
import assert from "node:assert/strict";
import { WorkLoop } from "../../../src/concurrency/work_loop.ts";

Deno.test("those who ask meanwhile share a poll, and one that failed is repeated", async () => {
  let polls = 0;
  const loop = new WorkLoop(() => ++polls === 1 ? Promise.reject(new Error("no store")) : Promise.resolve());
  await Promise.all([loop.poll(), loop.poll()]);
  assert.equal(polls, 1);
  await loop.poll();
  assert.equal(polls, 2);
});

Deno.test("work that ended work began is waited for, and a stop aborts it", async () => {
  const done: string[] = [];
  const loop = new WorkLoop(() => Promise.resolve());
  const later = (name: string) => Promise.resolve().then(() => void done.push(name));
  void loop.run("one", later("one"), () => void loop.run("two", later("two")));
  assert.notEqual(loop.running("one"), null);
  await loop.settled();
  assert.deepEqual(done, ["one", "two"]);
  assert.equal(loop.running("two"), null);
  const aborted = new Promise<void>((resolve) => loop.signal.addEventListener("abort", () => resolve()));
  void loop.run("three", aborted.then(() => void done.push("aborted")));
  loop.start();
  assert.ok(loop.isStarted);
  await loop.stop();
  assert.ok(!loop.isStarted);
  assert.deepEqual(done.at(-1), "aborted");
});

Deno.test("those that were served longest ago come first", () => {
  const loop = new WorkLoop(() => Promise.resolve());
  for (const name of ["a", "b", "c", "a"]) loop.served(name);
  const names = ["a", "b", "c", "new"].toSorted((one, other) => loop.turnOf(one) - loop.turnOf(other));
  assert.deepEqual(names, ["new", "b", "c", "a"]);
});
