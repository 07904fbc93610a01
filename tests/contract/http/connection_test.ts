/** Requests that no client library would send, over a bare socket. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { makeKey, startServer } from "../../support/process/program.ts";

/** Sends text as it is and reads one answer. */
async function exchange(
  origin: string,
  parts: readonly (string | (() => Promise<unknown>))[],
): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  for (const part of parts) {
    if (typeof part === "string") await connection.write(new TextEncoder().encode(part));
    else await part();
  }
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (;;) {
    const read = await connection.read(buffer);
    if (read === null) return text;
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
    const [head, body] = text.split("\r\n\r\n", 2);
    const length = Number(/content-length: (\d+)/i.exec(head!)?.[1] ?? NaN);
    if (body !== undefined && body.length >= length) return text;
  }
}

function post(key: string, announced: number, body: string): string {
  return `POST /v1/score/user HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n${body}`;
}

Deno.test("a Host header that is none is the caller's mistake, with a problem body and nothing in the log", async (t) => {
  await using app = await startApp();
  for (const host of ['"><script>alert(1)</script>', "example.org:99999", "a b", "[::1", "%00"]) {
    for (const path of ["/v1/score/ip?ip=x&email=jane@example.org", "/v1/nowhere", "/v1/usage"]) {
      await t.step(`${host} ${path}`, async () => {
        const answer = await exchange(app.origin, [`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`]);
        assert.match(answer, /^HTTP\/1\.1 4\d\d /);
        assert.doesNotMatch(answer, /<script>| at file:/);
      });
    }
  }
  assert.deepEqual(app.log, []);
});

Deno.test("a caller who leaves in the middle of a body is no fault of the service", async () => {
  await using app = await startApp();
  await left(app);
  // The next answer comes after the broken one was dealt with.
  const { status } = await app.ask("/v1/score/user", { json: { ip: "8.8.8.8" } });
  assert.equal(status, 200);
  assert.deepEqual(app.log, []);
});

async function left(app: TestApp): Promise<void> {
  const { hostname, port } = new URL(app.origin);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(post(app.live, 1000, '{"ip":')));
  await app.ask("/healthz", { key: null });
  connection.close();
  await app.ask("/healthz", { key: null });
}

Deno.test({
  name: "SIGTERM lets a request finish whose body is still arriving",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const dataDir = await Deno.makeTempDir({ prefix: "winnow-drain-" });
    try {
      const { key } = await makeKey(dataDir, "main");
      const server = await startServer(dataDir);
      const stopped = Promise.withResolvers<number>();
      const answer = await exchange(server.origin, [
        post(key, 16, '{"ip":'),
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
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});

Deno.test({
  name:
    "SIGTERM closes the port at once when the bodies are here, and what is asked outside is still answered",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const dataDir = await Deno.makeTempDir({ prefix: "winnow-drain-" });
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
      const answer = exchange(server.origin, [post(key, body.length, body)]).finally(() => answered = true);
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
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});

async function answersAt(origin: string): Promise<boolean> {
  try {
    await (await fetch(`${origin}/healthz`, { headers: { connection: "close" } })).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
