/** POST /v1/report. */
import assert from "node:assert/strict";
import { abuse, RESIDENTIAL } from "../../support/app/abuse.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

Deno.test("POST /v1/report counts immediately, for every account, and skips what it cannot count", async () => {
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
  const alone = { reports: 1, recent: true, score: 0 };
  assert.deepEqual(await abuse(app, RESIDENTIAL, other.key), alone, "of one other account alone");
  assert.equal((await abuse(app, RESIDENTIAL)).score, 44, "for itself a report counts in full");
  await app.ask("/v1/report", { json: { kind: "ip", value: RESIDENTIAL } });
  assert.equal((await abuse(app, RESIDENTIAL)).reports, 2);
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

async function report(app: TestApp, json: unknown, key = app.live) {
  return await app.ask("/v1/report", { json, key });
}

/** abuse_reports as a caller sees it, by a test key, which moves nothing. */
async function seen(app: TestApp, kind: string, value: string, key = app.test): Promise<number> {
  const { body } = await app.ask("/v1/batch", { key, json: { type: kind, items: [value] } });
  return body.results[0].abuse_reports;
}

const KINDS: readonly {
  readonly kind: string;
  readonly value: string;
  readonly same: string;
  readonly not: string;
}[] = [
  { kind: "ip", value: "73.15.20.1", same: "::ffff:73.15.20.1", not: "73.15.20.2" },
  { kind: "ip", value: "2600:1700:1234::1", same: "2600:1700:1234:0:0:0:0:1", not: "2600:1700:1234::2" },
  { kind: "email", value: "J.ane+shop@gmail.com", same: "jane@googlemail.com", not: "janet@gmail.com" },
  { kind: "domain", value: "Fraud.Example.org", same: "fraud.example.org.", not: "example.net" },
  { kind: "phone", value: "+44 20 8366 1177", same: "+442083661177", not: "+442083661178" },
];

Deno.test("each kind is counted in every spelling of the value, for every account, on the next score", async (t) => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  for (const { kind, value, same, not } of KINDS) {
    await t.step(`${kind} ${value}`, async () => {
      const { status, body } = await report(app, { kind, value });
      assert.equal(status, 200);
      assert.deepEqual([body.reported, body.results, body.skipped], [1, [{ kind, abuse_reports: 1 }], []]);
      assert.match(body.request_id, /^req_/);
      assert.ok(body.processing_time_sec >= 0);
      for (const key of [app.test, other.key]) {
        assert.equal(await seen(app, kind, same, key), 1);
        assert.equal(await seen(app, kind, not, key), 0);
      }
      const again = await report(app, { kind, value: same });
      assert.deepEqual(again.body.results, [{ kind, abuse_reports: 2 }]);
    });
  }
});

Deno.test("value and values may be combined; duplicates are skipped; results follow the order of the counted values", async () => {
  await using app = await startApp();
  await report(app, { kind: "ip", value: "73.15.0.3" });
  const { body } = await report(app, {
    kind: "ip",
    value: "73.15.0.1",
    values: ["bad", "73.15.0.3", "73.15.0.1", "127.0.0.1", "73.15.0.2"],
  });
  assert.equal(body.reported, 3);
  assert.deepEqual(body.results.map((entry: { abuse_reports: number }) => entry.abuse_reports), [1, 2, 1]);
  assert.deepEqual(body.skipped.map((entry: { value: string }) => entry.value), [
    "bad",
    "73.15.0.1",
    "127.0.0.1",
  ]);
  for (const { reason } of body.skipped) assert.ok(reason.length > 5);
});

Deno.test("a report of 500 values is one lookup; one in which nothing counts is free", async () => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used;
  const values = Array.from({ length: 500 }, (_, i) => `thief${i}@${"long".repeat(12)}${i}.example.org`);
  const { status, body } = await report(app, { kind: "email", values });
  assert.equal(status, 200);
  assert.deepEqual([body.reported, body.results.length, body.skipped.length], [500, 500, 0]);
  assert.ok(body.results.every((entry: { abuse_reports: number }) => entry.abuse_reports === 1));
  assert.equal(await used(), 1);
  for (const at of [0, 84, 85, 499]) assert.equal(await seen(app, "email", values[at]!), 1);
  assert.deepEqual((await report(app, { kind: "email", values: ["no address"] })).body.reported, 0);
  assert.equal(await used(), 1);
  assert.equal((await report(app, { kind: "email", value: "x@example.org", values })).status, 400, "501");
  assert.equal(await seen(app, "email", values[0]!), 1);
});

Deno.test("reports are refused without quota, and none of their values counts", async () => {
  await using app = await startApp();
  const { key } = await app.account("spent", { monthly: 1 });
  assert.equal((await report(app, { kind: "ip", value: "73.15.20.1" }, key)).status, 200);
  const refused = await report(app, { kind: "ip", values: ["73.15.20.1", "73.15.20.2"] }, key);
  assert.deepEqual([refused.status, refused.body.code], [402, "quota_exceeded"]);
  assert.equal(await seen(app, "ip", "73.15.20.1"), 1);
  assert.equal(await seen(app, "ip", "73.15.20.2"), 0);
});

Deno.test("200 concurrent reports of one value count 200, and weigh as one reporter for other accounts", async () => {
  await using app = await startApp();
  const other = await app.account("other", { mode: "test" });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => report(app, { kind: "ip", value: "73.15.20.1" })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(await seen(app, "ip", "73.15.20.1"), 200);
  assert.equal((await app.ask("/v1/usage")).body.used, 200);
  const own = (await app.ask("/v1/score/ip?ip=73.15.20.1", { key: app.test })).body;
  const theirs = (await app.ask("/v1/score/ip?ip=73.15.20.1", { key: other.key })).body;
  assert.equal(own.verdict, "block");
  assert.ok(theirs.risk_score < 50, `one reporter weighs ${theirs.risk_score}`);
});

Deno.test("invalid reports are refused with a JSON pointer", async (t) => {
  await using app = await startApp();
  const rows: { name: string; json: unknown; pointer: string }[] = [
    { name: "nothing", json: {}, pointer: "/kind" },
    { name: "no kind", json: { value: "8.8.8.8" }, pointer: "/kind" },
    { name: "a kind that is not reported", json: { kind: "device", value: "abc" }, pointer: "/kind" },
    { name: "a kind of the rules", json: { kind: "cidr", value: "8.8.8.0/24" }, pointer: "/kind" },
    { name: "no value", json: { kind: "ip" }, pointer: "/value" },
    { name: "a blank value", json: { kind: "ip", value: "" }, pointer: "/value" },
    { name: "no values", json: { kind: "ip", values: [] }, pointer: "/value" },
    { name: "a number", json: { kind: "ip", value: 8 }, pointer: "/value" },
    { name: "a number among values", json: { kind: "ip", values: ["8.8.8.8", 9] }, pointer: "/values/1" },
    { name: "nested values", json: { kind: "ip", values: [["8.8.8.8"]] }, pointer: "/values/0" },
    { name: "501 values", json: { kind: "ip", values: Array(501).fill("8.8.8.8") }, pointer: "/values" },
    { name: "an array", json: [{ kind: "ip", value: "8.8.8.8" }], pointer: "" },
  ];
  for (const { name, json, pointer } of rows) {
    await t.step(name, async () => {
      const { status, body } = await report(app, json);
      assert.equal(status, 400);
      assert.equal(body.errors[0].pointer, pointer);
    });
  }
  assert.equal((await app.ask("/v1/report", { method: "PUT" })).status, 405);
  assert.equal(await seen(app, "ip", "8.8.8.8"), 0);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("the echo of a long value is short and well-formed", async () => {
  await using app = await startApp();
  const long = "x".repeat(199) + "💥".repeat(500);
  const { text, body } = await report(app, { kind: "ip", value: long });
  assert.ok(text.length < 1000);
  assert.ok(body.skipped[0].value.isWellFormed(), "half a character breaks strict readers of JSON");
});

Deno.test("a report skips names that cannot be registered and counts the others", async () => {
  await using app = await startApp();
  const values = ["com", "localhost", "co.uk", "evil.example", "fraud.test", "mail.shop.co.uk", "COM."];
  const { status, body } = await app.ask("/v1/report", { json: { kind: "domain", values } });
  assert.equal(status, 200);
  assert.equal(body.reported, 3);
  assert.deepEqual(body.results.map((result: { abuse_reports: number }) => result.abuse_reports), [1, 1, 1]);
  assert.deepEqual(
    body.skipped.map((skipped: { value: string }) => skipped.value),
    ["com", "localhost", "co.uk", "COM."],
  );
  for (const { reason } of body.skipped) assert.match(reason, /this name cannot be registered/);
});
