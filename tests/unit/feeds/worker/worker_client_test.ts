/** Work on feeds is done in place where a worker cannot start, as in a program compiled without its file. */
import assert from "node:assert/strict";
import { findFeed } from "../../../../src/feeds/catalog/catalog.ts";
import { FeedWorkerClient } from "../../../../src/feeds/worker/worker_client.ts";

const check = (text: string) => ({
  feed: findFeed("tor-bulk-exit-list")!.name,
  bytes: new TextEncoder().encode(text),
  minimum: 1,
  maxBytes: 1000,
  previous: null,
});

Deno.test("a worker that cannot start is logged once, and the work is done in place", async () => {
  const { Worker } = globalThis;
  class NoWorker {
    onerror: ((event: ErrorEvent) => void) | null = null;
    constructor() {
      queueMicrotask(() => this.onerror?.(new ErrorEvent("error", { message: "Module not found" })));
    }
    terminate(): void {}
  }
  const log: string[] = [];
  const worker = new FeedWorkerClient((line) => log.push(line));
  globalThis.Worker = NoWorker as unknown as typeof Worker;
  try {
    const [first, second] = await Promise.all([
      worker.check(check("5.45.1.1\n")),
      worker.check(check("<html>")),
    ]);
    assert.ok(first.ok && first.entries === 1);
    assert.ok(!second.ok);
    assert.equal((await worker.run("build", [])).v4.ids.length, 1);
    assert.deepEqual(log, ["feeds: the worker failed, working in place from now on: Module not found"]);
  } finally {
    globalThis.Worker = Worker;
    worker.close();
  }
});

Deno.test("a closed worker refuses work instead of keeping it waiting", async () => {
  const worker = new FeedWorkerClient(() => {});
  const started = worker.check(check("5.45.1.1\n"));
  worker.close();
  await assert.rejects(started, /closed/);
  await assert.rejects(worker.run("build", []), /closed/);
});

Deno.test("bytes that are a view into a larger buffer leave the rest of it alone", async () => {
  const worker = new FeedWorkerClient(() => {});
  const pool = new TextEncoder().encode("other5.45.1.1\n");
  const outcome = await worker.check({ ...check(""), bytes: pool.subarray(5) });
  assert.ok(outcome.ok);
  assert.equal(pool.length, 14);
  worker.close();
});
