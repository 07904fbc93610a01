/** Accounts that accept each signature once: a signature has other valid spellings, and the same request may be signed again. */
import assert from "node:assert/strict";
import { agentSettings } from "../../support/app/agents.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  type AgentKey,
  makeAgentKey,
  parametersOf,
  signAgentRequest,
  type SignedAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

/** The order of each curve's group. */
const ORDERS = {
  "ecdsa-p256-sha256": 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  "ecdsa-p384-sha384":
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
} as const;

/** The other signature that verifies wherever (r, s) does: (r, n − s). Anyone can compute it. */
function twinOf(request: SignedAgentRequest, order: bigint): SignedAgentRequest {
  const [label, text] = request.headers["Signature"]!.split("=:") as [string, string];
  const bytes = Uint8Array.fromBase64(text.slice(0, -1));
  const half = bytes.length / 2;
  const s = BigInt(`0x${bytes.subarray(half).toHex()}`);
  bytes.set(Uint8Array.fromHex((order - s).toString(16).padStart(2 * half, "0")), half);
  const headers = { ...request.headers, Signature: `${label}=:${bytes.toBase64()}:` };
  assert.notEqual(headers.Signature, request.headers["Signature"]);
  return { ...request, headers };
}

async function withKey(key: AgentKey, test: (app: TestApp) => Promise<void>): Promise<void> {
  await using directory = startKeyDirectory([key]);
  await using app = await startApp({
    now: () => NOW * 1000,
    env: agentSettings({ [AGENT_HOST]: directory.url }),
  });
  const policy = { rules: [], replay_protection: "nonce" };
  assert.equal((await app.ask("/v1/agent/policy", { method: "PUT", json: policy })).status, 200);
  await test(app);
}

const reasonOf = async (app: TestApp, json: SignedAgentRequest) =>
  (await app.ask("/v1/verify/agent", { json })).body.reason;

for (const kind of ["ecdsa-p256-sha256", "ecdsa-p384-sha384"] as const) {
  for (const nonce of ["", ';nonce="n1"']) {
    Deno.test(`the twin of a used ${kind} signature is refused as replayed${nonce && ", with a nonce too"}`, async () => {
      const key = await makeAgentKey(kind);
      const signed = await signAgentRequest({ key, now: NOW, parameters: parametersOf(key, NOW, nonce) });
      const twin = twinOf(signed, ORDERS[kind]);
      await withKey(key, async (app) => {
        assert.equal(await reasonOf(app, twin), "verified", "the twin is a valid signature");
        assert.equal(await reasonOf(app, signed), "replayed");
        assert.equal(await reasonOf(app, twin), "replayed");
        const user = await app.ask("/v1/score/user", { json: { ip: "73.15.20.1", agent: signed } });
        assert.deepEqual([user.body.agent.signature_reason, user.body.verdict], ["replayed", "block"]);
        const other = await signAgentRequest({ key, now: NOW + 1 });
        assert.equal(await reasonOf(app, other), "verified", "another request of the same key");
      });
    });
  }
}

Deno.test("without a nonce, equal requests of one second are one use, whether or not the algorithm is randomised", async () => {
  for (const kind of ["ed25519", "ecdsa-p256-sha256", "rsa-pss-sha512"] as const) {
    const key = await makeAgentKey(kind);
    const twice = [await signAgentRequest({ key, now: NOW }), await signAgentRequest({ key, now: NOW })];
    await withKey(key, async (app) => {
      assert.equal(await reasonOf(app, twice[0]!), "verified", kind);
      assert.equal(await reasonOf(app, twice[1]!), "replayed", kind);
    });
  }
});

Deno.test("a nonce is one use of a key, whatever else the request covers", async () => {
  const [key, other] = [await makeAgentKey(), await makeAgentKey()];
  const signed = (given: { key: AgentKey; url?: string; nonce: string }) =>
    signAgentRequest({
      key: given.key,
      now: NOW,
      url: given.url ?? "https://shop.example/",
      parameters: parametersOf(given.key, NOW, `;nonce="${given.nonce}"`),
    });
  await using directory = startKeyDirectory([key, other]);
  await using app = await startApp({
    now: () => NOW * 1000,
    env: agentSettings({ [AGENT_HOST]: directory.url }),
  });
  await app.ask("/v1/agent/policy", { method: "PUT", json: { rules: [], replay_protection: "nonce" } });
  assert.equal(await reasonOf(app, await signed({ key, nonce: "a" })), "verified");
  const elsewhere = await signed({ key, url: "https://shop.example/other", nonce: "a" });
  assert.equal(await reasonOf(app, elsewhere), "replayed");
  assert.equal(await reasonOf(app, await signed({ key, nonce: "b" })), "verified");
  assert.equal(await reasonOf(app, await signed({ key: other, nonce: "a" })), "verified", "another key");
});
