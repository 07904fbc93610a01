/** A signature proves a host. A card may claim any name, and no output may show that name as who the agent is. */
import assert from "node:assert/strict";
import { verifyAgentCommand } from "../../../src/cli/verify_agent/verify_agent.ts";
import { readConfig } from "../../../src/app/settings/config.ts";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import {
  type AgentKey,
  makeAgentKey,
  signAgentRequest,
  type SignedAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const NAME = "OpenAI";
const IP = "73.15.20.1";
const key = await makeAgentKey();

function signedBy(
  host: string,
  given: { key?: AgentKey; method?: string } = {},
): Promise<SignedAgentRequest> {
  const method = given.method ?? "GET";
  return signAgentRequest({
    key: given.key ?? key,
    now: NOW,
    method,
    agent: `sig1="https://${host}"`,
    covered: [
      ['"@authority"', "shop.example"],
      ['"@method"', method],
      ['"signature-agent";key="sig1"', `"https://${host}"`],
    ],
  });
}

interface World {
  readonly app: TestApp;
  readonly env: Record<string, string>;
}

async function withAgents(test: (world: World) => Promise<void>): Promise<void> {
  await using evil = startKeyDirectory([key], { client_name: NAME, trigger: "fetcher" });
  await using nameless = startKeyDirectory([key]);
  const env = agentSettings({
    "evil.example": evil.url,
    "sub.evil.example": evil.url,
    "openai.example": nameless.url,
    "xn--bcher-kva.example": nameless.url,
  });
  await using app = await startApp({ now: () => NOW * 1000, env });
  await test({ app, env });
}

/** Places of the name in a body, as paths. */
function placesOf(value: unknown, at = ""): string[] {
  if (typeof value === "string") return value.includes(NAME) ? [at] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => placesOf(inner, `${at}/${name}`));
}

const put = (app: TestApp, rules: readonly object[]) =>
  app.ask("/v1/agent/policy", { method: "PUT", json: { rules } });

Deno.test("a name that an agent claims is nowhere but in name and claimed_name", async () => {
  await withAgents(async ({ app, env }) => {
    const agent = await signedBy("evil.example");
    const verified = (await app.ask("/v1/verify/agent", { json: agent })).body;
    assert.deepEqual(placesOf(verified), ["/claimed_name"]);
    assert.deepEqual([verified.verified, verified.agent, verified.host, verified.claimed_name], [
      true,
      "evil.example",
      "evil.example",
      NAME,
    ]);
    for (
      const [rules, decision] of [
        [[], "allow"],
        [[{ action: "deny", reason: "" }], "deny"],
        [[{ host: "evil.example", action: "deny", reason: "not ours" }], "deny"],
        [[{ host: "evil.example", action: "review" }], "review"],
      ] as const
    ) {
      assert.equal((await put(app, rules)).status, 200);
      const authorized = (await app.ask("/v1/agent/authorize", { json: agent })).body;
      assert.deepEqual(placesOf(authorized), ["/agent/name", "/agent/claimed_name"]);
      assert.deepEqual([authorized.decision, authorized.agent.host], [decision, "evil.example"]);
      const json = { ip: IP, email: "ann.smith@mailinator.com", agent };
      const user = (await app.ask("/v1/score/user", { json })).body;
      assert.deepEqual(placesOf(user), ["/agent/name", "/agent/claimed_name"]);
      assert.deepEqual([user.actor.type, user.actor.proven, user.actor.operator], [
        "verified_agent",
        true,
        "evil.example",
      ]);
      assert.match(user.actor.detail, /evil\.example/);
      if (decision === "deny") assert.match(user.summary, /denies the agent of evil\.example/);
      const stored = (await app.ask(`/v1/score/${user.request_id}`)).body;
      assert.deepEqual(placesOf(stored), ["/agent/name", "/agent/claimed_name"]);
    }
    const lines: string[] = [];
    const context = {
      config: readConfig(env),
      env,
      print: (line: string) => lines.push(line),
      warn: (line: string) => lines.push(line),
      readInput: () => Promise.resolve(JSON.stringify(agent)),
      now: () => NOW * 1000,
    };
    assert.equal(await verifyAgentCommand([], context), 0);
    assert.ok(lines.includes("proven     the host evil.example"));
    assert.deepEqual(lines.filter((line) => line.includes(NAME)), [
      `claimed    the name "${NAME}", which nobody has checked`,
    ]);
    lines.length = 0;
    await verifyAgentCommand(["--json"], context);
    assert.deepEqual(placesOf(JSON.parse(lines.join("\n"))), ["/agent/name", "/agent/claimed_name"]);
  });
});

Deno.test("the console shows the host, and a claimed name as claimed", async () => {
  await withAgents(async ({ app }) => {
    const agent = await signedBy("evil.example");
    await app.ask("/v1/score/user", { json: { ip: IP, agent } });
    const { body } = await app.ask("/v1/score/user", {
      json: { ip: IP, email: "ann@mailinator.com", agent },
    });
    const visitor = await signedIn(app);
    const pages = ["/console", "/console/scores", "/console/agents", `/console/scores/${body.request_id}`];
    for (const path of pages) {
      const { status, text } = await visitor.get(path);
      assert.equal(status, 200, path);
      assert.ok(!text.includes(NAME), path);
    }
    const form = { request: JSON.stringify(agent) };
    const { text } = await visitor.submit("/console/agents", form, "/console/agents/try");
    assert.match(text, /<dt>Host<\/dt><dd>evil\.example<\/dd>/);
    assert.match(
      text,
      new RegExp(
        `<dt>Claimed name</dt><dd>“${NAME}” <span class="muted">\\(what its card says; not checked\\)`,
      ),
    );
    assert.equal(text.split(NAME).length - 1, 1);
    assert.ok(text.indexOf("evil.example</dd>") < text.indexOf(NAME), "the host is first");
  });
});

Deno.test("a rule's host matches the proven host only: no claimed name, no neighbour, no unverified agent", async () => {
  await withAgents(async ({ app }) => {
    const cases = [
      { rule: "evil.example", agent: "evil.example", matches: true },
      { rule: "EVIL.example.", agent: "evil.example", matches: true },
      { rule: "bücher.example", agent: "xn--bcher-kva.example", matches: true },
      { rule: "bücher.example", agent: "BÜCHER.example", matches: true },
      { rule: "*.evil.example", agent: "sub.evil.example", matches: true },
      { rule: "*.evil.example", agent: "evil.example", matches: false },
      { rule: "sub.evil.example", agent: "evil.example", matches: false },
      { rule: "openai.example", agent: "evil.example", matches: false },
      { rule: "OpenAI", agent: "evil.example", matches: false },
      { rule: "openai.example", agent: "openai.example", matches: true },
    ];
    for (const { rule, agent, matches } of cases) {
      await put(app, [{ host: rule, action: "review", reason: "by host" }]);
      // The URL is signed as it is sent; its host is normalised by the verifier.
      const { body } = await app.ask("/v1/agent/authorize", { json: await signedBy(agentUrlHost(agent)) });
      assert.equal(body.agent.verified, true, agent);
      assert.equal(body.matched, matches ? "rule:0" : "default:verified", `${rule} and ${agent}`);
    }
    const forgers: readonly (readonly [reason: string, json: SignedAgentRequest])[] = [
      ["signature_failed", { ...await signedBy("openai.example"), method: "PUT" }],
      ["unknown_key", await signedBy("openai.example", { key: await makeAgentKey() })],
    ];
    await put(app, [{ host: "openai.example", action: "allow", reason: "ours" }]);
    for (const [reason, json] of forgers) {
      const { body } = await app.ask("/v1/agent/authorize", { json });
      assert.deepEqual([body.agent.signature_reason, body.agent.host, body.agent.claimed_name], [
        reason,
        null,
        null,
      ]);
      assert.match(body.matched, /^default:/, reason);
      assert.notEqual(body.decision, "allow", reason);
    }
  });
});

/** Structured fields are ASCII, so an agent writes its host in A-labels, in any case. */
function agentUrlHost(host: string): string {
  return /^[\x21-\x7e]+$/.test(host) ? host : new URL(`https://${host}`).hostname.toUpperCase();
}
