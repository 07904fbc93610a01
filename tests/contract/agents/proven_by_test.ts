/** What a key proves: its host only from the host's well-known directory, and what of the request a signature covers. */
import assert from "node:assert/strict";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { startCardWorld } from "../../support/app/card_agents.ts";
import { NOW, PLACE } from "../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  type KeyDirectory,
  makeAgentKey,
  signAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const ECHO = `https://${AGENT_HOST}/echo?as=json`;
const CARD = `https://${AGENT_HOST}/uploads/card.json`;

function startAgentApp(directory: KeyDirectory): Promise<TestApp> {
  return startApp({ now: () => NOW * 1000, env: agentSettings({ [AGENT_HOST]: directory.url }) });
}

function signedAt(url: string, type = "") {
  const agent = `"${url}"${type}`;
  return signAgentRequest({
    key,
    now: NOW,
    agent: `sig1=${agent}`,
    covered: [PLACE, [`"signature-agent";key="sig1"`, agent]],
  });
}

async function put(app: TestApp, rules: readonly object[]): Promise<void> {
  const { status } = await app.ask("/v1/agent/policy", {
    method: "PUT",
    json: { rules, defaults_apply_when_no_rule_matches: true },
  });
  assert.equal(status, 200);
}

Deno.test("a key at any other place of a host proves its URL: host rules do not match it, and a rule may name the URL", async () => {
  await using directory = startKeyDirectory([key], { client_id: CARD, jwks: { keys: [key.publicJwk] } });
  await using app = await startAgentApp(directory);
  const places = [
    [`https://${AGENT_HOST}`, "", AGENT_HOST],
    [ECHO, "", ECHO],
    [ECHO, ";type=jwks_uri", ECHO],
    [CARD, ";type=cimd", CARD],
  ] as const;
  for (const [url, type, proven] of places) {
    const { body } = await app.ask("/v1/verify/agent", { json: await signedAt(url, type) });
    assert.deepEqual([body.verified, body.agent, body.host], [true, proven, proven], `${url}${type}`);
    for (const host of [AGENT_HOST, "*.example"]) {
      await put(app, [{ host, action: "deny", reason: "by host" }]);
      const { body } = await app.ask("/v1/agent/authorize", { json: await signedAt(url, type) });
      const matched = proven === AGENT_HOST ? "rule:0" : "default:verified";
      assert.deepEqual([body.matched, body.agent.host], [matched, proven], `${url}${type} ${host}`);
    }
  }
  const others = [`https://${AGENT_HOST}/echo`, `${ECHO}x`, CARD];
  await put(app, [...others.map((url) => ({ url, action: "deny" })), { url: ECHO, action: "review" }]);
  const { body } = await app.ask("/v1/agent/authorize", { json: await signedAt(ECHO) });
  assert.deepEqual([body.matched, body.decision], ["rule:3", "review"]);
  const { body: policy } = await app.ask("/v1/agent/policy");
  assert.equal(policy.rules[3].url, ECHO);
});

Deno.test("a host rule does not end a URL's name", async () => {
  await using directory = startKeyDirectory([key]);
  await using app = await startAgentApp(directory);
  await put(app, [{ host: "*.trusted.example", action: "deny" }, {
    host: "trusted.example",
    action: "deny",
  }]);
  const url = `https://${AGENT_HOST}/a.trusted.example`;
  const { body } = await app.ask("/v1/agent/authorize", { json: await signedAt(url) });
  assert.equal(body.matched, "default:verified");
});

Deno.test("url of a rule is an https URL with a path", async () => {
  await using app = await startApp();
  for (
    const url of ["agent.example", "https://agent.example", "http://a.example/k", "https://10.0.0.1/k", "", 1]
  ) {
    const { status, body } = await app.ask("/v1/agent/policy", {
      method: "PUT",
      json: { rules: [{ url, action: "deny" }] },
    });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, "/rules/0/url"], String(url));
  }
});

Deno.test("verify/agent says what the signature covers, and what of the request it does not", async () => {
  await using world = await startCardWorld(key);
  const { app } = world;
  const signed = await world.signed({ profile: "visa-tap-payer", method: "POST" });
  const rows = [
    [signed.url, {}, ["@method"]],
    [`${signed.url}?amount=1`, {}, ["@method", "@query"]],
    [signed.url, { "Content-Digest": "sha-256=:AAAA:" }, ["@method", "content-digest"]],
  ] as const;
  for (const [url, headers, notCovered] of rows) {
    const json = { ...signed, url, headers: { ...signed.headers, ...headers } };
    const { body } = await app.ask("/v1/verify/agent", { json });
    assert.deepEqual([body.verified, body.covered, body.not_covered], [
      true,
      ["@authority", "@path"],
      notCovered,
    ], url);
  }
  const { body } = await app.ask("/v1/verify/agent", {
    json: { ...signed, url: "https://shop.example/else" },
  });
  assert.deepEqual([body.verified, body.covered, body.not_covered], [false, null, null]);
});

Deno.test("@target-uri and single query parameters are covered by what they name", async () => {
  await using directory = startKeyDirectory([key]);
  await using app = await startAgentApp(directory);
  const agent = [`"signature-agent";key="sig1"`, `"https://${AGENT_HOST}"`] as const;
  const url = "https://shop.example/pay?amount=1&to=x";
  const rows = [
    [[['"@target-uri"', url]], ["@target-uri"], ["@method"]],
    [
      [PLACE, ['"@query-param";name="to"', "x"]],
      ["@authority", '@query-param;name="to"'],
      ["@method", "@path", '@query-param;name="amount"'],
    ],
  ] as const;
  for (const [covered, names, notCovered] of rows) {
    const json = await signAgentRequest({ key, now: NOW, url, covered: [...covered, agent] });
    const { body } = await app.ask("/v1/verify/agent", { json });
    assert.deepEqual([body.verified, body.covered, body.not_covered], [
      true,
      [...names, "signature-agent"],
      notCovered,
    ]);
  }
});
