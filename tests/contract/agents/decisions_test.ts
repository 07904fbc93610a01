/** Decisions about agents: read back by their request id, and attested by receipts that others can check. */
import assert from "node:assert/strict";
import { readReceiptKey } from "../../../src/records/agents/receipt_key.ts";
import { Seal } from "../../../src/records/seal.ts";
import { startCardWorld } from "../../support/app/card_agents.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { SECRETS, startInYear } from "../../support/app/secrets.ts";
import { inFolder } from "../../support/folder.ts";
import { makeAgentKey } from "../../support/servers/key_directory.ts";
import { storeTexts } from "../../support/store/store_texts.ts";

const key = await makeAgentKey();
const PATH = "/v1/agent/authorize";
const UNSIGNED = { method: "POST", url: "https://shop.example/jane?mail=jane@doe.example", headers: {} };
const DAY = 86_400_000;

/** An independent check of the receipt: by the published key, with nothing of the code under test. */
async function opened(receipt: string, jwks: { keys: JsonWebKey[] }) {
  const [header, claims, signature] = receipt.split(".") as [string, string, string];
  const bytes = (text: string) => Uint8Array.fromBase64(text, { alphabet: "base64url" });
  const read = (text: string) => JSON.parse(new TextDecoder().decode(bytes(text)));
  const jwk = jwks.keys.find(({ kid }: JsonWebKey & { kid?: string }) => kid === read(header).kid)!;
  const { kty, crv, x } = jwk as { kty: string; crv: string; x: string };
  const publicKey = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
  const signed = new TextEncoder().encode(`${header}.${claims}`);
  const valid = await crypto.subtle.verify("Ed25519", publicKey, bytes(signature), signed);
  return { valid, header: read(header), claims: read(claims) };
}

async function digestOf(...lines: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest.toBase64({ alphabet: "base64url", omitPadding: true });
}

async function jwksOf(app: TestApp) {
  const { status, headers, body } = await app.ask("/.well-known/jwks.json", { key: null });
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "application/jwk-set+json");
  assert.equal(headers.get("cache-control"), "public, max-age=3600");
  for (const published of body.keys) assert.equal("d" in published, false, "no private key");
  return body;
}

Deno.test("a decision reads back as it was answered, for its own account only, for 180 days", async () => {
  await using world = await startCardWorld(key);
  const { app, clock } = world;
  const other = await app.account("other");
  const json = await world.signed({ profile: "visa-tap-payer", method: "POST" });
  const { body } = await app.ask(PATH, { json });
  assert.match(body.request_id, /^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal("receipt" in body, false, "only when it is asked for");
  const read = (id: string, ask = {}) => app.ask(`/v1/agent/decisions/${id}`, ask);
  const stored = (await read(body.request_id)).body;
  for (const name of ["decision", "matched", "reason", "agent", "help_url", "request_id"]) {
    assert.deepEqual(stored[name], body[name], name);
  }
  assert.deepEqual(
    [stored.via, stored.mode, stored.method, stored.keyid, stored.decided_at],
    ["authorize", "live", "POST", key.thumbprint, new Date(clock.now).toISOString()],
  );
  const { "Signature-Input": input, Signature: signature } = json.headers as Record<string, string>;
  assert.equal(stored.request_digest, await digestOf("POST", json.url, input!, signature!, ""));
  const user = (await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", agent: UNSIGNED } })).body;
  const ofUser = (await read(user.request_id)).body;
  assert.deepEqual([ofUser.via, ofUser.decision, ofUser.agent.profile], ["signup", "review", null]);
  assert.equal(ofUser.request_digest, await digestOf("POST", UNSIGNED.url, "", "", ""));
  const test = (await app.ask(PATH, { json: UNSIGNED, key: app.test })).body;
  assert.equal((await read(test.request_id)).body.mode, "test");
  for (const path of ["", "/receipt"]) {
    assert.equal((await read(body.request_id + path, { key: other.key })).status, 404, "another account");
    assert.equal((await read(`req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17${path}`)).status, 404, "no such id");
  }
  const verified = (await app.ask("/v1/verify/agent", { json: UNSIGNED })).body;
  assert.equal((await read(verified.request_id)).status, 404, "a verification decides nothing");
  assert.equal((await read(`${body.request_id}x`)).status, 404);
  for (const line of await storeTexts(app.app.services.store.engine)) {
    assert.doesNotMatch(line, /jane|shop\.example/, "nothing of the URL is stored in clear");
    assert.ok(
      !line.includes(stored.request_digest) && !line.includes(ofUser.request_digest),
      "nor its digest",
    );
  }
  clock.now += 180 * DAY;
  assert.equal((await read(body.request_id)).status, 404, "deleted");
});

Deno.test("a receipt says what was decided, and nobody but the service can make one", async () => {
  await using world = await startCardWorld(key);
  const { app, clock } = world;
  const rule = { profile: "visa-tap-payer", action: "deny", reason: "our secret reason" };
  await app.ask("/v1/agent/policy", { method: "PUT", json: { rules: [rule] } });
  const json = await world.signed({ profile: "visa-tap-payer" });
  const { body } = await app.ask(PATH, { json: { ...json, receipt: true } });
  const jwks = await jwksOf(app);
  const { valid, header, claims } = await opened(body.receipt, jwks);
  assert.equal(valid, true);
  assert.deepEqual(header, { alg: "EdDSA", typ: "agent-receipt+jwt", kid: jwks.keys[0].kid });
  assert.deepEqual(claims, {
    iss: app.origin,
    iat: clock.now / 1000,
    jti: body.request_id,
    decision: "deny",
    reason: "verified",
    profile: "visa-tap-payer",
    host: "visa.example",
    request_digest: await digestOf(
      "GET",
      json.url,
      json.headers["Signature-Input"]!,
      json.headers["Signature"]!,
      "",
    ),
    mode: "live",
  });
  assert.ok(!atob(body.receipt.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")).includes("secret"));
  const path = `/v1/agent/decisions/${body.request_id}/receipt`;
  const later = (await app.ask(path)).body;
  assert.deepEqual([later.receipt, later.jwks_url], [body.receipt, `${app.origin}/.well-known/jwks.json`]);
  const [first, , third] = body.receipt.split(".");
  const forged = btoa(JSON.stringify({ ...claims, decision: "allow" })).replaceAll("=", "")
    .replaceAll("+", "-").replaceAll("/", "_");
  assert.equal((await opened(`${first}.${forged}.${third}`, jwks)).valid, false);
  const test = await app.ask(PATH, { json: { ...UNSIGNED, receipt: true }, key: app.test });
  assert.equal((await opened(test.body.receipt, jwks)).claims.mode, "test");
});

Deno.test("an answer that is repeated by its Idempotency-Key has the same id and receipt, and one decision", async () => {
  await using app = await startApp();
  const ask = { json: { ...UNSIGNED, receipt: true }, headers: { "idempotency-key": "one" } };
  const [one, two] = [await app.ask(PATH, ask), await app.ask(PATH, ask)];
  assert.deepEqual([one.body.request_id, one.body.receipt], [two.body.request_id, two.body.receipt]);
  assert.equal((await app.ask(`/v1/agent/decisions/${one.body.request_id}`)).status, 200);
  assert.equal((await app.ask("/v1/usage")).body.used, 1);
});

Deno.test("all processes of a store sign with one key; it is private in the data folder and encrypted in the store", async () => {
  await inFolder(async (folder) => {
    await using app = await startApp({ dataDir: folder });
    await using second = await startApp({ dataDir: folder });
    const jwks = await jwksOf(app);
    assert.deepEqual(await jwksOf(second), jwks);
    const file = `${folder}/receipt-key`;
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    const { d } = JSON.parse(await Deno.readTextFile(file));
    for (const line of await storeTexts(app.app.services.store.engine)) assert.ok(!line.includes(d));
    await app.close();
    await second.close();
    // A node with a folder of its own finds the key in the store; a new store finds it in the folder.
    await Deno.remove(file);
    await using third = await startApp({ dataDir: folder });
    assert.deepEqual(await jwksOf(third), jwks);
  });
  await inFolder(async (folder) => {
    const env = { WINNOW_STORE: ":memory:" };
    await using app = await startApp({ dataDir: folder, env });
    const jwks = await jwksOf(app);
    await app.close();
    await using again = await startApp({ dataDir: folder, env });
    assert.deepEqual(await jwksOf(again), jwks);
  });
});

Deno.test("a rotation of the secret keeps the key of receipts and the digests, and encrypts the key anew", async () => {
  await inFolder(async (dataDir) => {
    await using first = await startInYear(0, { dataDir });
    const jwks = await jwksOf(first);
    const key = first.live;
    const { request_id } = (await first.ask(PATH, { json: UNSIGNED })).body;
    const path = `/v1/agent/decisions/${request_id}`;
    const before = (await first.ask(path)).body.request_digest;
    await first.close();
    await using second = await startInYear(1, { dataDir });
    assert.deepEqual(await jwksOf(second), jwks);
    assert.equal((await second.ask(path, { key })).body.request_digest, before);
    assert.equal((await second.ask(`${path}/receipt`, { key })).status, 200);
    const stored = await readReceiptKey(second.app.services.store.engine);
    const present = new Seal(SECRETS[1], "receipt");
    assert.ok(await present.decrypt(stored.stored!.sealed) !== null, "encrypted anew");
  });
});

Deno.test("an id that is none is not found, however long it is", async () => {
  await using app = await startApp();
  for (const id of ["req_", "req_x", `req_${"a".repeat(3000)}`, "req_%00"]) {
    for (const end of ["", "/receipt"]) {
      assert.equal((await app.ask(`/v1/agent/decisions/${id}${end}`)).status, 404, id.slice(0, 20) + end);
    }
  }
});

Deno.test("decisions by a test key are limited in a day, as its scores are", async () => {
  await using app = await startApp();
  const { services } = app.app;
  const caller = await services.authenticator.authenticate(app.test);
  services.storageLimit.takeScores(caller, 9_999);
  assert.equal((await app.ask(PATH, { key: app.test, json: UNSIGNED })).status, 200);
  assert.equal((await app.ask(PATH, { key: app.test, json: UNSIGNED })).status, 429);
  assert.equal((await app.ask(PATH, { json: UNSIGNED })).status, 200);
});
