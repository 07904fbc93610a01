/** Agents that sign their requests, at the edge: by keys in memory, which are fetched beside the first request. */
import assert from "node:assert/strict";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  signAgentRequest,
  type SignGiven,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const BLOCKED = "81.2.69.160";

async function verdictOf(app: TestApp, given: SignGiven, sent: Readonly<Record<string, string>> = {}) {
  const { headers, method } = await signAgentRequest(given);
  const answer = await app.ask("/v1/edge/check", {
    headers: {
      ...headers,
      "user-agent": "curl/8.5.0",
      "x-forwarded-for": BLOCKED,
      "x-forwarded-proto": "https",
      "x-forwarded-host": "shop.example",
      "x-forwarded-uri": "/path?q=1",
      "x-forwarded-method": method,
      ...sent,
    },
  });
  return answer.headers.get("winnow-verdict");
}

Deno.test("a verified agent is judged by the policy, a forged signature is refused, and rules come before", async () => {
  const key = await makeAgentKey();
  await using directory = startKeyDirectory([key]);
  await using app = await startApp({
    env: { WINNOW_TRUST_PROXY: "127.0.0.1", ...agentSettings({ [AGENT_HOST]: directory.url }) },
  });
  // Of the score alone every program is to be reviewed.
  await app.ask("/v1/settings", { method: "PUT", json: { thresholds: { review: 1, block: 100 } } });
  const now = () => Math.floor(Date.now() / 1000);
  const good = () => verdictOf(app, { key, now: now() });
  await eventually(async () => await good() === "allow", "the directory is in memory");
  assert.equal(await verdictOf(app, { key, now: now() }, { "x-forwarded-host": "other.example" }), "block");
  assert.equal(await verdictOf(app, { key, now: now() }, { "x-forwarded-uri": "/other" }), "block");
  assert.equal(await verdictOf(app, { key, now: now() - 3_600 }), "block");
  // One signature serves for several checks: the site behind the proxy may look at it too.
  const once = now();
  for (let count = 0; count < 3; count++) assert.equal(await verdictOf(app, { key, now: once }), "allow");
  await app.ask("/v1/agent/policy", {
    method: "PUT",
    json: { rules: [{ host: AGENT_HOST, action: "deny" }] },
  });
  await eventually(async () => await good() === "block", "the policy denies it");
  await app.ask("/v1/rules", { json: { action: "allow", values: [BLOCKED] } });
  assert.equal(await good(), "allow");
});

Deno.test("a directory that does not answer delays nobody, and the address is judged", async () => {
  const key = await makeAgentKey();
  await using directory = startKeyDirectory([key]);
  const hold = Promise.withResolvers<Response>();
  directory.answer = () => hold.promise;
  await using app = await startApp({
    env: { WINNOW_TRUST_PROXY: "127.0.0.1", ...agentSettings({ [AGENT_HOST]: directory.url }) },
  });
  assert.equal(await verdictOf(app, { key, now: Math.floor(Date.now() / 1000) }), "allow");
  hold.resolve(new Response(null, { status: 503 }));
});
