/** Consumer and payment objects that travel with a signed request: each check, broken alone; and that nothing of them stays. */
import assert from "node:assert/strict";
import { refused } from "../../../src/signals/agent/reasons.ts";
import type { CommerceStatus } from "../../../src/signals/agent/commerce/status.ts";
import { type CardWorld, startCardWorld } from "../../support/app/card_agents.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import { makeIdToken, type TokenGiven } from "../../support/fixtures/id_token.ts";
import { makeAgentKey, signAgentRequest } from "../../support/servers/key_directory.ts";
import { storeTexts } from "../../support/store/store_texts.ts";

const key = await makeAgentKey();
const issuer = await makeAgentKey();
const rsa = await makeAgentKey("rsa-v1_5-sha256");
const p256 = await makeAgentKey("ecdsa-p256-sha256");
const retired = await makeAgentKey();
const unknown = await makeAgentKey();
const PUBLISHED = [
  { ...issuer.publicJwk, kid: "issuer" },
  rsa,
  p256,
  { ...retired.publicJwk, exp: NOW - 1 },
];
const PATH = "/v1/agent/authorize";
const OBJECT = { nonce: "n-1", kid: key.thumbprint, alg: "PS256", signature: "AAAA" };

interface Row {
  readonly name: string;
  readonly expected: CommerceStatus;
  readonly token?: TokenGiven & { readonly key?: typeof key };
  readonly object?: Readonly<Record<string, unknown>>;
}

const ROWS: readonly Row[] = [
  { name: "all is well", expected: "verified", token: {} },
  { name: "by kid", expected: "verified", token: { header: { kid: "issuer" } } },
  { name: "RS256", expected: "verified", token: { key: rsa, header: { alg: "RS256" } } },
  { name: "ES256", expected: "verified", token: { key: p256, header: { alg: "ES256" } } },
  {
    name: "several audiences",
    expected: "verified",
    token: { claims: { aud: ["a.example", "shop.example"] } },
  },
  { name: "a URL of the site", expected: "verified", token: { claims: { aud: "https://shop.example/pay" } } },
  { name: "no token", expected: "present_not_verified" },
  { name: "no nonce", expected: "object_malformed", token: {}, object: { nonce: undefined } },
  { name: "kid a number", expected: "object_malformed", token: {}, object: { kid: 1 } },
  { name: "another nonce", expected: "nonce_mismatch", token: {}, object: { nonce: "n-2" } },
  { name: "another key", expected: "key_mismatch", token: {}, object: { kid: "issuer" } },
  { name: "token a number", expected: "token_malformed", object: { idToken: 1 } },
  { name: "token of two parts", expected: "token_malformed", object: { idToken: "e30.e30" } },
  { name: "token not JSON", expected: "token_malformed", object: { idToken: "AAAA.AAAA.AAAA" } },
  {
    name: "token too long",
    expected: "token_malformed",
    object: { idToken: `e30.${"A".repeat(17_000)}.AA` },
  },
  { name: "no kid", expected: "token_malformed", token: { header: { kid: undefined } } },
  { name: "an extension", expected: "token_malformed", token: { header: { crit: ["x"], x: 1 } } },
  { name: "no exp", expected: "token_malformed", token: { claims: { exp: undefined } } },
  { name: "iat a text", expected: "token_malformed", token: { claims: { iat: "1" } } },
  { name: "unsigned", expected: "token_algorithm_unsupported", token: { header: { alg: "none" } } },
  { name: "a shared secret", expected: "token_algorithm_unsupported", token: { header: { alg: "HS256" } } },
  { name: "unknown key", expected: "token_key_unknown", token: { key: unknown } },
  { name: "retired key", expected: "token_key_unknown", token: { key: retired } },
  { name: "another signer", expected: "token_signature_failed", token: { signer: unknown } },
  { name: "alg of another key", expected: "token_signature_failed", token: { header: { alg: "ES256" } } },
  { name: "expired", expected: "token_expired", token: { claims: { exp: NOW } } },
  { name: "issued ahead", expected: "token_not_yet_valid", token: { claims: { iat: NOW + 61 } } },
  { name: "not before", expected: "token_not_yet_valid", token: { claims: { nbf: NOW + 61 } } },
  { name: "another site", expected: "token_audience_mismatch", token: { claims: { aud: "evil.example" } } },
  {
    name: "a longer name",
    expected: "token_audience_mismatch",
    token: { claims: { aud: "shop.example.evil" } },
  },
  { name: "no audience", expected: "token_audience_mismatch", token: { claims: { aud: undefined } } },
];

async function consumerOf({ token, object }: Row): Promise<object> {
  const idToken = token === undefined ? {} : { idToken: await makeIdToken(token.key ?? issuer, NOW, token) };
  return { ...OBJECT, ...idToken, ...object };
}

async function commerceOf(world: CardWorld, commerce: unknown, request?: object): Promise<unknown> {
  const json = { ...request ?? await world.signed({ profile: "visa-tap-payer" }), commerce };
  const { status, body, text } = await world.app.ask(PATH, { json });
  assert.equal(status, 200, text);
  return body.agent.commerce;
}

Deno.test("a consumer object is checked as far as it can be, and each fault has its own word", async () => {
  await using world = await startCardWorld(key, PUBLISHED);
  for (const row of ROWS) {
    const commerce = { consumer: await consumerOf(row) };
    assert.deepEqual(await commerceOf(world, commerce), { consumer: row.expected, payment: null }, row.name);
  }
});

Deno.test("a token whose key cannot be fetched is neither right nor wrong: the directory left the cache meanwhile", async () => {
  await using world = await startCardWorld(key, PUBLISHED);
  const commerce = { consumer: await consumerOf({ name: "", expected: "verified", token: {} }) };
  const { agentDirectories } = world.app.app.services;
  const lookup = agentDirectories.lookup.bind(agentDirectories);
  const gone = refused("directory_unavailable", "not cached");
  agentDirectories.lookup = (target, thumbprint, account, budget) =>
    thumbprint === issuer.thumbprint ? gone : lookup(target, thumbprint, account, budget);
  assert.deepEqual(await commerceOf(world, commerce), { consumer: "token_key_unavailable", payment: null });
  agentDirectories.lookup = lookup;
  assert.deepEqual(await commerceOf(world, commerce), { consumer: "verified", payment: null });
});

Deno.test("a payment object is never more than present, and needs the signature's nonce and key", async () => {
  await using world = await startCardWorld(key, PUBLISHED);
  const payment = { ...OBJECT, paymentCredentialsHash: "hash" };
  const rows = [
    [payment, "present_not_verified"],
    [{ ...payment, nonce: "n-2" }, "nonce_mismatch"],
    [{ ...payment, kid: "other" }, "key_mismatch"],
    [{}, "object_malformed"],
  ] as const;
  for (const [object, expected] of rows) {
    assert.deepEqual(await commerceOf(world, { payment: object }), { consumer: null, payment: expected });
  }
  assert.equal(await commerceOf(world, {}), null);
  assert.equal(await commerceOf(world, null), null);
  const both = { consumer: OBJECT, payment };
  const late = await world.signed({ profile: "visa-tap-payer", parameters: { expires: "1" } });
  const none = { consumer: "request_not_verified", payment: "request_not_verified" };
  assert.deepEqual(await commerceOf(world, both, late), none);
  const web = await signAgentRequest({ key, now: NOW });
  assert.deepEqual(await commerceOf(world, both, web), {
    consumer: "profile_has_no_objects",
    payment: "profile_has_no_objects",
  });
  const wrong = await world.app.ask(PATH, {
    json: { url: "https://shop.example/", headers: {}, commerce: { consumer: "x" } },
  });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [400, "/commerce/consumer"]);
});

Deno.test("the objects move no score, decide nothing, and nothing of them is stored or answered", async () => {
  await using world = await startCardWorld(key, PUBLISHED);
  const { app } = world;
  const consumer = {
    ...await consumerOf({ name: "", expected: "verified", token: {} }),
    contextualData: { zip: "90210-secret", ipAddress: "73.15.20.99" },
  };
  const payment = { ...OBJECT, payload: "4111111111111111-secret" };
  const agent = { ...await world.signed({ profile: "visa-tap-payer" }), commerce: { consumer, payment } };
  const { commerce: _, ...plain } = agent;
  const score = async (json: object, headers = {}) =>
    (await app.ask("/v1/score/user", { json, headers })).body;
  const without = await score({ ip: "8.8.8.8", agent: plain });
  const withObjects = await score({ ip: "8.8.8.8", agent }, { "idempotency-key": "one" });
  assert.deepEqual(withObjects.agent.commerce, { consumer: "verified", payment: "present_not_verified" });
  for (const name of ["risk_score", "verdict"]) assert.equal(withObjects[name], without[name]);
  assert.equal(withObjects.agent.decision, without.agent.decision);
  const { body: verified } = await app.ask("/v1/verify/agent", { json: agent });
  assert.equal(verified.commerce.consumer, "verified");
  await app.ask(PATH, { json: { ...agent, receipt: true } });
  const { body: stored } = await app.ask(`/v1/score/${withObjects.request_id}`);
  assert.deepEqual(stored.agent.commerce, withObjects.agent.commerce);
  const token = (consumer as unknown as { idToken: string }).idToken;
  for (
    const line of [
      ...await storeTexts(app.app.services.store.engine),
      JSON.stringify([verified, withObjects, stored]),
    ]
  ) {
    for (
      const part of [
        "secret",
        "4111",
        "73.15.20.99",
        "hash-of-jane",
        "consumer-1",
        token,
        token.split(".")[1]!,
      ]
    ) {
      assert.ok(!line.includes(part), `${part} in ${line.slice(0, 200)}`);
    }
  }
});
