/** GET and DELETE /v1/rules. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { addRules, countRules } from "../../support/app/rules.ts";

Deno.test("rules are listed, skipped as duplicates, warned about when broad, and deleted", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const added = await addRules(
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
  const again = await addRules(app, "allow", "1.2.3.4");
  assert.deepEqual([again.added, again.skipped.length], [0, 1]);
  assert.equal((await addRules(app, "block", "1.2.3.4")).added, 1, "the opposite action is a new rule");
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

Deno.test("all rules are deleted only with exactly confirm=true", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", { json: { action: "block", values: ["8.8.8.8"] } });
  for (const query of ["", "?confirm=", "?confirm=1", "?confirm=TRUE", "?confirm=yes", "?confirm=false"]) {
    const { status, body } = await app.ask(`/v1/rules${query}`, { method: "DELETE" });
    assert.deepEqual([status, body.code], [400, "confirmation_required"], query);
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
  const { body } = await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
  assert.equal(body.deleted, 1);
});

Deno.test("malformed rule ids are 404, and rules of other accounts stay", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const { rules } = (await app.ask("/v1/rules", {
    key: other.key,
    json: { action: "block", values: ["1.1.1.1"] },
  })).body;
  for (const id of [rules[0].id, "x", "%00", "%2e%2e", "__proto__", "0".repeat(3000), "%F0%9F%92%A5"]) {
    const { status, body } = await app.ask(`/v1/rules/${id}`, { method: "DELETE" });
    assert.deepEqual([status, body.code], [404, "not_found"], id.slice(0, 20));
  }
  assert.equal((await app.ask("/v1/rules?confirm=true", { method: "DELETE" })).body.deleted, 0);
  assert.equal((await app.ask("/v1/rules", { key: other.key })).body.count, 1);
});

Deno.test("rules are free and work without quota; concurrent deletion deletes once", async () => {
  await using app = await startApp();
  const { key } = await app.account("spent", { monthly: 0 });
  const json = { action: "block", values: ["1.1.1.1"] };
  assert.equal((await app.ask("/v1/rules", { key, json })).body.added, 1);
  assert.equal((await app.ask("/v1/rules/import?action=allow", { key, raw: "2.2.2.2\n" })).body.imported, 1);
  const { rules } = (await app.ask("/v1/rules", { key })).body;
  assert.equal(rules.length, 2);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.ask(`/v1/rules/${rules[0].id}`, { key, method: "DELETE" })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(404)]);
  assert.equal((await app.ask("/v1/rules", { key })).body.count, 1);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 0);
});

Deno.test("rules that are added, imported and deleted concurrently are applied whole", async () => {
  await using app = await startApp();
  const values = (from: number, length: number) =>
    Array.from({ length }, (_, i) => `20.0.${(from + i) >> 8}.${(from + i) & 255}`);
  const [first, , ...rest] = await Promise.all([
    addRules(app, "block", ...values(0, 300)),
    addRules(app, "block", ...values(0, 300)),
    ...[1, 2, 3, 4].map((part) =>
      app.ask("/v1/rules/import?action=block", { raw: values(300 * part, 300).join("\n") })
    ),
  ]);
  assert.ok(rest.every(({ body }) => body.imported === 300));
  assert.equal(await countRules(app), 1500, "the same values twice are one rule each");
  await Promise.all([
    ...first.rules.slice(0, 50).map(({ id }: { id: string }) =>
      app.ask(`/v1/rules/${id}`, { method: "DELETE" })
    ),
    addRules(app, "allow", "9.9.9.9"),
  ]);
  assert.equal(await countRules(app), (first.added === 0 ? 1500 : 1450) + 1);
  assert.equal((await app.ask("/v1/score/ip?ip=9.9.9.9")).body.rule_applied.action, "allow");
});
