import assert from "node:assert/strict";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  signAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const other = await makeAgentKey();
const PATH = "/v1/agent/authorize";
const HOUR = 3_600_000;

interface World extends AsyncDisposable {
  readonly app: TestApp;
  readonly clock: { now: number };
  /** A request signed at the clock's moment. */
  signed(given?: Partial<Parameters<typeof signAgentRequest>[0]>): ReturnType<typeof signAgentRequest>;
}

async function startWorld(card: Record<string, unknown> = {}): Promise<World> {
  const directory = startKeyDirectory([key], card);
  const clock = { now: NOW * 1000 };
  const app = await startApp({
    now: () => clock.now,
    env: agentSettings({ [AGENT_HOST]: directory.url, "b.example": directory.url }),
  });
  return {
    app,
    clock,
    signed: (given = {}) => signAgentRequest({ key, now: Math.floor(clock.now / 1000), ...given }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

Deno.test("POST /v1/agent/authorize decides by the defaults when there is no policy", async () => {
  await using world = await startWorld({ client_name: "Example Bot", trigger: "crawler" });
  const { app } = world;
  const good = await world.signed();
  const rows = [
    { name: "verified", json: good, decision: "allow", matched: "default:verified" },
    {
      name: "unsigned",
      json: { url: good.url, headers: {} },
      decision: "review",
      matched: "default:not_web_bot_auth",
    },
    {
      name: "unverifiable",
      json: await world.signed({ key: other }),
      decision: "review",
      matched: "default:unverifiable",
    },
    {
      name: "wrong",
      json: { ...good, method: "PUT" },
      decision: "deny",
      matched: "default:signature_failed",
    },
    {
      name: "expired is wrong too",
      json: await world.signed({ now: NOW - 3600 }),
      decision: "deny",
      matched: "default:signature_failed",
    },
  ];
  for (const { name, json, decision, matched } of rows) {
    const { status, body } = await app.ask(PATH, { json });
    assert.equal(status, 200, name);
    assert.deepEqual(Object.keys(body).sort(), [
      "agent",
      "decision",
      "docs",
      "help_url",
      "matched",
      "processing_time_sec",
      "reason",
      "request_id",
      "requests_last_hour",
    ]);
    assert.deepEqual([body.decision, body.matched], [decision, matched], name);
    assert.ok(body.reason.length > 0, name);
    assert.equal(body.docs, `${app.origin}/docs/agents#${body.agent.signature_reason}`, name);
    const { agent: { signature_reason }, request_id } = body;
    const help = `${app.origin}/agents/denied?reason=${signature_reason}&request_id=${request_id}`;
    assert.equal(body.help_url, decision === "allow" ? null : help, name);
    assert.equal(body.agent.verified, matched === "default:verified", name);
    assert.equal(body.requests_last_hour, matched === "default:verified" ? 1 : null, name);
  }
});

Deno.test("POST /v1/agent/authorize applies the account's policy; the first matching rule decides", async () => {
  await using world = await startWorld({ trigger: "crawler" });
  const { app } = world;
  const neighbour = await app.account("neighbour");
  const rules = [
    { trigger: "fetcher", action: "allow", reason: "not a crawler" },
    { trigger: "crawler", methods: ["POST"], action: "deny", reason: "crawlers only read" },
    { trigger: "crawler", action: "review", reason: "crawlers are looked at" },
  ];
  assert.equal((await app.ask("/v1/agent/policy", { method: "PUT", json: { rules } })).status, 200);
  const post = await app.ask(PATH, { json: await world.signed({ method: "POST" }) });
  assert.deepEqual([post.body.decision, post.body.matched, post.body.reason], [
    "deny",
    "rule:1",
    "crawlers only read",
  ]);
  const get = await app.ask(PATH, { json: await world.signed() });
  assert.deepEqual([get.body.decision, get.body.matched, get.body.reason], [
    "review",
    "rule:2",
    "crawlers are looked at",
  ]);
  const theirs = await app.ask(PATH, { json: await world.signed({ method: "POST" }), key: neighbour.key });
  assert.deepEqual([theirs.body.decision, theirs.body.matched], ["allow", "default:verified"]);
  const unsigned = await app.ask(PATH, { json: { url: "https://shop.example/", headers: {} } });
  assert.equal(unsigned.body.matched, "default:not_web_bot_auth", "rules are for verified agents");
});

Deno.test("requests_last_hour counts this account's authorizations of this agent, for an hour", async () => {
  await using world = await startWorld();
  const { app, clock } = world;
  const neighbour = await app.account("neighbour");
  const count = async (given: object = {}, secret = app.live) =>
    (await app.ask(PATH, { json: await world.signed(given), key: secret })).body.requests_last_hour;
  assert.deepEqual([await count(), await count(), await count()], [1, 2, 3]);
  assert.equal(await count({}, neighbour.key), 1, "each account has its own");
  const second = {
    agent: 'sig1="https://b.example"',
    covered: [
      ['"@authority"', "shop.example"],
      ['"signature-agent";key="sig1"', '"https://b.example"'],
    ],
  };
  assert.equal(await count(second), 1, "each agent has its own");
  assert.equal(await count({}, app.test), 4, "a test key sees the count");
  assert.equal(await count({}, app.test), 4, "and is not counted");
  await app.ask("/v1/verify/agent", { json: await world.signed() });
  assert.equal(await count(), 4, "a verification is not counted");
  clock.now += HOUR / 2;
  assert.equal(await count(), 5);
  clock.now += HOUR / 2;
  assert.equal(await count(), 2, "requests older than an hour no longer count");
  clock.now += 2 * HOUR;
  assert.equal(await count(), 1);
});

Deno.test("concurrent requests are all counted", async () => {
  await using world = await startWorld();
  const json = await world.signed();
  const counts = await Promise.all(
    Array.from({ length: 25 }, async () => (await world.app.ask(PATH, { json })).body.requests_last_hour),
  );
  assert.deepEqual(counts.sort((a, b) => a - b), Array.from({ length: 25 }, (_, index) => index + 1));
});

Deno.test("replay protection accepts each signature once per account, over all endpoints", async () => {
  await using world = await startWorld();
  const { app } = world;
  const neighbour = await app.account("neighbour");
  const on = { rules: [], replay_protection: "nonce" };
  for (const secret of [app.live, neighbour.key]) {
    assert.equal((await app.ask("/v1/agent/policy", { method: "PUT", json: on, key: secret })).status, 200);
  }
  const json = await world.signed();
  const dry = await app.ask("/v1/verify/agent", { json, key: app.test });
  assert.deepEqual([dry.body.reason, dry.body.replay_protection], ["verified", "nonce"]);
  const first = await app.ask("/v1/verify/agent", { json });
  assert.deepEqual(
    [first.body.reason, first.body.replay_protection],
    ["verified", "nonce"],
    "test keys use nothing up",
  );
  const again = await app.ask("/v1/verify/agent", { json });
  assert.deepEqual([again.body.verified, again.body.reason, again.body.agent], [false, "replayed", null]);
  const denied = await app.ask(PATH, { json });
  assert.deepEqual([denied.body.decision, denied.body.matched], ["deny", "default:signature_failed"]);
  assert.equal(denied.body.requests_last_hour, null);
  assert.equal(
    (await app.ask(PATH, { json, key: neighbour.key })).body.agent.verified,
    true,
    "once an account",
  );
  const fresh = await world.signed({
    parameters: `;created=${NOW};expires=${NOW + 60};keyid="${key.thumbprint}";nonce="n1";tag="web-bot-auth"`,
  });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.ask("/v1/verify/agent", { json: fresh })),
  );
  const verified = answers.filter(({ body }) => body.verified);
  assert.equal(verified.length, 1, "one of twenty concurrent requests is accepted");
  const forged = await world.signed({
    parameters: `;created=${NOW};expires=${NOW + 60};keyid="${key.thumbprint}";nonce="n2";tag="web-bot-auth"`,
    method: "GET",
  });
  const broken = { ...forged, method: "POST" };
  assert.equal((await app.ask("/v1/verify/agent", { json: broken })).body.reason, "signature_failed");
  assert.equal(
    (await app.ask("/v1/verify/agent", { json: forged })).body.reason,
    "verified",
    "a failure uses nothing up",
  );
});

Deno.test("without replay protection a request may be sent twice", async () => {
  await using world = await startWorld();
  const json = await world.signed();
  for (const path of ["/v1/verify/agent", PATH, "/v1/verify/agent"]) {
    const { body } = await world.app.ask(path, { json });
    assert.equal(body.reason === "verified" || body.agent.verified, true, path);
  }
});
