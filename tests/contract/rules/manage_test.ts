/** GET and PATCH /v1/rules/{id}: rules that name values are read, paused and edited, with history. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";

const verdictOf = async (app: TestApp) => (await app.ask("/v1/score/ip?ip=203.0.113.9")).body.verdict;

Deno.test("a rule is read, paused, resumed and edited; every change is in its history", async () => {
  await using app = await startApp();
  const { rules: [rule] } = await addRules(app, "block", "203.0.113.9");
  const path = `/v1/rules/${rule.id}`;
  const patch = (json: object) => app.ask(path, { method: "PATCH", json });
  assert.equal(await verdictOf(app), "block");

  const made = (await app.ask(path)).body;
  assert.equal(made.state, "live");
  assert.equal(typeof made.author.key, "string");
  assert.deepEqual(made.history, []);
  assert.deepEqual(made.hits, { "1d": 1, "7d": 1, "30d": 1 });
  assert.equal(made.fraud_share, null);
  assert.ok(Date.now() - Date.parse(made.last_hit_at) < 60_000);

  assert.equal((await patch({ state: "paused" })).body.state, "paused");
  assert.notEqual(await verdictOf(app), "block");
  const again = (await app.ask("/v1/rules", { json: { action: "block", values: ["203.0.113.9"] } })).body;
  assert.equal(again.added, 0);
  assert.match(again.skipped[0].reason, /already exists and is paused/);

  assert.equal((await patch({ state: "live", note: "abuse desk" })).body.note, "abuse desk");
  assert.equal(await verdictOf(app), "block");
  const end = new Date(Date.now() + 1e8).toISOString();
  assert.equal((await patch({ expires_at: end })).body.expires_at, end);
  const edited = (await patch({ note: null, expires_at: null })).body;
  assert.deepEqual([edited.note, edited.expires_at], [undefined, undefined]);
  assert.deepEqual((await patch({ note: null })).body.history, edited.history, "nothing was changed");
  const changes = edited.history.map((edit: { changes: unknown }) => edit.changes);
  assert.deepEqual(changes, [
    [{ field: "state", from: "live", to: "paused" }],
    [{ field: "state", from: "paused", to: "live" }, { field: "note", from: null, to: "abuse desk" }],
    [{ field: "expires_at", from: null, to: end }],
    [{ field: "note", from: "abuse desk", to: null }, { field: "expires_at", from: end, to: null }],
  ]);
  assert.equal(edited.history[0].by.key, made.author.key);
  const { body } = await app.ask("/v1/rules");
  assert.deepEqual(body.rules.map(({ id, state }: { id: string; state: string }) => [id, state]), [[
    rule.id,
    "live",
  ]]);
});

Deno.test("what a rule that names a value cannot have is refused, and another account's rule is not found", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const { rules: [rule] } = await addRules(app, "block", "203.0.113.9");
  const path = `/v1/rules/${rule.id}`;
  const refused = [
    [{ when: "true" }, "/when"],
    [{ action: "allow" }, "/action"],
    [{ tag: "word" }, "/tag"],
    [{ overrides: "block" }, "/overrides"],
    [{ state: "shadow" }, "/state"],
    [{ state: "draft" }, "/state"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "/expires_at"],
    [{ note: "x".repeat(201) }, "/note"],
    [{ state: "asleep" }, "/state"],
  ] as const;
  for (const [json, pointer] of refused) {
    const { status, body } = await app.ask(path, { method: "PATCH", json });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, pointer], JSON.stringify(json));
  }
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const ask = { method, ...(method === "PATCH" ? { json: { state: "paused" } } : {}) };
    assert.equal((await app.ask(path, { ...ask, key: other.key })).status, 404, method);
    assert.equal((await app.ask("/v1/rules/none", ask)).status, 404, method);
  }
  assert.equal(await verdictOf(app), "block");
  for (
    const json of [{ action: "review" }, { action: "tag", tag: "a" }, { action: "block", state: "draft" }]
  ) {
    const { status } = await app.ask("/v1/rules", { json: { ...json, values: ["203.0.113.8"] } });
    assert.equal(status, 400, JSON.stringify(json));
  }
});
