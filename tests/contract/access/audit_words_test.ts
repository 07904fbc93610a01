/** What an entry of the audit log says: all ids, values that can be read when the rule is gone, what changed from what to what. */
import assert from "node:assert/strict";
import { type AuditEntry, partsOf } from "../../../src/model/access/audit.ts";
import { DAY_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn, type Visitor } from "../../support/app/visitor.ts";

async function entriesOf(app: TestApp, action: string): Promise<AuditEntry[]> {
  const { audit, accounts } = app.app.services.store;
  const found = await audit.list(accounts.accountNamed("main")!.id, { limit: 500 });
  return found.map(({ entry }) => entry).filter((entry) => entry.action === action);
}

const plain = (text: string) =>
  text.replaceAll(/<[^>]*>/g, " ").replaceAll("&amp;", "&").replaceAll(/\s+/g, " ");

/** Texts of the pages of entries that the list links to, page by page. */
async function details(visitor: Visitor): Promise<string> {
  const list = (await visitor.get("/console/audit")).text;
  let text = "";
  for (const [, path] of list.matchAll(/href="(\/console\/audit\/[^"]+)"/g)) {
    for (let next: string | undefined = path; next !== undefined;) {
      const page = (await visitor.get(next)).text;
      text += page;
      next = /href="([^"]+)">More</.exec(page)?.[1];
    }
  }
  return text;
}

Deno.test("240 labels: each id is in the log and on its pages", async () => {
  let now = Date.UTC(2036, 6, 1, 12);
  await using app = await startApp({ now: () => now });
  const items = Array.from({ length: 240 }, (_, index) => `73.15.20.${index}`);
  const { results } = (await app.ask("/v1/batch", { json: { type: "ip", items } })).body;
  const ids: string[] = results.map(({ request_id }: { request_id: string }) => request_id);
  await app.ask("/v1/outcome", { json: ids.map((request_id) => ({ request_id, outcome: "fraud" })) });
  now += 60_000;
  await app.ask("/v1/outcome", { json: ids.map((request_id) => ({ request_id, outcome: "none" })) });
  const entries = await entriesOf(app, "scores_labelled");
  assert.deepEqual(entries.map(({ count, changes, subjects }) => [count, changes, subjects.toSorted()]), [
    [240, { label: ["fraud", "none"] }, ids.toSorted()],
    [240, { label: ["none", "fraud"] }, ids.toSorted()],
  ]);
  const visitor = await signedIn(app);
  const list = plain((await visitor.get("/console/audit")).text);
  assert.match(list, /Labelled scores \(240\) label: none → fraud, req_/);
  assert.match(list, /Labelled scores \(240\) label: fraud → none, req_/);
  const shown = await details(visitor);
  for (const id of ids) assert.ok(shown.includes(`/console/scores/${id}`), id);
});

Deno.test("rules are named by their masked values, also when they are gone", async () => {
  await using app = await startApp();
  const values = ["mallory@evil.example", "73.15.20.9", "fraud.example", "AS7922", "+442083661177"];
  const { rules } = (await app.ask("/v1/rules", { json: { action: "block", values } })).body;
  for (const { id } of rules) await app.ask(`/v1/rules/${id}`, { method: "DELETE" });
  const raw = "eve@evil.example\n73.15.21.0/24\n";
  await app.ask("/v1/rules/import?action=allow", { raw });
  await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
  const names = (await entriesOf(app, "rules_deleted")).map((entry) => entry.names?.toSorted());
  const single = ["block +44 •••• ••77", "block 73.15.20.•", "block AS7922", "block fraud.example"];
  assert.deepEqual(names.sort((a, b) => b!.length - a!.length), [
    [...single, "block m•••@evil.example"].sort(),
    ["allow 73.15.21.•/24", "allow e•••@evil.example"],
  ]);
  const visitor = await signedIn(app);
  const shown = await details(visitor);
  for (const name of names.flat()) assert.ok(shown.includes(name!), name);
  for (const value of ["mallory", "eve@", "73.15.20.9", "2083661177"]) {
    assert.ok(!shown.includes(value) && !JSON.stringify(names).includes(value), value);
  }
});

Deno.test("changes say from what to what", async () => {
  await using app = await startApp();
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  const hook =
    (await app.ask("/v1/hooks", { json: { kind: "supabase", mode: "observe", when_unsure: "allow" } })).body;
  await app.ask(`/v1/hooks/${hook.hook_id}`, { method: "PATCH", json: { mode: "enforce" } });
  const webhook = (await app.ask("/v1/webhooks", {
    json: { url: "https://shop.example/in?token=secret", events: ["quota.low"] },
  })).body;
  await app.ask(`/v1/webhooks/${webhook.webhook_id}`, { method: "PATCH", json: { enabled: false } });
  await app.ask(`/v1/webhooks/${webhook.webhook_id}`, { method: "DELETE" });
  await app.ask("/v1/agent/policy", {
    method: "PUT",
    json: { rules: [{ host: "agent.example", action: "deny", reason: "scrapes" }] },
  });
  const list = plain((await (await signedIn(app)).get("/console/audit")).text);
  for (
    const words of [
      "Changed the account linkage scoring: report → score",
      "Changed a hook mode: observe → enforce",
      "Changed a webhook enabled: yes → no, shop.example",
      "Deleted a webhook shop.example",
      "Changed the agent policy rules: 0 → 1, added: agent.example deny scrapes",
    ]
  ) assert.ok(list.includes(words), `${words}\n${list}`);
  assert.ok(!list.includes("token=secret"));
});

Deno.test("a large event is as many entries as hold all of its names", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `block ${index}`);
  const parts = [
    ...partsOf({ account: "a", action: "rules_deleted", subjects: ["imp_1"], count: 1500, names }),
  ];
  assert.deepEqual(parts.map(({ count, subjects, names }) => [count, subjects, names!.length]), [
    [750, ["imp_1"], 250],
    [250, ["imp_1"], 250],
    [250, ["imp_1"], 250],
    [250, ["imp_1"], 250],
  ]);
  assert.deepEqual(parts.flatMap(({ names }) => names), names);
});

Deno.test("rules with long values are added, imported and deleted at once, and the log names them all", async () => {
  await using app = await startApp();
  const domain = `${"x".repeat(60)}.${"y".repeat(60)}.example`;
  const values = Array.from({ length: 10_000 }, (_, index) => `${index}@${domain}`);
  const json = { action: "block", values, expires_at: new Date(Date.now() + DAY_MS).toISOString() };
  const added = await app.ask("/v1/rules", { json });
  assert.deepEqual([added.status, added.body.added], [200, 10_000]);
  const deleted = await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
  assert.deepEqual([deleted.status, deleted.body.deleted], [200, 10_000]);
  const raw = values.join("\n");
  const imported = await app.ask("/v1/rules/import?action=block", {
    raw,
    headers: { "content-type": "text/plain" },
  });
  assert.deepEqual([imported.status, imported.body.imported], [200, 10_000]);
  for (const action of ["rules_added", "rules_deleted", "rules_imported"]) {
    const entries = await entriesOf(app, action);
    assert.equal(entries.reduce((count, { names }) => count + names!.length, 0), 10_000, action);
  }
});
