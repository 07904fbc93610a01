/** API keys, in either of the two schemes. */
import assert from "node:assert/strict";
import { type Ask, startApp } from "../../support/app/app.ts";

const GOOD_REQUESTS: { path: string; ask: Ask; status: number }[] = [
  { path: "/v1/score/ip?ip=8.8.8.8", ask: {}, status: 401 },
  { path: "/v1/verify/email?email=a@example.org", ask: {}, status: 401 },
  { path: "/v1/lookup/phone?phone=%2B442079460123", ask: {}, status: 401 },
  { path: "/v1/score/domain?domain=example.org", ask: {}, status: 401 },
  { path: "/v1/score/user?ip=8.8.8.8", ask: {}, status: 401 },
  { path: "/v1/score/user", ask: { json: { ip: "8.8.8.8" } }, status: 401 },
  { path: "/v1/score/device", ask: { json: { device_id: "0123456789abcdef0123456789abcdef" } }, status: 401 },
  { path: "/v1/batch", ask: { json: { type: "ip", items: ["8.8.8.8"] } }, status: 403 },
  { path: "/v1/report", ask: { json: { kind: "ip", value: "8.8.8.8" } }, status: 403 },
  { path: "/v1/outcome", ask: { json: { request_id: "req_x", outcome: "fraud" } }, status: 403 },
  { path: "/v1/outcomes/import", ask: { raw: "user_id,outcome\nu-1,fraud\n" }, status: 403 },
  { path: "/v1/outcomes/import/imp_x", ask: { method: "DELETE" }, status: 403 },
  { path: "/v1/rules", ask: {}, status: 403 },
  { path: "/v1/rules", ask: { json: { action: "block", values: ["8.8.8.8"] } }, status: 403 },
  { path: "/v1/rules?confirm=true", ask: { method: "DELETE" }, status: 403 },
  { path: "/v1/rules/import?action=block", ask: { raw: "8.8.8.8\n" }, status: 403 },
  { path: "/v1/verify/agent", ask: { json: { url: "https://example.org/", headers: {} } }, status: 403 },
  { path: "/v1/score/login", ask: { json: { user_id: "u" } }, status: 401 },
  { path: "/v1/events", ask: { json: { user_id: "u", type: "email_changed" } }, status: 403 },
  { path: "/v1/agent/authorize", ask: { json: { url: "https://example.org/", headers: {} } }, status: 403 },
  { path: "/v1/agent/policy", ask: {}, status: 403 },
];

Deno.test("no key, a wrong, a revoked and an expired key are refused by every endpoint, with the family's status", async (t) => {
  await using app = await startApp();
  const revoked = await app.account("revoked");
  const expired = await app.account("expired", { expiresAt: Date.now() });
  const { store } = app.app.services;
  await store.accounts.putKey({ ...store.accounts.key(revoked.keyId)!, revokedAt: Date.now() });
  const keys: [string, string | null, string][] = [
    ["no key", null, "key_missing"],
    ["a wrong key", "wk_live_0000000000000000000000000000000000000000000", "key_invalid"],
    ["a long key", "x".repeat(5000), "key_invalid"],
    ["a revoked key", revoked.key, "key_revoked"],
    ["an expired key", expired.key, "key_expired"],
  ];
  for (const row of GOOD_REQUESTS) {
    for (const [name, key, code] of keys) {
      await t.step(
        `${row.ask.method ?? (row.ask.json || row.ask.raw ? "POST" : "GET")} ${row.path}: ${name}`,
        async () => {
          const { status, body, text } = await app.ask(row.path, { ...row.ask, key });
          assert.equal(status, row.status);
          assert.equal(body.code, code);
          assert.equal(body.status, row.status);
          assert.match(body.request_id, /^req_/);
          if (key !== null) assert.ok(!text.includes(key), "the key is echoed");
        },
      );
    }
  }
});

Deno.test("X-Api-Key and Bearer both authenticate", async () => {
  await using app = await startApp();
  const path = "/v1/score/ip?ip=8.8.8.8";
  assert.equal((await app.ask(path, { key: null, headers: { "x-api-key": app.live } })).status, 200);
  assert.equal(
    (await app.ask(path, { key: null, headers: { authorization: `Bearer ${app.live}` } })).status,
    200,
  );
  assert.equal(
    (await app.ask(path, { key: null, headers: { authorization: `bearer ${app.live}` } })).status,
    200,
  );
  assert.equal(
    (await app.ask(path, { key: null, headers: { authorization: `Basic ${btoa(`x:${app.live}`)}` } })).status,
    401,
  );
});

const WRONG = `wk_live_${"0".repeat(43)}`;

Deno.test("either scheme authorizes a request, whatever the other one contains", async (t) => {
  await using app = await startApp();
  const rows: { name: string; key: string; bearer: string; single: number; code?: string }[] = [
    { name: "both good", key: app.live, bearer: app.live, single: 200 },
    { name: "a wrong X-Api-Key, a good Bearer", key: WRONG, bearer: app.live, single: 200 },
    { name: "an empty X-Api-Key, a good Bearer", key: "", bearer: app.live, single: 200 },
    { name: "a good X-Api-Key, a wrong Bearer", key: app.live, bearer: WRONG, single: 200 },
    { name: "both wrong", key: WRONG, bearer: "nonsense", single: 401, code: "key_invalid" },
    { name: "both empty", key: "", bearer: "", single: 401, code: "key_missing" },
  ];
  for (const { name, key, bearer, single, code } of rows) {
    await t.step(name, async () => {
      const headers = { "x-api-key": key, authorization: `Bearer ${bearer}` };
      const scored = await app.ask("/v1/score/ip?ip=8.8.8.8", { headers });
      assert.equal(scored.status, single);
      assert.equal(scored.body.code, code);
      const rules = await app.ask("/v1/rules", { headers });
      assert.equal(rules.status, single === 401 ? 403 : 200);
    });
  }
});
