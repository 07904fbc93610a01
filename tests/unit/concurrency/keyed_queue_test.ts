import assert from "node:assert/strict";
import { KeyedQueue } from "../../../src/concurrency/keyed_queue.ts";

Deno.test("work of one key runs in the order of the calls, one at a time", async () => {
  const queue = new KeyedQueue();
  const events: string[] = [];
  const run = (name: string, pauseMs: number) =>
    queue.run("key", async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      events.push(`${name} ends`);
      return name;
    });
  assert.deepEqual(await Promise.all([run("a", 5), run("b", 1), run("c", 0)]), ["a", "b", "c"]);
  assert.deepEqual(events, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

Deno.test("work of different keys runs concurrently", async () => {
  const queue = new KeyedQueue();
  const first = Promise.withResolvers<void>();
  const waiting = queue.run("one", () => first.promise);
  await queue.run("other", () => Promise.resolve());
  first.resolve();
  await waiting;
});

Deno.test("a failure reaches its own caller only, and what waits behind it runs", async () => {
  const queue = new KeyedQueue();
  const failed = queue.run("key", () => Promise.reject(new Error("no")));
  const next = queue.run("key", () => Promise.resolve("done"));
  await assert.rejects(failed, /no/);
  assert.equal(await next, "done");
});
