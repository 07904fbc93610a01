/** Browser characteristics without a device id: no component, no lookup, but they classify the actor. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import { makeAgentKey, signAgentRequest } from "../../support/servers/key_directory.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
const CLEAN = {
  webdriver: false,
  automation_globals: false,
  headless_ua: false,
  zero_screen: false,
  no_plugins: false,
  no_languages: false,
};
const ID = "0123456789abcdef0123456789abcdef";

const ROWS: readonly { name: string; json: Record<string, unknown>; type: string; basis: string }[] = [
  {
    name: "a driven browser",
    json: { device_automation: { webdriver: true } },
    type: "automation",
    basis: "device_signals",
  },
  {
    name: "a headless user agent",
    json: { device_signals: { user_agent: CHROME.replace("Chrome", "HeadlessChrome") } },
    type: "automation",
    basis: "device_signals",
  },
  {
    name: "an ordinary browser",
    json: { device_signals: { user_agent: CHROME }, device_automation: CLEAN },
    type: "likely_human",
    basis: "device_signals",
  },
  {
    name: "empty objects",
    json: { device_signals: {}, device_automation: {} },
    type: "unknown",
    basis: "none",
  },
  { name: "nulls", json: { device_signals: null, device_automation: null }, type: "unknown", basis: "none" },
];

for (const { name, json, type, basis } of ROWS) {
  Deno.test(`POST /v1/score/user without device_id: ${name}`, async () => {
    await using app = await startApp();
    const signup = { ip: "8.8.8.8", email: "jane@gmail.com" };
    const { body: plain } = await app.ask("/v1/score/user", { json: signup, key: app.test });
    const { status, body } = await app.ask("/v1/score/user", { json: { ...signup, ...json } });
    assert.equal(status, 200);
    assert.deepEqual([body.actor.type, body.actor.basis, body.actor.proven], [type, basis, false]);
    assert.deepEqual(body.components_checked, ["ip", "email"]);
    assert.equal(body.components.device, undefined);
    if (type === "automation") assert.ok(body.risk_score >= plain.risk_score + 10, `${body.risk_score}`);
    else assert.equal(body.risk_score, plain.risk_score, "nothing else is scored by it");
    assert.equal((await app.ask("/v1/usage")).body.used, 2, "nor billed");
    const withId = await app.ask("/v1/score/user", { json: { ...signup, ...json, device_id: ID } });
    assert.deepEqual(withId.body.actor, body.actor, "the same as with an id");
  });
}

Deno.test("a signature outweighs browser characteristics, and they alone are nothing to score", async () => {
  await using app = await startApp({ now: () => NOW * 1000 });
  const agent = await signAgentRequest({ key: await makeAgentKey(), now: NOW - 3600 });
  const json = { email: "jane@gmail.com", device_automation: { webdriver: true }, agent };
  const { body } = await app.ask("/v1/score/user", { json });
  assert.equal(body.actor.basis, "signature");
  const alone = await app.ask("/v1/score/user", { json: { device_automation: { webdriver: true } } });
  assert.equal(alone.status, 400);
});

Deno.test("the OpenAPI document describes them without device_id", async () => {
  await using app = await startApp();
  const { text } = await app.ask("/openapi.json", { key: null });
  const { device_signals, device_automation } = JSON.parse(text)
    .paths["/v1/score/user"].post.requestBody.content["application/json"].schema.properties;
  for (const { description } of [device_signals, device_automation]) {
    assert.match(description, /without `?device_id/i);
    assert.match(description, /actor/);
  }
});
