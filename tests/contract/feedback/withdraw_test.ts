/** DELETE /v1/report: takes back the account's own reports. */
import assert from "node:assert/strict";
import { withdrawalResult } from "../../../src/http/feedback/report_api.ts";
import { abuse, RESIDENTIAL } from "../../support/app/abuse.ts";
import { type Answer, followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { label, scoreUser } from "../../support/app/outcomes.ts";

async function report(app: TestApp, json: unknown, key = app.live): Promise<void> {
  assert.equal((await app.ask("/v1/report", { key, json })).status, 200);
}

async function withdraw(app: TestApp, json: unknown, key = app.live): Promise<Answer> {
  return await app.ask("/v1/report", { method: "DELETE", key, json });
}

const KINDS = [
  { kind: "ip", value: "73.15.20.1", same: "::ffff:73.15.20.1", not: "73.15.20.2" },
  { kind: "email", value: "J.ane+shop@gmail.com", same: "jane@googlemail.com", not: "janet@gmail.com" },
  { kind: "domain", value: "Fraud.Example.org", same: "example.org.", not: "example.net" },
  { kind: "phone", value: "+44 20 8366 1177", same: "+442083661177", not: "+442083661178" },
] as const;

/** What a later score of the value shows, without what differs between any two scores. */
async function scored(app: TestApp, kind: string, value: string, key: string): Promise<unknown> {
  const { body } = await app.ask("/v1/batch", { key, json: { type: kind, items: [value] } });
  const { request_id: _, processing_time_sec: __, ...rest } = body.results[0];
  return rest;
}

Deno.test("all own reports of a value are taken back, in any spelling, and its score is what it was before, for every account and process", async (t) => {
  await using app = await startApp();
  await using peer = await startApp({ dataDir: app.dataDir });
  const other = await app.account("other", { mode: "test" });
  await followChanges(app, peer);
  for (const { kind, value, same, not } of KINDS) {
    await t.step(kind, async () => {
      const keys = [app.test, other.key];
      const see = async (at: TestApp) => await Promise.all(keys.map((key) => scored(at, kind, value, key)));
      const before = await see(app);
      await report(app, { kind, value });
      await report(app, { kind, values: [same, not] });
      assert.notDeepEqual(await see(app), before);
      const { status, body } = await withdraw(app, { kind, value: same });
      assert.equal(status, 200);
      assert.deepEqual(withdrawalResult.parse(body), body);
      assert.deepEqual([body.withdrawn, body.not_found, body.skipped], [1, 0, []]);
      assert.deepEqual(body.results, [{ kind, withdrawn: 2, abuse_reports: 0 }]);
      assert.deepEqual(await see(app), before);
      await followChanges(app, peer);
      assert.deepEqual(await see(peer), before);
      const again = await withdraw(app, { kind, value });
      assert.deepEqual([again.body.withdrawn, again.body.not_found], [0, 1]);
      assert.deepEqual(again.body.results, [{ kind, withdrawn: 0, abuse_reports: 0 }]);
      assert.equal((await withdraw(app, { kind, value: not })).body.withdrawn, 1, "the other value's stayed");
    });
  }
});

Deno.test("labels stay, and what other accounts reported stays", async () => {
  await using app = await startApp();
  const [other, guest] = [await app.account("other"), await app.account("guest", { madeBy: "signup" })];
  const { request_id } = await scoreUser(app, { ip: RESIDENTIAL });
  await label(app, { request_id, outcome: "fraud" });
  const labelled = await abuse(app, RESIDENTIAL);
  for (const key of [app.live, app.live, other.key, guest.key]) {
    await report(app, { kind: "ip", value: RESIDENTIAL }, key);
  }
  const counts = async () =>
    await Promise.all(
      [app.test, other.key, guest.key].map(async (key) => (await abuse(app, RESIDENTIAL, key)).reports),
    );
  assert.deepEqual(await counts(), [4, 4, 5]);
  assert.deepEqual((await withdraw(app, { kind: "ip", value: RESIDENTIAL })).body.results, [
    { kind: "ip", withdrawn: 2, abuse_reports: 2 },
  ]);
  assert.deepEqual(await counts(), [2, 2, 3]);
  assert.equal(
    (await withdraw(app, { kind: "ip", value: RESIDENTIAL }, guest.key)).body.results[0].withdrawn,
    1,
  );
  assert.equal(
    (await withdraw(app, { kind: "ip", value: RESIDENTIAL }, other.key)).body.results[0].withdrawn,
    1,
  );
  assert.deepEqual(await counts(), [1, 1, 1]);
  assert.deepEqual(await abuse(app, RESIDENTIAL), labelled, "as with the label alone");
  await label(app, { request_id, outcome: "none" });
  assert.deepEqual(await counts(), [0, 0, 0]);
});

Deno.test("values come in the query or in the body, with or without a body; a + is a +", async (t) => {
  await using app = await startApp();
  const rows: {
    name: string;
    kind: string;
    values: string[];
    query: string;
    json?: unknown;
    raw?: string;
  }[] = [
    { name: "query", kind: "ip", values: [RESIDENTIAL], query: `?kind=ip&value=${RESIDENTIAL}` },
    {
      name: "repeated",
      kind: "ip",
      values: ["73.15.0.1", "73.15.0.2"],
      query: "?kind=ip&value=73.15.0.1&value=73.15.0.2",
    },
    { name: "a phone", kind: "phone", values: ["+442083661177"], query: "?kind=phone&value=+442083661177" },
    {
      name: "an encoded phone",
      kind: "phone",
      values: ["+442083661177"],
      query: "?value=%2B442083661177&kind=phone",
    },
    { name: "a tag", kind: "email", values: ["b+a@example.net"], query: "?kind=email&value=b+a@example.net" },
    {
      name: "an encoded tag",
      kind: "email",
      values: ["b+a@example.net"],
      query: "?kind=email&value=b%2Ba%40example.net",
    },
    {
      name: "body",
      kind: "ip",
      values: ["73.15.0.1", "73.15.0.2"],
      query: "",
      json: { kind: "ip", value: "73.15.0.1", values: ["73.15.0.2"] },
    },
    {
      name: "kind in the query",
      kind: "ip",
      values: [RESIDENTIAL],
      query: "?kind=ip",
      json: { values: [RESIDENTIAL] },
    },
    {
      name: "both",
      kind: "ip",
      values: ["73.15.0.1", "73.15.0.2"],
      query: "?kind=ip&value=73.15.0.1",
      json: { kind: "ip", value: "73.15.0.2" },
    },
  ];
  for (const { name, kind, values, query, json } of rows) {
    await t.step(name, async () => {
      await report(app, { kind, values });
      const { status, body } = await app.ask(`/v1/report${query}`, {
        method: "DELETE",
        ...(json === undefined ? {} : { json }),
      });
      assert.deepEqual([status, body.withdrawn, body.not_found], [200, values.length, 0]);
    });
  }
});

Deno.test("it is free, durable and in the audit log; every value is accounted for", async () => {
  await using app = await startApp();
  const values = Array.from({ length: 300 }, (_, i) => `73.15.${i >> 8}.${i & 255}`);
  await report(app, { kind: "ip", values });
  const used = (await app.ask("/v1/usage")).body.used;
  const { body } = await withdraw(app, {
    kind: "ip",
    values: [...values, values[0], "bad", "10.0.0.1", "9.9.9.9"],
  });
  assert.deepEqual([body.withdrawn, body.not_found, body.results.length], [300, 1, 301]);
  assert.deepEqual(body.skipped.map(({ value }: { value: string }) => value), [values[0], "bad", "10.0.0.1"]);
  assert.match(body.skipped[0].reason, /already in this request/);
  assert.equal((await app.ask("/v1/usage")).body.used, used);
  const { store } = app.app.services;
  const entries = await store.audit.list(store.accounts.accountNamed("main")!.id, { limit: 100 });
  const found = entries.map(({ entry }) => entry).filter(({ action }) => action === "values_withdrawn");
  assert.deepEqual(found.map(({ count, details, subjects }) => [count, details, subjects]), [[300, {
    kind: "ip",
  }, []]]);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  again.test = app.test;
  for (const at of [0, 1, 150, 299]) assert.equal((await abuse(again, values[at]!)).reports, 0);
});

Deno.test("withdrawals at the same moment as reports and each other lose and double nothing", async () => {
  await using app = await startApp();
  const json = { kind: "ip", value: RESIDENTIAL };
  const answers = await Promise.all(
    Array.from(
      { length: 30 },
      (_, i) => i % 3 === 0 ? withdraw(app, json) : report(app, json).then(() => null),
    ),
  );
  const taken = answers.reduce((sum, answer) => sum + (answer?.body.results[0].withdrawn ?? 0), 0);
  assert.equal(taken + (await abuse(app, RESIDENTIAL)).reports, 20);
  const { body } = await withdraw(app, json);
  assert.equal(taken + (body.results[0].withdrawn ?? 0), 20);
  assert.equal((await abuse(app, RESIDENTIAL)).reports, 0);
});

Deno.test("what a report refuses is refused, and nothing is taken back", async (t) => {
  await using app = await startApp();
  await report(app, { kind: "ip", value: RESIDENTIAL });
  const many = Array(501).fill(RESIDENTIAL);
  const rows: {
    name: string;
    query?: string;
    json?: unknown;
    raw?: string;
    key?: string;
    status: number;
    code: string;
  }[] = [
    {
      name: "a test key",
      json: { kind: "ip", value: RESIDENTIAL },
      key: app.test,
      status: 403,
      code: "test_key_refused",
    },
    { name: "no kind", query: `?value=${RESIDENTIAL}`, status: 400, code: "invalid_value" },
    { name: "nothing", status: 400, code: "invalid_value" },
    { name: "no value", json: { kind: "ip" }, status: 400, code: "invalid_value" },
    { name: "an empty value", query: "?kind=ip&value=", status: 400, code: "invalid_value" },
    {
      name: "another kind",
      json: { kind: "device", value: RESIDENTIAL },
      status: 400,
      code: "invalid_value",
    },
    {
      name: "another kind in the query",
      query: `?kind=device&value=${RESIDENTIAL}`,
      status: 400,
      code: "invalid_value",
    },
    {
      name: "two kinds",
      query: "?kind=email",
      json: { kind: "ip", value: RESIDENTIAL },
      status: 400,
      code: "invalid_value",
    },
    { name: "no text", json: { kind: "ip", values: [1] }, status: 400, code: "invalid_value" },
    { name: "501 values", json: { kind: "ip", values: many }, status: 400, code: "too_many_items" },
    { name: "no JSON", query: `?kind=ip&value=${RESIDENTIAL}`, raw: "{", status: 400, code: "invalid_json" },
  ];
  for (const { name, query = "", status, code, ...ask } of rows) {
    await t.step(name, async () => {
      const answer = await app.ask(`/v1/report${query}`, { method: "DELETE", ...ask });
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    });
  }
  assert.equal((await abuse(app, RESIDENTIAL)).reports, 1);
});
