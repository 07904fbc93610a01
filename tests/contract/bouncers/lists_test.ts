/** `GET /v1/lists/blocked`: who may read it, what is in it, and when it is the same. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const PATH = "/v1/lists/blocked";

async function block(app: TestApp, ...values: string[]): Promise<void> {
  assert.equal((await app.ask("/v1/rules", { json: { action: "block", values } })).status, 200);
}

Deno.test("a list by key or HTTP Basic, and nobody else's", async () => {
  await using app = await startApp();
  await block(app, "8.8.8.8", "1.1.1.0/24", "2001:4860:4860::8888", "AS64500");
  const all = "1.1.1.0/24\n8.8.8.8\n2001:4860:4860::8888\n";
  const basic = (password: string) => ({
    key: null,
    headers: { authorization: `Basic ${btoa(`any:${password}`)}` },
  });
  for (const ask of [{}, basic(app.live)]) {
    const { status, text, headers } = await app.ask(PATH, ask);
    assert.deepEqual([status, text, headers.get("content-type")], [200, all, "text/plain; charset=utf-8"]);
  }
  for (const ask of [{ key: null }, { key: "wrong" }, basic("wrong")]) {
    const { status, headers } = await app.ask(PATH, ask);
    assert.equal(status, 401);
    assert.match(headers.get("www-authenticate")!, /^Basic /);
  }
  const cases = await app.account("main", { scopes: ["cases"] });
  assert.equal((await app.ask(PATH, { key: cases.key })).status, 403);
  const other = await app.account("other");
  assert.equal((await app.ask(PATH, { key: other.key })).text, "");
  assert.equal((await app.ask(`${PATH}?ipv6only=true`)).text, "2001:4860:4860::8888\n");
  assert.equal((await app.ask(`${PATH}?ipv4only`)).text, "1.1.1.0/24\n8.8.8.8\n");
  assert.equal((await app.ask(`${PATH}?origin=winnow-tor`)).text, "");
  assert.equal((await app.ask(`${PATH}?limit=1`)).text.trim().split("\n").length, 1);
  assert.match((await app.ask(`${PATH}?format=ipset`)).text, /^add winnow 1\.1\.1\.0\/24 timeout \d+\n/);
  for (const query of ["format=csv", "limit=0", "ipv4only&ipv6only"]) {
    const { status, body } = await app.ask(`${PATH}?${query}`);
    assert.deepEqual([status, body.code], [400, "invalid_value"]);
  }
  assert.equal((await app.ask(PATH, { method: "POST", json: {} })).status, 405);
});

Deno.test("ETag: 304 while nothing changed, though time passes", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  await block(app, "8.8.8.8");
  const first = await app.ask(`${PATH}?format=nftables`);
  const etag = first.headers.get("etag")!;
  assert.match(etag, /^W\/"[0-9a-f]{32}"$/);
  const again = async (query: string, tag = etag) =>
    await app.ask(`${PATH}${query}`, { headers: { "if-none-match": tag } });
  now += 60_000;
  const same = await again("?format=nftables");
  assert.deepEqual([same.status, same.text], [304, ""]);
  assert.equal((await again("?format=nftables", `"x", ${etag}`)).status, 304);
  assert.equal((await again("?format=plain")).status, 200);
  const head = await app.ask(`${PATH}?format=nftables`, { method: "HEAD" });
  assert.deepEqual([head.status, head.text, head.headers.get("etag")], [200, "", etag]);
  await block(app, "9.9.9.9");
  const changed = await again("?format=nftables");
  assert.equal(changed.status, 200);
  assert.match(changed.text, /9\.9\.9\.9/);
});
