/** What a stranger can send wrong, seen from outside: named by its place, with a reason that is true. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const DEVICE = "0123456789abcdef0123456789abcdef";

Deno.test("a value of the wrong type is told what it must be, not that it is missing", async (t) => {
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
      detail: "must be a moment such as 2030-01-31T12:00:00Z",
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

Deno.test("a query is refused by the parameter's name, on every field of a signup", async (t) => {
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

Deno.test("a + in a query that was not encoded still begins a phone number, on both endpoints", async () => {
  await using app = await startApp();
  const single = await app.ask("/v1/lookup/phone?phone=+442083661177");
  assert.equal(single.body.parse_status, "ok");
  const signup = await app.ask("/v1/score/user?phone=+442083661177");
  assert.equal(signup.body.components.phone.parse_status, "ok");
  const national = await app.ask("/v1/score/user?phone=442083661177");
  assert.equal(national.body.components.phone.parse_status, "country_required");
});

Deno.test("the batch's phone_country is the request's: a wrong one is 400, a blank one was not given", async () => {
  await using app = await startApp();
  const batch = (phone_country: unknown) =>
    app.ask("/v1/batch", { json: { type: "phone", items: ["4155552671"], phone_country } });
  const wrong = await batch("USA");
  assert.equal(wrong.status, 400);
  assert.deepEqual(wrong.body.errors.map((error: { pointer?: string }) => error.pointer), ["/phone_country"]);
  for (const blank of ["", " ", null]) {
    assert.equal((await batch(blank)).body.results[0].parse_status, "country_required");
  }
  assert.equal((await batch("us")).body.results[0].parse_status, "ok");
});

Deno.test("a blank ip beside a device was not given", async () => {
  await using app = await startApp();
  for (const ip of ["", " ", null]) {
    const { status } = await app.ask("/v1/score/device", { json: { device_id: DEVICE, ip } });
    assert.equal(status, 200);
  }
  const bad = await app.ask("/v1/score/device", { json: { device_id: DEVICE, ip: "1.2.3" } });
  assert.equal(bad.status, 400);
});

Deno.test("what costs nothing is answered when the month is used up", async (t) => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 1 });
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 200);
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 429);
  await t.step("a phone number that needs a country", async () => {
    const { status, body } = await app.ask("/v1/lookup/phone?phone=4155552671", { key });
    assert.deepEqual([status, body.parse_status], [200, "country_required"]);
  });
  await t.step("a signup of nothing else", async () => {
    assert.equal((await app.ask("/v1/score/user", { key, json: { phone: "4155552671" } })).status, 200);
  });
  await t.step("a number that can be checked is not", async () => {
    assert.equal((await app.ask("/v1/lookup/phone?phone=%2B442083661177", { key })).status, 429);
  });
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 1);
});

Deno.test("a signup needs what its checked components cost, no more", async () => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 1 });
  const { status, body } = await app.ask("/v1/score/user", {
    key,
    json: { ip: "8.8.8.8", phone: "4155552671" },
  });
  assert.equal(status, 200);
  assert.deepEqual(body.components_checked, ["ip"]);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 1);
});
