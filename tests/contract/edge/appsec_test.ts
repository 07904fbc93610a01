/** `/compat/crowdsec/appsec`: what a bouncer is told of a visitor's request. */
import assert from "node:assert/strict";
import { APPSEC, form, mapSignups, type Visit, visit } from "../../support/app/appsec.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { agentSettings } from "../../support/app/agents.ts";
import { eventually } from "../../support/eventually.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  signAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const GOOD = "81.2.69.160";
const BLOCKED = "93.184.215.14";
const ALLOWED = { action: "allow", http_status: 200 };
const BANNED = { action: "ban", http_status: 403 };
const CAPTCHA = { action: "captcha", http_status: 403 };

async function rule(app: TestApp, value: string, action = "block", key = app.live) {
  const { status, text } = await app.ask("/v1/rules", { key, json: { action, values: [value] } });
  assert.equal(status, 200, text);
}

const doubt = (app: TestApp) =>
  app.ask("/v1/settings", { method: "PUT", json: { thresholds: { review: 1, block: 100 } } });

Deno.test("AppSec lets a good visitor through, bans by a rule and shows a captcha to a doubtful one", async () => {
  await using app = await startApp();
  for (const path of [APPSEC, `${APPSEC}/`]) {
    const { status, body, headers } = await visit(app, {}, path);
    assert.deepEqual([status, body], [200, ALLOWED]);
    assert.equal(headers.get("content-type"), "application/json");
    assert.equal(headers.get("content-encoding"), null);
  }
  await rule(app, BLOCKED);
  await rule(app, "198.51.0.0/16");
  for (const address of [BLOCKED, "198.51.3.4"]) {
    const { status, body } = await visit(app, { address });
    assert.deepEqual([status, body], [403, BANNED], address);
  }
  assert.deepEqual((await visit(app, { address: GOOD })).body, ALLOWED);
  await doubt(app);
  const { status, body } = await visit(app, { agent: "curl/8.5.0" });
  assert.deepEqual([status, body], [403, CAPTCHA]);
});

Deno.test("AppSec: a rule taken back is gone at the next request", async () => {
  await using app = await startApp();
  await rule(app, BLOCKED);
  assert.deepEqual((await visit(app, { address: BLOCKED })).body, BANNED);
  const [{ id }] = (await app.ask("/v1/rules")).body.rules;
  assert.equal((await app.ask(`/v1/rules/${id}`, { method: "DELETE" })).status, 200);
  assert.deepEqual((await visit(app, { address: BLOCKED })).body, ALLOWED);
});

Deno.test("AppSec knows the bouncer by its own header alone, and a wrong key is never a verdict", async () => {
  await using app = await startApp();
  const { key: limited } = await app.account("main", { scopes: ["rules"] });
  const rows: Record<string, Visit> = {
    "no key": { key: null },
    "a wrong key": { key: "wk_live_00000000000000000000000000000000" },
    "a key that may not score": { key: limited },
    "the visitor's X-Api-Key": { key: null, headers: { "x-api-key": app.live } },
    "the visitor's Authorization": { key: null, headers: { authorization: `Bearer ${app.live}` } },
  };
  for (const [name, given] of Object.entries(rows)) {
    const { status, body } = await visit(app, given);
    assert.equal(status, 401, name);
    assert.equal("action" in body, false, name);
  }
  const { status } = await visit(app, { headers: { "x-api-key": "something", authorization: "Basic Og==" } });
  assert.equal(status, 200, "what a visitor sends there is for the site");
});

Deno.test("AppSec: what the bouncer does not say is a 500, for which it has a setting", async () => {
  await using app = await startApp();
  const rows: Record<string, Visit> = {
    "no address": { address: "" },
    "no method": { method: "" },
    "no URI": { uri: "" },
    "two addresses": { address: `${GOOD}, ${BLOCKED}` },
  };
  for (const [name, given] of Object.entries(rows)) {
    const { status, body } = await visit(app, given);
    assert.deepEqual([status, "action" in body], [500, false], name);
  }
  const { text } = await app.ask("/metrics", { key: null });
  assert.match(text, /^winnow_edge_open_total 4$/m);
});

Deno.test("AppSec answers whatever a visitor sends", async () => {
  await using app = await startApp();
  await mapSignups(app);
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`x-flood-${at}`, "a".repeat(400)]));
  const rows: Record<string, Visit> = {
    "a flood of headers": { headers: many },
    "a long cookie": { headers: { cookie: `a=${"b".repeat(20_000)}` } },
    "a long user agent": { agent: `Mozilla/5.0 ${"x".repeat(17_000)}` },
    "ten megabytes": { body: new Uint8Array(10_000_000), uri: "/upload" },
    "a compressed body": {
      body: new Uint8Array(20),
      uri: "/upload",
      headers: { "content-encoding": "gzip" },
    },
    "a forged forwarding header": { headers: { "x-forwarded-for": BLOCKED, "x-real-ip": BLOCKED } },
    "a forged address header of the protocol": { headers: { "x-crowdsec-appsec-forged": "1" } },
    "a path that cannot be decoded": { uri: "/%zz", ...form({ "user[email]": "a@x.org" }) },
    "an asterisk": { uri: "*", method: "OPTIONS" },
    "half a signature": { headers: { signature: "sig1=:YQ==:" } },
  };
  await rule(app, BLOCKED);
  for (const [name, given] of Object.entries(rows)) {
    const { status, body } = await visit(app, given);
    assert.deepEqual([status, body], [200, ALLOWED], name);
  }
});

Deno.test("AppSec: a stranger's key has nothing to do with another account", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  await rule(app, BLOCKED);
  assert.deepEqual((await visit(app, { address: BLOCKED, key: other.key })).body, ALLOWED);
  const { body } = await app.ask("/v1/usage");
  assert.equal(body.used, 0, "the other account pays");
});

Deno.test("AppSec checks an agent's signature against the visitor's request, not its own", async () => {
  const key = await makeAgentKey();
  await using directory = startKeyDirectory([key], { client_name: "Example Bot", trigger: "fetcher" });
  await using app = await startApp({
    now: () => NOW * 1000,
    env: agentSettings({ [AGENT_HOST]: directory.url }),
  });
  const url = "https://shop.example/a/%7Eb?q=1&r=%2F";
  const { headers } = await signAgentRequest({ key, now: NOW, url });
  const signed = { uri: "/a/%7Eb?q=1&r=%2F", headers, agent: "Example Bot" };
  const forged: Record<string, Visit> = {
    "another method": { ...signed, method: "DELETE" },
    "another path": { ...signed, uri: "/admin" },
    "another host": { ...signed, host: "bank.example" },
  };
  // The first request of an agent whose keys are not in memory waits for nothing.
  await visit(app, signed);
  const isChecked = async () => (await visit(app, forged["another path"])).body.action === "ban";
  await eventually(isChecked, "the keys are in memory");
  assert.deepEqual((await visit(app, signed)).body, ALLOWED);
  assert.deepEqual((await visit(app, signed)).body, ALLOWED, "its nonce is left to the site");
  for (const [name, given] of Object.entries(forged)) {
    const { status, body } = await visit(app, given);
    assert.deepEqual([status, body], [403, BANNED], name);
  }
});
