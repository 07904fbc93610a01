import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";

async function addRule(app: TestApp, action: string, ...values: string[]) {
  const { status, body } = await app.ask("/v1/rules", { json: { action, values } });
  assert.equal(status, 200);
  return body;
}

Deno.test("a rule decides on every endpoint, is shown, and belongs to its account only", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  await addRule(
    app,
    "block",
    "73.15.0.0/16",
    "blocked@example.org",
    "evil.example",
    "+442083661177",
    "AS15169",
  );
  const rows: {
    name: string;
    path: string;
    json?: unknown;
    at?: (body: Answer["body"]) => Answer["body"];
    kind: string;
  }[] = [
    { name: "ip by cidr", path: "/v1/score/ip?ip=73.15.20.1", kind: "cidr" },
    { name: "ip by asn", path: "/v1/score/ip?ip=8.8.8.8", kind: "asn" },
    { name: "email", path: "/v1/verify/email?email=Blocked@example.org", kind: "email" },
    {
      name: "email by its domain's parent",
      path: "/v1/verify/email?email=x@mail.evil.example",
      kind: "domain",
    },
    { name: "phone", path: "/v1/lookup/phone?phone=020+8366+1177&country=GB", kind: "phone" },
    { name: "domain by its parent", path: "/v1/score/domain?domain=a.b.evil.example", kind: "domain" },
    {
      name: "device by the ip beside it",
      path: "/v1/score/device",
      json: { device_id: "0123456789abcdef0123456789abcdef", ip: "73.15.20.1" },
      kind: "cidr",
    },
    {
      name: "batch",
      path: "/v1/batch",
      json: { type: "ip", items: ["73.15.20.1"] },
      at: (body) => body.results[0],
      kind: "cidr",
    },
    {
      name: "unified",
      path: "/v1/score/user",
      json: { ip: "73.15.20.1", email: "jane@gmail.com" },
      kind: "cidr",
    },
    {
      name: "unified, the component",
      path: "/v1/score/user",
      json: { ip: "73.15.20.1", email: "jane@gmail.com" },
      at: (body) => body.components.ip,
      kind: "cidr",
    },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      const ask = row.json === undefined ? {} : { json: row.json };
      const answer = await app.ask(row.path, ask);
      const body = (row.at ?? ((whole) => whole))(answer.body);
      assert.equal(body.risk_score, 100);
      assert.equal(body.verdict, "block");
      assert.deepEqual(Object.keys(body.rule_applied).sort(), ["action", "id", "kind", "value"]);
      assert.equal(body.rule_applied.kind, row.kind);
      const theirs = await app.ask(row.path, { ...ask, key: other.key });
      assert.equal((row.at ?? ((whole) => whole))(theirs.body).rule_applied, undefined);
    });
  }
});

Deno.test("an allow rule forces 0 and allow; block beats allow; a rule on one value decides the whole", async () => {
  await using app = await startApp();
  await addRule(app, "allow", "mailinator.com");
  const allowed = (await app.ask("/v1/score/user", {
    json: { ip: "185.220.101.1", email: "x@mailinator.com", phone: "+442079460123" },
  })).body;
  assert.deepEqual([allowed.risk_score, allowed.verdict, allowed.rule_applied.action], [0, "allow", "allow"]);
  assert.equal(allowed.components.phone.verdict, "block", "the other components keep their own results");
  await addRule(app, "block", "x@mailinator.com");
  const blocked = (await app.ask("/v1/verify/email?email=x@mailinator.com")).body;
  assert.deepEqual([blocked.risk_score, blocked.verdict, blocked.rule_applied.kind], [100, "block", "email"]);
});

Deno.test("rules are listed, skipped when they stand there already, warned about when broad, and deleted", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const added = await addRule(
    app,
    "allow",
    "gmail.com",
    "AS15169",
    "10.0.0.0/8",
    "1.2.3.4",
    "not a value",
    "1.2.3.4",
  );
  assert.deepEqual(Object.keys(added).sort(), [
    "added",
    "processing_time_sec",
    "request_id",
    "rules",
    "skipped",
  ]);
  assert.equal(added.added, 4);
  assert.deepEqual(
    added.rules.map((rule: { kind: string; warning?: string }) => [rule.kind, rule.warning !== undefined]),
    [["domain", true], ["asn", true], ["cidr", true], ["ip", false]],
  );
  assert.equal(added.skipped.length, 2);
  const again = await addRule(app, "allow", "1.2.3.4");
  assert.deepEqual([again.added, again.skipped.length], [0, 1]);
  assert.equal((await addRule(app, "block", "1.2.3.4")).added, 1, "the opposite action is a new rule");
  const list = (await app.ask("/v1/rules")).body;
  assert.equal(list.count, 5);
  assert.equal((await app.ask("/v1/rules", { key: other.key })).body.count, 0);
  const id = list.rules[0].id;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  assert.equal((await app.ask(`/v1/rules/${id}`, { method: "DELETE", key: other.key })).status, 404);
  const deleted = await app.ask(`/v1/rules/${id}`, { method: "DELETE" });
  assert.deepEqual([deleted.status, deleted.body.deleted], [200, 1]);
  assert.equal((await app.ask(`/v1/rules/${id}`, { method: "DELETE" })).status, 404);
  const unconfirmed = await app.ask("/v1/rules", { method: "DELETE" });
  assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [400, "confirmation_required"]);
  assert.equal((await app.ask("/v1/rules?confirm=false", { method: "DELETE" })).status, 400);
  assert.equal((await app.ask("/v1/rules")).body.count, 4);
  assert.equal((await app.ask("/v1/rules?confirm=true", { method: "DELETE" })).body.deleted, 4);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
});

Deno.test("a rule ends when it expires; a note is kept", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const expires_at = new Date(now + 3_600_000).toISOString();
  const { body } = await app.ask("/v1/rules", {
    json: { action: "block", values: ["73.15.20.1"], expires_at, note: "until the review" },
  });
  assert.deepEqual([body.rules[0].expires_at, body.rules[0].note], [expires_at, "until the review"]);
  const verdict = async () => (await app.ask("/v1/score/ip?ip=73.15.20.1")).body.verdict;
  assert.equal(await verdict(), "block");
  now += 3_600_001;
  assert.equal(await verdict(), "allow");
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  assert.equal(
    (await app.ask("/v1/rules", {
      json: { action: "block", values: ["1.1.1.1"], expires_at: "2020-01-01T00:00:00Z" },
    })).status,
    400,
  );
});

Deno.test("POST /v1/rules/import accounts for every line", async () => {
  await using app = await startApp();
  await addRule(app, "block", "9.9.9.9");
  const file =
    "value,comment\r\n1.1.1.1,dns\r\n9.9.9.9,known\r\n1.1.1.1,again\r\nevil.example\r\n\r\n# note\r\n=cmd|' /C calc'!A0\r\n10.0.0.0/8\r\n+442083661177\r\nAS64500\r\n";
  const { status, body } = await app.ask("/v1/rules/import?action=block", {
    raw: file,
    headers: { "content-type": "text/csv" },
  });
  assert.equal(status, 200);
  assert.deepEqual([body.action, body.imported, body.duplicates, body.duplicates_in_file], [
    "block",
    5,
    1,
    1,
  ]);
  assert.deepEqual(body.by_kind, { ip: 1, domain: 1, cidr: 1, phone: 1, asn: 1 });
  assert.equal(body.imported + body.duplicates + body.duplicates_in_file + body.skipped.length, 11);
  for (const entry of body.skipped) assert.deepEqual(Object.keys(entry).sort(), ["line", "reason", "value"]);
  assert.equal((await app.ask("/v1/rules")).body.count, 6);
  assert.equal((await app.ask("/v1/score/domain?domain=evil.example")).body.verdict, "block");
  assert.equal((await app.ask("/v1/rules/import", { raw: "1.1.1.1" })).status, 400, "action is required");
});

Deno.test("an import of 10,001 entries or 5 MB is refused whole, one of 10,000 is taken", async () => {
  await using app = await startApp();
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `20.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`).join("\n");
  const over = await app.ask("/v1/rules/import?action=block", { raw: lines(10_001) });
  assert.deepEqual([over.status, over.body.code], [400, "too_many_items"]);
  assert.equal((await app.ask("/v1/rules/import?action=block", { raw: "x".repeat(5_000_000) })).status, 413);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const whole = await app.ask("/v1/rules/import?action=block", { raw: lines(10_000) });
  assert.equal(whole.body.imported, 10_000);
  assert.equal((await app.ask("/v1/score/ip?ip=20.0.39.15")).body.verdict, "block");
  assert.equal((await app.ask("/v1/score/ip?ip=20.0.39.16")).body.rule_applied, undefined);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  assert.equal((await again.ask("/v1/rules", { key: app.live })).body.count, 10_000);
});

Deno.test("dry_run changes nothing and says what would be: clashes and past scores", async () => {
  await using app = await startApp();
  await addRule(app, "allow", "73.15.0.0/16");
  const scored = (await app.ask("/v1/score/ip?ip=8.8.8.8")).body;
  await app.ask("/v1/score/ip?ip=9.9.9.9");
  await app.ask("/v1/outcome", { json: { request_id: scored.request_id, outcome: "legit" } });
  const { body } = await app.ask("/v1/rules?dry_run=true", {
    json: { action: "block", values: ["8.8.8.0/24", "73.15.20.1", "9.9.9.0/30"] },
  });
  assert.equal(body.dry_run, true);
  assert.equal(body.added, 3);
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
  assert.ok(
    body.clashes.some((clash: { value: string; type: string }) =>
      clash.value === "73.15.20.1" && clash.type === "overrides"
    ),
  );
  assert.deepEqual(body.trial, {
    scores_checked: 2,
    would_change: 1,
    unknown: 1,
    would_block: 1,
    would_allow: 0,
    labelled_legit_blocked: 1,
    labelled_fraud_allowed: 0,
  });
  const imported = await app.ask("/v1/rules/import?action=block&dry_run=true", { raw: "8.8.8.8\n" });
  assert.deepEqual([imported.body.dry_run, imported.body.imported, imported.body.trial.would_change], [
    true,
    1,
    1,
  ]);
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
});

Deno.test("a change in one process is in force in another within a second", async () => {
  await using app = await startApp();
  await using other = await startApp({ dataDir: app.dataDir });
  const path = "/v1/score/ip?ip=73.15.20.1";
  assert.equal((await other.ask(path, { key: app.live })).body.verdict, "allow");
  await addRule(app, "block", "73.15.20.1");
  await eventually(
    async () => (await other.ask(path, { key: app.live })).body.verdict === "block",
    "the rule",
  );
  const both = await Promise.all([
    addRule(app, "block", "1.0.0.1", "1.0.0.2"),
    other.ask("/v1/rules", { key: app.live, json: { action: "block", values: ["1.0.0.3", "1.0.0.4"] } }),
  ]);
  assert.equal(both[1].status, 200);
  await eventually(async () => (await app.ask("/v1/rules")).body.count === 5, "both changes");
});

Deno.test("rules that cannot be are refused", async (t) => {
  await using app = await startApp();
  const rows: { name: string; json: unknown }[] = [
    { name: "no action", json: { values: ["1.1.1.1"] } },
    { name: "a wrong action", json: { action: "review", values: ["1.1.1.1"] } },
    { name: "no values", json: { action: "block" } },
    { name: "empty values", json: { action: "block", values: [] } },
    { name: "numbers", json: { action: "block", values: [1] } },
    { name: "a long note", json: { action: "block", values: ["1.1.1.1"], note: "x".repeat(201) } },
    { name: "10,001 values", json: { action: "block", values: Array(10_001).fill("1.1.1.1") } },
  ];
  for (const row of rows) {
    await t.step(
      row.name,
      async () => assert.equal((await app.ask("/v1/rules", { json: row.json })).status, 400),
    );
  }
});
