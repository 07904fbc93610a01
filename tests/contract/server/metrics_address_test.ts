/** WINNOW_METRICS_ADDR: the metrics at an address of their own. */
import assert from "node:assert/strict";
import { readConfig } from "../../../src/app/settings/config.ts";
import { eventually } from "../../support/eventually.ts";
import { processTest, runCommand, type RunningServer, startServer } from "../../support/process/program.ts";
import { workersTest } from "../../support/process/workers.ts";

async function metricsOf(server: RunningServer): Promise<string> {
  const url = () => server.lines.map((line) => /^metrics at (\S+)$/.exec(line)?.[1]).find((url) => url);
  await eventually(() => url() !== undefined, "the line with the address");
  return url()!;
}

async function status(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response.status;
}

/** The metrics are at their address only, and nothing else is. */
async function check(server: RunningServer, url: string): Promise<void> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.match(await response.text(), /^winnow_resident_memory_bytes/m);
  const { origin } = new URL(url);
  for (const path of ["/", "/healthz", "/v1/score/ip?ip=8.8.8.8", "/metrics/", "/console"]) {
    assert.equal(await status(`${origin}${path}`), 404, path);
  }
  assert.equal(await status(url, { method: "HEAD" }), 200);
  assert.equal(await status(url, { method: "POST" }), 404);
  assert.equal(await status(`${server.origin}/metrics`), 404);
  assert.equal(await status(`${server.origin}/healthz`), 200);
}

processTest("with an address of their own the metrics are there only, until the drain", async (dir) => {
  const server = await startServer(dir, { WINNOW_METRICS_ADDR: "127.0.0.1:0" });
  try {
    const url = await metricsOf(server);
    await check(server, url);
    assert.equal(await server.stop(), 0);
    await assert.rejects(fetch(url));
  } finally {
    await server.kill();
  }
});

workersTest("workers share the address of the metrics, and each answers for all", async (dir) => {
  const server = await startServer(dir, { WINNOW_METRICS_ADDR: "127.0.0.1:0", WINNOW_WORKERS: "2" });
  try {
    const url = await metricsOf(server);
    await check(server, url);
    for (let time = 0; time < 6; time++) {
      const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
      const text = await (await fetch(url, { client })).text();
      client.close();
      assert.deepEqual(text.match(/^winnow_info\{.*worker="\d"/gm)?.length, 2, text);
    }
    assert.equal(await server.stop(), 0);
    await assert.rejects(fetch(url));
  } finally {
    await server.kill();
  }
});

processTest("an address that is taken or wrong is one line that names the setting", async (dir) => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  for (const workers of ["1", "2"]) {
    const { code, err } = await runCommand(dir, ["serve"], {
      WINNOW_METRICS_ADDR: `127.0.0.1:${taken.addr.port}`,
      WINNOW_WORKERS: workers,
      // Refused before the store is opened.
      ...(workers === "1" ? {} : { WINNOW_STORE: "postgres://127.0.0.1:1/none" }),
    });
    assert.equal(code, 2);
    assert.match(err, /^winnow: WINNOW_METRICS_ADDR: cannot listen on 127\.0\.0\.1:\d+: .+\n$/);
  }
});

Deno.test("the address is an IP address and a port", () => {
  for (
    const [text, host, port] of [
      ["127.0.0.1:9090", "127.0.0.1", 9090],
      ["0.0.0.0:0", "0.0.0.0", 0],
      ["[::1]:9090", "::1", 9090],
    ] as const
  ) assert.deepEqual(readConfig({ WINNOW_METRICS_ADDR: text }).metricsAddr, { host, port });
  assert.equal(readConfig({}).metricsAddr, null);
  for (
    const text of [
      "9090",
      ":9090",
      "localhost:9090",
      "127.0.0.1",
      "127.0.0.1:65536",
      "::1:9090",
      "[127.0.0.1]:1",
    ]
  ) {
    assert.throws(() => readConfig({ WINNOW_METRICS_ADDR: text }), /WINNOW_METRICS_ADDR must be/, text);
  }
});
