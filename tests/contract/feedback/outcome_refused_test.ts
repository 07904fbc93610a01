/** POST /v1/outcome: calls that are refused. */
import assert from "node:assert/strict";
import { abuse } from "../../support/app/abuse.ts";
import { startApp } from "../../support/app/app.ts";
import { abuseCounters, label, scoreUser, SIGNUP } from "../../support/app/outcomes.ts";

Deno.test("invalid outcomes are refused whole", async (t) => {
  await using app = await startApp();
  const good = {
    request_id: (await app.ask("/v1/score/ip?ip=73.15.20.9")).body.request_id,
    outcome: "fraud",
  };
  const rows: { name: string; json: unknown; status: number }[] = [
    { name: "an empty array", json: [], status: 400 },
    { name: "an empty object", json: {}, status: 400 },
    { name: "an unknown outcome", json: [good, { ...good, outcome: "maybe" }], status: 400 },
    { name: "a number as id", json: [good, { request_id: 7, outcome: "fraud" }], status: 400 },
    { name: "501 entries", json: Array(501).fill(good), status: 400 },
    { name: "nested arrays", json: [[good]], status: 400 },
  ];
  for (const row of rows) {
    await t.step(
      row.name,
      async () => assert.equal((await app.ask("/v1/outcome", { json: row.json })).status, row.status),
    );
  }
  assert.equal((await app.ask("/v1/outcome", { key: app.test, json: good })).body.code, "test_key_refused");
  assert.equal((await abuse(app, "73.15.20.9")).reports, 0, "nothing of a refused call was done");
});

Deno.test("callers who may not label are refused, and nothing is labelled", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const { request_id } = await scoreUser(app, SIGNUP);
  const entry = { request_id, outcome: "fraud" };
  const tested = await label(app, entry, app.test);
  assert.deepEqual([tested.status, tested.body.code], [403, "test_key_refused"]);
  const slow = await app.account("slow", { rpm: 1 });
  await label(app, entry, slow.key);
  const limited = await label(app, entry, slow.key);
  assert.deepEqual([limited.status, limited.body.code], [429, "rate_limited"]);
  assert.ok(Number(limited.headers.get("retry-after")) > 0);
  const paused = await app.account("paused");
  await app.app.services.store.accounts.putAccount({ ...paused.account, paused: true });
  assert.deepEqual((await label(app, entry, paused.key)).status, 402);
  const spent = await app.account("spent", { monthly: 1 });
  const own = (await app.ask("/v1/score/ip?ip=9.9.9.9", { key: spent.key })).body.request_id;
  const free = await label(app, { request_id: own, outcome: "fraud" }, spent.key);
  assert.deepEqual([free.status, free.body.recorded], [200, 1], "labels work without quota");
  assert.deepEqual(await abuseCounters(app), [0, 0, 0, 0, 0]);
  now += 181 * 86_400_000;
  assert.equal((await label(app, entry)).body.not_found, 1, "after 180 days");
  assert.deepEqual(await abuseCounters(app), [0, 0, 0, 0, 0]);
});

Deno.test("malformed ids are not found, malformed bodies are refused whole", async (t) => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP);
  const ids = [
    "req_",
    request_id.toUpperCase(),
    `${request_id} `,
    request_id.slice(4),
    `${request_id.slice(0, -1)}g`,
    "__proto__",
    "\u0000",
    "\ud800",
    "../label",
  ];
  const { status, body } = await label(app, ids.map((id) => ({ request_id: id, outcome: "fraud" })));
  assert.deepEqual([status, body.recorded, body.not_found], [200, 0, ids.length]);
  const good = { request_id, outcome: "fraud" };
  const rows: { name: string; json: unknown; pointer?: string }[] = [
    { name: "null", json: null },
    { name: "a text", json: "fraud" },
    { name: "outcomes that are no list", json: { outcomes: good } },
    { name: "an empty list in a wrapping", json: { outcomes: [] } },
    { name: "a list in a list in a wrapping", json: { outcomes: [[good]] } },
    { name: "no outcome", json: { request_id }, pointer: "/outcome" },
    { name: "fraud in capitals", json: { request_id, outcome: "FRAUD" }, pointer: "/outcome" },
    {
      name: "an id of 201 characters",
      json: [good, { request_id: "x".repeat(201), outcome: "fraud" }],
      pointer: "/1/request_id",
    },
    {
      name: "no outcome in a wrapping",
      json: { outcomes: [good, { request_id }] },
      pointer: "/outcomes/1/outcome",
    },
    { name: "an empty id", json: [good, { request_id: "", outcome: "fraud" }] },
    { name: "null among entries", json: [good, null] },
  ];
  for (const { name, json, pointer } of rows) {
    await t.step(name, async () => {
      const answer = await label(app, json);
      assert.deepEqual([answer.status, answer.body.code], [400, "invalid_value"]);
      if (pointer !== undefined) assert.equal(answer.body.errors[0].pointer, pointer);
    });
  }
  const over = await label(app, Array(501).fill(good));
  assert.deepEqual([over.status, over.body.code], [400, "too_many_items"]);
  assert.deepEqual(await abuseCounters(app), [0, 0, 0, 0, 0]);
});
