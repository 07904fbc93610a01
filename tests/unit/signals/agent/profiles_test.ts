/** Each rule of each profile, broken alone: it fails with the rule's own reason. */
import assert from "node:assert/strict";
import type { Reason } from "../../../../src/signals/agent/reasons.ts";
import {
  assertSaysNothing,
  edited,
  NOW,
  openTestDirectories,
  STRING_FORM,
  verifyRequest,
} from "../../../support/fixtures/agent_verification.ts";
import {
  CARD_PROFILES,
  type CardGiven,
  KEY_SETS,
  MASTERCARD_HOST,
  operatorOf,
  signCardRequest,
  VISA_HOST,
} from "../../../support/fixtures/agent_profiles.ts";
import {
  directoryResponse,
  makeAgentKey,
  startKeyDirectory,
} from "../../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const other = await makeAgentKey();
const [weak, old] = [await makeAgentKey(), await makeAgentKey()];
/** As published: its private half, and an end that has passed. */
const PUBLISHED = [
  key,
  { ...weak.publicJwk, d: weak.privateJwk.d },
  { ...old.publicJwk, exp: NOW - 1 },
];
const AUTHORITY = ['"@authority"', "shop.example"] as const;
const PATH = ['"@path"', "/checkout"] as const;

const RULES: readonly (readonly [rule: string, expected: Reason, broken: Partial<CardGiven>])[] = [
  ["the authority is covered", "insufficient_coverage", { covered: [PATH] }],
  ["the target URI does not stand for the authority", "insufficient_coverage", {
    covered: [['"@target-uri"', "https://shop.example/checkout"], PATH],
  }],
  ["the path is covered", "path_not_covered", { covered: [AUTHORITY] }],
  ["the target URI does not stand for the path", "path_not_covered", {
    covered: [AUTHORITY, ['"@target-uri"', "https://shop.example/checkout"]],
  }],
  ["created is given", "missing_parameter", { parameters: { created: null } }],
  ["expires is given", "missing_parameter", { parameters: { expires: null } }],
  ["keyid is given", "missing_parameter", { parameters: { keyid: null } }],
  ["keyid is not empty", "missing_parameter", { parameters: { keyid: '""' } }],
  ["alg is given", "alg_missing", { parameters: { alg: null } }],
  ["alg is not empty", "alg_missing", { parameters: { alg: '""' } }],
  ["nonce is given", "nonce_missing", { parameters: { nonce: null } }],
  ["nonce is not empty", "nonce_missing", { parameters: { nonce: '""' } }],
  ["nonce is a String", "malformed_signature", { parameters: { nonce: "n-1" } }],
  ["created is an Integer", "malformed_signature", { parameters: { created: `${NOW}.0` } }],
  ["alg is known", "unsupported_algorithm", { parameters: { alg: '"hmac-sha256"' } }],
  ["alg is no member of every object", "unsupported_algorithm", { parameters: { alg: '"constructor"' } }],
  ["alg suits the key", "algorithm_mismatch", { parameters: { alg: '"ES256"' } }],
  ["created has come", "not_yet_valid", {
    parameters: { created: `${NOW + 61}`, expires: `${NOW + 90}` },
  }],
  ["expires is to come", "expired", { parameters: { created: `${NOW - 60}`, expires: `${NOW - 1}` } }],
  ["the window is at most 480 s", "window_too_long", { parameters: { expires: `${NOW + 481}` } }],
  ["the key is in the set", "unknown_key", { key: other, parameters: { keyid: '"none"' } }],
  ["the key is secret", "weak_key", { key: weak }],
  ["the key is active", "key_not_active", { key: old }],
  ["the signature is the key's", "signature_failed", {
    key: other,
    parameters: { keyid: `"${key.thumbprint}"` },
  }],
  ["the components are the request's", "signature_failed", { covered: [AUTHORITY, ['"@path"', "/other"]] }],
  ["the components exist", "invalid_component", { covered: [AUTHORITY, PATH, ['"absent"', ""]] }],
];

for (const profile of CARD_PROFILES) {
  Deno.test(`${profile}: each rule, broken alone, fails with its own reason`, async () => {
    await using directory = startKeyDirectory(PUBLISHED);
    const overrides = { [VISA_HOST]: directory.url, [MASTERCARD_HOST]: directory.url };
    const directories = openTestDirectories(overrides, { keySets: KEY_SETS });
    const good = await signCardRequest({ profile, key, now: NOW });
    const { reason, result, identifier } = await verifyRequest(good, directories);
    assert.deepEqual([reason, result.profile, result.host], ["verified", profile, operatorOf(profile)]);
    assert.ok(Object.values(KEY_SETS).includes(identifier!));
    assert.equal(result.claimed_name, null);
    for (const [rule, expected, broken] of RULES) {
      const outcome = await verifyRequest(
        await signCardRequest({ profile, key, now: NOW, ...broken }),
        directories,
      );
      assert.deepEqual([outcome.reason, outcome.result.profile], [expected, profile], rule);
      assertSaysNothing(outcome);
    }
    // Signature-Agent neither leads to keys nor names anyone here.
    const named = edited(good, { "Signature-Agent": STRING_FORM });
    assert.equal((await verifyRequest(named, directories)).result.host, operatorOf(profile));
    for (const value of ["web-bot", `${profile}`, "AGENT-BROWSER-AUTH"]) {
      const input = good.headers["Signature-Input"]!.replace(/tag="[^"]*"/, `tag="${value}"`);
      const outcome = await verifyRequest(edited(good, { "Signature-Input": input }), directories);
      assert.deepEqual([outcome.reason, outcome.result.profile], ["not_web_bot_auth", null], value);
    }
  });

  Deno.test(`${profile}: without its key set nothing is fetched and nothing claimed`, async () => {
    await using directory = startKeyDirectory([key]);
    const others = Object.entries(KEY_SETS).filter(([, url]) => new URL(url).host !== operatorOf(profile));
    for (const keySets of [{}, Object.fromEntries(others)]) {
      const overrides = { [VISA_HOST]: directory.url, [MASTERCARD_HOST]: directory.url };
      const directories = openTestDirectories(overrides, { keySets });
      const outcome = await verifyRequest(await signCardRequest({ profile, key, now: NOW }), directories);
      assert.equal(outcome.reason, "keyset_not_configured");
      assertSaysNothing(outcome);
    }
    assert.deepEqual(directory.seen, []);
  });
}

Deno.test("a key of one set verifies no other profile, and a tag cannot be moved to another profile", async () => {
  await using visa = startKeyDirectory([key]);
  await using mastercard = startKeyDirectory([other]);
  const directories = openTestDirectories(
    { [VISA_HOST]: visa.url, [MASTERCARD_HOST]: mastercard.url },
    { keySets: KEY_SETS },
  );
  const wrong = await signCardRequest({ profile: "mastercard-agent-pay", key, now: NOW });
  assert.equal((await verifyRequest(wrong, directories)).reason, "unknown_key");
  const browse = await signCardRequest({ profile: "visa-tap-browser", key, now: NOW });
  const moved = edited(browse, {
    "Signature-Input": browse.headers["Signature-Input"]!.replace("agent-browser-auth", "agent-payer-auth"),
  });
  assert.equal((await verifyRequest(moved, directories)).reason, "signature_failed");
});

Deno.test("a key set finds keys by kid too, and a kid that two keys have finds none", async () => {
  const both = [{ ...key.publicJwk, kid: "a" }, { ...other.publicJwk, kid: "b" }];
  const rows = [
    ["its own kid", both, '"a"', key, "verified"],
    ["the other's kid", both, '"b"', key, "signature_failed"],
    [
      "the thumbprint wins over a kid that claims it",
      [
        { ...other.publicJwk, kid: key.thumbprint },
        key.publicJwk,
      ],
      `"${key.thumbprint}"`,
      key,
      "verified",
    ],
    ["two keys of one kid", both.map((jwk) => ({ ...jwk, kid: "a" })), '"a"', key, "unknown_key"],
    ["the same key twice", [both[0]!, both[0]!], '"a"', key, "verified"],
    ["a long kid", [{ ...key.publicJwk, kid: "k".repeat(201) }], `"${"k".repeat(201)}"`, key, "unknown_key"],
  ] as const;
  await using server = startKeyDirectory([]);
  for (const [name, keys, keyid, signer, expected] of rows) {
    server.answer = () => directoryResponse({ keys });
    const directories = openTestDirectories({ [VISA_HOST]: server.url }, { keySets: KEY_SETS });
    const given = { profile: "visa-tap-payer", key: signer, now: NOW, parameters: { keyid } } as const;
    assert.equal((await verifyRequest(await signCardRequest(given), directories)).reason, expected, name);
  }
});
