import assert from "node:assert/strict";
import { Bulkhead } from "../../../src/concurrency/bulkhead.ts";

Deno.test("Bulkhead runs some concurrently, queues some more and rejects the rest", async () => {
  const gate = new Bulkhead(2, 1);
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const started: number[] = [];
  const runs = ends.map((end, index) =>
    gate.run(async () => {
      started.push(index);
      await end.promise;
      return `done ${index}`;
    }, () => `full ${index}`)
  );
  assert.deepEqual(started, [0, 1]);
  assert.equal(await runs[3], "full 3");
  ends[1]!.resolve();
  assert.equal(await runs[1], "done 1");
  ends[0]!.resolve();
  ends[2]!.resolve();
  assert.deepEqual(await Promise.all(runs), ["done 0", "done 1", "done 2", "full 3"]);
  assert.deepEqual(started, [0, 1, 2]);
});

Deno.test("Bulkhead passes the place on when the work throws", async () => {
  const gate = new Bulkhead(1, 10);
  const first = gate.run(() => Promise.reject(new Error("no")), () => "full");
  const second = gate.run(() => Promise.resolve("yes"), () => "full");
  await assert.rejects(first, /no/);
  assert.equal(await second, "yes");
  assert.equal(await gate.run(() => Promise.resolve("again"), () => "full"), "again");
});
