/** RFC 9421 appendix B, the Web Bot Auth drafts, RFC 7638, RFC 8037 and RFC 8032, as printed. */
import assert from "node:assert/strict";
import { type Algorithm, checkSignature, importKey } from "../../src/signals/agent/signature/algorithms.ts";
import { thumbprint } from "../../src/signals/agent/directory/keys.ts";
import { parseAgentRequest } from "../../src/signals/agent/parse.ts";
import { signatureBase } from "../../src/signals/agent/signature/signature_base.ts";
import { type InnerList, parseDictionary } from "../../src/signals/agent/signature/structured_fields.ts";
import rfc9421 from "./agent_rfc9421.json" with { type: "json" };
import webBotAuth from "./agent_web_bot_auth.json" with { type: "json" };

type KeyName = keyof typeof rfc9421.keys;

interface Vector {
  readonly key: string;
  readonly algorithm: string;
  readonly request: { readonly method: string; readonly url: string; readonly headers: object };
  readonly base: string;
}

function baseOf(vector: Vector, input: string, extra: Record<string, string> = {}): string {
  const request = parseAgentRequest({
    ...vector.request,
    headers: { ...vector.request.headers as Record<string, string>, ...extra },
  });
  const [list] = [...parseDictionary(input).members.values()];
  return signatureBase(request, list as InnerList).text;
}

async function verifies(
  vector: { key: string; algorithm: string },
  base: string,
  signature: string,
): Promise<boolean> {
  const key = await importKey(vector.algorithm as Algorithm, rfc9421.keys[vector.key as KeyName].jwk);
  const bytes = Uint8Array.fromBase64(signature);
  return await checkSignature(vector.algorithm as Algorithm, key, bytes, new TextEncoder().encode(base));
}

function bytesOf(signature: string): string {
  return /:(.*):$/.exec(signature)![1]!;
}

for (const vector of rfc9421.vectors) {
  Deno.test(`RFC 9421 ${vector.name}: base and signature`, async () => {
    const base = baseOf(vector, vector.signature_input);
    assert.equal(base, vector.base);
    assert.equal(await verifies(vector, base, bytesOf(vector.signature)), true);
    assert.equal(await verifies(vector, `${base} `, bytesOf(vector.signature)), false);
  });
}

for (const vector of rfc9421.responses) {
  Deno.test(`RFC 9421 ${vector.name}: signature`, async () => {
    assert.equal(await verifies(vector, vector.base, vector.signature), true);
    assert.equal(await verifies(vector, vector.base.replace("200", "201"), vector.signature), false);
  });
}

Deno.test("RFC 9421 B.4: transformations that keep the signature, and those that break it", async () => {
  const vector = rfc9421.vectors.find(({ name }) => name.startsWith("B.4"))!;
  const rows = [
    {
      name: "query and unsigned fields changed",
      url: "https://example.org/demo?name1=Value1&Name2=value2&param=added",
      headers: { Host: "example.org", "Accept-Language": "en-US,en;q=0.5", Accept: "application/json, */*" },
      method: "GET",
      valid: true,
    },
    {
      name: "header value order kept, spacing between lines normalised by joining",
      url: "https://example.org/demo",
      headers: { accept: "application/json", ACCEPT: "  */*  " },
      method: "GET",
      valid: true,
    },
    {
      name: "method and host changed",
      url: "https://example.com/demo?name1=Value1&Name2=value2",
      headers: { Accept: "application/json, */*" },
      method: "POST",
      valid: false,
    },
    {
      name: "values of the signed field swapped",
      url: "https://example.org/demo",
      headers: { Accept: "*/*, application/json" },
      method: "GET",
      valid: false,
    },
  ];
  for (const { name, valid, ...request } of rows) {
    const base = baseOf({ ...vector, request }, vector.signature_input);
    assert.equal(await verifies(vector, base, bytesOf(vector.signature)), valid, name);
  }
});

for (const vector of webBotAuth.vectors) {
  Deno.test(`${vector.name}: base and signature`, async () => {
    const headers = vector.request.headers;
    const base = baseOf(vector, headers["Signature-Input"]);
    assert.equal(base, vector.base);
    assert.equal(await verifies(vector, base, bytesOf(headers.Signature)), true);
  });
}

Deno.test("thumbprint gives the published keys of RFC 9421 their known names", async () => {
  for (const { jwk, thumbprint: expected } of Object.values(rfc9421.keys)) {
    assert.equal(await thumbprint(jwk), expected);
    assert.equal(
      await thumbprint({ kid: "lies", use: "sig", ...jwk, alg: "none" }),
      expected,
      "other members do not count",
    );
  }
});

Deno.test("thumbprint gives the examples of RFC 7638 section 3.1 and RFC 8037 appendix A.3", async () => {
  assert.equal(
    await thumbprint({
      kty: "RSA",
      n: "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
      e: "AQAB",
      alg: "RS256",
      kid: "2011-04-29",
    }),
    "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
  );
  assert.equal(
    await thumbprint({ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }),
    "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
  );
});

Deno.test("thumbprint is null for what is not a key", async () => {
  for (
    const jwk of [{}, { kty: "EC", crv: "P-256", x: "AA" }, { kty: "constructor" }, {
      kty: "OKP",
      crv: "Ed25519",
      x: 5,
    }]
  ) {
    assert.equal(await thumbprint(jwk), null);
  }
});

/** `[public key, message, signature]`, hexadecimal. */
const RFC8032 = [
  [
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  ],
  [
    "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
  ],
] as const;

Deno.test("checkSignature passes the Ed25519 vectors of RFC 8032 section 7.1", async () => {
  for (const [publicKey, message, signature] of RFC8032) {
    const x = Uint8Array.fromHex(publicKey).toBase64({ alphabet: "base64url", omitPadding: true });
    const key = await importKey("ed25519", { kty: "OKP", crv: "Ed25519", x });
    const bytes = Uint8Array.fromHex(signature);
    assert.equal(await checkSignature("ed25519", key, bytes, Uint8Array.fromHex(message)), true);
    assert.equal(
      await checkSignature("ed25519", key, bytes.slice(0, 63), Uint8Array.fromHex(message)),
      false,
    );
    assert.equal(await checkSignature("ed25519", key, bytes, Uint8Array.fromHex(`${message}00`)), false);
  }
});
