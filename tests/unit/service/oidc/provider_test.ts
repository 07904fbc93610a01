import assert from "node:assert/strict";
import { parseRoleClaim } from "../../../../src/model/access/role_claim.ts";
import { HttpFailed, HttpRefused } from "../../../../src/net/http/http_client.ts";
import { oidcFetch, openOidcHttp } from "../../../../src/net/http/oidc_fetch.ts";
import { newFlow } from "../../../../src/service/oidc/flow.ts";
import { Provider, ProviderError } from "../../../../src/service/oidc/provider.ts";
import {
  type HostileProvider,
  type Lies,
  startHostileProvider,
  tampered,
} from "../../../support/oidc/hostile_provider.ts";

const BACK = "http://127.0.0.1:1/callback";

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

function providerOf(issuer: string, now = Date.now): { provider: Provider; close(): Promise<void> } {
  const http = openOidcHttp({
    offline: true,
    egressAllow: [],
    resolve: () => Promise.reject(new Error("no name is resolved")),
    userAgent: "test",
  }, true);
  const send = oidcFetch(http, true);
  const provider = new Provider({
    issuer,
    clientId: "winnow",
    clientSecret: "s3cret: with+signs",
    roles: parseRoleClaim("groups:fraud-team=analyst")!,
    fetch: (url, init) =>
      send(url, init).catch((error) => {
        throw error instanceof HttpFailed || error instanceof HttpRefused
          ? new ProviderError("unreachable", error.message)
          : error;
      }),
    now,
  });
  return { provider, close: () => http.close() };
}

/** Signs in as a browser does, and returns the claims. */
async function signIn(hostile: HostileProvider, lies: Lies = {}) {
  const { provider, close } = providerOf(hostile.issuer);
  hostile.lies = lies;
  try {
    const flow = newFlow(random, BACK, "/console");
    return await provider.identify(flow, await authorized(await provider.signInUrl(flow)));
  } finally {
    await close();
  }
}

async function authorized(url: string): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: "manual" });
  await response.body?.cancel();
  return new URL(response.headers.get("location")!).searchParams;
}

Deno.test("an honest provider names who signed in, with the issuer's path as it is", async () => {
  for (const path of ["", "/realms/staff", "/application/o/winnow/"]) {
    await using hostile = await startHostileProvider(path);
    const claims = await signIn(hostile);
    assert.deepEqual([claims.sub, claims.email, claims.groups], ["anna-1", "anna@corp.example", [
      "fraud-team",
    ]]);
    assert.ok(!hostile.seen.some((path) => path.includes("userinfo")), "the token has all");
  }
});

const now = () => Math.floor(Date.now() / 1000);

const UNVERIFIED: readonly (readonly [name: string, lies: Lies, reason: RegExp])[] = [
  ["another nonce", { claims: { nonce: "another" } }, /nonce/],
  ["no nonce", { claims: { nonce: undefined } }, /nonce/],
  ["another issuer in the token", { claims: { iss: "https://evil.example" } }, /issuer/],
  ["another issuer in the metadata", { metadata: { issuer: "https://evil.example" } }, /issuer/],
  ["another audience", { claims: { aud: "another-client" } }, /audience/],
  ["further audiences", { claims: { aud: ["winnow", "another-client"] } }, /audience/],
  ["an authorized party that is another", { claims: { aud: ["winnow", "b"], azp: "b" } }, /authorized party/],
  ["no signature", { header: { alg: "none" } }, /"alg"/],
  ["no signature, as the metadata allows", {
    header: { alg: "none" },
    metadata: { id_token_signing_alg_values_supported: ["RS256", "none"] },
  }, /"alg"/],
  ["a signature by the client's secret", {
    header: { alg: "HS256" },
    metadata: { id_token_signing_alg_values_supported: ["HS256"] },
  }, /algorithm/],
  ["an expired token", { claims: { iat: now() - 600, exp: now() - 300 } }, /expir/],
  ["a token that expired a second ago", { claims: { exp: now() - 1 } }, /expir/],
  ["a token without an end", { claims: { exp: undefined } }, /"exp"/],
  ["an end that is a text", { claims: { exp: String(now() + 300) } }, /"exp"/],
  ["a token of later", { claims: { nbf: now() + 600 } }, /"nbf"/],
  ["no subject", { claims: { sub: undefined } }, /"sub"/],
  ["a subject that is a list", { claims: { sub: ["anna-1"] } }, /"sub"/],
  ["an empty subject", { claims: { sub: "" } }, /sub/],
  ["a key that is not published", { foreignKey: true }, /signature/],
  ["a key id that is not published", { header: { kid: "other" } }, /key/],
  ["a critical header", { header: { crit: ["b64"], b64: false } }, /crit/],
  [
    "a role added to the token",
    { token: (token) => tampered(token, { groups: ["winnow-owners"] }) },
    /signature/,
  ],
  [
    "a signature that is cut off",
    { token: (token) => token.slice(0, token.lastIndexOf(".") + 1) },
    /signature/,
  ],
  ["no token at all", { responses: { "/token": () => tokens({}) } }, /id_token/],
  ["a token that is none", { responses: { "/token": () => tokens({ id_token: "a.b.c" }) } }, /JWT|read/],
  ["an encrypted token", { responses: { "/token": () => tokens({ id_token: "a.b.c.d.e" }) } }, /JWE/],
  ["tokens that are no JSON", { responses: { "/token": () => new Response("<html>") } }, /./],
  [
    "metadata that is a list",
    { responses: { "/.well-known/openid-configuration": () => Response.json([]) } },
    /object/,
  ],
  ["no PKCE", { metadata: { code_challenge_methods_supported: ["plain"] } }, /PKCE/],
  ["keys that are none", {
    responses: { "/jwks": () => Response.json({ keys: [{ kty: "RSA", kid: "key-1" }] }) },
  }, /./],
  ["no keys", { responses: { "/jwks": () => Response.json({ keys: "none" }) } }, /keys/],
  ["a mix-up: the answer names another issuer", { answer: { iss: "https://evil.example" } }, /iss/],
  ["a mix-up: the answer names no issuer where the provider does", {
    metadata: { authorization_response_iss_parameter_supported: true },
  }, /iss/],
  ["a state that is another", { answer: { state: "another" } }, /state/],
  ["a token in the address", { answer: { id_token: "a.b.c" } }, /implicit/],
  ["a code that the provider does not know", { answer: { code: "stolen" } }, /invalid_grant/],
  ["a sign-in page by plain http elsewhere", {
    metadata: { authorization_endpoint: "http://sso.example/authorize" },
  }, /authorization endpoint/],
  [
    "a sign-in page that is a script",
    { metadata: { authorization_endpoint: "javascript:alert(1)" } },
    /authorization/,
  ],
];

function tokens(more: object): Response {
  return Response.json({ access_token: "a", token_type: "Bearer", ...more });
}

for (const [name, lies, reason] of UNVERIFIED) {
  Deno.test(`a provider is not believed: ${name}`, async () => {
    await using hostile = await startHostileProvider();
    await assert.rejects(signIn(hostile, lies), (error) => {
      assert.ok(error instanceof ProviderError, String(error));
      assert.equal(error.kind, "unverified");
      assert.match(error.message, reason);
      return true;
    });
  });
}

const UNREACHABLE: readonly (readonly [name: string, lies: Lies])[] = [
  ["it fails", { responses: { "/token": () => new Response(null, { status: 502 }) } }],
  ["its metadata redirect", {
    responses: { "/.well-known/openid-configuration": () => Response.redirect("https://evil.example/", 302) },
  }],
  ["its answer is larger than all answers are", {
    responses: { "/token": () => new Response("x".repeat(300_000)) },
  }],
  ["its keys are on another machine", { metadata: { jwks_uri: "http://169.254.169.254/latest/" } }],
  ["its tokens are on another machine", { metadata: { token_endpoint: "https://192.0.2.1/token" } }],
];

for (const [name, lies] of UNREACHABLE) {
  Deno.test(`a provider is not reached: ${name}`, async () => {
    await using hostile = await startHostileProvider();
    await assert.rejects(
      signIn(hostile, lies),
      (error) => error instanceof ProviderError && error.kind === "unreachable",
    );
  });
}

Deno.test("a provider that says no is told apart, and its texts are not repeated", async () => {
  await using hostile = await startHostileProvider();
  for (
    const [error, shown] of [["access_denied", /access_denied/], [
      "<script>",
      /without a known code/,
    ]] as const
  ) {
    await assert.rejects(signIn(hostile, { answer: { error, error_description: "x" } }), (thrown) => {
      assert.ok(thrown instanceof ProviderError);
      assert.equal(thrown.kind, "denied");
      assert.match(thrown.message, shown);
      return true;
    });
  }
});

Deno.test("a stolen code is of no use in another sign-in", async () => {
  await using hostile = await startHostileProvider();
  const { provider, close } = providerOf(hostile.issuer);
  const [victim, thief] = [newFlow(random, BACK, ""), newFlow(random, BACK, "")];
  const stolen = (await authorized(await provider.signInUrl(victim))).get("code")!;
  const answer = new URLSearchParams({ code: stolen, state: thief.state });
  await assert.rejects(provider.identify(thief, answer), /invalid_grant/);
  await close();
});

Deno.test("what a token leaves out is asked for, and is about the same person", async () => {
  await using hostile = await startHostileProvider();
  const without = { claims: { groups: undefined, email: undefined, email_verified: undefined } };
  assert.deepEqual((await signIn(hostile, without)).groups, ["fraud-team"]);
  assert.equal((await signIn(hostile, without)).email_verified, true);
  const another = { ...without, userInfo: { ...hostile.person, sub: "ben-2" } };
  await assert.rejects(signIn(hostile, another), /sub/);
  const signed = {
    responses: {
      "/userinfo": () => new Response("a.b.c", { headers: { "content-type": "application/jwt" } }),
    },
  };
  await assert.rejects(signIn(hostile, { ...without, ...signed }), /not JSON/);
});

Deno.test("an address is verified only by the answer that names it", async () => {
  await using hostile = await startHostileProvider();
  const lies = {
    claims: { groups: undefined, email: "boss@corp.example", email_verified: undefined },
    userInfo: { sub: "anna-1", email: "anna@corp.example", email_verified: true, groups: ["fraud-team"] },
  };
  const claims = await signIn(hostile, lies);
  assert.deepEqual([claims.email, claims.email_verified, claims.groups], ["boss@corp.example", undefined, [
    "fraud-team",
  ]]);
});

Deno.test("metadata are read once an hour, and a failure is remembered for seconds", async () => {
  await using hostile = await startHostileProvider();
  let time = Date.now();
  const { provider, close } = providerOf(hostile.issuer, () => time);
  const reads = () => hostile.seen.filter((path) => path.includes("well-known")).length;
  const flow = newFlow(random, BACK, "");
  hostile.lies = {
    responses: { "/.well-known/openid-configuration": () => new Response(null, { status: 500 }) },
  };
  await Promise.all([1, 2, 3].map(() => assert.rejects(provider.signInUrl(flow), ProviderError)));
  await assert.rejects(provider.signInUrl(flow), ProviderError);
  assert.equal(reads(), 1);
  hostile.lies = {};
  time += 6_000;
  await provider.signInUrl(flow);
  await provider.signInUrl(flow);
  assert.equal(reads(), 2);
  await close();
});

Deno.test("the secret is sent as the provider takes it", async () => {
  await using hostile = await startHostileProvider();
  const { provider, close } = providerOf(hostile.issuer);
  const flow = newFlow(random, BACK, "");
  const url = new URL(await provider.signInUrl(flow));
  assert.equal(url.searchParams.get("code_challenge_method"), "S256");
  assert.equal(url.searchParams.get("scope"), "openid email profile");
  assert.ok(!url.href.includes("s3cret") && !url.href.includes(flow.verifier));
  await close();
});
