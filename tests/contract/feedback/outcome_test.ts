/** POST /v1/outcome. */
import assert from "node:assert/strict";
import { RESIDENTIAL } from "../../support/app/abuse.ts";
import { startApp } from "../../support/app/app.ts";
import { abuseCounters, label, scoreUser, SIGNUP } from "../../support/app/outcomes.ts";

Deno.test("POST /v1/outcome labels, relabels and revokes", async () => {
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

Deno.test("disagreement: allow was fraud, or block was legitimate, and nothing else", async (t) => {
  await using app = await startApp();
  const rows: { verdict: string; json: unknown; strictness: number }[] = [
    { verdict: "allow", json: { ip: "73.15.20.1" }, strictness: 1 },
    { verdict: "review", json: { ip: "8.8.8.8" }, strictness: 2 },
    { verdict: "block", json: { email: "x@mailinator.com" }, strictness: 2 },
  ];
  for (const { verdict, json, strictness } of rows) {
    for (const outcome of ["fraud", "legit", "legitimate"]) {
      await t.step(`${verdict}, ${outcome}`, async () => {
        const scored = await scoreUser(app, { ...(json as object), strictness });
        assert.equal(scored.verdict, verdict);
        const { status, body } = await label(app, { request_id: scored.request_id, outcome });
        assert.equal(status, 200);
        assert.deepEqual([body.recorded, body.not_found], [1, 0]);
        assert.deepEqual(body.results, [{
          request_id: scored.request_id,
          status: "recorded",
          our_score: scored.risk_score,
          our_verdict: verdict,
          disagreement: outcome === "fraud" ? verdict === "allow" : verdict === "block",
        }]);
        assert.match(body.request_id, /^req_/);
        assert.notEqual(body.request_id, scored.request_id);
        // Revoked, so that the next row is scored as this one was.
        await label(app, { request_id: scored.request_id, outcome: "legit" });
      });
    }
  }
});

Deno.test("a fraud label counts against every value of the score for every account, and a legit label revokes it", async () => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  const { request_id } = await scoreUser(app, SIGNUP);
  assert.deepEqual(await abuseCounters(app, other.key), [0, 0, 0, 0, 0]);
  await label(app, { request_id, outcome: "fraud" });
  assert.deepEqual(await abuseCounters(app, other.key), [1, 1, 1, 1, 1]);
  assert.deepEqual(await abuseCounters(app), [1, 1, 1, 1, 1]);
  assert.equal((await scoreUser(app, SIGNUP, other.key)).components.ip.signals.recent_abuse, true);
  await label(app, { request_id, outcome: "legit" });
  assert.deepEqual(await abuseCounters(app, other.key), [0, 0, 0, 0, 0]);
  assert.equal((await scoreUser(app, SIGNUP, other.key)).components.ip.signals.recent_abuse, false);
  await label(app, { request_id, outcome: "legit" });
  assert.deepEqual(await abuseCounters(app), [0, 0, 0, 0, 0], "never below zero");
});

Deno.test("500 labels of whole sign-ups in one call are all recorded, in order, durable and free", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (let from = 0; from < 500; from += 50) {
    ids.push(
      ...await Promise.all(Array.from({ length: 50 }, async (_, i) => {
        const n = from + i;
        const signup = {
          ip: `73.15.${n >> 8}.${n & 255}`,
          email: `person${n}@gmail.com`,
          phone: `+4420836${10_000 + n}`,
          domain: `host${n}.example.org`,
          device_id: n.toString(16).padStart(32, "0"),
        };
        return (await scoreUser(app, signup)).request_id;
      })),
    );
  }
  const used = (await app.ask("/v1/usage")).body.used;
  assert.equal(used, 2500);
  const unknown = "req_00000000-0000-7000-8000-000000000000";
  const entries = ids.map((request_id, i) => ({ request_id, outcome: i % 2 ? "legit" : "fraud" }));
  const { status, body } = await label(app, [...entries.slice(0, 499), {
    request_id: unknown,
    outcome: "fraud",
  }]);
  assert.equal(status, 200);
  assert.deepEqual([body.recorded, body.not_found, body.results.length], [499, 1, 500]);
  assert.deepEqual(body.results.map((entry: { request_id: string }) => entry.request_id), [
    ...ids.slice(0, 499),
    unknown,
  ]);
  assert.deepEqual(body.results[499], {
    request_id: unknown,
    status: "not_found",
    our_score: null,
    our_verdict: null,
    disagreement: null,
  });
  assert.equal((await label(app, { outcomes: entries })).body.recorded, 500);
  assert.equal((await app.ask("/v1/usage")).body.used, used, "free");
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  for (const at of [0, 1, 49, 50, 498, 499]) {
    const stored = (await again.ask(`/v1/score/${ids[at]}`, { key: app.live })).body;
    assert.equal(stored.label.outcome, at % 2 ? "legit" : "fraud");
    const [seen] = (await again.ask("/v1/batch", {
      key: app.test,
      json: { type: "email", items: [`person${at}@gmail.com`] },
    })).body.results;
    assert.equal(seen.abuse_reports, at % 2 ? 0 : 1);
  }
});

Deno.test("labels of one score in one call apply in order; concurrent labels of one score count once", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP);
  const outcomes = ["fraud", "legit", "fraud", "fraud", "legit", "fraud"];
  const { body } = await label(app, outcomes.map((outcome) => ({ request_id, outcome })));
  assert.equal(body.recorded, 6);
  assert.deepEqual(await abuseCounters(app), [1, 1, 1, 1, 1]);
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => label(app, { request_id, outcome: i % 2 ? "fraud" : "legit" })),
  );
  const { outcome } = (await app.ask(`/v1/score/${request_id}`)).body.label;
  assert.deepEqual(await abuseCounters(app), Array(5).fill(outcome === "fraud" ? 1 : 0));
});

Deno.test("a label on a score of a test key is stored and changes no counter", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP, app.test);
  assert.equal((await label(app, { request_id, outcome: "fraud" })).body.recorded, 1);
  assert.equal((await app.ask(`/v1/score/${request_id}`)).body.label.outcome, "fraud");
  assert.deepEqual(await abuseCounters(app), [0, 0, 0, 0, 0]);
});
