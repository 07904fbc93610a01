import assert from "node:assert/strict";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  type KeyDirectory,
  makeAgentKey,
  signAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const PATH = "/v1/verify/agent";

function startAgentApp(directory: KeyDirectory, env: Record<string, string> = {}): Promise<TestApp> {
  return startApp({
    now: () => NOW * 1000,
    env: { ...agentSettings({ [AGENT_HOST]: directory.url }), ...env },
  });
}

Deno.test("POST /v1/verify/agent identifies the signer, in exactly the documented fields", async () => {
  await using directory = startKeyDirectory([key], { client_name: "Example Bot", purpose: "search" });
  await using app = await startAgentApp(directory);
  const request = await signAgentRequest({ key, now: NOW });
  const { status, body } = await app.ask(PATH, { json: request });
  assert.equal(status, 200);
  const { docs, request_id, processing_time_sec, ...rest } = body;
  assert.deepEqual(rest, {
    verified: true,
    reason: "verified",
    profile: "web-bot-auth",
    keyid: key.thumbprint,
    agent: AGENT_HOST,
    host: AGENT_HOST,
    claimed_name: "Example Bot",
    purpose: "search",
    expires_in: 60,
    replay_protection: "signature-window",
    covered: ["@authority", "@method", "@path", "signature-agent"],
    not_covered: ["@query"],
    replay: null,
    commerce: null,
    help_url: null,
  });
  assert.equal(docs, `${app.origin}/docs/agents#verified`);
  assert.match(request_id, /^req_[0-9a-f-]{36}$/);
  assert.ok(processing_time_sec > 0);
});

Deno.test("POST /v1/verify/agent claims no name for an agent without a card", async () => {
  await using directory = startKeyDirectory([key]);
  await using app = await startAgentApp(directory);
  const { body } = await app.ask(PATH, { json: await signAgentRequest({ key, now: NOW }) });
  assert.deepEqual(
    [body.verified, body.agent, body.host, body.claimed_name, body.purpose],
    [true, AGENT_HOST, AGENT_HOST, null, null],
  );
});

Deno.test("POST /v1/verify/agent returns nulls for an agent that is not verified", async () => {
  await using directory = startKeyDirectory([key], { client_name: "Example Bot", purpose: "search" });
  await using app = await startAgentApp(directory);
  const signed = await signAgentRequest({ key, now: NOW });
  const rows = [
    ["not_web_bot_auth", { url: signed.url, headers: { "user-agent": "curl" } }, ""],
    ["not_web_bot_auth", { url: signed.url, method: null, headers: {} }, ""],
    ["signature_failed", { ...signed, method: "DELETE" }, key.thumbprint],
    ["malformed_signature", { ...signed, headers: { ...signed.headers, Signature: "x" } }, key.thumbprint],
  ] as const;
  for (const [reason, json, keyid] of rows) {
    const { status, body } = await app.ask(PATH, { json });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.verified, body.reason, body.keyid, body.agent, body.host, body.claimed_name],
      [false, reason, keyid, null, null, null],
    );
    assert.deepEqual(
      [body.purpose, body.expires_in],
      [null, null],
    );
    assert.equal(body.docs, `${app.origin}/docs/agents#${reason}`);
    const help = `${app.origin}/agents/denied?reason=${reason}&request_id=${body.request_id}`;
    assert.equal(body.help_url, help);
  }
});

Deno.test("the docs link leads to a page that explains the reason, without a key", async () => {
  await using directory = startKeyDirectory([key]);
  await using app = await startAgentApp(directory, { WINNOW_BASE_URL: "https://risk.example/base" });
  const { body } = await app.ask(PATH, { json: { url: "https://shop.example/", headers: {} } });
  assert.equal(body.docs, "https://risk.example/base/docs/agents#not_web_bot_auth");
  const page = await app.ask("/docs/agents", { key: null });
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  for (const reason of ["not_web_bot_auth", "signature_agent_blocked", "replayed", "policy"]) {
    assert.ok(page.text.includes(`id="${reason}"`), reason);
  }
});

Deno.test("POST /v1/verify/agent answers 400 to malformed input, and bills nothing", async () => {
  await using directory = startKeyDirectory([key]);
  await using app = await startAgentApp(directory);
  const good = await signAgentRequest({ key, now: NOW });
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`x-${index}`, ""]));
  const rows: readonly [name: string, json: unknown, pointer: string | null][] = [
    ["nothing", {}, "/url"],
    ["an array", [], ""],
    ["no headers", { url: good.url }, "/headers"],
    ["headers an array", { ...good, headers: [["a", "b"]] }, "/headers"],
    ["a header of two values", { ...good, headers: { accept: ["a", "b"] } }, "/headers/accept"],
    ["a header that is a number", { ...good, headers: { dnt: 1 } }, "/headers/dnt"],
    ["201 headers", { ...good, headers: many }, "/headers"],
    ["a relative URL", { ...good, url: "/path" }, "/url"],
    ["another scheme", { ...good, url: "ftp://shop.example/" }, "/url"],
    ["a URL that is a number", { ...good, url: 5 }, "/url"],
    ["a method that is a number", { ...good, method: 5 }, "/method"],
    ["a method that is none", { ...good, method: "GET /" }, "/method"],
  ];
  for (const [name, json, pointer] of rows) {
    const { status, body } = await app.ask(PATH, { json });
    assert.equal(status, 400, name);
    assert.equal(body.code, "invalid_value", name);
    assert.equal(body.errors[0].pointer, pointer, name);
    assert.equal("reason" in body, false, name);
  }
  assert.equal(
    (await app.ask(PATH, { raw: "{", headers: { "content-type": "application/json" } })).status,
    400,
  );
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("any text in any header is 200 with a reason, never 5xx", async () => {
  await using directory = startKeyDirectory([key]);
  await using app = await startAgentApp(directory);
  const good = await signAgentRequest({ key, now: NOW });
  const texts = [
    "",
    "\0\u0001",
    "ü🤖",
    "\ud800",
    "a".repeat(100_000),
    "(".repeat(9_000),
    ":::",
    'sig1="',
    "\r\n x: y",
  ];
  for (
    const name of ["Signature-Input", "Signature", "Signature-Agent", "X-Other", "", "\r\n", "__proto__"]
  ) {
    for (const text of texts) {
      const { status, body } = await app.ask(PATH, {
        json: { ...good, headers: { ...good.headers, [name]: text } },
      });
      assert.equal(status, 200, `${name}: ${text.slice(0, 10)}`);
      assert.equal(typeof body.reason, "string");
    }
  }
  assert.deepEqual(app.log, []);
});

Deno.test("POST /v1/verify/agent costs one lookup, nothing with a test key, and respects quota, pause and keys", async () => {
  await using directory = startKeyDirectory([key]);
  await using app = await startAgentApp(directory);
  const json = await signAgentRequest({ key, now: NOW });
  await app.ask(PATH, { json });
  await app.ask(PATH, { json: { url: "https://shop.example/", headers: {} } });
  await app.ask(PATH, { json, key: app.test });
  assert.equal((await app.ask("/v1/usage")).body.used, 2);
  for (const wrong of [null, "wk_live_nobody"]) {
    assert.equal((await app.ask(PATH, { json, key: wrong })).status, 403);
  }
  const poor = await app.account("poor", { monthly: 1 });
  assert.equal((await app.ask(PATH, { json, key: poor.key })).status, 200);
  const over = await app.ask(PATH, { json, key: poor.key });
  assert.deepEqual([over.status, over.body.code], [402, "quota_exceeded"]);
  await app.app.services.store.accounts.putAccount({ ...poor.account, paused: true });
  const paused = await app.ask(PATH, { json, key: poor.key });
  assert.deepEqual([paused.status, paused.body.code], [402, "account_paused"]);
});
