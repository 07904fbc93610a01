/** Errors as problem documents (RFC 9457). */
import assert from "node:assert/strict";
import { type Ask, startApp } from "../../support/app/app.ts";

Deno.test("an error is a problem document with the catalogue's code, and names no secret", async (t) => {
  await using app = await startApp();
  const rows: { name: string; path: string; ask: Ask; status: number; code: string }[] = [
    { name: "no such path", path: "/v1/nothing", ask: {}, status: 404, code: "not_found" },
    { name: "no such method", path: "/v1/batch", ask: {}, status: 405, code: "method_not_allowed" },
    { name: "bad JSON", path: "/v1/report", ask: { raw: "{" }, status: 400, code: "invalid_json" },
    { name: "bad value", path: "/v1/score/ip?ip=x", ask: {}, status: 400, code: "invalid_value" },
    { name: "no key", path: "/v1/report", ask: { key: null, json: {} }, status: 403, code: "key_missing" },
    ...[`/v1/score/${app.live}`, `/v1/${app.live}/x`].map((path) => (
      { name: "the key in a path", path, ask: {}, status: 404, code: "not_found" }
    )),
    {
      name: "the key after a tab",
      path: "/v1/report",
      ask: { json: { kind: `\t${app.live}`, value: "x" } },
      status: 400,
      code: "invalid_value",
    },
    {
      name: "the key as a coding",
      path: "/v1/score/user",
      ask: { json: {}, headers: { "content-encoding": app.live } },
      status: 415,
      code: "unsupported_media_type",
    },
    {
      name: "the key as a field",
      path: "/v1/report",
      ask: { json: { kind: app.live, value: app.live } },
      status: 400,
      code: "invalid_value",
    },
  ];
  for (const { name, path, ask, status, code } of rows) {
    await t.step(name, async () => {
      const { body, text, headers, ...answer } = await app.ask(path, ask);
      assert.equal(answer.status, status);
      assert.equal(headers.get("content-type"), "application/problem+json");
      assert.deepEqual([body.status, body.code], [status, code]);
      assert.match(body.type, new RegExp(`#${code}$`));
      assert.ok(body.title.length > 5 && body.detail.length > 5);
      assert.match(body.request_id, /^req_/);
      assert.ok(!text.includes(app.live) && !/\.ts:\d/.test(text));
    });
  }
  const factors = await app.ask("/compat/maxmind/minfraud/v2.0/factors", {
    key: null,
    headers: { authorization: `Basic ${btoa(`any:${app.live}`)}` },
    json: { device: { ip_address: "8.8.8.8" } },
  });
  assert.equal(factors.status, 404);
  assert.match(factors.text, /factors/i);
});

const DEVICE = "0123456789abcdef0123456789abcdef";

Deno.test("a value of the wrong type is answered with the expected type, not as missing", async (t) => {
  await using app = await startApp();
  const rows: { path: string; method?: string; json: unknown; pointer: string; detail: string }[] = [
    { path: "/v1/score/user", json: { ip: 5 }, pointer: "/ip", detail: "must be a string" },
    { path: "/v1/score/user", json: { email: ["a@b.co"] }, pointer: "/email", detail: "must be a string" },
    { path: "/v1/score/user", json: [], pointer: "", detail: "must be an object" },
    { path: "/v1/score/user", json: 7, pointer: "", detail: "must be an object" },
    {
      path: "/v1/score/user",
      json: { device_id: DEVICE, device_signals: 5 },
      pointer: "/device_signals",
      detail: "must be an object",
    },
    {
      path: "/v1/score/device",
      json: { device_id: DEVICE, signals: { timezone_offset: 1.5 } },
      pointer: "/signals/timezone_offset",
      detail: "must be a whole number",
    },
    {
      path: "/v1/score/device",
      json: { device_id: DEVICE, signals: { hardware_concurrency: -5 } },
      pointer: "/signals/hardware_concurrency",
      detail: "must be at least 0",
    },
    {
      path: "/v1/score/device",
      json: { device_id: DEVICE, automation: { webdriver: "true" } },
      pointer: "/automation/webdriver",
      detail: "must be true or false",
    },
    {
      path: "/v1/score/device",
      json: { device_id: null },
      pointer: "/device_id",
      detail: "must be a string",
    },
    { path: "/v1/score/device", json: {}, pointer: "/device_id", detail: "is required" },
    {
      path: "/v1/batch",
      json: { type: "ip", items: "8.8.8.8" },
      pointer: "/items",
      detail: "must be an array",
    },
    {
      path: "/v1/batch",
      json: { type: "ip", items: [null] },
      pointer: "/items/0",
      detail: "must be a string",
    },
    {
      path: "/v1/score/user",
      json: { ip: "8.8.8.8", strictness: {} },
      pointer: "/strictness",
      detail: "must be lenient, balanced, strict, strictest, or 0 to 3",
    },
    {
      path: "/v1/verify/agent",
      json: { url: "https://example.org/", headers: [] },
      pointer: "/headers",
      detail: "must be an object",
    },
    {
      path: "/v1/rules",
      json: { action: "allow", values: ["8.8.8.8"], expires_at: "tomorrow" },
      pointer: "/expires_at",
      detail: "must be a timestamp such as 2030-01-31T12:00:00Z",
    },
  ];
  for (const { path, json, pointer, detail } of rows) {
    await t.step(`${path} ${JSON.stringify(json)}`, async () => {
      const { status, body } = await app.ask(path, { json });
      assert.equal(status, 400);
      assert.deepEqual(body.errors, [{ pointer, detail }]);
    });
  }
});

Deno.test("an error in a query names the parameter, for every field of a sign-up", async (t) => {
  await using app = await startApp();
  const rows = [
    ["ip=1.2.3", "ip"],
    ["domain=a+b", "domain"],
    ["device_id=zz", "device_id"],
    ["phone=4155552671&phone_country=USA", "phone_country"],
    ["ip=8.8.8.8&strictness=9", "strictness"],
  ] as const;
  for (const [query, parameter] of rows) {
    await t.step(query, async () => {
      const { status, body } = await app.ask(`/v1/score/user?${query}`);
      assert.equal(status, 400);
      assert.deepEqual(body.errors.map((error: { parameter?: string }) => error.parameter), [parameter]);
    });
  }
});
