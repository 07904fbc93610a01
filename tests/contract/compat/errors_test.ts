/** Errors and limits of the compatibility layer: status, code, flat body. */
import assert from "node:assert/strict";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";
import { asking, basic } from "../../support/app/basic_auth.ts";

const FRAUD = "/minfraud/v2.0/insights";
const GEO = "/geoip/v2.1/insights/8.8.8.8";
const GOOD = { device: { ip_address: "8.8.8.8" } };
const ERROR_TYPE = "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0";

/** What MaxMind's documentation of minFraud, of transaction reports and of GeoIP2 lists. */
const VENDOR_CODES = [
  ..."ACCOUNT_ID_REQUIRED AUTHORIZATION_INVALID INSUFFICIENT_FUNDS JSON_INVALID LICENSE_KEY_REQUIRED".split(
    " ",
  ),
  ..."PERMISSION_REQUIRED REQUEST_INVALID IP_ADDRESS_INVALID IP_ADDRESS_NOT_FOUND IP_ADDRESS_REQUIRED".split(
    " ",
  ),
  ..."IP_ADDRESS_RESERVED TAG_REQUIRED TAG_INVALID TRANSACTION_ID_REQUIRED MINFRAUD_ID_INVALID".split(" "),
  ..."MAXMIND_ID_INVALID NOTES_INVALID PARAMETER_UNKNOWN".split(" "),
];

/** The flat body that clients of all four languages read: two strings, neither empty, nothing else. */
async function refused(app: TestApp, path: string, ask: Ask, status: number, code: string) {
  const answer = await app.ask(path, ask);
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers.get("content-type"), ERROR_TYPE);
  assert.deepEqual(Object.keys(answer.body).sort(), ["code", "error"]);
  assert.equal(answer.body.code, code);
  assert.ok(typeof answer.body.error === "string" && answer.body.error.length > 5);
  return answer;
}

/** As the vendor refuses what its clients never send. The type is not JSON: Ruby's client would parse the empty body. */
async function bare(app: TestApp, path: string, ask: Ask, status: number) {
  const answer = await app.ask(path, ask);
  assert.deepEqual([answer.status, answer.text], [status, ""]);
  assert.equal(answer.headers.get("content-type"), "text/plain; charset=UTF-8");
  return answer;
}

Deno.test("authentication is Basic: any username, the key as password", async (t) => {
  await using app = await startApp();
  const revoked = await app.account("revoked");
  const expired = await app.account("expired", { expiresAt: Date.now() });
  const { store } = app.app.services;
  await store.accounts.putKey({ ...store.accounts.key(revoked.keyId)!, revokedAt: Date.now() });
  const header = (authorization: string): Ask => ({ key: null, headers: { authorization } });
  const rows: [string, Ask, string][] = [
    ["nothing", { key: null }, "LICENSE_KEY_REQUIRED"],
    ["Bearer", header(`Bearer ${app.live}`), "LICENSE_KEY_REQUIRED"],
    ["X-Api-Key", { key: app.live }, "LICENSE_KEY_REQUIRED"],
    ["no base64", header("Basic %%%"), "LICENSE_KEY_REQUIRED"],
    ["impossible base64", header("Basic a"), "LICENSE_KEY_REQUIRED"],
    ["no colon", header(`Basic ${btoa("only")}`), "LICENSE_KEY_REQUIRED"],
    ["empty password", header(`Basic ${btoa("1:")}`), "LICENSE_KEY_REQUIRED"],
    ["key as username", header(`Basic ${btoa(`${app.live}:`)}`), "LICENSE_KEY_REQUIRED"],
    ["wrong key", { key: null, headers: basic("wk_live_0000") }, "AUTHORIZATION_INVALID"],
    ["long key", { key: null, headers: basic("x".repeat(5000)) }, "AUTHORIZATION_INVALID"],
    ["key with a blank", { key: null, headers: basic(`${app.live} `) }, "AUTHORIZATION_INVALID"],
    ["revoked key", { key: null, headers: basic(revoked.key) }, "AUTHORIZATION_INVALID"],
    ["expired key", { key: null, headers: basic(expired.key) }, "AUTHORIZATION_INVALID"],
  ];
  for (const [name, ask, code] of rows) {
    await t.step(name, async () => {
      for (
        const [path, json] of [[FRAUD, GOOD], [GEO, undefined], [
          "/minfraud/v2.0/transactions/report",
          {},
        ]] as const
      ) {
        const answer = await refused(
          app,
          path,
          { ...ask, ...(json === undefined ? {} : { json }) },
          401,
          code,
        );
        assert.match(answer.headers.get("www-authenticate") ?? "", /^Basic /);
      }
    });
  }
  for (const username of ["1", "", "999999", "jane@example.org"]) {
    assert.equal(
      (await app.ask(GEO, { key: null, headers: basic(app.live, username) })).status,
      200,
      username,
    );
  }
  const scheme = { authorization: basic(app.live).authorization!.replace("Basic", "basic") };
  assert.equal((await app.ask(GEO, { key: null, headers: scheme })).status, 200);
});

Deno.test("the native endpoints take no Basic authentication", async () => {
  await using app = await startApp();
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", asking(app.live))).status, 401);
});

Deno.test("a paused account and a used-up quota are out of funds, and cost nothing", async () => {
  await using app = await startApp();
  const paused = await app.account("paused");
  await app.app.services.store.accounts.putAccount({ ...paused.account, paused: true });
  const small = await app.account("small", { monthly: 1 });
  for (const key of [paused.key, small.key]) {
    await refused(
      app,
      FRAUD,
      asking(key, { json: { ...GOOD, email: { address: "a@gmail.com" } } }),
      402,
      "INSUFFICIENT_FUNDS",
    );
  }
  await refused(app, GEO, asking(paused.key), 402, "INSUFFICIENT_FUNDS");
  assert.equal((await app.ask(GEO, asking(small.key))).status, 200);
  await refused(app, GEO, asking(small.key), 402, "INSUFFICIENT_FUNDS");
  assert.equal((await app.ask("/v1/usage", { key: small.key })).body.used, 1);
});

Deno.test("a body that is no JSON object is JSON_INVALID, one with nothing to score REQUEST_INVALID", async (t) => {
  await using app = await startApp();
  const json = { "content-type": "application/json" };
  const rows: [string, string | Uint8Array<ArrayBuffer>, string][] = [
    ["empty", "", "JSON_INVALID"],
    ["no JSON", "{", "JSON_INVALID"],
    ["a list", "[]", "JSON_INVALID"],
    ["null", "null", "JSON_INVALID"],
    ["a number", "1", "JSON_INVALID"],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "JSON_INVALID"],
    ["deep", "[".repeat(9000), "JSON_INVALID"],
    ["an empty object", "{}", "REQUEST_INVALID"],
    ["only unknown keys", '{"ip":"8.8.8.8"}', "REQUEST_INVALID"],
    ["only nulls", '{"device":null,"email":{"address":null}}', "REQUEST_INVALID"],
    ["only blanks", '{"device":{"ip_address":" "},"email":{"address":""}}', "REQUEST_INVALID"],
    ["only ignored blocks", '{"shipping":{"city":"x"},"event":{"type":"purchase"}}', "REQUEST_INVALID"],
    ["another type", '{"device":"8.8.8.8"}', "REQUEST_INVALID"],
  ];
  for (const [name, raw, code] of rows) {
    await t.step(name, async () => {
      const ask = asking(app.live, { raw, method: "POST", headers: json });
      await refused(app, FRAUD, ask, 400, code);
      await refused(app, "/minfraud/v2.0/score", ask, 400, code);
    });
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("a body over 20,000 bytes is refused as the vendor does, one of 20,000 is read", async () => {
  await using app = await startApp();
  const body = (length: number) => {
    const text = JSON.stringify({ ...GOOD, custom_inputs: { a: "" } });
    return text.replace('"a":""', `"a":"${"x".repeat(length - text.length)}"`);
  };
  const ask = (length: number) =>
    asking(app.live, { raw: body(length), headers: { "content-type": "application/json" } });
  assert.equal((await app.ask(FRAUD, ask(20_000))).status, 200);
  for (const path of [FRAUD, "/minfraud/v2.0/score", "/minfraud/v2.0/transactions/report"]) {
    await bare(app, path, ask(20_001), 403);
    await bare(app, path, ask(2_000_000), 403);
  }
});

Deno.test("formats: 415 for Accept and Content-Type, 406 for Accept-Charset, without a body, as the vendor", async (t) => {
  await using app = await startApp();
  const rows: [Record<string, string>, number][] = [
    [{ accept: "application/json" }, 200],
    [{ accept: "*/*" }, 200],
    [{ accept: "text/html, application/*;q=0.8" }, 200],
    [{ accept: "application/vnd.maxmind.com-minfraud-insights+json; charset=UTF-8; version=2.0" }, 200],
    [{ accept: "text/html" }, 415],
    [{ "content-type": "application/json" }, 200],
    [{ "content-type": "application/json; charset=UTF-8" }, 200],
    [{ "content-type": "application/vnd.x+json" }, 200],
    [{ "content-type": "text/plain" }, 415],
    [{ "content-type": "application/x-www-form-urlencoded" }, 415],
    [{ "content-type": "application/jsonp" }, 415],
    [{ "accept-charset": "utf-8" }, 200],
    [{ "accept-charset": "iso-8859-1, *;q=0.1" }, 200],
    [{ "accept-charset": "iso-8859-1" }, 406],
  ];
  for (const [headers, status] of rows) {
    await t.step(JSON.stringify(headers), async () => {
      const ask = asking(app.live, { json: GOOD, headers });
      if (status === 200) assert.equal((await app.ask(FRAUD, ask)).status, status);
      else await bare(app, FRAUD, ask, status);
    });
  }
  await bare(app, GEO, asking(app.live, { headers: { accept: "text/html" } }), 415);
  await bare(app, GEO, asking(app.live, { headers: { "accept-charset": "utf-16" } }), 406);
  const raw = JSON.stringify(GOOD);
  const without = asking(app.live, { raw: new TextEncoder().encode(raw), method: "POST" });
  assert.equal((await app.ask(FRAUD, without)).status, 200, "no Content-Type at all");
});

Deno.test("factors is 404 with an explanation, with a key and without", async () => {
  await using app = await startApp();
  for (const prefix of ["", "/compat/maxmind"]) {
    for (const ask of [asking(app.live, { json: GOOD }), { key: null, json: GOOD }]) {
      const { body } = await refused(app, `${prefix}/minfraud/v2.0/factors`, ask, 404, "PERMISSION_REQUIRED");
      assert.match(body.error, /[Ff]actors/);
    }
  }
});

Deno.test("another path is 404 and another method 405, with flat bodies too", async () => {
  await using app = await startApp();
  for (
    const path of [
      "/minfraud/v1.0/insights",
      "/minfraud/v2.0/insights/",
      "/geoip/v2.1/city/8.8.8.8/24",
      "/compat/maxmind/geoip/v3/city/8.8.8.8",
    ]
  ) {
    await refused(app, path, asking(app.live), 404, "REQUEST_INVALID");
  }
  const get = await refused(app, FRAUD, asking(app.live), 405, "REQUEST_INVALID");
  assert.equal(get.headers.get("allow"), "POST, OPTIONS");
  const post = await refused(app, GEO, asking(app.live, { json: {} }), 405, "REQUEST_INVALID");
  assert.equal(post.headers.get("allow"), "GET, HEAD, OPTIONS");
  const options = await app.ask(FRAUD, { key: null, method: "OPTIONS" });
  assert.equal(options.status, 204);
  assert.equal(options.headers.get("allow"), "POST, OPTIONS");
});

Deno.test("the hourly limit counts per key, in addition to the limit per minute, and sends Retry-After", async () => {
  let now = Date.now();
  await using app = await startApp({ env: { WINNOW_COMPAT_HOURLY: "4" }, now: () => now });
  const other = await app.account("other");
  for (const left of [3, 2, 1, 0]) {
    const answer = left % 2 === 0
      ? await app.ask(GEO, asking(app.live))
      : await app.ask(FRAUD, asking(app.live, { json: GOOD }));
    assert.equal(answer.status, 200);
    assert.match(
      answer.headers.get("ratelimit-policy") ?? "",
      /"default";q=1000000;w=60, "compat";q=4;w=3600/,
    );
    assert.match(answer.headers.get("ratelimit") ?? "", new RegExp(`"compat";r=${left};t=`));
  }
  const { headers } = await refused(app, GEO, asking(app.live), 429, "INSUFFICIENT_FUNDS");
  assert.equal(headers.get("retry-after"), "900");
  await refused(app, FRAUD, asking(app.live, { json: GOOD }), 429, "INSUFFICIENT_FUNDS");
  assert.equal(
    (await app.ask("/v1/score/ip?ip=8.8.8.8")).status,
    200,
    "native endpoints have no hourly limit",
  );
  assert.equal((await app.ask(GEO, asking(other.key))).status, 200, "nor is another key");
  now += 900_000;
  assert.equal((await app.ask(GEO, asking(app.live))).status, 200);
  await refused(app, GEO, asking(app.live), 429, "INSUFFICIENT_FUNDS");
});

Deno.test("every code is of the vendor's own list, whatever is wrong", async (t) => {
  await using app = await startApp();
  const slow = await app.account("slow", { rpm: 1 });
  await app.ask("/v1/usage", { key: slow.key });
  const REPORT = "/minfraud/v2.0/transactions/report";
  const rows: [name: string, path: string, ask: Ask, status: number][] = [
    ["no key", GEO, { key: null }, 401],
    ["rate", GEO, asking(slow.key), 429],
    ["factors", "/minfraud/v2.0/factors", asking(app.live, { json: GOOD }), 404],
    ["path", "/minfraud/v2.0/nothing", asking(app.live, { json: GOOD }), 404],
    ["method", FRAUD, asking(app.live), 405],
    ["strictness", `${GEO}?strictness=9`, asking(app.live), 400],
    ["transaction", REPORT, asking(app.live, { json: { transaction_id: "none", tag: "clear" } }), 404],
    ["minfraud_id", REPORT, asking(app.live, { json: { minfraud_id: "x", tag: "clear" } }), 400],
    ["test key", REPORT, asking(app.test, { json: { ip_address: "8.8.8.8", tag: "not_fraud" } }), 403],
  ];
  for (const [name, path, ask, status] of rows) {
    await t.step(name, async () => {
      const { status: given, body } = await app.ask(path, ask);
      assert.equal(given, status);
      assert.ok(VENDOR_CODES.includes(body.code), body.code);
    });
  }
});

Deno.test("the limit per minute applies as on native endpoints", async () => {
  await using app = await startApp();
  const { key } = await app.account("slow", { rpm: 2 });
  for (let n = 0; n < 2; n++) assert.equal((await app.ask(GEO, asking(key))).status, 200);
  const { headers } = await refused(app, GEO, asking(key), 429, "INSUFFICIENT_FUNDS");
  assert.equal(headers.get("retry-after"), "30");
  assert.equal(headers.get("x-ratelimit-limit"), "2");
  assert.equal(headers.get("x-ratelimit-remaining"), "0");
});
