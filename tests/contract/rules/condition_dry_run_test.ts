/** `dry_run` of rules with a condition: what they would have done to stored sign-ups, and the scores behind each count. */
import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const MISMATCH = 'phone.country == "TJ" && ip.country != "TJ"';

/** Returns the request id. */
async function signUp(app: TestApp, json: object): Promise<string> {
  const { status, body, text } = await app.ask("/v1/score/user", { json });
  assert.equal(status, 200, text);
  return body.request_id;
}

async function tried(app: TestApp, json: object, query = "") {
  const { status, body, text } = await app.ask(`/v1/rules?dry_run=true${query}`, { json });
  assert.equal(status, 200, text);
  return body;
}

const label = (app: TestApp, request_id: string, outcome: string) =>
  app.ask("/v1/outcome", { json: { request_id, outcome } });

Deno.test("a condition is tried on the past: verdicts before and after, labels, days, and what could not be judged", async () => {
  const start = Date.parse("2026-11-20T12:00:00Z");
  let now = start;
  await using app = await startApp({ now: () => now });
  const fraud = await signUp(app, { ip: "8.8.8.8", phone: "+992501834567", email: "a@gmail.com" });
  now += DAY_MS;
  const good = await signUp(app, { ip: "8.8.8.9", phone: "+992501834568" });
  const plain = await signUp(app, { ip: "8.8.8.9", phone: "+992501834569" });
  await signUp(app, { ip: "8.8.8.8", phone: "+4930123456" });
  const unknown = await signUp(app, { ip: "8.8.8.8" });
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  await signUpTest(app);
  await label(app, fraud, "fraud");
  await label(app, good, "legit");
  now += HOUR_MS;

  const { trial, ...rest } = await tried(app, { when: MISMATCH, action: "review" });
  assert.deepEqual([rest.dry_run, rest.added, rest.rules[0].when, rest.list], [true, 1, MISMATCH, undefined]);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const { touched, would_change, before, after, not_judged, scores_checked, days } = trial;
  assert.deepEqual([touched, scores_checked, days, trial.fraud, trial.good, trial.unlabelled], [
    3,
    5,
    30,
    1,
    1,
    1,
  ]);
  assert.equal(before.allow + before.review + before.block, touched);
  assert.deepEqual(after, { allow: 0, review: before.allow + before.review, block: before.block });
  assert.equal(would_change, before.allow);
  assert.equal(not_judged, 1);
  assert.deepEqual(trial.not_judged_because, [{
    reason: "phone.country is unknown (not given)",
    scores: 1,
  }]);
  const perDay = trial.per_day.filter((day: { touched: number }) => day.touched > 0);
  assert.deepEqual(
    perDay.map(({ day, touched, fraud, good }: Record<string, unknown>) => [day, touched, fraud, good]),
    [["2026-11-20", 1, 1, 0], ["2026-11-21", 2, 0, 1]],
  );
  assert.equal(trial.per_day.length, 31);
  assert.deepEqual([trial.capped, Date.parse(trial.since)], [false, now - 30 * DAY_MS]);

  const list = async (name: string) => {
    const body = await tried(app, { when: MISMATCH, action: "block" }, `&list=${name}`);
    assert.equal(body.list.name, name);
    assert.equal(body.list.cursor, null);
    return body.list.scores.map((score: { request_id: string; would_be: string | null }) => [
      score.request_id,
      score.would_be,
    ]);
  };
  assert.deepEqual(await list("fraud"), [[fraud, "block"]]);
  assert.deepEqual(await list("good"), [[good, "block"]]);
  assert.deepEqual(await list("unlabelled"), [[plain, "block"]]);
  assert.deepEqual(await list("not_judged"), [[unknown, null]]);
  assert.deepEqual(await list("touched"), [[plain, "block"], [good, "block"], [fraud, "block"]]);
  const shown = await tried(app, { when: MISMATCH, action: "block" }, "&list=fraud");
  assert.ok(!JSON.stringify(shown.list).includes("1834567"), "values are masked");
});

async function signUpTest(app: TestApp): Promise<void> {
  const json = { ip: "8.8.8.8", phone: "+992501834599" };
  assert.equal((await app.ask("/v1/score/user", { key: app.test, json })).status, 200);
}

Deno.test("a test key tries conditions on the scores of test keys", async () => {
  await using app = await startApp();
  await signUpTest(app);
  const { body } = await app.ask("/v1/rules?dry_run=true", {
    key: app.test,
    json: { when: MISMATCH, action: "block" },
  });
  assert.deepEqual([body.trial.touched, body.trial.scores_checked], [1, 1]);
  assert.equal((await tried(app, { when: MISMATCH, action: "block" })).trial.scores_checked, 0);
});

Deno.test("counts are replayed: each sign-up is judged by what was known then", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const ids: string[] = [];
  for (let index = 0; index < 6; index++) {
    ids.push(await signUp(app, { ip: `8.8.8.${index}`, email: `someone${index}@firm.example` }));
    now += 10 * 60_000;
  }
  await label(app, ids[0]!, "fraud");
  now += 60_000;
  ids.push(await signUp(app, { ip: "8.8.8.7", email: "last@firm.example" }));
  const touched = async (when: string) => {
    const { trial, list } = await tried(app, { when, action: "review" }, "&list=touched");
    assert.equal(trial.not_judged, 0, JSON.stringify(trial.not_judged_because));
    return list.scores.map(({ request_id }: { request_id: string }) => ids.indexOf(request_id));
  };
  assert.deepEqual(await touched('signups("asn", "1h") > 4'), [6, 5, 4]);
  assert.deepEqual(await touched('signups("asn", "10m") > 1'), []);
  assert.deepEqual(await touched('fraud("asn", "2h") > 0'), [6]);
  assert.deepEqual(await touched("label_counts.ip.fraud > 0"), []);
  assert.deepEqual(await touched('distinct("asn", "ip", "1d") == 3'), [2]);
});

Deno.test("a dry run that does not look at all sign-ups says so, and since when it looked", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now, readLimits: { dryRunScores: 3 } });
  const trial = async () => {
    const { scores_checked, touched, capped, since } =
      (await tried(app, { when: "true", action: "tag", tag: "x" })).trial;
    return [scores_checked, touched, capped, Date.parse(since)];
  };
  const times = [];
  for (let index = 0; index < 3; index++) {
    times.push(now);
    await signUp(app, { ip: "8.8.8.8" });
    now += HOUR_MS;
  }
  assert.deepEqual(await trial(), [3, 3, false, now - 30 * DAY_MS]);
  await signUp(app, { ip: "8.8.8.8" });
  assert.deepEqual(await trial(), [3, 3, true, times[1]]);
});

Deno.test("several conditions are tried together: block before review before allow", async () => {
  await using app = await startApp();
  for (let index = 0; index < 60; index++) {
    await signUp(app, { ip: "8.8.8.8", email: `someone${index}@gmail.com` });
  }
  const rules = [
    { when: 'signups("ip", "1d") <= 20', action: "allow" },
    { when: 'signups("ip", "1d") <= 10', action: "block" },
    { when: 'signups("ip", "1d") <= 55', action: "tag", tag: "some" },
  ];
  const { trial, added, list } = await tried(app, { rules }, "&list=touched&days=180");
  assert.deepEqual([added, trial.touched, trial.days, trial.per_day.length], [3, 55, 180, 181]);
  assert.equal(trial.after.block, 10);
  assert.equal(list.scores.length, 50);
  const next = (await tried(app, { rules }, `&list=touched&days=180&cursor=${list.cursor}`)).list;
  assert.deepEqual([next.scores.length, next.cursor], [5, null]);
  const ids = [...list.scores, ...next.scores].map(({ request_id }) => request_id);
  assert.equal(new Set(ids).size, 55);
});

const WRONG: readonly (readonly [name: string, query: string, json: object, place: string])[] = [
  ["a wrong condition", "", { when: "ip.contry == 1", action: "review" }, "/when"],
  [
    "a wrong one of several",
    "",
    { rules: [{ when: "ip.asn == 1", action: "review" }, { when: "ip.contry == 1", action: "review" }] },
    "/rules/1/when",
  ],
  ["a tag without its word", "", { rules: [{ when: "ip.asn == 1", action: "tag" }] }, "/rules/0/tag"],
  [
    "rules and a condition",
    "",
    { when: "ip.asn == 1", rules: [{ when: "ip.asn == 1", action: "block" }] },
    "/when",
  ],
  ["no rules", "", { rules: [] }, "/rules"],
  [
    "too many counts",
    "",
    {
      rules: Array.from(
        { length: 31 },
        (_, i) => ({ when: `signups("ip", "${i + 10}m") > 1`, action: "review" }),
      ),
    },
    "/rules",
  ],
  [
    "what costs too much together",
    "",
    {
      rules: Array.from({ length: 60 }, () => ({
        when: Array.from({ length: 60 }, (_, i) => `ip.asn == ${i}`).join(" || "),
        action: "review",
      })),
    },
    "/rules",
  ],
  ["another span", "&days=31", { when: "ip.asn == 1", action: "block" }, "days"],
  ["another list", "&list=all", { when: "ip.asn == 1", action: "block" }, "list"],
  ["a cursor of another list", "&list=good&cursor=cur_x", { when: "ip.asn == 1", action: "block" }, "cursor"],
];

Deno.test("what cannot be tried is refused with its place", async () => {
  await using app = await startApp();
  for (const [name, query, json, place] of WRONG) {
    const { status, body } = await app.ask(`/v1/rules?dry_run=true${query}`, { json });
    assert.equal(status, 400, name);
    const [problem] = body.errors;
    assert.equal(problem.pointer ?? problem.parameter, place, name);
    if (place.endsWith("when") && name.startsWith("a wrong")) {
      assert.deepEqual([problem.line, problem.column, problem.nearest], [1, 1, "ip.country"], name);
    }
  }
  const { status, body } = await app.ask("/v1/rules", {
    json: { rules: [{ when: "ip.asn == 1", action: "block" }] },
  });
  assert.deepEqual([status, body.errors[0].pointer], [400, "/rules"], "they are only tried");
});
