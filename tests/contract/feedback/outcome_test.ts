import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";

const SIGNUP = {
  ip: "73.15.20.1",
  email: "jane@gmail.com",
  phone: "+442083661177",
  domain: "fraud.example.org",
  device_id: "0123456789abcdef0123456789abcdef",
};
const KINDS = ["ip", "email", "phone", "domain", "device"] as const;

async function score(app: TestApp, json: unknown, key = app.live): Promise<Answer["body"]> {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body;
}

async function label(app: TestApp, json: unknown, key = app.live): Promise<Answer> {
  return await app.ask("/v1/outcome", { key, json });
}

/** By a test key, which moves nothing. */
async function counters(app: TestApp, key = app.test): Promise<number[]> {
  const { components } = await score(app, SIGNUP, key);
  return KINDS.map((kind) => components[kind].abuse_reports);
}

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
        const scored = await score(app, { ...(json as object), strictness });
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
        // Taken back, so that the next row is scored as this one was.
        await label(app, { request_id: scored.request_id, outcome: "legit" });
      });
    }
  }
});

Deno.test("a fraud label raises every value of the score for every account, and the other label takes it back", async () => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  const { request_id } = await score(app, SIGNUP);
  assert.deepEqual(await counters(app, other.key), [0, 0, 0, 0, 0]);
  await label(app, { request_id, outcome: "fraud" });
  assert.deepEqual(await counters(app, other.key), [1, 1, 1, 1, 1]);
  assert.deepEqual(await counters(app), [1, 1, 1, 1, 1]);
  assert.equal((await score(app, SIGNUP, other.key)).components.ip.signals.recent_abuse, true);
  await label(app, { request_id, outcome: "legit" });
  assert.deepEqual(await counters(app, other.key), [0, 0, 0, 0, 0]);
  assert.equal((await score(app, SIGNUP, other.key)).components.ip.signals.recent_abuse, false);
  await label(app, { request_id, outcome: "legit" });
  assert.deepEqual(await counters(app), [0, 0, 0, 0, 0], "never below nothing");
});

Deno.test("500 labels of whole signups in one call are all recorded, in order, durable and free", async () => {
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
        return (await score(app, signup)).request_id;
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

Deno.test("labels of one score in one call count in their order; the same score labelled at once by many counts once", async () => {
  await using app = await startApp();
  const { request_id } = await score(app, SIGNUP);
  const outcomes = ["fraud", "legit", "fraud", "fraud", "legit", "fraud"];
  const { body } = await label(app, outcomes.map((outcome) => ({ request_id, outcome })));
  assert.equal(body.recorded, 6);
  assert.deepEqual(await counters(app), [1, 1, 1, 1, 1]);
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => label(app, { request_id, outcome: i % 2 ? "fraud" : "legit" })),
  );
  const { outcome } = (await app.ask(`/v1/score/${request_id}`)).body.label;
  assert.deepEqual(await counters(app), Array(5).fill(outcome === "fraud" ? 1 : 0));
});

Deno.test("what one process labelled, another takes back and labels again, and neither believes what it remembered", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const { request_id } = await score(app, SIGNUP);
  const known = (from: TestApp, expected: string) =>
    eventually(async () => {
      const { label } = (await from.ask(`/v1/score/${request_id}`, { key: app.live })).body;
      return label?.outcome === expected;
    }, expected);
  await label(app, { request_id, outcome: "fraud" });
  await known(second, "fraud");
  await label(second, { request_id, outcome: "legit" }, app.live);
  await known(app, "legit");
  await label(app, { request_id, outcome: "fraud" });
  await known(second, "fraud");
  assert.deepEqual(await counters(app), [1, 1, 1, 1, 1]);
});

Deno.test("who may not label is refused, and nothing is labelled", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const { request_id } = await score(app, SIGNUP);
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
  assert.deepEqual([free.status, free.body.recorded], [200, 1], "without quota labels go on");
  assert.deepEqual(await counters(app), [0, 0, 0, 0, 0]);
  now += 181 * 86_400_000;
  assert.equal((await label(app, entry)).body.not_found, 1, "180 days are over");
  assert.deepEqual(await counters(app), [0, 0, 0, 0, 0]);
});

Deno.test("a label on what a test key scored is kept and moves no counter", async () => {
  await using app = await startApp();
  const { request_id } = await score(app, SIGNUP, app.test);
  assert.equal((await label(app, { request_id, outcome: "fraud" })).body.recorded, 1);
  assert.equal((await app.ask(`/v1/score/${request_id}`)).body.label.outcome, "fraud");
  assert.deepEqual(await counters(app), [0, 0, 0, 0, 0]);
});

Deno.test("hostile ids are not found, hostile bodies are refused whole", async (t) => {
  await using app = await startApp();
  const { request_id } = await score(app, SIGNUP);
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
  assert.deepEqual(await counters(app), [0, 0, 0, 0, 0]);
});
