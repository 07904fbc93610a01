/** The card networks' profiles over HTTP: what is claimed, the defaults, and repeated nonces. */
import assert from "node:assert/strict";
import { startCardWorld } from "../../support/app/card_agents.ts";
import { CARD_PROFILES, operatorOf } from "../../support/fixtures/agent_profiles.ts";
import { makeAgentKey, signAgentRequest } from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const AUTHORIZE = "/v1/agent/authorize";
const VERIFY = "/v1/verify/agent";

Deno.test("each profile verifies as its key set's operator; what asks to pay is reviewed by default", async () => {
  await using world = await startCardWorld(key);
  const { app } = world;
  for (const profile of CARD_PROFILES) {
    const host = operatorOf(profile);
    const signed = (nonce: string) => world.signed({ profile, parameters: { nonce: `"${nonce}"` } });
    const { body } = await app.ask(VERIFY, { json: await signed("verify") });
    assert.deepEqual(
      [body.verified, body.profile, body.host, body.claimed_name, body.purpose],
      [true, profile, host, null, null],
    );
    assert.equal(body.replay_protection, profile === "mastercard-agent-pay" ? "nonce" : "signature-window");
    const { body: decided } = await app.ask(AUTHORIZE, { json: await signed("authorize") });
    const expected = profile === "visa-tap-browser"
      ? ["allow", "default:verified"]
      : ["review", "default:payer"];
    assert.deepEqual([decided.decision, decided.matched], expected, profile);
    const { body: user } = await app.ask("/v1/score/user", {
      json: { ip: "73.15.20.1", agent: await signed("score") },
    });
    assert.deepEqual([user.agent.profile, user.agent.decision], [profile, expected[0]]);
    assert.deepEqual([user.actor.type, user.actor.operator], ["verified_agent", host]);
    assert.match(
      user.actor.detail,
      profile.startsWith("visa") ? /Visa Trusted Agent Protocol/ : /Mastercard/,
    );
  }
});

Deno.test("a rule decides by host and profile, the first that matches", async () => {
  await using world = await startCardWorld(key);
  const { app } = world;
  const rules = [
    { host: "elsewhere.example", profile: "visa-tap-payer", action: "deny", reason: "not this one" },
    { host: "visa.example", profile: "visa-tap-payer", methods: ["POST"], action: "allow", reason: "pays" },
    { profile: "visa-tap-browser", action: "deny", reason: "no browsing" },
  ];
  const saved = await app.ask("/v1/agent/policy", { method: "PUT", json: { rules } });
  assert.deepEqual([saved.status, saved.body.rules], [200, rules]);
  const matchedOf = async (given: Parameters<typeof world.signed>[0]) =>
    (await app.ask(AUTHORIZE, { json: await world.signed(given) })).body.matched;
  assert.equal(await matchedOf({ profile: "visa-tap-payer", method: "POST" }), "rule:1");
  assert.equal(await matchedOf({ profile: "visa-tap-payer" }), "default:payer");
  assert.equal(await matchedOf({ profile: "visa-tap-browser" }), "rule:2");
  for (
    const [rule, pointer] of [
      [{ action: "deny", profile: "visa" }, "/rules/0/profile"],
      [{ action: "deny", profile: null }, "/rules/0/profile"],
      [{ action: "deny", repeated: "yes" }, "/rules/0/repeated"],
    ] as const
  ) {
    const { status, body } = await app.ask("/v1/agent/policy", { method: "PUT", json: { rules: [rule] } });
    assert.deepEqual([status, body.errors[0].pointer], [400, pointer]);
  }
  assert.deepEqual((await app.ask("/v1/agent/policy")).body.rules, rules, "nothing was changed");
});

Deno.test("a Mastercard nonce is accepted once: of 30 simultaneous replays over two processes, one", async () => {
  await using world = await startCardWorld(key);
  const second = await world.second();
  second.live = world.app.live;
  const json = await world.signed({ profile: "mastercard-agent-pay" });
  const answers = await Promise.all(
    Array.from(
      { length: 30 },
      (_, index) =>
        (index % 2 === 0 ? world.app : second).ask(index % 3 === 0 ? VERIFY : AUTHORIZE, { json }),
    ),
  );
  const reasons = answers.map(({ body }) => body.agent?.signature_reason ?? body.reason);
  assert.equal(reasons.filter((reason) => reason === "verified").length, 1, reasons.join(" "));
  assert.equal(reasons.filter((reason) => reason === "replayed").length, 29);
  // Another request with the nonce is a repeat too; another nonce is not; a test key has a memory of its own.
  const moved = await world.signed({ profile: "mastercard-agent-pay", path: "/other" });
  assert.equal((await world.app.ask(VERIFY, { json: moved })).body.reason, "replayed");
  const fresh = await world.signed({ profile: "mastercard-agent-pay", parameters: { nonce: '"n-2"' } });
  assert.equal((await world.app.ask(VERIFY, { json: fresh })).body.reason, "verified");
  assert.equal((await world.app.ask(VERIFY, { json, key: world.app.test })).body.reason, "verified");
});

Deno.test("a Visa nonce names a session: repeats are counted exactly over two processes, and the policy decides", async () => {
  await using world = await startCardWorld(key);
  const { app } = world;
  const second = await world.second();
  const rule = { profile: "visa-tap-payer", repeated: true, action: "deny", reason: "again" };
  await app.ask("/v1/agent/policy", { method: "PUT", json: { rules: [rule] } });
  const json = await world.signed({ profile: "visa-tap-payer" });
  const answers = await Promise.all(
    Array.from(
      { length: 30 },
      (_, index) => (index % 2 === 0 ? app : second).ask(AUTHORIZE, { json, key: app.live }),
    ),
  );
  const seen = answers.map(({ body }) => body.agent.replay.seen).sort((a, b) => a - b);
  assert.deepEqual(seen, Array.from({ length: 30 }, (_, index) => index));
  for (const { body } of answers) {
    const expected = body.agent.replay.seen === 0 ? "default:payer" : "rule:0";
    assert.deepEqual([body.agent.verified, body.matched], [true, expected]);
  }
  const seenOf = async (given: Partial<Parameters<typeof world.signed>[0]> = {}, ask = {}) =>
    (await app.ask(VERIFY, { json: await world.signed({ profile: "visa-tap-payer", ...given }), ...ask }))
      .body.replay.seen;
  assert.equal(await seenOf({ path: "/cart" }), 30, "another request of the session");
  assert.equal(await seenOf({ parameters: { nonce: '"n-2"' } }), 0, "another session");
  assert.equal(await seenOf({}, { key: app.test }), 0, "test keys count apart");
  const other = await app.account("other");
  assert.equal(await seenOf({}, { key: other.key }), 0, "another account");
  world.clock.now += 482_000;
  assert.equal(await seenOf(), 0, "when the window is over");
  const web = await signAgentRequest({ key, now: Math.floor(world.clock.now / 1000) });
  assert.equal((await app.ask(VERIFY, { json: web })).body.replay, null, "a profile without sessions");
});

Deno.test("a policy that accepts each signature once refuses the repeat of a session's request, not its next one", async () => {
  await using world = await startCardWorld(key);
  const { app } = world;
  await app.ask("/v1/agent/policy", { method: "PUT", json: { rules: [], replay_protection: "nonce" } });
  const first = await world.signed({ profile: "visa-tap-browser" });
  const next = await world.signed({ profile: "visa-tap-browser", path: "/cart" });
  const answers = [];
  for (const json of [first, first, next]) answers.push((await app.ask(VERIFY, { json })).body);
  assert.deepEqual(answers.map(({ reason }) => reason), ["verified", "replayed", "verified"]);
  assert.deepEqual(answers.map(({ replay }) => replay), [{ seen: 0 }, null, { seen: 1 }]);
});
