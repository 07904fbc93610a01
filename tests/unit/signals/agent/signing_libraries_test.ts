/** Requests signed by the libraries agents use: npm web-bot-auth and npm http-message-sig. */
import assert from "node:assert/strict";
import { createSignature, webcrypto } from "http-message-sig";
import { signatureHeaders } from "web-bot-auth";
import { signerFromJWK } from "web-bot-auth/crypto";
import { NOW, openTestDirectories, verifyRequest } from "../../../support/fixtures/agent_verification.ts";
import {
  CARD_PROFILES,
  KEY_SETS,
  MASTERCARD_HOST,
  VISA_HOST,
} from "../../../support/fixtures/agent_profiles.ts";
import {
  AGENT_HOST,
  type AgentKey,
  makeAgentKey,
  startKeyDirectory,
} from "../../../support/servers/key_directory.ts";

const URL_SIGNED = "https://shop.example/basket?item=9";
const WINDOW = { created: new Date(NOW * 1000), expires: new Date((NOW + 60) * 1000) };

Deno.test("web-bot-auth 0.1.3 signs requests that verify, with Ed25519 and RSA-PSS", async () => {
  for (const kind of ["ed25519", "rsa-pss-sha512"] as const) {
    const key = await makeAgentKey(kind);
    await using directory = startKeyDirectory([key]);
    const signer = await signerFromJWK(key.privateJwk);
    assert.equal(signer.keyid, key.thumbprint, "both compute the same thumbprint");
    for (const agent of [`"https://${AGENT_HOST}"`, `sig1="https://${AGENT_HOST}"`]) {
      const message = new Request(URL_SIGNED, { headers: { "Signature-Agent": agent } });
      const signed = await signatureHeaders(message, signer, WINDOW);
      const headers = { ...signed, "Signature-Agent": agent };
      const outcome = await verifyRequest(
        { method: "GET", url: URL_SIGNED, headers: { ...headers } },
        openTestDirectories({ [AGENT_HOST]: directory.url }),
      );
      assert.deepEqual([outcome.reason, outcome.result.host], ["verified", AGENT_HOST], `${kind} ${agent}`);
    }
  }
});

async function privateKey(key: AgentKey): Promise<CryptoKey> {
  return await crypto.subtle.importKey("jwk", key.privateJwk, "Ed25519", false, ["sign"]);
}

Deno.test("http-message-sig 0.3.0 signs requests that verify, with every covered component it supports", async () => {
  const key = await makeAgentKey();
  await using directory = startKeyDirectory([key]);
  const agent = `sig1="https://${AGENT_HOST}"`;
  const fields = [
    { name: "signature-agent", value: agent },
    { name: "content-type", value: "application/json" },
    { name: "example-dict", value: "a=1,    b=2;x=1;y=2,   c=(a   b   c)" },
  ];
  const signed = await createSignature({
    kind: "request",
    method: "POST",
    targetUri: URL_SIGNED,
    requestTarget: "/basket?item=9",
    fields,
  }, {
    label: "sig1",
    components: [
      "@method",
      "@target-uri",
      "@authority",
      "@scheme",
      "@request-target",
      "@path",
      "@query",
      "content-type",
      { name: "example-dict", parameters: { key: "b" } },
      { name: "signature-agent", parameters: { key: "sig1" } },
    ],
    parameters: {
      created: NOW,
      expires: NOW + 60,
      keyid: key.thumbprint,
      alg: "ed25519",
      tag: "web-bot-auth",
    },
    signer: webcrypto.signer(await privateKey(key)),
  });
  const headers = {
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    "signature-input": signed.signatureInput,
    "signature": signed.signature,
  };
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  const outcome = await verifyRequest({ method: "POST", url: URL_SIGNED, headers }, directories);
  assert.equal(outcome.reason, "verified");
  const moved = await verifyRequest({ method: "POST", url: `${URL_SIGNED}1`, headers }, directories);
  assert.equal(moved.reason, "signature_failed");
});

Deno.test("http-message-sig 0.3.0 signs requests of every card network's profile that verify", async () => {
  const key = await makeAgentKey();
  await using directory = startKeyDirectory([{ ...key.publicJwk, kid: "agent-1" }]);
  const overrides = { [VISA_HOST]: directory.url, [MASTERCARD_HOST]: directory.url };
  const directories = openTestDirectories(overrides, { keySets: KEY_SETS });
  const tags = {
    "visa-tap-browser": "agent-browser-auth",
    "visa-tap-payer": "agent-payer-auth",
    "mastercard-agent-pay": "Agent-pay-auth",
  };
  for (const profile of CARD_PROFILES) {
    const signed = await createSignature({
      kind: "request",
      method: "POST",
      targetUri: URL_SIGNED,
      requestTarget: "/basket?item=9",
      fields: [],
    }, {
      label: "sig2",
      components: ["@authority", "@path"],
      parameters: {
        created: NOW,
        expires: NOW + 480,
        keyid: "agent-1",
        alg: "ed25519",
        nonce: crypto.randomUUID(),
        tag: tags[profile],
      },
      signer: webcrypto.signer(await privateKey(key)),
    });
    const headers = { "signature-input": signed.signatureInput, "signature": signed.signature };
    const outcome = await verifyRequest({ method: "POST", url: URL_SIGNED, headers }, directories);
    assert.deepEqual([outcome.reason, outcome.result.profile], ["verified", profile]);
  }
});
