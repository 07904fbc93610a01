/** WINNOW_OFFLINE=true: no outgoing traffic of any kind, whatever else is configured. */
import assert from "node:assert/strict";
import { verifyAgentCommand } from "../../../src/cli/verify_agent/verify_agent.ts";
import { readConfig } from "../../../src/app/settings/config.ts";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import { startDnsServer, zone } from "../../support/servers/dns_server.ts";
import { startCanary } from "../../support/servers/http_server.ts";
import { AGENT_HOST, makeAgentKey, signAgentRequest } from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();

/** Every outside source is configured, at this canary. */
function settings(dns: string, port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  return {
    WINNOW_OFFLINE: "true",
    WINNOW_DNS: dns,
    WINNOW_RDAP_URL: url,
    WINNOW_FEED_MIRROR: url,
    WINNOW_FEED_REFRESH: "true",
    WINNOW_SMTP_PROBE: "on",
    WINNOW_SMTP_PORT: String(port),
    WINNOW_GRAVATAR: "true",
    WINNOW_HIBP_KEY: "key",
    WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
    WINNOW_AGENT_DIRECTORY_OVERRIDES: JSON.stringify({ [AGENT_HOST]: url }),
  };
}

Deno.test("offline, nothing is asked outside, not even a directory override on this machine", async () => {
  await using dns = await startDnsServer(zone({ "shop.com": { A: ["127.0.0.1"] } }));
  await using canary = startCanary();
  const env = settings(dns.setting, canary.port);
  const agent = await signAgentRequest({ key, now: NOW });
  const stranger = await signAgentRequest({
    key,
    now: NOW,
    agent: 'sig1="https://shop.com"',
    covered: [['"@authority"', "shop.example"], ['"signature-agent";key="sig1"', '"https://shop.com"']],
  });
  await using app = await startApp({ now: () => NOW * 1000, env });
  for (const json of [agent, stranger]) {
    for (const secret of [app.live, app.test]) {
      const verified = await app.ask("/v1/verify/agent", { json, key: secret });
      assert.deepEqual([verified.body.verified, verified.body.reason], [false, "directory_unavailable"]);
    }
    const authorized = await app.ask("/v1/agent/authorize", { json });
    assert.deepEqual([authorized.body.decision, authorized.body.matched], [
      "review",
      "default:unverifiable",
    ]);
  }
  const user = await app.ask("/v1/score/user", {
    json: { ip: "73.15.20.1", email: "ann.smith@shop.com", domain: "shop.com", agent },
  });
  assert.equal(user.body.agent.signature_reason, "directory_unavailable");
  assert.equal(user.body.components.domain.signals.resolves, null);
  const email = await app.ask("/v1/verify/email?email=bob@shop.com&wait_for_mailbox=true");
  assert.deepEqual([email.body.signals.mx_found, email.body.signals.mailbox_exists], [null, null]);
  const visitor = await signedIn(app);
  const tried = await visitor.submit(
    "/console/agents",
    { request: JSON.stringify(agent) },
    "/console/agents/try",
  );
  assert.match(tried.text, /directory_unavailable/);
  const lines: string[] = [];
  for (const args of [[], ["--directory", `https://${AGENT_HOST}`]]) {
    const code = await verifyAgentCommand(args, {
      config: readConfig(env),
      env,
      print: (line) => lines.push(line),
      warn: (line) => lines.push(line),
      readInput: () => Promise.resolve(JSON.stringify(agent)),
      now: () => NOW * 1000,
    });
    assert.equal(code, 1);
  }
  assert.match(lines.join("\n"), /directory_unavailable: outgoing traffic is switched off/);
  await app.close();
  // Connections are accepted in the order they came, so one of the test's own shows that there was none before it.
  (await Deno.connect({ port: canary.port })).close();
  while (canary.connections() === 0) await new Promise((turn) => setTimeout(turn));
  assert.deepEqual([canary.connections(), dns.seen], [1, []]);
});
