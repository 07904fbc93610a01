import assert from "node:assert/strict";
import type { AuditEntry } from "../../../src/model/access/audit.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

async function entries(app: TestApp, account: string): Promise<AuditEntry[]> {
  const { store } = app.app.services;
  const id = store.accounts.accountNamed(account)!.id;
  return (await store.audit.list(id, { limit: 100 })).map(({ entry }) => entry);
}

Deno.test("reports, labels and policies are in the audit log of their account, with key and masked network, without any value", async () => {
  await using app = await startApp();
  const { key, keyId } = await app.account("shop");
  await app.account("other");
  const scored = await app.ask("/v1/score/user", {
    key,
    json: { ip: "73.15.20.9", email: "ada@example.org" },
  });
  const values = ["eve@example.org", "mallory@example.org"];
  assert.equal((await app.ask("/v1/report", { key, json: { kind: "email", values } })).status, 200);
  const { request_id } = scored.body;
  await app.ask("/v1/outcome", { key, json: { request_id, outcome: "fraud" } });
  await app.ask("/v1/agent/policy", { key, method: "PUT", json: { rules: [] } });
  const found = await entries(app, "shop");
  assert.deepEqual(
    found.map(({ action, count, details, subjects }) => ({ action, count, details, subjects }))
      .sort((a, b) => a.action.localeCompare(b.action)),
    [
      { action: "agent_policy_changed", count: 0, details: {}, subjects: [] },
      { action: "scores_labelled", count: 1, details: { outcome: "fraud" }, subjects: [request_id] },
      { action: "values_reported", count: 2, details: { kind: "email" }, subjects: [] },
    ],
  );
  for (const entry of found) {
    assert.deepEqual([entry.key, entry.via, entry.network], [keyId, "api", "127.0.0.•"]);
  }
  const text = JSON.stringify(found);
  for (const value of [...values, "eve", "73.15.20", "ada@", key]) assert.ok(!text.includes(value), value);
  assert.deepEqual(await entries(app, "other"), []);
});

Deno.test("equal events of a minute are one entry; a refused request is none; the log ends after 180 days", async () => {
  let now = Date.UTC(2036, 6, 1, 12);
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("shop", { monthly: 7 });
  await Promise.all(
    Array.from(
      { length: 7 },
      (_, i) => app.ask("/v1/report", { key, json: { kind: "ip", value: `73.15.20.${i}` } }),
    ),
  );
  assert.equal((await app.ask("/v1/report", { key, json: { kind: "ip", value: "73.15.21.1" } })).status, 402);
  const [entry, ...more] = await entries(app, "shop");
  assert.deepEqual([entry?.times, entry?.count, more], [7, 7, []]);
  now += 181 * 86_400_000;
  assert.deepEqual(await entries(app, "shop"), []);
});
