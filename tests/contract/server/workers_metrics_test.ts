/** `/metrics` of several workers on one port: every answer is about all of them. */
import assert from "node:assert/strict";
import { processTest, type RunningServer, startServer } from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";

const REQUESTS = 40;

/** On a separate connection, so that the kernel picks a worker. */
async function get(server: RunningServer, path: string): Promise<string> {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  try {
    return await (await fetch(`${server.origin}${path}`, { client })).text();
  } finally {
    client.close();
  }
}

/** Series of a metric by their worker, summed over the other labels; "" without that label. */
function series(text: string, name: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of text.split("\n")) {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match === null || match[1] !== name) continue;
    const worker = /(?:^|,)worker="([^"]*)"/.exec(match[2] ?? "")?.[1] ?? "";
    found.set(worker, (found.get(worker) ?? 0) + Number(match[3]));
  }
  return found;
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);

async function withServer(
  folder: string,
  workers: number,
  test: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const server = await startServer(folder, { WINNOW_WORKERS: String(workers) });
  try {
    await test(server);
    assert.equal(await server.stop(), 0);
  } finally {
    await server.kill();
  }
}

workersTest(
  "every answer of /metrics has the series of all workers, and no counter decreases",
  async (folder) => {
    await withServer(folder, 3, async (server) => {
      await Promise.all(Array.from({ length: REQUESTS }, () => get(server, "/v1/usage")));
      let before = new Map<string, number>();
      for (const text of await Promise.all(Array.from({ length: 8 }, () => get(server, "/metrics")))) {
        assert.deepEqual([...series(text, "winnow_info").keys()].sort(), ["1", "2", "3"]);
        const counts = series(text, "winnow_http_requests_total");
        assert.equal(sum(counts), REQUESTS);
        for (const [worker, count] of before) assert.ok(counts.get(worker)! >= count);
        before = counts;
        assert.equal(sum(series(text, "winnow_http_request_seconds_count")), REQUESTS);
        assert.equal(text.match(/^# TYPE winnow_http_requests_total counter$/gm)?.length, 1);
      }
      assert.ok(before.size > 1, "several workers answered requests");
      assert.ok(!server.lines.some((line) => line.includes("@metrics")), server.lines.join("\n"));
    });
  },
);

processTest("one process has no label of workers", async (folder) => {
  await withServer(folder, 1, async (server) => {
    await get(server, "/v1/usage");
    const text = await get(server, "/metrics");
    assert.deepEqual(series(text, "winnow_http_requests_total"), new Map([["", 1]]));
    assert.doesNotMatch(text, /worker=/);
  });
});
