/** WINNOW_REUSE_PORT: a new server listens on the port before the old one drains. */
import assert from "node:assert/strict";
import { startSteadyClients } from "../../support/clients/steady_clients.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/servers/free_port.ts";
import { makeKey, type RunningServer, startServer } from "../../support/process/program.ts";
import { sharedPortTest, workersTest } from "../../support/process/workers.ts";

const REQUESTS = 5_000;

/** Replaces a server under load; what became of the requests, of which there are enough before, while and after. */
async function replaceServer(dataDir: string, env: Readonly<Record<string, string>>, keepAlive: boolean) {
  const { key } = await makeKey(dataDir, "main", "--rpm", "100000000", "--monthly", "100000000");
  const settings = { WINNOW_PORT: String(freePort()), WINNOW_REUSE_PORT: "true", ...env };
  const old = await startServer(dataDir, settings);
  let next: RunningServer | null = null;
  try {
    const clients = startSteadyClients({
      origin: old.origin,
      path: "/v1/score/ip?ip=8.8.8",
      key,
      keepAlive,
      clients: 16,
      pauseMs: 4,
    });
    await eventually(() => clients.outcome.answered > REQUESTS / 10, "requests before the restart");
    next = await startServer(dataDir, settings);
    assert.equal(await old.stop(), 0);
    assert.ok(old.lines.includes("stopped"), old.lines.join("\n"));
    const ended = clients.outcome.answered;
    await eventually(
      () => clients.outcome.answered > Math.max(REQUESTS, ended + REQUESTS / 10),
      "requests after the restart",
    );
    return await clients.stop();
  } finally {
    await old.kill();
    await next?.kill();
  }
}

for (
  const [name, test, env] of [
    ["one process", sharedPortTest, {}],
    ["two workers", workersTest, { WINNOW_WORKERS: "2" }],
    ["two workers of an embedded store", sharedPortTest, { WINNOW_WORKERS: "2" }],
  ] as const
) {
  test(
    `a restart loses none of ${REQUESTS} requests of clients with keep-alive: ${name}`,
    async (dir) => {
      const { answered, lost } = await replaceServer(dir, env, true);
      console.log(`keep-alive, ${name}: ${answered} answered, lost: ${JSON.stringify(lost)}`);
      assert.deepEqual(lost, {}, `of ${answered}`);
    },
  );
}

sharedPortTest(
  "a restart refuses no connection of clients that open one for each request, and cuts off few",
  async (dir) => {
    const { answered, lost } = await replaceServer(dir, {}, false);
    console.log(`a connection for each request: ${answered} answered, lost: ${JSON.stringify(lost)}`);
    assert.equal(lost["refused"], undefined, JSON.stringify(lost));
    const cut = Object.values(lost).reduce((total, count) => total + count, 0);
    // One that is opened in the moment in which the old server closes: at most one for each client.
    assert.ok(cut <= 16, `of ${answered}: ${JSON.stringify(lost)}`);
  },
);

sharedPortTest(
  "a port in use is refused without WINNOW_REUSE_PORT, and one of another program with it",
  async (dir) => {
    const start = (env: Readonly<Record<string, string>>) => startServer(`${dir}/other`, env);
    const inUse = /port \d+ of 127\.0\.0\.1 is in use/;
    const first = await startServer(dir);
    const program = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    try {
      await assert.rejects(start({ WINNOW_PORT: new URL(first.origin).port }), inUse);
      await assert.rejects(
        start({ WINNOW_PORT: String(program.addr.port), WINNOW_REUSE_PORT: "true" }),
        inUse,
      );
    } finally {
      program.close();
      await first.kill();
    }
  },
);
