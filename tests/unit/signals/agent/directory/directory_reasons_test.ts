/** Reasons that the directory and the key decide, each for exactly its condition, with real servers on loopback. */
import assert from "node:assert/strict";
import { type Reason, REASONS } from "../../../../../src/signals/agent/reasons.ts";
import {
  assertSaysNothing,
  MEMBER,
  memberForm,
  NOW,
  OFFLINE_REASONS,
  openTestDirectories,
  verifyRequest,
} from "../../../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  directoryResponse,
  makeAgentKey,
  parametersOf,
  referenceThumbprint,
  signAgentRequest,
  type SignedAgentRequest,
  type SignGiven,
  startKeyDirectory,
} from "../../../../support/servers/key_directory.ts";
import rfc9421 from "../../../../vectors/agent_rfc9421.json" with { type: "json" };
import webBotAuth from "../../../../vectors/agent_web_bot_auth.json" with { type: "json" };

const key = await makeAgentKey();
const other = await makeAgentKey();
const rsa = await makeAgentKey("rsa-pss-sha512");
const IDENTITY = { kty: "OKP", crv: "Ed25519", x: "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" };
const SECRET = { kty: "oct", k: "c2VjcmV0" };
const TEST_KEY = rfc9421.keys["test-key-ed25519"].jwk;

type Row = readonly [
  name: string,
  expected: Reason,
  answer: () => Response | Promise<Response>,
  given?: Partial<SignGiven>,
];

/** Signed with another keyid than the key's own. */
async function named(jwk: JsonWebKey): Promise<Partial<SignGiven>> {
  return { parameters: parametersOf({ ...key, thumbprint: await referenceThumbprint(jwk) }, NOW) };
}

function typed(body: BodyInit, type: string): Response {
  return new Response(body, { headers: { "content-type": type } });
}

async function bomb(): Promise<Response> {
  const text = JSON.stringify({ keys: [key.publicJwk], pad: "x".repeat(3_000_000) });
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  return new Response(await new Response(packed).arrayBuffer(), { headers });
}

const keys = (...entries: unknown[]) => () => directoryResponse({ keys: entries });
const STATUSES = [204, 206, 301, 302, 304, 307, 400, 401, 403, 404, 410, 429, 500, 503];

const ROWS: readonly Row[] = [
  ...STATUSES.map((status): Row => [
    `status ${status}`,
    "directory_unavailable",
    () => new Response(null, { status, headers: { location: "/elsewhere" } }),
  ]),
  ["HTML", "directory_invalid", () => typed("<html>", "text/html")],
  ["no media type", "directory_invalid", () => new Response(new TextEncoder().encode('{"keys":[]}'))],
  ["not JSON", "directory_invalid", () => typed("{", "application/json")],
  ["no keys", "directory_invalid", () => directoryResponse({})],
  ["101 keys", "directory_invalid", keys(...Array.from({ length: 101 }, () => key.publicJwk))],
  ["over 1 MiB", "directory_invalid", keys(key.publicJwk, "x".repeat(1_048_576))],
  ["over 1 MiB after decompression", "directory_invalid", bomb],
  ["no key", "unknown_key", keys()],
  ["another key", "unknown_key", keys(other.publicJwk)],
  ["another key with a lying kid", "unknown_key", keys({ ...other.publicJwk, kid: key.thumbprint })],
  ["a key for encryption", "unknown_key", keys({ ...key.publicJwk, use: "enc" })],
  ["a key of tomorrow", "key_not_active", keys({ ...key.publicJwk, nbf: NOW + 86_400 })],
  ["a key of yesterday", "key_not_active", keys({ ...key.publicJwk, exp: NOW - 86_400 })],
  ["a printed key", "test_key", keys(TEST_KEY), await named(TEST_KEY)],
  ["a private key", "weak_key", keys(key.privateJwk)],
  ["a point that accepts forgeries", "weak_key", keys(IDENTITY), await named(IDENTITY)],
  ["a symmetric key", "unsupported_algorithm", keys(SECRET), await named(SECRET)],
  ["alg of another key type", "algorithm_mismatch", keys(key.publicJwk), {
    parameters: parametersOf(key, NOW, ';alg="rsa-pss-sha512"'),
  }],
  ["JWK alg of another scheme", "algorithm_mismatch", keys({ ...key.publicJwk, alg: "PS512" })],
  ["JWK alg a number", "algorithm_mismatch", keys({ ...key.publicJwk, alg: 5 })],
  ["RSA of another padding", "signature_failed", keys(rsa.publicJwk), {
    key: rsa,
    parameters: parametersOf(rsa, NOW, ';alg="rsa-v1_5-sha256"'),
  }],
  ["base of another site", "signature_failed", keys(key.publicJwk), {
    covered: [['"@authority"', "elsewhere.example"], MEMBER],
  }],
];

Deno.test("every reason of the directory and the key is given for exactly its condition", async () => {
  await using directory = startKeyDirectory([]);
  for (const [name, expected, answer, given] of ROWS) {
    directory.answer = answer;
    const request = await signAgentRequest({ key, now: NOW, ...given });
    const outcome = await verifyRequest(request, openTestDirectories({ [AGENT_HOST]: directory.url }));
    assert.equal(outcome.reason, expected, name);
    assertSaysNothing(outcome);
  }
  assert.ok(!directory.seen.includes("/elsewhere"), "no redirect was followed");
});

Deno.test("every reason is reached by the tests of this folder, but replayed, which needs the store, and those of other profiles", () => {
  const reached = new Set<Reason>([...OFFLINE_REASONS, ...ROWS.map(([, expected]) => expected), "verified"]);
  const missing = (Object.keys(REASONS) as Reason[]).filter((reason) => !reached.has(reason));
  const others = ["alg_missing", "nonce_missing", "path_not_covered", "keyset_not_configured"];
  assert.deepEqual(missing, [...others, "replayed"]);
});

Deno.test("the drafts' own vectors come as far as their published test key", async () => {
  await using directory = startKeyDirectory(Object.values(rfc9421.keys).map(({ jwk }) => jwk));
  for (const vector of webBotAuth.vectors) {
    const outcome = await verifyRequest(
      vector.request as unknown as SignedAgentRequest,
      openTestDirectories({ "signature-agent.test": directory.url }),
      vector.created + 10,
    );
    const long = vector.expires - vector.created > 86_400;
    assert.equal(outcome.reason, long ? "window_too_long" : "test_key", vector.name);
  }
});

Deno.test("an unreachable directory is unavailable, and a slow one is not waited for", async () => {
  const request = await signAgentRequest({ key, now: NOW });
  const closed = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = closed.addr as Deno.NetAddr;
  closed.close();
  const nobody = openTestDirectories({ [AGENT_HOST]: `http://127.0.0.1:${port}` });
  assert.equal((await verifyRequest(request, nobody)).reason, "directory_unavailable");
  const unresolved = openTestDirectories({}, {
    resolve: () => Promise.resolve({ known: false, why: "unavailable" }),
  });
  assert.equal((await verifyRequest(request, unresolved)).reason, "directory_unavailable");
  await using directory = startKeyDirectory([key]);
  const gone = Promise.withResolvers<void>();
  directory.answer = () =>
    new Response(new ReadableStream({ pull: () => gone.promise, cancel: () => gone.resolve() }), {
      headers: { "content-type": "application/json" },
    });
  const hurried = openTestDirectories({ [AGENT_HOST]: directory.url }, { timeoutMs: 100 });
  assert.equal((await verifyRequest(request, hurried)).reason, "directory_unavailable");
  gone.resolve();
});

Deno.test("a card names its keys here or elsewhere, and each hop is guarded", async () => {
  await using server = startKeyDirectory([]);
  await using jwks = startKeyDirectory([key]);
  const url = `https://${AGENT_HOST}/card`;
  const request = await signAgentRequest({ key, now: NOW, ...memberForm(`"${url}";type=cimd`) });
  const card = { client_id: url, client_name: "Carded" };
  const set = { keys: [key.publicJwk] };
  const rows: readonly [string, object, Reason][] = [
    ["keys here", { ...card, jwks: set }, "verified"],
    ["keys elsewhere", { ...card, jwks_uri: "https://keys.example/jwks" }, "verified"],
    ["another client_id", { ...card, client_id: `${url}/`, jwks: set }, "directory_invalid"],
    ["both", { ...card, jwks: set, jwks_uri: "https://keys.example/jwks" }, "directory_invalid"],
    ["http", { ...card, jwks_uri: "http://keys.example/jwks" }, "directory_invalid"],
    ["an address", { ...card, jwks_uri: "https://169.254.169.254/jwks" }, "signature_agent_blocked"],
    ["a port", { ...card, jwks_uri: "https://keys.example:8443/jwks" }, "signature_agent_blocked"],
  ];
  for (const [name, document, expected] of rows) {
    server.answer = () => directoryResponse(document, { "content-type": "application/json" });
    const directories = openTestDirectories({ [AGENT_HOST]: server.url, "keys.example": jwks.url });
    const outcome = await verifyRequest(request, directories);
    assert.equal(outcome.reason, expected, name);
    if (expected !== "verified") continue;
    assert.deepEqual([outcome.result.name, outcome.result.publishes_card], ["Carded", true], name);
    assert.equal(outcome.identifier, url, "the card names the agent, wherever its keys are");
  }
  assert.equal(server.accepted[0], "application/json");
});
