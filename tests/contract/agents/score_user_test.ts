import assert from "node:assert/strict";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp } from "../../support/app/app.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  signAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const PATH = "/v1/score/user";
const IP = "73.15.20.1";

Deno.test("POST /v1/score/user reports the agent with the score, and only a deny changes the verdict", async () => {
  await using directory = startKeyDirectory([key], { client_name: "Example Bot", trigger: "fetcher" });
  await using app = await startApp({
    now: () => NOW * 1000,
    env: agentSettings({ [AGENT_HOST]: directory.url }),
  });
  const plain = await app.ask(PATH, { json: { ip: IP } });
  assert.equal(plain.status, 200);
  assert.equal("agent" in plain.body, false);
  const signed = await signAgentRequest({ key, now: NOW });
  const expired = await signAgentRequest({ key, now: NOW - 3600 });
  const unknownAgent = await signAgentRequest({ key: await makeAgentKey(), now: NOW });
  const rows = [
    { name: "verified", agent: signed, decision: "allow", type: "verified_agent", basis: "signature" },
    {
      name: "forged",
      agent: { ...signed, method: "PUT" },
      decision: "deny",
      type: "impersonated_agent",
      basis: "signature",
    },
    { name: "expired", agent: expired, decision: "deny", type: "automation", basis: "signature" },
    { name: "unknown key", agent: unknownAgent, decision: "review", type: "automation", basis: "signature" },
    {
      name: "unsigned",
      agent: { url: signed.url, headers: {} },
      decision: "review",
      type: "unknown",
      basis: "none",
    },
  ];
  for (const { name, agent, decision, type, basis } of rows) {
    const { status, body } = await app.ask(PATH, { json: { ip: IP, agent } });
    assert.equal(status, 200, name);
    assert.equal(body.agent.decision, decision, name);
    assert.equal(body.risk_score, plain.body.risk_score, `${name}: the number does not move`);
    assert.equal(body.verdict, decision === "deny" ? "block" : plain.body.verdict, name);
    assert.deepEqual([body.actor.type, body.actor.basis], [type, basis], name);
    assert.equal(body.actor.proven, type === "verified_agent", name);
    assert.equal(body.actor.operator, type === "verified_agent" ? AGENT_HOST : null, name);
    assert.deepEqual(body.components_checked, ["ip"], "an agent is no component and is not billed");
  }
  assert.equal((await app.ask("/v1/usage")).body.used, rows.length + 1);
});

Deno.test("an agent's denial overrides an allow rule and yields to a block rule", async () => {
  await using app = await startApp({ now: () => NOW * 1000 });
  const agent = {
    url: "https://example.com/",
    method: "GET",
    headers: (await signAgentRequest({ key, now: NOW - 3600 })).headers,
  };
  const ask = async () =>
    (await app.ask(PATH, { json: { ip: IP, email: "jane@mailinator.com", agent } })).body;
  const plain = await ask();
  assert.deepEqual([plain.agent.decision, plain.verdict], ["deny", "block"]);
  await app.ask("/v1/rules", { json: { action: "allow", values: [IP] } });
  const allowed = await ask();
  assert.deepEqual([allowed.verdict, "rule_applied" in allowed], ["block", false], "the rule did not decide");
  assert.equal(allowed.components.ip.rule_applied.value, IP);
  assert.ok(allowed.risk_score > 0);
  assert.match(allowed.summary, /^Blocked: the agent's signature is invalid \(default policy\); /);
  await app.ask("/v1/rules", { json: { action: "block", values: ["mailinator.com"] } });
  const blocked = await ask();
  assert.deepEqual([blocked.risk_score, blocked.verdict, blocked.rule_applied.value], [
    100,
    "block",
    "mailinator.com",
  ]);
});

Deno.test("POST /v1/score/user follows the account's agent policy", async () => {
  await using directory = startKeyDirectory([key], { trigger: "crawler" });
  await using app = await startApp({
    now: () => NOW * 1000,
    env: agentSettings({ [AGENT_HOST]: directory.url }),
  });
  const rules = [{ trigger: "crawler", action: "deny", reason: "no crawlers here" }];
  await app.ask("/v1/agent/policy", { method: "PUT", json: { rules } });
  const agent = await signAgentRequest({ key, now: NOW });
  const { body } = await app.ask(PATH, { json: { ip: IP, agent } });
  assert.equal(body.verdict, "block");
  assert.deepEqual([body.agent.verified, body.agent.matched, body.agent.reason], [
    true,
    "rule:0",
    "no crawlers here",
  ]);
  assert.match(
    body.summary,
    /^Blocked: a rule of your agent policy denies the agent of agent\.example \("no crawlers here"\)/,
  );
  const counted = await app.ask("/v1/agent/authorize", { json: agent });
  assert.equal(counted.body.requests_last_hour, 2, "a scored sign-up counts as a request of the agent");
});

Deno.test("POST /v1/score/user names a wrong agent field by its JSON pointer", async () => {
  await using app = await startApp();
  const rows = [
    [{ url: "/relative", headers: {} }, "/agent/url"],
    [{ url: "https://shop.example/", method: "a b", headers: {} }, "/agent/method"],
    [{ url: "https://shop.example/", headers: { a: 1 } }, "/agent/headers/a"],
  ] as const;
  for (const [agent, pointer] of rows) {
    const { status, body } = await app.ask(PATH, { json: { ip: IP, agent } });
    assert.deepEqual([status, body.errors[0].pointer], [400, pointer]);
  }
});

Deno.test("an agent whose directory does not answer within the time budget is reviewed, and verified on the next call", async () => {
  await using directory = startKeyDirectory([key]);
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const answer = directory.answer;
  directory.answer = async (request) => {
    asked.resolve();
    await release.promise;
    return await answer(request);
  };
  await using app = await startApp({
    now: () => NOW * 1000,
    env: { ...agentSettings({ [AGENT_HOST]: directory.url }), WINNOW_TIME_BUDGET_MS: "0" },
  });
  const agent = await signAgentRequest({ key, now: NOW });
  const early = await app.ask(PATH, { json: { ip: IP, agent } });
  assert.deepEqual(
    [early.body.agent.signature_reason, early.body.agent.decision],
    ["directory_unavailable", "review"],
  );
  await asked.promise;
  release.resolve();
  const waited = await app.ask("/v1/verify/agent", { json: agent });
  assert.equal(waited.body.reason, "verified", "the fetch went on in the background");
  const late = await app.ask(PATH, { json: { ip: IP, agent } });
  assert.equal(late.body.agent.verified, true);
  assert.equal(directory.seen.length, 1);
});
