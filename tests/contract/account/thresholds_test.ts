/** `thresholds` of `/v1/settings`: where the verdicts of an account begin. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";

/** 78 points alone, 70 in a sign-up. */
const RISKY = "jane@mailinator.com";

async function put(app: TestApp, json: unknown) {
  return await app.ask("/v1/settings", { method: "PUT", json });
}

async function verdicts(app: TestApp, query = "", key = app.live): Promise<string[]> {
  const single = await app.ask(`/v1/verify/email?email=${RISKY}${query}`, { key });
  const whole = await app.ask(`/v1/score/user?x=${query}`, { key, json: { email: RISKY } });
  const batch = await app.ask(`/v1/batch?x=${query}`, { key, json: { type: "email", items: [RISKY] } });
  return [single.body.verdict, whole.body.verdict, batch.body.results[0].verdict];
}

Deno.test("own thresholds decide every score whose request names no strictness, in every process, until null", async () => {
  await using app = await startApp();
  await using second = await startApp({ dataDir: app.dataDir });
  const other = await app.account("other");
  assert.deepEqual(await verdicts(app), ["block", "review", "block"]);
  const changed = await put(app, { thresholds: { review: 79, block: 90 } });
  assert.deepEqual([changed.status, changed.body.thresholds], [200, { review: 79, block: 90 }], changed.text);
  await followChanges(app, second);
  assert.deepEqual(await verdicts(app), ["allow", "allow", "allow"]);
  assert.deepEqual((await app.ask("/v1/settings")).body.thresholds, { review: 79, block: 90 });
  const elsewhere = await second.ask("/v1/score/user", { key: app.live, json: { email: RISKY } });
  assert.equal(elsewhere.body.verdict, "allow");
  assert.deepEqual(await verdicts(app, "", other.key), ["block", "review", "block"], "another account");
  // A strictness in the request still wins, also the one that is the default.
  assert.deepEqual(await verdicts(app, "&strictness=balanced"), ["block", "review", "block"]);
  const named = await app.ask("/v1/score/user", { json: { email: RISKY, strictness: 2 } });
  assert.equal(named.body.verdict, "block");

  await put(app, { thresholds: { review: 1, block: 70 } });
  assert.deepEqual(await verdicts(app), ["block", "block", "block"]);
  // What is not sent stays.
  await put(app, { linkage_scoring: "report" });
  assert.deepEqual((await app.ask("/v1/settings")).body.thresholds, { review: 1, block: 70 });
  const back = await put(app, { thresholds: null });
  assert.deepEqual([back.status, back.body.thresholds], [200, null]);
  assert.deepEqual(await verdicts(app), ["block", "review", "block"]);
});

Deno.test("the whole is at least a review at the own threshold when a component alone is a block", async () => {
  await using app = await startApp();
  await put(app, { thresholds: { review: 75, block: 78 } });
  const { body } = await app.ask("/v1/score/user", { json: { email: RISKY } });
  assert.deepEqual([body.components.email.verdict, body.risk_score, body.verdict], ["block", 75, "review"]);
});

Deno.test("a stored score says the thresholds that decided it", async () => {
  await using app = await startApp();
  await put(app, { thresholds: { review: 79, block: 90 } });
  const ids = [];
  for (const json of [{ email: RISKY }, { email: RISKY, strictness: 1 }]) {
    ids.push((await app.ask("/v1/score/user", { json })).body.request_id);
  }
  const [own, named] = await Promise.all(ids.map(async (id) => (await app.ask(`/v1/score/${id}`)).body));
  assert.deepEqual([own.thresholds, own.verdict], [{ review: 79, block: 90 }, "allow"]);
  assert.deepEqual([named.thresholds, named.strictness, named.verdict], [undefined, 1, "review"]);
});

Deno.test("thresholds that cannot be are refused, naming the field, and nothing changes", async () => {
  await using app = await startApp();
  const rows: [thresholds: unknown, at: string][] = [
    [{ review: 0, block: 75 }, "/thresholds/review"],
    [{ review: 40, block: 101 }, "/thresholds/block"],
    [{ review: 80, block: 75 }, "/thresholds/review"],
    [{ review: 40.5, block: 75 }, "/thresholds/review"],
    [{ review: 40 }, "/thresholds/block"],
    [{ review: "40", block: 75 }, "/thresholds/review"],
    [40, "/thresholds"],
  ];
  for (const [thresholds, at] of rows) {
    const answer = await put(app, { thresholds });
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.errors?.[0]?.pointer],
      [400, "invalid_value", at],
      answer.text,
    );
  }
  assert.equal((await app.ask("/v1/settings")).body.thresholds, null);
  for (const thresholds of [{ review: 1, block: 1 }, { review: 100, block: 100 }]) {
    assert.deepEqual((await put(app, { thresholds })).body.thresholds, thresholds);
  }
});
