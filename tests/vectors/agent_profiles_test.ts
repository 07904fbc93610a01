/** Requests of every profile, from the fields to the outcome, with the keys on a loopback server. */
import assert from "node:assert/strict";
import { AGENT_PROFILES } from "../../src/model/agent_profile.ts";
import { parseAgentRequest } from "../../src/signals/agent/parse.ts";
import { signatureBase } from "../../src/signals/agent/signature/signature_base.ts";
import { type InnerList, parseDictionary } from "../../src/signals/agent/signature/structured_fields.ts";
import { openTestDirectories, verifyRequest } from "../support/fixtures/agent_verification.ts";
import { type SignedAgentRequest, startKeyDirectory } from "../support/servers/key_directory.ts";
import profiles from "./agent_profiles.json" with { type: "json" };

const KEY_SETS = {
  "visa-tap": "https://visa.example/.well-known/jwks",
  "mastercard-agent-pay": "https://mastercard.example/",
};
const HOSTS = {
  "web-bot-auth": ["agent.example", "chatgpt.com"],
  "visa-tap-browser": ["visa.example"],
  "visa-tap-payer": ["visa.example"],
  "mastercard-agent-pay": ["mastercard.example"],
} as const;

for (const { name, profile, expected, at, request, base, keys } of profiles.vectors) {
  Deno.test(`${name}: ${expected}`, async () => {
    // The type of the file gives each request its own set of headers.
    const signed = request as unknown as SignedAgentRequest;
    if (base !== null) {
      const [list] = [...parseDictionary(signed.headers["Signature-Input"]!).members.values()];
      assert.equal(signatureBase(parseAgentRequest(signed), list as InnerList).text, base);
    }
    await using directory = startKeyDirectory(keys);
    const hosts = Object.values(HOSTS).flat();
    const directories = openTestDirectories(
      Object.fromEntries(hosts.map((host) => [host, directory.url])),
      { keySets: KEY_SETS, now: () => at * 1000 },
    );
    const { reason, result } = await verifyRequest(signed, directories, at);
    assert.deepEqual([reason, result.profile], [expected, profile]);
    if (reason !== "verified") return assert.equal(result.host, null);
    const own: readonly (string | null)[] = HOSTS[profile as keyof typeof HOSTS];
    // Elsewhere than in a well-known directory a key proves its URL.
    const host = result.host?.includes("/") ? new URL(result.host).hostname : result.host;
    assert.ok(own.includes(host), `${result.host}`);
    // Every signature binds the host.
    const moved = { ...signed, url: signed.url.replace(/^(https:\/\/)[^/]+/, "$1other.example") };
    assert.equal((await verifyRequest(moved, directories, at)).reason, "signature_failed");
    const late = await verifyRequest(signed, directories, at + 90_000);
    assert.equal(late.reason, "expired");
  });
}

Deno.test("there are vectors of every profile that verify", () => {
  const verified = profiles.vectors.filter(({ expected }) => expected === "verified");
  assert.deepEqual(new Set(verified.map(({ profile }) => profile)), new Set(AGENT_PROFILES));
});
