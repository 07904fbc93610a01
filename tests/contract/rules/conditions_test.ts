/** Rules with a condition: made, refused, read, changed and deleted. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const WHEN = 'phone.country == "TJ" && ip.country != "TJ"';

async function made(app: TestApp, json: object) {
  const { status, body, text } = await app.ask("/v1/rules", { json });
  assert.equal(status, 200, text);
  return body.rules[0];
}

Deno.test("a condition is made as a draft, read, listed beside other rules, changed with history, and deleted", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", { json: { action: "block", values: ["203.0.113.9"] } });
  const when = `// Numbers of one run\n${WHEN}`;
  const { status, body } = await app.ask("/v1/rules", { json: { when, action: "review", note: " spring " } });
  assert.deepEqual([status, body.added, body.skipped], [200, 1, []]);
  const [rule] = body.rules;
  assert.deepEqual(
    [rule.when, rule.action, rule.state, rule.kind, rule.note],
    [when, "review", "draft", "condition", "spring"],
  );
  assert.deepEqual([rule.history, rule.hits, rule.fraud_share, rule.last_hit_at], [
    [],
    { "1d": 0, "7d": 0, "30d": 0 },
    null,
    null,
  ]);
  const path = `/v1/rules/${rule.id}`;
  const { request_id: _, processing_time_sec: __, ...read } = (await app.ask(path)).body;
  assert.deepEqual(read, rule);
  const list = (await app.ask("/v1/rules")).body;
  assert.deepEqual([list.count, list.rules.map(({ kind }: { kind: string }) => kind)], [2, [
    "ip",
    "condition",
  ]]);
  assert.deepEqual(list.rules[1], rule);

  const patch = async (json: object) => (await app.ask(path, { method: "PATCH", json })).body;
  const end = new Date(Date.now() + DAY_MS).toISOString();
  assert.equal((await patch({ state: "live", expires_at: end })).state, "live");
  assert.equal((await patch({ state: "paused" })).state, "paused");
  const tagged = await patch({ when: "signup.score > 10", action: "tag", tag: "odd", note: null });
  assert.deepEqual([tagged.when, tagged.action, tagged.tag, tagged.note], [
    "signup.score > 10",
    "tag",
    "odd",
    undefined,
  ]);
  const back = await patch({ action: "block" });
  assert.equal(back.tag, undefined, "the word goes with the action");
  assert.deepEqual(back.history.map((edit: { changes: { field: string }[] }) => edit.changes), [
    [{ field: "state", from: "draft", to: "live" }, { field: "expires_at", from: null, to: end }],
    [{ field: "state", from: "live", to: "paused" }],
    [
      { field: "when", from: when, to: "signup.score > 10" },
      { field: "action", from: "review", to: "tag" },
      { field: "tag", from: null, to: "odd" },
      { field: "note", from: "spring", to: null },
    ],
    [{ field: "action", from: "tag", to: "block" }, { field: "tag", from: "odd", to: null }],
  ]);
  assert.deepEqual((await patch({ action: "block" })).history, back.history, "nothing was changed");
  assert.equal((await app.ask(path, { method: "DELETE" })).body.deleted, 1);
  assert.equal((await app.ask(path)).status, 404);
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
});

const NOW = Date.now();
const REFUSED: readonly (readonly [name: string, json: object, pointer: string])[] = [
  ["values too", { when: WHEN, action: "block", values: ["203.0.113.9"] }, "/when"],
  ["refs too", { when: WHEN, action: "block", refs: ["val_x"] }, "/when"],
  ["empty values", { when: WHEN, action: "block", values: [] }, "/values"],
  ["an end that is past", { when: WHEN, action: "block", expires_at: "2020-01-01T00:00:00Z" }, "/expires_at"],
  [
    "an end that is now",
    { when: WHEN, action: "block", expires_at: new Date(NOW - 1).toISOString() },
    "/expires_at",
  ],
  ["a tag without a word", { when: WHEN, action: "tag" }, "/tag"],
  ["a word without a tag", { when: WHEN, action: "block", tag: "odd" }, "/tag"],
  ...["Odd", "1st", "", "a b", "a".repeat(33)].map((tag) =>
    [`the word "${tag}"`, { when: WHEN, action: "tag", tag }, "/tag"] as const
  ),
  ["danger in a block", { when: WHEN, action: "block", overrides: "block" }, "/overrides"],
  ["another danger", { when: WHEN, action: "allow", overrides: "review" }, "/overrides"],
  ["a long note", { when: WHEN, action: "block", note: "x".repeat(201) }, "/note"],
  ["no action", { when: WHEN }, "/action"],
  ["another action", { when: WHEN, action: "deny" }, "/action"],
  ["another state", { when: WHEN, action: "block", state: "on" }, "/state"],
  ["an empty condition", { when: "", action: "block" }, "/when"],
  ["4,000 characters", { when: `ip.asn == 1 || ${"1 == 1 || ".repeat(400)}true`, action: "block" }, "/when"],
  ["text", { when: "ip.country", action: "block" }, "/when"],
];

for (const [name, json, pointer] of REFUSED) {
  Deno.test(`refused: ${name}`, async () => {
    await using app = await startApp();
    const { status, body } = await app.ask("/v1/rules", { json });
    assert.deepEqual([status, body.code, body.errors?.[0]?.pointer], [400, "invalid_value", pointer]);
    assert.equal((await app.ask("/v1/rules")).body.count, 0);
  });
}

Deno.test("a mistake is told with its line, its column and the nearest name, when made and when changed", async () => {
  await using app = await startApp();
  const rule = await made(app, { when: WHEN, action: "block" });
  const json = { when: 'ip.country == "TJ" &&\n  phone.contry == "TJ"', action: "block" };
  const answers = [
    await app.ask("/v1/rules", { json }),
    await app.ask(`/v1/rules/${rule.id}`, { method: "PATCH", json }),
  ];
  for (const { status, body } of answers) {
    const [problem] = body.errors;
    assert.deepEqual([status, problem.pointer, problem.line, problem.column, problem.nearest], [
      400,
      "/when",
      2,
      3,
      "phone.country",
    ]);
    assert.match(body.detail, /phone\.contry/);
  }
  const empty = await app.ask("/v1/rules", { json: { when: "", action: "block" } });
  const [{ pointer, line, column }] = empty.body.errors;
  assert.deepEqual([empty.status, pointer, line, column], [400, "/when", 1, 1]);
  assert.equal((await app.ask(`/v1/rules/${rule.id}`)).body.when, WHEN);
});

Deno.test("two hundred are live or in shadow; drafts, paused and expired ones do not count", async () => {
  let now = NOW;
  await using app = await startApp({ now: () => now });
  const add = (json: object) =>
    app.askDirectly("/v1/rules", { json: { when: "signup.score > 50", action: "review", ...json } });
  const expires_at = new Date(now + DAY_MS).toISOString();
  const ids: string[] = [];
  for (let count = 0; count < 200; count++) {
    const { body } = await add({ state: count % 2 === 0 ? "live" : "shadow", expires_at });
    ids.push(body.rules[0].id);
  }
  const [state, path] = [{ state: "live" }, `/v1/rules/${ids[0]}`];
  assert.deepEqual((await add(state)).status, 409);
  const { body: { rules: [draft] } } = await add({});
  const wake = () => app.askDirectly(`/v1/rules/${draft.id}`, { method: "PATCH", json: state });
  assert.equal((await wake()).status, 409);
  assert.equal((await app.askDirectly(path, { method: "PATCH", json: { state: "paused" } })).status, 200);
  assert.equal((await wake()).status, 200);
  assert.equal((await app.askDirectly(path, { method: "PATCH", json: state })).status, 409);
  now += DAY_MS;
  assert.equal((await app.askDirectly(path)).status, 404, "expired");
  assert.equal((await add(state)).status, 200);
  assert.equal((await app.askDirectly("/v1/rules")).body.count, 2);
  for (let count = 2; count < 500; count++) assert.equal((await add({})).status, 200, `${count}`);
  assert.deepEqual((await add({})).body.code, "conflict");
  assert.equal((await app.askDirectly("/v1/rules?confirm=true", { method: "DELETE" })).body.deleted, 500);
  assert.equal((await app.askDirectly("/v1/rules")).body.count, 0);
});

Deno.test("together they cost a sign-up no more than their bound", async () => {
  await using app = await startApp();
  const clause = (index: number) => `distinct("ip", "email", "${index + 10}m") > 1`;
  const when = Array.from({ length: 10 }, (_, index) => clause(index)).join(" || ");
  const add = (state: string) =>
    app.askDirectly("/v1/rules", { json: { when, action: "tag", tag: "a", state } });
  let added = 0;
  for (; added < 200; added++) if ((await add("live")).status !== 200) break;
  assert.ok(added > 10 && added < 200, `${added}`);
  const { status, body } = await add("shadow");
  assert.deepEqual([status, body.code], [409, "conflict"]);
  assert.match(body.detail, /cost/);
  assert.equal((await add("draft")).status, 200);
});

Deno.test("conditions are of their account, are made once for an Idempotency-Key, and are in the audit log", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const json = { when: WHEN, action: "allow", overrides: "block", state: "shadow" };
  const headers = { "idempotency-key": "one" };
  const [first, again] = [
    await app.ask("/v1/rules", { json, headers }),
    await app.ask("/v1/rules", { json, headers }),
  ];
  assert.deepEqual(again.body, first.body);
  assert.equal(first.body.rules[0].overrides, "block");
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
  assert.equal((await app.ask("/v1/rules", { key: other.key })).body.count, 0);
  const path = `/v1/rules/${first.body.rules[0].id}`;
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const ask = method === "PATCH" ? { method, json: { state: "live" } } : { method };
    assert.equal((await app.ask(path, { ...ask, key: other.key })).status, 404);
  }
  await app.ask(path, { method: "PATCH", json: { state: "live", note: "jane@example.org" } });
  await app.ask(path, { method: "DELETE" });
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const entries = (await store.audit.list(account, { limit: 100 })).map(({ entry }) => entry)
    .filter(({ action }) => action.startsWith("rules_"));
  assert.deepEqual(entries.map(({ action }) => action).sort(), [
    "rules_added",
    "rules_changed",
    "rules_deleted",
  ]);
  assert.ok(!JSON.stringify(entries).includes("jane"), "a note may hold anything");
  const changed = entries.find(({ action }) => action === "rules_changed");
  assert.deepEqual(changed?.changes, { state: ["shadow", "live"], note: ["none", "a text"] });
});
