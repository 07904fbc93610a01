/** WINNOW_TRUST_PROXY: whose X-Forwarded-For the limits and `me` believe. The peer of these requests is 127.0.0.1. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { tokenOf, Visitor } from "../../support/app/visitor.ts";

const ROWS: readonly { trust: string; forwarded: string; is: string }[] = [
  { trust: "false", forwarded: "8.8.8.8", is: "IP_ADDRESS_RESERVED" },
  { trust: "true", forwarded: "1.1.1.1, 8.8.8.8", is: "8.8.8.8" },
  { trust: "127.0.0.0/8", forwarded: "1.1.1.1, 8.8.8.8", is: "8.8.8.8" },
  { trust: "127.0.0.1,9.9.9.0/24", forwarded: "1.1.1.1, 8.8.8.8, 9.9.9.9", is: "8.8.8.8" },
  { trust: "10.0.0.0/8", forwarded: "8.8.8.8", is: "IP_ADDRESS_RESERVED" },
  { trust: "127.0.0.1", forwarded: "8.8.8.8, nonsense", is: "IP_ADDRESS_INVALID" },
];

/** The country of `me`, as a client and as the form of the documentation asks for it. */
async function me(app: TestApp, forwarded: string): Promise<[string, string]> {
  const headers = { ...basic(app.live), "x-forwarded-for": forwarded };
  const { body } = await app.ask("/geoip/v2.1/country/me", { key: null, headers });
  const visitor = new Visitor(app);
  const path = "/docs/api/compatGeoCountry";
  const fields = { csrf: tokenOf((await visitor.get(path)).text), "p-ip": "me", key: app.live };
  const { text } = await visitor.post(path, fields, { "x-forwarded-for": forwarded });
  return [body.traits?.ip_address ?? body.code, text];
}

for (const { trust, forwarded, is } of ROWS) {
  Deno.test(`behind WINNOW_TRUST_PROXY=${trust}, X-Forwarded-For: ${forwarded} means ${is}`, async () => {
    await using app = await startApp({ env: { WINNOW_TRUST_PROXY: trust } });
    const [asked, tried] = await me(app, forwarded);
    assert.equal(asked, is);
    assert.ok(tried.includes(is), "the documentation's form says the same");
  });
}

const NETWORKS: readonly { trust: string; apart: boolean }[] = [
  { trust: "127.0.0.0/8", apart: true },
  { trust: "true", apart: true },
  { trust: "10.0.0.0/8", apart: false },
  { trust: "false", apart: false },
];

for (const { trust, apart } of NETWORKS) {
  Deno.test(`limits of visitors with WINNOW_TRUST_PROXY=${trust}: forwarded networks are ${apart ? "apart" : "one"}`, async () => {
    let now = Date.now();
    await using app = await startApp({ now: () => now, env: { WINNOW_TRUST_PROXY: trust } });
    const tries = (forwarded: string) =>
      new Visitor(app).post("/", { ip: "8.8.8.8" }, { "x-forwarded-for": forwarded });
    for (let count = 0; count < 60; count++) await tries("203.0.113.9");
    assert.equal((await tries("203.0.113.10")).status, 429, "the same network");
    assert.equal((await tries("198.51.100.1")).status, apart ? 200 : 429);
    assert.equal((await tries("198.51.100.1, 203.0.113.9")).status, 429, "a forged beginning");
    now += 3_600_000;
    assert.equal((await tries("203.0.113.9")).status, 200);
  });
}

Deno.test("pages say once in the log that a proxy is not declared; the API does not", async () => {
  await using app = await startApp();
  const headers = { "x-forwarded-for": "203.0.113.9" };
  const noted = () => app.log.filter((line) => line.includes("X-Forwarded-For"));
  await app.ask("/healthz", { key: null, headers });
  await app.ask("/v1/score/ip?ip=8.8.8.8", { headers });
  await app.ask("/", { key: null });
  assert.deepEqual(noted(), []);
  for (const path of ["/", "/console/sign-in", "/signup", "/docs"]) {
    await app.ask(path, { key: null, headers });
  }
  assert.equal(noted().length, 1);
  assert.match(noted()[0]!, /WINNOW_TRUST_PROXY is false \(127\.0\.0\.1\)/);
  assert.doesNotMatch(noted()[0]!, /203\.0\.113/);
  await using declared = await startApp({ env: { WINNOW_TRUST_PROXY: "127.0.0.1" } });
  await declared.ask("/", { key: null, headers });
  assert.deepEqual(declared.log.filter((line) => line.includes("X-Forwarded-For")), []);
});

Deno.test("the session's cookie is Secure when a declared proxy says https, and not when anybody else does", async () => {
  for (const [trust, secure] of [["127.0.0.1", true], ["10.0.0.0/8", false], ["false", false]] as const) {
    await using app = await startApp({ env: { WINNOW_TRUST_PROXY: trust } });
    const { headers } = await app.ask("/console/sign-in", {
      key: null,
      headers: { "x-forwarded-proto": "https" },
    });
    assert.equal(/Secure/.test(headers.getSetCookie()[0]!), secure, trust);
  }
});
