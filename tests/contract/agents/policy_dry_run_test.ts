/** `PUT /v1/agent/policy?dry_run=true`: a policy against the agents of the last 30 days, without saving it. */
import assert from "node:assert/strict";
import { startCardWorld } from "../../support/app/card_agents.ts";
import { makeAgentKey } from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const POLICY = "/v1/agent/policy";
const DAY = 86_400_000;

Deno.test("a dry run counts what the policy would have decided otherwise, and changes nothing", async () => {
  await using world = await startCardWorld(key);
  const { app, clock } = world;
  const other = await app.account("other");
  const authorize = async (given: Parameters<typeof world.signed>[0], ask = {}) =>
    await app.ask("/v1/agent/authorize", { json: await world.signed(given), ...ask });
  const dryRun = async (rules: readonly object[], more: object = {}, ask = {}) => {
    const answer = await app.ask(`${POLICY}?dry_run=true`, {
      method: "PUT",
      json: { rules, ...more },
      ...ask,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.body.dry_run, answer.body.saved], [true, 0]);
    return answer.body.trial;
  };
  await authorize({ profile: "visa-tap-payer" });
  clock.now += 31 * DAY;
  await authorize({ profile: "visa-tap-payer" });
  await authorize({ profile: "visa-tap-payer", method: "POST" });
  await authorize({ profile: "visa-tap-browser" });
  await authorize({ profile: "visa-tap-browser", parameters: { expires: "1" } });
  await authorize({ profile: "visa-tap-payer" }, { key: app.test });
  await authorize({ profile: "visa-tap-payer" }, { key: other.key });
  const agent = await world.signed({ profile: "visa-tap-browser", path: "/sign-up" });
  await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", agent } });
  const none = { requests_checked: 5, would_change: 0, would_allow: 0, would_review: 0, would_deny: 0 };
  assert.deepEqual(
    await dryRun([]),
    none,
    "the present policy: older ones, test keys and others do not count",
  );
  const payers = [{ profile: "visa-tap-payer", methods: ["POST"], action: "deny" }, {
    profile: "visa-tap-payer",
    action: "allow",
  }];
  assert.deepEqual(await dryRun(payers), { ...none, would_change: 2, would_allow: 1, would_deny: 1 });
  assert.deepEqual(await dryRun([{ host: "visa.example", action: "deny" }]), {
    ...none,
    would_change: 4,
    would_deny: 4,
  });
  assert.deepEqual(
    await dryRun([], { defaults_apply_when_no_rule_matches: false }),
    { ...none, would_change: 2, would_review: 2 },
  );
  // The nonce of the fixture names one session of each tag's key: only its first request was not a repeat.
  const repeats = await dryRun([{ repeated: true, action: "deny" }]);
  assert.equal(repeats.would_deny, 3);
  assert.equal((await dryRun([{ action: "deny" }], {}, { key: other.key })).requests_checked, 1);
  const kept = await app.ask(POLICY);
  assert.deepEqual([kept.body.rules, kept.body.updated_at], [[], null], "nothing was saved");
  const wrong = await app.ask(`${POLICY}?dry_run=true`, {
    method: "PUT",
    json: { rules: [{ action: "block" }] },
  });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [400, "/rules/0/action"]);
  await app.ask(POLICY, { method: "PUT", json: { rules: payers } });
  assert.deepEqual((await app.ask(POLICY)).body.rules.length, 2);
});
