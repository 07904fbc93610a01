/** POST /v1/outcome: labels on the newest score of a person, what kind of fraud it was, and when. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { label, scoreUser } from "../../support/app/outcomes.ts";

const DAY_MS = 86_400_000;
const JANE = { ip: "73.15.20.1", email: "jane.doe@gmail.com", phone: "+442083661177", user_id: "u-1" };

async function labelOf(app: TestApp, requestId: string, key = app.live) {
  return (await app.ask(`/v1/score/${requestId}`, { key })).body.label;
}

Deno.test("a label on a person is one on their newest live score of 180 days, and says how many there are", async (t) => {
  let now = Date.now() - 200 * DAY_MS;
  await using app = await startApp({ now: () => now });
  const score = async (signup: object, key = app.live): Promise<string> => {
    now += 1_000;
    return (await scoreUser(app, signup, key)).request_id;
  };
  await score({ ...JANE, user_id: "long ago", email: "long.ago@gmail.com", phone: "+442083661100" });
  now += 190 * DAY_MS;
  const ids = [await score(JANE), await score({ ...JANE, ip: "73.15.20.2" })];
  const other = await app.account("other");
  await score(JANE, other.key);
  await score(JANE, app.test);
  await score({ ...JANE, user_id: "u-2", email: "john@example.org", phone: "+442083661178" });
  const rows: { name: string; person: object; found: number }[] = [
    { name: "by user id", person: { user_id: "u-1" }, found: 2 },
    { name: "by e-mail address", person: { email: "jane.doe@gmail.com" }, found: 2 },
    {
      name: "by another spelling of the mailbox",
      person: { email: "JaneDoe+news@googlemail.com" },
      found: 2,
    },
    { name: "by phone number", person: { phone: "+44 20 8366 1177" }, found: 2 },
    { name: "beside what is not given", person: { user_id: "u-1", email: "", phone: null }, found: 2 },
    { name: "nobody", person: { user_id: "u-3" }, found: 0 },
    { name: "no address", person: { email: "jane" }, found: 0 },
    { name: "a number without its country", person: { phone: "83661177" }, found: 0 },
    { name: "a score of 190 days ago", person: { user_id: "long ago" }, found: 0 },
    { name: "an address of 190 days ago", person: { email: "long.ago@gmail.com" }, found: 0 },
    { name: "a user id in other case", person: { user_id: "U-1" }, found: 0 },
  ];
  for (const { name, person, found } of rows) {
    await t.step(name, async () => {
      const { status, body } = await label(app, { ...person, outcome: "fraud" });
      assert.deepEqual([status, body.recorded, body.not_found], [200, found > 0 ? 1 : 0, found > 0 ? 0 : 1]);
      const [result] = body.results;
      assert.deepEqual([result.request_id, result.matches], [found > 0 ? ids[1] : null, found]);
      assert.equal(result.status, found > 0 ? "recorded" : "not_found");
      if (found === 0) {
        assert.deepEqual([result.our_score, result.our_verdict, result.disagreement], [null, null, null]);
      }
      assert.equal(await labelOf(app, ids[0]!), null, "the older one is not labelled");
      assert.equal((await labelOf(app, ids[1]!))?.outcome ?? null, "fraud");
      await label(app, { request_id: ids[1], outcome: found > 0 ? "none" : "fraud" });
      if (found > 0) await label(app, { request_id: ids[1], outcome: "fraud" });
    });
  }
  await t.step("several in one call, in their order", async () => {
    const entries = [
      { email: "john@example.org", outcome: "fraud" },
      { user_id: "nobody", outcome: "fraud" },
      { request_id: ids[0], outcome: "legit" },
      { user_id: "u-2", outcome: "legit" },
    ];
    const { body } = await label(app, { outcomes: entries });
    assert.deepEqual([body.recorded, body.not_found], [3, 1]);
    assert.deepEqual(body.results.map(({ matches }: { matches?: number }) => matches), [1, 0, undefined, 1]);
    const [by, , , again] = body.results;
    assert.equal(by.request_id, again.request_id);
    assert.equal((await labelOf(app, by.request_id)).outcome, "legit", "the later one of two holds");
  });
});

Deno.test("scores of other accounts and of test keys are never labelled by a person", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const theirs = await scoreUser(app, JANE, other.key);
  const tested = await scoreUser(app, JANE, app.test);
  for (const person of [{ user_id: "u-1" }, { email: JANE.email }, { phone: JANE.phone }]) {
    const { body } = await label(app, { ...person, outcome: "fraud" });
    assert.deepEqual([body.recorded, body.not_found, body.results[0].matches], [0, 1, 0]);
    assert.equal((await label(app, { ...person, outcome: "fraud" }, app.test)).body.code, "test_key_refused");
  }
  assert.equal(await labelOf(app, theirs.request_id, other.key), null);
  assert.equal(await labelOf(app, tested.request_id, app.test), null);
});

Deno.test("a label says what kind of fraud it was and when it happened", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, JANE);
  const at = new Date(Date.now() - 3 * DAY_MS).toISOString();
  await label(app, { request_id, outcome: "fraud", type: "chargeback", at: at.replace("Z", "+00:00") });
  const stored = await labelOf(app, request_id);
  assert.deepEqual([stored.outcome, stored.type, stored.at], ["fraud", "chargeback", at]);
  await label(app, { request_id, outcome: "fraud", type: "bonus_abuse", at: null });
  const { type, ...rest } = await labelOf(app, request_id);
  assert.deepEqual(
    [type, "at" in rest],
    ["bonus_abuse", false],
    "a label replaces the one before as a whole",
  );
  await label(app, { request_id, outcome: "legit" });
  assert.equal("type" in await labelOf(app, request_id), false);
});

Deno.test("labels that name two, nobody, or what cannot be are refused whole", async (t) => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, JANE);
  const future = new Date(Date.now() + 60_000).toISOString();
  const rows: { name: string; json: object; pointer: string }[] = [
    { name: "a request and a user", json: { request_id, user_id: "u-1" }, pointer: "/user_id" },
    { name: "a user and an address", json: { user_id: "u-1", email: JANE.email }, pointer: "/email" },
    { name: "an address and a number", json: { email: JANE.email, phone: JANE.phone }, pointer: "/phone" },
    { name: "nobody", json: {}, pointer: "/request_id" },
    { name: "a long user id", json: { user_id: "u".repeat(129) }, pointer: "/user_id" },
    { name: "a control character", json: { user_id: "\u0000" }, pointer: "/user_id" },
    { name: "the future", json: { request_id, at: future }, pointer: "/at" },
    { name: "a day without a time", json: { request_id, at: "2026-01-01" }, pointer: "/at" },
    { name: "a type that is none", json: { request_id, type: "theft" }, pointer: "/type" },
    {
      name: "a type of what is legitimate",
      json: { request_id, outcome: "legit", type: "spam" },
      pointer: "/type",
    },
  ];
  for (const { name, json, pointer } of rows) {
    await t.step(name, async () => {
      const entry = { outcome: "fraud", ...json };
      const good = { request_id, outcome: "fraud" };
      for (const [body, where] of [[entry, pointer], [[good, entry], `/1${pointer}`]] as const) {
        const answer = await label(app, body);
        assert.deepEqual([answer.status, answer.body.code], [400, "invalid_value"]);
        assert.deepEqual(answer.body.errors.map((each: { pointer: string }) => each.pointer), [where]);
      }
      const wrapped = await label(app, { outcomes: [good, entry] });
      assert.equal(wrapped.body.errors[0].pointer, `/outcomes/1${pointer}`);
    });
  }
  assert.equal(await labelOf(app, request_id), null, "nothing of a refused call was done");
});
