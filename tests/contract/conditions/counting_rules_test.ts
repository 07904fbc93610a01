/** Rules that count, over HTTP. */
import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits, holdCommits } from "../../support/app/failing_store.ts";

const T0 = Date.UTC(2036, 3, 2, 9);

async function addRule(app: TestApp, when: string, rest: object = {}) {
  const json = { when, action: "tag", tag: "counted", state: "live", ...rest };
  const answer = await app.ask("/v1/rules", { json });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.rules[0].id as string;
}

function signUp(app: TestApp, json: object, key = app.live) {
  return app.ask("/v1/score/user", { key, json: { ip: "81.2.69.1", email: "ann@the-shop.com", ...json } });
}

/** Whether the rule was true for a sign-up; a text: why that cannot be told. */
async function isTagged(app: TestApp, json: object, key = app.live): Promise<boolean | string> {
  const { status, body, text } = await signUp(app, json, key);
  assert.equal(status, 200, text);
  return body.not_judged.length > 0 ? body.not_judged[0].reason : body.tags.includes("counted");
}

const device_id = "ab".repeat(16);
const before = (count: number, json: object) => Array.from({ length: count }, () => json);

Deno.test("a rule counts the sign-ups of before it, the judged one included", async () => {
  const rows:
    readonly (readonly [when: string, before: readonly object[], judged: object, expected: unknown])[] = [
      [`signups("ip", "1h") == 3`, before(2, {}), {}, true],
      [`signups("ip", "1h") == 3`, before(1, {}), {}, false],
      [
        `signups("subnet", "10m") == 3`,
        [{ ip: "81.2.69.7" }, { ip: "81.2.69.8" }, { ip: "81.2.70.8" }],
        {},
        true,
      ],
      [
        `signups("email_domain", "7d") > 2`,
        before(2, { ip: "8.8.8.8" }),
        { email: "bob@mail.the-shop.com" },
        true,
      ],
      [`signups("referral", "1d") == 2`, before(1, { custom: { referral: "X1" } }), {
        custom: { referral: "X1" },
      }, true],
      [`signups("referral", "1d") == 2`, before(1, { custom: { referral: "X1" } }), {}, /referral/],
      [`signups("referral", "1d") == 2 || true`, [], {}, true],
      [`distinct("device", "email", "30d") == 2`, [{ device_id }, { device_id }], {
        device_id,
        email: "b@the-shop.com",
      }, true],
      [`distinct("ip", "user", "1d") == 2`, [{ user_id: "a" }, { user_id: "b" }, {}], { user_id: "a" }, true],
      [
        `signups("phone_country", "1d") == 2`,
        [{ phone: "+4915112345678" }],
        { phone: "+491735555555" },
        true,
      ],
      [`signups("phone_block", "1d") == 2`, [{ phone: "+4915112345678" }], { phone: "+4915112349999" }, true],
      [
        `signups("phone_block", "1d") == 2`,
        [{ phone: "+4915112345678" }],
        { phone: "+4915112359999" },
        false,
      ],
      [`first_seen_days("ip") == 0`, [], {}, true],
      [`label_counts.email.fraud == 0 && fraud("ip", "1d") == 0`, before(2, {}), {}, true],
    ];
  for (const [when, earlier, judged, expected] of rows) {
    await using app = await startApp();
    for (const json of earlier) assert.equal((await signUp(app, json)).status, 200);
    // Test keys are counted apart, and so are addresses that nobody signed up from.
    await signUp(app, judged, app.test);
    await app.ask("/v1/score/ip?ip=81.2.69.1");
    await addRule(app, when);
    const result = await isTagged(app, judged);
    if (expected instanceof RegExp) assert.match(String(result), expected, when);
    else assert.equal(result, expected, when);
  }
});

Deno.test("windows end, and first_seen_days goes on", async () => {
  let now = T0;
  await using app = await startApp({ now: () => now });
  await addRule(app, `signups("ip", "1h") == 2 && first_seen_days("ip") == 0`);
  assert.equal(await isTagged(app, {}), false);
  now += HOUR_MS - 1;
  assert.equal(await isTagged(app, {}), true);
  now += HOUR_MS;
  assert.equal(await isTagged(app, {}), false);
  now += 3 * DAY_MS;
  await addRule(app, `first_seen_days("ip") == 3`, { tag: "three" });
  assert.deepEqual((await signUp(app, {})).body.tags, ["three"]);
});

Deno.test("fraud counts the labels that are known, at once", async () => {
  await using app = await startApp();
  await addRule(app, `fraud("subnet", "1d") == 1 && label_counts.ip.fraud == 1`);
  const { request_id } = (await signUp(app, {})).body;
  assert.equal(await isTagged(app, {}), false);
  for (
    const [outcome, expected] of [["fraud", true], ["legit", false], ["fraud", true], [
      "none",
      false,
    ]] as const
  ) {
    await app.ask("/v1/outcome", { json: { request_id, outcome } });
    assert.equal(await isTagged(app, {}), expected, outcome);
  }
});

Deno.test("sign-ups that are judged at the same time count each other", async () => {
  await using app = await startApp();
  await addRule(app, `signups("subnet", "1h") > 20`, { action: "block", tag: undefined });
  const answers = await Promise.all(
    Array.from(
      { length: 30 },
      (_, index) => signUp(app, { ip: `81.2.69.${index}`, email: `u${index}@the-shop.com` }),
    ),
  );
  assert.equal(answers.filter(({ body }) => body.verdict === "block").length, 10);
});

Deno.test("a sign-up counts while it is stored, and no longer when that failed", async () => {
  await using app = await startApp();
  await addRule(app, `signups("ip", "1h") == 3`);
  assert.equal(await isTagged(app, {}), false);
  const released = holdCommits(app);
  const waiting = [signUp(app, {}), signUp(app, {})];
  released();
  const tags = (await Promise.all(waiting)).map(({ body }) => body.tags.length);
  assert.deepEqual(tags.sort(), [0, 1]);
  const mended = failCommits(app, "the disk is full", () => true);
  for (let failed = 0; failed < 2; failed++) {
    assert.equal((await signUp(app, { ip: "81.2.69.2" })).status, 503);
  }
  mended();
  assert.equal(await isTagged(app, { ip: "81.2.69.2" }), false);
  assert.equal(await isTagged(app, { ip: "81.2.69.2" }), false);
  assert.equal(await isTagged(app, { ip: "81.2.69.2" }), true);
});

Deno.test("a dry run counts the labels that were known at the time of each score", async () => {
  let now = T0;
  await using app = await startApp({ now: () => now });
  const { request_id } = (await signUp(app, {})).body;
  const hits: number[] = [];
  for (const outcome of ["fraud", "legit", "fraud", "none"]) {
    now += 60_000;
    await app.ask("/v1/outcome", { json: { request_id, outcome } });
    now += 60_000;
    const json = { when: `fraud("ip", "1d") == 1 && label_counts.ip.fraud == 1`, action: "review" };
    await signUp(app, {});
    const { body, text } = await app.ask("/v1/rules?dry_run=true", { json });
    assert.ok(body.trial !== undefined, text);
    hits.push(body.trial.touched);
  }
  assert.deepEqual(hits, [1, 1, 2, 2]);
});
