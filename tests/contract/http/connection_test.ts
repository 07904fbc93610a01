/** Requests that no client library would send, over a bare socket. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { exchange, postUser } from "../../support/clients/raw_http.ts";

Deno.test("a malformed Host header is a client error with a problem body, and is not logged", async (t) => {
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

Deno.test("a caller who disconnects in the middle of a body is no failure of the service", async () => {
  await using app = await startApp();
  await leaveInBody(app);
  // The next answer comes after the broken request was handled.
  const { status } = await app.ask("/v1/score/user", { json: { ip: "8.8.8.8" } });
  assert.equal(status, 200);
  assert.deepEqual(app.log, []);
});

async function leaveInBody(app: TestApp): Promise<void> {
  const { hostname, port } = new URL(app.origin);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(postUser(app.live, 1000, '{"ip":')));
  await app.ask("/healthz", { key: null });
  connection.close();
  await app.ask("/healthz", { key: null });
}
