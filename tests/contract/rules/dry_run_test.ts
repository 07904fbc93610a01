/** `dry_run` of rules: changes nothing, is limited in its load, and reports what cannot be decided as unknown. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";

Deno.test("dry_run changes nothing and reports clashes and the effect on past scores", async () => {
  await using app = await startApp();
  await addRules(app, "allow", "73.15.0.0/16");
  const scored = (await app.ask("/v1/score/ip?ip=8.8.8.8")).body;
  await app.ask("/v1/score/ip?ip=9.9.9.9");
  await app.ask("/v1/outcome", { json: { request_id: scored.request_id, outcome: "legit" } });
  const { body } = await app.ask("/v1/rules?dry_run=true", {
    json: { action: "block", values: ["8.8.8.0/24", "73.15.20.1", "9.9.9.0/30"] },
  });
  assert.equal(body.dry_run, true);
  assert.equal(body.added, 3);
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
  assert.ok(
    body.clashes.some((clash: { value: string; type: string }) =>
      clash.value === "73.15.20.1" && clash.type === "overrides"
    ),
  );
  const { since, per_day, ...trial } = body.trial;
  assert.ok(Math.abs(Date.parse(since) - (Date.now() - 30 * 86_400_000)) < 60_000, since);
  assert.deepEqual(per_day.at(-1), {
    day: new Date().toISOString().slice(0, 10),
    touched: 1,
    would_change: 1,
    fraud: 0,
    good: 1,
  });
  assert.deepEqual(trial, {
    before: { allow: 1, review: 0, block: 0 },
    after: { allow: 0, review: 0, block: 1 },
    touched: 1,
    fraud: 0,
    good: 1,
    unlabelled: 0,
    days: 30,
    not_judged: 1,
    not_judged_because: [{ reason: "a rule is finer than what is stored of the score", scores: 1 }],
    capped: false,
    scores_checked: 2,
    would_change: 1,
    unknown: 1,
    would_block: 1,
    would_allow: 0,
    labelled_legit_blocked: 1,
    labelled_fraud_allowed: 0,
  });
  const imported = await app.ask("/v1/rules/import?action=block&dry_run=true", { raw: "8.8.8.8\n" });
  assert.deepEqual([imported.body.dry_run, imported.body.imported, imported.body.trial.would_change], [
    true,
    1,
    1,
  ]);
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
});

Deno.test("a dry run that does not look at all scores of the 30 days says so, and since when it looked", async () => {
  let now = Date.now() - DAY_MS;
  await using app = await startApp({ now: () => now, readLimits: { dryRunScores: 4 } });
  const score = (...items: string[]) => app.ask("/v1/batch", { json: { type: "ip", items } });
  const trial = async () => {
    const { body } = await app.ask("/v1/rules?dry_run=true", {
      json: { action: "block", values: ["8.8.8.0/24"] },
    });
    const { scores_checked, would_block, capped, since } = body.trial;
    return { scores_checked, would_block, capped, since: Date.parse(since) };
  };
  await score("8.8.8.1", "8.8.8.2", "8.8.8.3");
  const began = now;
  now += DAY_MS / 2;
  await score("8.8.8.4");
  const month = now - 30 * DAY_MS;
  assert.deepEqual(await trial(), { scores_checked: 4, would_block: 4, capped: false, since: month });
  now += DAY_MS / 4;
  await score("8.8.8.5", "9.9.9.9");
  assert.deepEqual(await trial(), { scores_checked: 4, would_block: 3, capped: true, since: began });
});

Deno.test("dry_run changes nothing, in the query or in the body", async () => {
  await using app = await startApp();
  const values = { action: "block", values: ["8.8.8.8"] };
  for (
    const { body } of [
      await app.ask("/v1/rules?dry_run=true", { json: values }),
      await app.ask("/v1/rules", { json: { ...values, dry_run: true } }),
    ]
  ) assert.deepEqual([body.dry_run, body.added], [true, 1]);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  await app.ask("/v1/rules", { json: { ...values, dry_run: false } });
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
});

Deno.test("a dry run shows the warnings of the rule", async () => {
  await using app = await startApp();
  const json = { action: "allow", values: ["gmail.com", "AS15169", "example.net"] };
  const warnings = (body: { rules: { value: string; warning?: string }[] }) =>
    body.rules.map(({ value, warning }) => [value, warning]);
  const dry = (await app.ask("/v1/rules?dry_run=true", { json })).body;
  const real = (await app.ask("/v1/rules", { json })).body;
  assert.deepEqual(warnings(dry), warnings(real));
  assert.match(real.rules[0].warning, /free mail provider/);
});

async function fill(app: TestApp, key: string, scores: number): Promise<void> {
  for (let from = 0; from < scores; from += 500) {
    const items = Array.from({ length: 500 }, (_, i) => `8.8.${(from + i) >> 8}.${(from + i) & 255}`);
    assert.equal((await app.ask("/v1/batch", { key, json: { type: "ip", items } })).status, 200);
  }
}

function dryRun(app: TestApp, key: string, ...values: string[]): Promise<Answer> {
  return app.ask("/v1/rules?dry_run=true", { key, json: { action: "block", values } });
}

Deno.test("an account's dry runs are serialised; those over the queue are 429 with Retry-After, and other accounts are not delayed", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  await fill(app, app.live, 5000);
  await fill(app, other.key, 500);
  const many = Array.from(
    { length: 30 },
    (_, index) =>
      index % 2 === 0
        ? dryRun(app, app.live, "8.8.0.0/16")
        : app.ask("/v1/rules/import?action=block&dry_run=true", { raw: "8.8.0.0/16\n" }),
  );
  const theirs = dryRun(app, other.key, "8.8.0.0/16");
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { body } of answers.filter(({ status }) => status === 200)) {
    assert.equal(body.trial.scores_checked, 5000);
  }
  assert.ok(refused.length > 0 && refused.length < 30, `${refused.length} of 30 are refused`);
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code], [429, "rate_limited"]);
    assert.match(headers.get("retry-after") ?? "", /^\d+$/);
    assert.match(body.detail, /dry_run/);
  }
  assert.deepEqual([(await theirs).status, (await theirs).body.trial.scores_checked], [200, 500]);
  assert.equal((await dryRun(app, app.live, "8.8.0.0/16")).status, 200, "a later one is answered");
  assert.equal((await app.ask("/v1/rules", { json: { action: "block", values: ["9.9.9.9"] } })).status, 200);
});

const SCORED = ["a@gmail.com", "a+b@gmail.com", "A.@googlemail.com", "z@gmail.com"] as const;

const EMAIL_ROWS: readonly { name: string; rule: string; would: number; unknown: number }[] = [
  { name: "without a tag: the person", rule: "a@gmail.com", would: 2, unknown: 0 },
  { name: "with a tag: that tag alone, which is not stored", rule: "a+b@gmail.com", would: 0, unknown: 2 },
  { name: "with another tag", rule: "a+c@gmail.com", would: 0, unknown: 2 },
  { name: "without any score", rule: "q+b@gmail.com", would: 0, unknown: 0 },
];

for (const { name, rule, would, unknown } of EMAIL_ROWS) {
  Deno.test(`a dry run of an e-mail rule ${name}`, async () => {
    await using app = await startApp();
    for (const email of SCORED) {
      await app.ask(`/v1/verify/email?email=${encodeURIComponent(email)}`);
    }
    const { body } = await dryRun(app, app.live, rule);
    assert.deepEqual([body.trial.would_change, body.trial.unknown], [would, unknown]);
  });
}

Deno.test("a dry run reports unknown where a provider's spellings are stored as one person and the rule names one", async () => {
  await using app = await startApp();
  for (const email of ["jane.doe@proton.me", "janedoe@proton.me", "john@proton.me"]) {
    await app.ask(`/v1/verify/email?email=${email}`);
  }
  const { body } = await dryRun(app, app.live, "jane.doe@proton.me");
  assert.deepEqual([body.trial.would_change, body.trial.unknown], [0, 2]);
  await app.ask("/v1/rules", { json: { action: "block", values: ["jane.doe@proton.me"] } });
  const verdict = async (email: string) =>
    (await app.ask(`/v1/verify/email?email=${email}`)).body.rule_applied !== undefined;
  assert.deepEqual([await verdict("jane.doe@proton.me"), await verdict("janedoe@proton.me")], [true, false]);
  const both = await dryRun(app, app.live, "john@proton.me", "proton.me");
  assert.equal(both.body.trial.unknown, 0, "a domain rule leaves nothing unknown");
});

Deno.test("a dry run counts no change that an existing rule prevents or has already made", async () => {
  await using app = await startApp();
  for (const email of ["zz@mailinator.com", "jane@gmail.com"]) {
    await app.ask(`/v1/verify/email?email=${email}`);
  }
  const allow = async (value: string) => {
    const json = { action: "allow", values: [value] };
    return (await app.ask("/v1/rules?dry_run=true", { json })).body.trial.would_change;
  };
  assert.equal(await allow("zz@mailinator.com"), 1);
  await app.ask("/v1/rules", { json: { action: "block", values: ["mailinator.com", "gmail.com"] } });
  assert.equal(await allow("zz@mailinator.com"), 0, "the block rule would win");
  assert.equal((await dryRun(app, app.live, "jane@gmail.com")).body.trial.would_change, 0, "blocked already");
});
