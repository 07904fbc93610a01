/** Dry runs of named kinds and of trust: they say what a live rule then does to the same sign-ups. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";

const SIGNUPS = [
  { ip: "73.15.20.9", email: "one.person@gmail.com", phone: "+442083661177", user_id: "u-1" },
  { ip: "73.15.20.10", email: "two.person@gmail.com", phone: "+442079460958", user_id: "u-2" },
  { ip: "185.220.101.1", email: "three.person@gmail.com", user_id: "u-3" },
  { email: "four.person@gmail.com", phone: "+447400123456" },
];

async function verdicts(app: TestApp): Promise<string[]> {
  const found = [];
  for (const json of SIGNUPS) found.push((await app.ask("/v1/score/user", { json })).body.verdict);
  return found;
}

const VALUES = ["country:GB", "country:US", "phone_prefix:+4420", "phone_prefix:+44", "user:u-2", "asn:7922"];

for (const value of VALUES) {
  Deno.test(`a dry run of blocking ${value} says what the rule then does`, async () => {
    await using app = await startApp();
    const before = await verdicts(app);
    const { trial } =
      (await app.ask("/v1/rules?dry_run=true", { json: { action: "block", values: [value] } })).body;
    await addRules(app, "block", value);
    const after = await verdicts(app);
    const changed = after.filter((verdict, at) => verdict !== before[at]).length;
    assert.ok(after.includes("block"));
    assert.deepEqual([trial.would_change, trial.would_block, trial.not_judged], [changed, changed, 0]);
  });
}

Deno.test("a prefix finer than what a score shows of its number cannot be told", async () => {
  await using app = await startApp();
  await verdicts(app);
  const json = { action: "block", values: ["phone_prefix:+442083661177"] };
  const { body } = await app.ask("/v1/rules?dry_run=true", { json });
  assert.equal(body.added, 1, JSON.stringify(body.skipped));
  assert.deepEqual([body.trial.would_change, body.trial.not_judged], [0, 1]);
});

Deno.test("a dry run of trust: what block rules and components block would be allowed, an agent's denial not", async () => {
  await using app = await startApp();
  await addRules(app, "block", "73.15.20.9");
  assert.deepEqual((await verdicts(app))[0], "block");
  const trust = { action: "trust", values: ["user:u-1", "three.person@gmail.com"] };
  const { trial } = (await app.ask("/v1/rules?dry_run=true", { json: trust })).body;
  await app.ask("/v1/rules", { json: trust });
  const after = await verdicts(app);
  assert.deepEqual([after[0], after[2]], ["allow", "allow"]);
  assert.equal(trial.would_allow, trial.would_change);
  assert.ok(trial.would_change >= 1);
  // A block rule for somebody who is trusted changes nothing.
  const block = { action: "block", values: ["user:u-1"] };
  assert.equal((await app.ask("/v1/rules?dry_run=true", { json: block })).body.trial.would_change, 0);
});

Deno.test("carrier: decides numbers of the operator's ranges, in any case", async () => {
  await using app = await startApp();
  const json = SIGNUPS[3]!;
  const carrier = (await app.ask("/v1/score/user", { json })).body.facts["phone.carrier"];
  assert.equal(typeof carrier, "string", "the bundle has ranges of operators");
  const value = `carrier:${carrier.toUpperCase()}`;
  const dry = (await app.ask("/v1/rules?dry_run=true", { json: { action: "block", values: [value] } })).body;
  assert.equal(dry.trial.would_change, 1);
  await addRules(app, "block", value);
  const { verdict, rule_applied } = (await app.ask("/v1/score/user", { json })).body;
  assert.deepEqual([verdict, rule_applied.kind], ["block", "carrier"]);
  assert.equal((await app.ask("/v1/score/user", { json: SIGNUPS[0]! })).body.verdict, "allow");
});
