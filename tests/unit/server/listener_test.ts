import assert from "node:assert/strict";
import { Listener, type ListenerOptions } from "../../../src/server/listener.ts";
import type { Handler } from "../../../src/server/serving.ts";
import { eventually } from "../../support/eventually.ts";

function listen(handle: Handler, options: Partial<ListenerOptions> = {}): Listener {
  return new Listener({
    hostname: "127.0.0.1",
    port: 0,
    shared: false,
    handover: false,
    handle,
    listening: (start) => start(),
    bodySettled: () => true,
    folder: ".",
    log: () => {},
    ...options,
  });
}

async function connect(listener: Listener, text: string): Promise<Deno.Conn> {
  const { hostname, port } = new URL(listener.origin);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(text));
  return connection;
}

/** What the server sends until it closes the connection. */
async function received(connection: Deno.Conn): Promise<string> {
  return await new Response(connection.readable).text();
}

const OK: Handler = () => Promise.resolve(new Response("ok"));
const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

Deno.test("connections that are silent, idle or stop in their headers are closed when the next server takes over", async (t) => {
  const rows = [
    { name: "silent", sent: "", expected: /^$/ },
    { name: "headers without an end", sent: "GET / HTTP/1.1\r\nHost: x\r\n", expected: /^$/ },
    { name: "a request line", sent: "GET /", expected: /^$/ },
    { name: "idle after a response", sent: GET, expected: /^HTTP\/1\.1 200 [^]*ok$/ },
  ];
  const listener = listen(OK, { timing: { rotateMs: 300, overlapMs: 50 } });
  for (const { name, sent, expected } of rows) {
    await t.step(name, async () => assert.match(await received(await connect(listener, sent)), expected));
  }
  await listener.drain();
});

Deno.test("a request in progress is answered when the next server takes over, and its client is asked to connect again", async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let requests = 0;
  const listener = listen(async ({ url }) => {
    requests++;
    if (!url.endsWith("/slow")) return new Response("ok");
    begun.resolve();
    await release.promise;
    return new Response("late");
  }, { timing: { rotateMs: 20, overlapMs: 20 } });
  const slow = received(await connect(listener, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"));
  await begun.promise;
  const idle = await received(await connect(listener, ""));
  assert.equal(idle, "");
  release.resolve();
  assert.match(await slow, /^HTTP\/1\.1 200 [^]*late$/);
  await eventually(async () => {
    const connection = await connect(listener, "");
    const answer = received(connection);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await connection.write(new TextEncoder().encode(GET)).catch(() => {});
    return /connection: close/i.test(await answer);
  }, "a response that asks for another connection");
  assert.ok(requests > 1);
  await listener.drain();
});

Deno.test("the port is open throughout takeovers", async () => {
  const listener = listen(OK, { timing: { rotateMs: 10, overlapMs: 30 } });
  for (let i = 0; i < 300; i++) {
    // A connection that is opened while its server closes is cut off; the next attempt reaches the next server.
    let text = "";
    await eventually(async () => {
      try {
        text = await (await fetch(listener.origin, { headers: { connection: "close" } })).text();
        return true;
      } catch {
        return false;
      }
    }, "a response");
    assert.equal(text, "ok");
  }
  await listener.drain();
  await assert.rejects(fetch(listener.origin));
});

Deno.test("a port in use is refused, also when its user shares it with further servers", () => {
  const first = listen(OK);
  const port = Number(new URL(first.origin).port);
  assert.throws(() => listen(OK, { port }), Deno.errors.AddrInUse);
  return first.drain();
});
