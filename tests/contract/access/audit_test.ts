import assert from "node:assert/strict";
import type { AuditEntry } from "../../../src/model/access/audit.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { Visitor } from "../../support/app/visitor.ts";

const TEXT = { "content-type": "text/plain" };

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
  const found = (await entries(app, "shop")).filter(({ via }) => via === "api");
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
  assert.deepEqual((await entries(app, "other")).filter(({ via }) => via === "api"), []);
});

Deno.test("a change of an agent policy says what it protects from what to what", async () => {
  await using app = await startApp();
  const { key } = await app.account("shop");
  const put = (json: object) =>
    app.ask("/v1/agent/policy", { key, method: "PUT", json: { rules: [], ...json } });
  await put({ replay_protection: "nonce" });
  await put({});
  const found = (await entries(app, "shop")).filter(({ action }) => action === "agent_policy_changed");
  assert.deepEqual(found.map(({ changes }) => changes?.replay_protection).sort(), [
    ["nonce", "signature-window"],
    ["signature-window", "nonce"],
  ]);
});

Deno.test("equal events of a minute are one entry; a refused request is none; the log ends after 400 days", async () => {
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
  const [entry, ...more] = (await entries(app, "shop")).filter(({ via }) => via === "api");
  assert.deepEqual([entry?.times, entry?.count, more], [7, 7, []]);
  now += 399 * 86_400_000;
  assert.equal((await entries(app, "shop")).filter(({ via }) => via === "api").length, 1);
  now += 2 * 86_400_000;
  assert.deepEqual(await entries(app, "shop"), []);
});

Deno.test("what the operator, visitors and the console do is recorded: accounts, keys, sign-ins, rules", async () => {
  await using app = await startApp();
  const { key } = await app.account("shop");
  const { services } = app.app;
  const visitor = new Visitor(app);
  await visitor.signIn(`wk_live_${"x".repeat(43)}`);
  await visitor.signIn(key);
  await visitor.submit("/console/keys", { name: "app", mode: "live" });
  await app.ask("/v1/rules", { key, json: { action: "block", values: ["73.15.20.0/24"] } });
  await app.ask("/v1/rules/import?action=allow", {
    key,
    raw: "a@example.org\nb@example.org\n",
    headers: TEXT,
  });
  await app.ask("/v1/rules/import?action=allow&dry_run=true", { key, raw: "c@example.org\n", headers: TEXT });
  await app.ask("/v1/rules?confirm=true", { key, method: "DELETE" });
  await app.ask("/v1/rules?confirm=true", { key, method: "DELETE" });
  const found = (await entries(app, "shop")).map(({ action, count, via }) => `${action} ${count} ${via}`);
  assert.deepEqual(found.sort(), [
    "account_created 1 command",
    "key_created 1 command",
    "key_created 1 console",
    "rules_added 1 api",
    "rules_deleted 3 api",
    "rules_imported 2 api",
    "signed_in 1 console",
  ]);
  const others = await services.store.audit.list(null, { limit: 10 });
  assert.deepEqual(others.map(({ entry }) => [entry.action, entry.details.reason, entry.network]), [
    ["sign_in_failed", "key_invalid", "127.0.0.•"],
  ]);
  const page = await visitor.get("/console/audit");
  for (const words of ["Signed in", "Created a key", "Imported rules (2)", "127.0.0.•", "the operator"]) {
    assert.ok(page.text.includes(words), words);
  }
  assert.ok(!page.text.includes("73.15.20.0/24") && !page.text.includes("example.org"));
});
