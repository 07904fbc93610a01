import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

async function abuse(
  app: TestApp,
  ip: string,
  key = app.test,
): Promise<{ reports: number; recent: boolean; score: number }> {
  const { body } = await app.ask(`/v1/score/ip?ip=${ip}`, { key });
  return { reports: body.abuse_reports, recent: body.signals.recent_abuse, score: body.risk_score };
}

const RESIDENTIAL = "73.15.20.1";

Deno.test("POST /v1/report counts at once, for everybody, and skips what it cannot count", async () => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  const { status, body } = await app.ask("/v1/report", {
    json: { kind: "ip", values: [RESIDENTIAL, "nonsense", "10.0.0.1", RESIDENTIAL] },
  });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), [
    "processing_time_sec",
    "reported",
    "request_id",
    "results",
    "skipped",
  ]);
  assert.equal(body.reported, 1);
  assert.deepEqual(body.results, [{ kind: "ip", abuse_reports: 1 }]);
  assert.deepEqual(body.skipped.map((entry: { value: string }) => entry.value), [
    "nonsense",
    "10.0.0.1",
    RESIDENTIAL,
  ]);
  assert.deepEqual(await abuse(app, RESIDENTIAL, other.key), { reports: 1, recent: true, score: 25 });
  assert.equal((await abuse(app, RESIDENTIAL)).score, 44, "for itself a report counts in full");
  await app.ask("/v1/report", { json: { kind: "ip", value: RESIDENTIAL } });
  assert.equal((await abuse(app, RESIDENTIAL)).reports, 2);
});

Deno.test("own reports count in full up to block, others' as one voice, a throw-away account's not at all", async () => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  for (let i = 0; i < 8; i++) {
    await app.ask("/v1/report", { json: { kind: "email", value: "thief@gmail.com" } });
  }
  const score = async (key: string) =>
    (await app.ask("/v1/verify/email?email=thief@gmail.com", { key })).body;
  const own = await score(app.test);
  const theirs = await score(other.key);
  assert.equal(own.abuse_reports, 8);
  assert.equal(own.verdict, "block");
  assert.equal(theirs.abuse_reports, 8);
  assert.ok(theirs.risk_score < 50, `one voice weighs ${theirs.risk_score}`);
  const throwaway = await app.account("throw-away", { madeBy: "signup" });
  for (let i = 0; i < 8; i++) {
    await app.ask("/v1/report", { key: throwaway.key, json: { kind: "email", value: "innocent@gmail.com" } });
  }
  const innocent = (await app.ask("/v1/verify/email?email=innocent@gmail.com")).body;
  const untouched = (await app.ask("/v1/verify/email?email=somebody@gmail.com")).body;
  assert.equal(innocent.abuse_reports, 8);
  assert.equal(innocent.risk_score, untouched.risk_score);
});

Deno.test("reports are refused for test keys, without values and beyond 500", async () => {
  await using app = await startApp();
  const refused = await app.ask("/v1/report", { key: app.test, json: { kind: "ip", value: RESIDENTIAL } });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, "test_key_refused");
  assert.equal((await app.ask("/v1/report", { json: { kind: "ip" } })).status, 400);
  assert.equal((await app.ask("/v1/report", { json: { kind: "device", value: "x" } })).status, 400);
  assert.equal(
    (await app.ask("/v1/report", { json: { kind: "ip", values: Array(501).fill(RESIDENTIAL) } })).body.code,
    "too_many_items",
  );
  assert.equal((await abuse(app, RESIDENTIAL)).reports, 0);
  const many = await app.ask("/v1/report", {
    json: { kind: "ip", values: Array.from({ length: 500 }, (_, i) => `73.15.${i >> 8}.${i & 255}`) },
  });
  assert.equal(many.body.reported, 500);
  assert.equal((await app.ask("/v1/usage")).body.used, 1);
});

Deno.test("points decay over months, the counter stays, recent_abuse ends after 30 days", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  for (let i = 0; i < 4; i++) await app.ask("/v1/report", { json: { kind: "ip", value: RESIDENTIAL } });
  const fresh = await abuse(app, RESIDENTIAL);
  now += 40 * 86_400_000;
  const later = await abuse(app, RESIDENTIAL);
  now += 500 * 86_400_000;
  const old = await abuse(app, RESIDENTIAL);
  assert.deepEqual([fresh.recent, later.recent, old.recent], [true, false, false]);
  assert.deepEqual([fresh.reports, later.reports, old.reports], [4, 4, 4]);
  assert.ok(
    fresh.score > later.score && later.score > old.score && old.score < 10,
    JSON.stringify([fresh, later, old]),
  );
});

Deno.test("POST /v1/outcome labels, relabels and takes back", async () => {
  await using app = await startApp();
  const signup = {
    ip: RESIDENTIAL,
    email: "jane@gmail.com",
    phone: "+442083661177",
    device_id: "0123456789abcdef0123456789abcdef",
  };
  const scored = (await app.ask("/v1/score/user", { json: signup })).body;
  const label = async (outcome: string) =>
    (await app.ask("/v1/outcome", { json: { request_id: scored.request_id, outcome } })).body;
  const fraud = await label("fraud");
  assert.deepEqual(Object.keys(fraud).sort(), [
    "not_found",
    "processing_time_sec",
    "recorded",
    "request_id",
    "results",
  ]);
  assert.deepEqual(fraud.results, [{
    request_id: scored.request_id,
    status: "recorded",
    our_score: scored.risk_score,
    our_verdict: "allow",
    disagreement: true,
  }]);
  const counts = async () => {
    const { components } = (await app.ask("/v1/score/user", { key: app.test, json: signup })).body;
    return ["ip", "email", "phone", "device"].map((kind) => components[kind].abuse_reports);
  };
  assert.deepEqual(await counts(), [1, 1, 1, 1]);
  await label("fraud");
  assert.deepEqual(await counts(), [1, 1, 1, 1], "the same label again changes nothing");
  const legit = await label("legitimate");
  assert.equal(legit.results[0].disagreement, false);
  assert.deepEqual(await counts(), [0, 0, 0, 0]);
  await label("fraud");
  assert.deepEqual(await counts(), [1, 1, 1, 1]);
  const stored = (await app.ask(`/v1/score/${scored.request_id}`)).body;
  assert.equal(stored.label.outcome, "fraud");
});

Deno.test("outcomes come single, as an array or wrapped; other accounts' ids are not found", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const ids = (await app.ask("/v1/batch", { json: { type: "ip", items: ["8.8.8.8", "9.9.9.9"] } })).body
    .results.map((entry: { request_id: string }) => entry.request_id);
  const entries = ids.map((request_id: string) => ({ request_id, outcome: "legit" }));
  const array = await app.ask("/v1/outcome", {
    json: [...entries, { request_id: "req_never", outcome: "fraud" }],
  });
  assert.deepEqual([array.body.recorded, array.body.not_found], [2, 1]);
  assert.equal(array.body.results[2].status, "not_found");
  assert.equal((await app.ask("/v1/outcome", { json: { outcomes: entries } })).body.recorded, 2);
  const theirs = await app.ask("/v1/outcome", { key: other.key, json: entries });
  assert.deepEqual([theirs.body.recorded, theirs.body.not_found], [0, 2]);
  assert.equal((await app.ask("/v1/usage")).body.used, 2);
});

Deno.test("outcomes that cannot be are refused whole", async (t) => {
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

Deno.test("what a test key scores leaves no trace", async () => {
  await using app = await startApp();
  for (let i = 0; i < 3; i++) {
    await app.ask("/v1/batch", { key: app.test, json: { type: "ip", items: [RESIDENTIAL] } });
  }
  const { body } = await app.ask("/v1/batch", { json: { type: "ip", items: [RESIDENTIAL] } });
  assert.equal(body.results[0].times_seen, 1);
});
