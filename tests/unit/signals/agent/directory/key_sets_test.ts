/** The fetch of a configured key set has the guards and bounds of a directory's. */
import assert from "node:assert/strict";
import { parseAddress } from "../../../../../src/model/address/address.ts";
import { known } from "../../../../../src/model/evidence.ts";
import type { Reason } from "../../../../../src/signals/agent/reasons.ts";
import { NOW, openTestDirectories, verifyRequest } from "../../../../support/fixtures/agent_verification.ts";
import { KEY_SETS, signCardRequest, VISA_HOST } from "../../../../support/fixtures/agent_profiles.ts";
import {
  directoryResponse,
  makeAgentKey,
  startKeyDirectory,
} from "../../../../support/servers/key_directory.ts";

const key = await makeAgentKey();
const request = await signCardRequest({ profile: "visa-tap-payer", key, now: NOW });
const jwks = { keys: [key.publicJwk] };

Deno.test("a key set inside, or at a name with a private address, is not fetched", async () => {
  await using canary = startKeyDirectory([key]);
  const port = new URL(canary.url).port;
  for (
    const host of ["127.0.0.1", "127.1", "localhost", "localhost.", "[::1]", "metadata.internal", "intranet"]
  ) {
    for (const url of [`https://${host}:${port}/jwks`, `https://${host}/jwks`]) {
      const directories = openTestDirectories({}, { keySets: { "visa-tap": url } });
      assert.equal((await verifyRequest(request, directories)).reason, "signature_agent_blocked", url);
    }
  }
  for (const addresses of [["127.0.0.1"], ["8.8.8.8", "169.254.169.254"], ["::ffff:10.0.0.1"]]) {
    const directories = openTestDirectories({}, {
      keySets: KEY_SETS,
      resolve: () => Promise.resolve(known(addresses.map((address) => parseAddress(address)!))),
    });
    assert.equal((await verifyRequest(request, directories)).reason, "signature_agent_blocked");
  }
  assert.deepEqual(canary.seen, []);
});

const ANSWERS:
  readonly (readonly [name: string, answer: () => Response | Promise<Response>, expected: Reason])[] = [
    ["a JWK Set", () => directoryResponse(jwks, { "content-type": "application/json" }), "verified"],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { location: "/elsewhere" } }),
      "directory_unavailable",
    ],
    ["a status other than 200", () => directoryResponse(jwks, {}, 203), "directory_unavailable"],
    ["a page", () => directoryResponse(jwks, { "content-type": "text/html" }), "directory_invalid"],
    ["over 1 MiB", () => directoryResponse({ ...jwks, pad: "x".repeat(1_048_576) }), "directory_invalid"],
    ["over 100 keys", () => directoryResponse({ keys: Array(101).fill(key.publicJwk) }), "directory_invalid"],
    ["no keys", () => directoryResponse({}), "directory_invalid"],
    [
      "nothing in time",
      () => new Promise((done) => setTimeout(() => done(directoryResponse(jwks)), 400)),
      "directory_unavailable",
    ],
  ];

Deno.test("a key set is fetched within the bounds of a directory", async () => {
  await using server = startKeyDirectory([]);
  for (const [name, answer, expected] of ANSWERS) {
    server.answer = answer;
    const directories = openTestDirectories({ [VISA_HOST]: server.url }, {
      keySets: KEY_SETS,
      timeoutMs: 200,
    });
    assert.equal((await verifyRequest(request, directories)).reason, expected, name);
    await directories.close();
  }
  assert.ok(server.seen.every((path) => path.endsWith("/.well-known/jwks")), server.seen.join(" "));
});

Deno.test("a key set is cached, fetched once for many requests, and used for a day when its server fails", async () => {
  await using server = startKeyDirectory([key]);
  let now = NOW * 1000;
  const directories = openTestDirectories({ [VISA_HOST]: server.url }, { keySets: KEY_SETS, now: () => now });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => verifyRequest(request, directories)));
  assert.ok(outcomes.every(({ reason }) => reason === "verified"));
  assert.equal(server.seen.length, 1);
  server.answer = () => new Response(null, { status: 503 });
  now += 20 * 3_600_000;
  const later = await signCardRequest({ profile: "visa-tap-browser", key, now: now / 1000 });
  assert.equal((await verifyRequest(later, directories, now / 1000)).reason, "verified");
  assert.equal(server.seen.length, 2);
  now += 6 * 3_600_000;
  const last = await signCardRequest({ profile: "visa-tap-browser", key, now: now / 1000 });
  assert.equal((await verifyRequest(last, directories, now / 1000)).reason, "directory_unavailable");
});
