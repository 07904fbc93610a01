/** SIGTERM: requests under way are finished, then the process ends. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { exchange, postUser } from "../../support/clients/raw_http.ts";
import { makeKey, processTest, startServer } from "../../support/process/program.ts";

processTest("SIGTERM lets a request finish whose body is still arriving", async (dataDir) => {
  const { key } = await makeKey(dataDir, "main");
  const server = await startServer(dataDir);
  const stopped = Promise.withResolvers<number>();
  const answer = await exchange(server.origin, [
    postUser(key, 16, '{"ip":'),
    () => fetch(`${server.origin}/healthz`).then((response) => response.text()),
    async () => {
      server.stop().then(stopped.resolve, stopped.reject);
      while (!server.lines.includes("draining")) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    '"8.8.4.4"}',
  ]);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.equal(await stopped.promise, 0);
  assert.equal(server.lines.at(-1), "stopped");
});

for (const workers of ["1", "2"]) {
  processTest(
    `SIGTERM: while a body arrives, new requests are refused, with ${workers} process(es)`,
    async (dataDir) => {
      const { key } = await makeKey(dataDir, "main");
      const server = await startServer(dataDir, { WINNOW_WORKERS: workers });
      const stopped = Promise.withResolvers<number>();
      const headers = { "x-api-key": key, connection: "close" };
      const ask = async (path: string) => {
        const answer = await fetch(`${server.origin}${path}`, { headers });
        return { status: answer.status, text: await answer.text(), after: answer.headers.get("retry-after") };
      };
      const answer = await exchange(server.origin, [
        postUser(key, 16, '{"ip":'),
        () => ask("/v1/score/ip?ip=8.8.8.8").then(({ status }) => assert.equal(status, 200)),
        async () => {
          server.stop().then(stopped.resolve, stopped.reject);
          // Of two processes the one without the body has closed its port; a connection that it was given is cut off.
          await eventually(
            async () => (await ask("/readyz").catch(() => null))?.status === 503,
            "readyz is 503",
          );
          await eventually(
            async () => (await ask("/v1/score/ip?ip=8.8.4.4").catch(() => null))?.status === 503,
            "new requests are refused",
          );
          const refused = await ask("/v1/score/ip?ip=8.8.4.4");
          assert.match(refused.text, /"code":"unavailable".*stopping/);
          assert.equal(refused.after, "2");
          assert.equal((await ask("/healthz")).status, 200);
        },
        '"8.8.4.4"}',
      ]);
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assert.equal(await stopped.promise, 0);
    },
  );
}

processTest(
  "SIGTERM closes the port as soon as all bodies have arrived, and requests that wait for lookups are still answered",
  async (dataDir) => {
    const resolver = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
    try {
      const { key } = await makeKey(dataDir, "main");
      const server = await startServer(dataDir, {
        WINNOW_OFFLINE: "false",
        WINNOW_DNS: `127.0.0.1:${(resolver.addr as Deno.NetAddr).port}`,
        WINNOW_TIME_BUDGET_MS: "3000",
      });
      const body = '{"domain":"never-answered.com"}';
      let answered = false;
      const answer = exchange(server.origin, [postUser(key, body.length, body)]).finally(() =>
        answered = true
      );
      for (let question = ""; !question.includes("never-answered");) {
        question = new TextDecoder("latin1").decode((await resolver.receive())[0]);
      }
      const stopped = server.stop();
      while (await answersAt(server.origin));
      assert.equal(answered, false, "the port was open for as long as the request took");
      assert.match(await answer, /^HTTP\/1\.1 200 /);
      assert.equal(await stopped, 0);
    } finally {
      resolver.close();
    }
  },
);

async function answersAt(origin: string): Promise<boolean> {
  try {
    await (await fetch(`${origin}/healthz`, { headers: { connection: "close" } })).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

processTest(
  "SIGTERM drains: requests under way are answered, the exit code is 0, and all scores are stored",
  async (dir) => {
    const { key } = await makeKey(dir, "main", "--rpm", "1000000", "--monthly", "1000000");
    const server = await startServer(dir);
    const headers = { "x-api-key": key };
    const under = Array.from(
      { length: 50 },
      (_, i) =>
        fetch(`${server.origin}/v1/score/ip?ip=9.9.9.${i}`, { headers }).then((response) => response.json()),
    );
    await Promise.race(under);
    const code = server.stop();
    const ids = (await Promise.all(under)).map((body) => body.request_id);
    assert.equal(await code, 0);
    const again = await startServer(dir);
    for (const id of ids) {
      assert.equal(
        (await fetch(`${again.origin}/v1/score/${id}`, { headers }).then((r) => r.json())).request_id,
        id,
      );
    }
    await again.kill();
  },
);
