/** The monthly quota. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";
import { endpointName, ENDPOINTS, LIVE_ONLY } from "../../support/fixtures/endpoint_costs.ts";

Deno.test("a used-up quota is 429 on scoring endpoints and 402 on shared-data endpoints; free endpoints work", async () => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 2 });
  const ask = (path: string, json?: unknown) =>
    app.ask(path, { key, ...(json === undefined ? {} : { json }) });
  assert.equal(
    (await ask("/v1/score/user", { ip: "8.8.8.8", email: "a@gmail.com", phone: "+442079460123" })).status,
    429,
    "three do not fit into two",
  );
  assert.equal((await ask("/v1/usage")).body.used, 0);
  assert.equal((await ask("/v1/score/user", { ip: "8.8.8.8", email: "a@gmail.com" })).status, 200);
  const refused = await ask("/v1/score/ip?ip=8.8.8.8");
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, "quota_exceeded");
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds > 0 && seconds <= 31 * 86_400);
  assert.equal((await ask("/v1/batch", { type: "ip", items: ["8.8.8.8"] })).status, 402);
  assert.equal((await ask("/v1/report", { kind: "ip", value: "8.8.8.8" })).status, 402);
  assert.equal((await ask("/v1/verify/agent", { url: "https://example.org/", headers: {} })).status, 402);
  assert.equal((await ask("/v1/score/login", { user_id: "u" })).status, 429);
  assert.equal((await ask("/v1/agent/authorize", { url: "https://example.org/", headers: {} })).status, 402);
  assert.equal((await ask("/v1/rules", { action: "allow", values: ["8.8.8.8"] })).status, 200);
  assert.equal((await ask("/v1/outcome", { request_id: "req_unknown", outcome: "fraud" })).status, 200);
  assert.equal((await ask("/v1/usage")).body.used, 2);
});

Deno.test("200 parallel requests against a quota of 100 give exactly 100 successes", async () => {
  await using app = await startApp();
  const { key } = await app.account("race", { monthly: 100 });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => app.ask(`/v1/score/ip?ip=8.8.${i}.8`, { key })),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 100);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 100);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 100);
});

Deno.test("usage survives a restart and starts again at 0 each month", async () => {
  let now = Date.parse("2026-11-30T23:59:00Z");
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("months", { monthly: 1 });
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 200);
  await app.close();
  await using again = await startApp({ now: () => now, dataDir: app.dataDir });
  assert.equal((await again.ask("/v1/usage", { key })).body.used, 1);
  assert.equal((await again.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 429);
  now += 120_000;
  assert.equal((await again.ask("/v1/usage", { key })).body.used, 0);
  assert.equal((await again.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 200);
});

Deno.test("without quota billed endpoints are refused with their documented status; test keys and free endpoints work", async (t) => {
  await using app = await startApp();
  const { key } = await app.account("spent", { monthly: 0 });
  const test = await app.account("spent", { mode: "test" });
  for (const row of [...ENDPOINTS, ...LIVE_ONLY]) {
    await t.step(endpointName(row), async () => {
      const { status, body, headers } = await app.ask(row.path, { ...row.ask, key });
      assert.equal(status, row.spent);
      if (row.spent === 200) return;
      assert.equal(body.code, "quota_exceeded");
      assert.ok(Number(headers.get("retry-after")) > 0);
    });
  }
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key: test.key })).status, 200);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 0);
});

Deno.test("concurrent requests over the quota report reserved lookups as used, not only billed ones", async () => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 20 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => app.ask(`/v1/score/ip?ip=8.8.8.${index}`, { key })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 20);
  for (const { body } of refused) assert.match(body.detail, /this month's quota of 20 \(20 used\)/);
});

Deno.test("free requests are answered when the quota is used up", async (t) => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 1 });
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 200);
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8", { key })).status, 429);
  await t.step("a phone number that needs a country", async () => {
    const { status, body } = await app.ask("/v1/lookup/phone?phone=4155552671", { key });
    assert.deepEqual([status, body.parse_status], [200, "country_required"]);
  });
  await t.step("a sign-up with nothing else", async () => {
    assert.equal((await app.ask("/v1/score/user", { key, json: { phone: "4155552671" } })).status, 200);
  });
  await t.step("a number that can be checked is refused", async () => {
    assert.equal((await app.ask("/v1/lookup/phone?phone=%2B442083661177", { key })).status, 429);
  });
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 1);
});

Deno.test("a sign-up needs quota for the components that are checked, no more", async () => {
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

Deno.test("an account without a monthly limit is counted, never refused, and shown as such", async () => {
  await using app = await startApp();
  const { key } = await app.account("owner", { monthly: null });
  const items = Array.from({ length: 500 }, (_, i) => `8.8.${i % 250}.${i >> 8}`);
  for (let i = 0; i < 3; i++) {
    assert.equal((await app.ask("/v1/batch", { key, json: { type: "ip", items } })).status, 200);
  }
  const { body } = await app.ask("/v1/usage", { key });
  assert.deepEqual([body.used, body.monthly_quota, body.remaining], [1500, null, null]);
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  const overview = (await visitor.get("/console")).text;
  assert.match(overview, /1,500[^]*no monthly limit/);
  assert.doesNotMatch(overview, /null|NaN|left until/);
  const guest = new Visitor(app);
  await guest.signIn((await app.account("guest", { monthly: 1000 })).key);
  assert.match((await guest.get("/console")).text, /of 1,000; 1,000 left until/);
});
