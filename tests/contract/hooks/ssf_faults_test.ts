/** Security event tokens: each fault of RFC 8417 and RFC 8935 is refused with its word, and nothing is done. */
import assert from "node:assert/strict";
import { type Answer, startApp } from "../../support/app/app.ts";
import { hookScores, useOf } from "../../support/app/hooks.ts";
import {
  AUDIENCE,
  CAEP,
  ENV,
  EventIssuer,
  hmacToken,
  ISSUER,
  makeEventHook,
  part,
  publicJwk,
  push,
  pushText,
  RISC,
  signingKey,
  SSF,
  type Token,
  token,
  unsigned,
} from "../../support/app/security_events.ts";
import { eventually } from "../../support/eventually.ts";
import { storeTexts } from "../../support/store/store_texts.ts";

const DISABLED = `${RISC}account-disabled`;
const WEEK_SECONDS = 7 * 86_400;
const EMAIL = "jane@example.com";

const now = () => Math.floor(Date.now() / 1000);
const good = (): Token => token(DISABLED, { format: "email", email: EMAIL }, { reason: "bulk-account" });
const old = (claims: Record<string, unknown> = {}): Token => {
  const { sub_id: _, ...rest } = good().claims;
  const subject = { subject_type: "iss-sub", iss: ISSUER, sub: "1234" };
  return { claims: { ...rest, events: { [DISABLED]: { subject, reason: "bulk-account" } }, ...claims } };
};

function refused({ status, body, headers }: Answer, err: string, what: string): void {
  assert.deepEqual([status, body?.err], [400, err], `${what}: ${JSON.stringify(body)}`);
  assert.deepEqual(Object.keys(body), ["err", "description"], what);
  assert.ok(body.description.length > 5, what);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
  assert.equal(headers.get("content-language"), "en");
}

/** The good token with other claims; undefined: without it. */
function but(claims: Record<string, unknown>, header: Record<string, unknown> = {}): Token {
  const changed = Object.entries({ ...good().claims, ...claims }).filter(([, value]) => value !== undefined);
  return { header, claims: Object.fromEntries(changed) };
}

Deno.test("each fault of a signed token has its word, and leaves nothing behind", async () => {
  await using app = await startApp({ env: ENV });
  await using issuer = await EventIssuer.start();
  const hook = await makeEventHook(app, issuer);
  const two = { [DISABLED]: { reason: "hijacking" }, [`${RISC}account-enabled`]: {} };
  const rows: [what: string, token: Token, err: string][] = [
    ["iss missing", but({ iss: undefined }), "invalid_request"],
    ["iss no string", but({ iss: 7 }), "invalid_request"],
    ["iss of another", but({ iss: "https://other.example/" }), "invalid_issuer"],
    ["iss without its slash", but({ iss: ISSUER.slice(0, -1) }), "invalid_issuer"],
    ["aud missing", but({ aud: undefined }), "invalid_audience"],
    ["aud of another", but({ aud: "https://other.example" }), "invalid_audience"],
    ["aud of others", but({ aud: ["https://other.example", "x"] }), "invalid_audience"],
    ["aud empty", but({ aud: [] }), "invalid_audience"],
    ["aud no string", but({ aud: 7 }), "invalid_request"],
    ["aud not only strings", but({ aud: [AUDIENCE, 7] }), "invalid_request"],
    ["iat missing", but({ iat: undefined }), "invalid_request"],
    ["iat a string", but({ iat: String(now()) }), "invalid_request"],
    ["iat older than a week", but({ iat: now() - WEEK_SECONDS - 60 }), "invalid_request"],
    ["iat in the future", but({ iat: now() + 3_600 }), "invalid_request"],
    ["iat beyond all times", but({ iat: 1e300 }), "invalid_request"],
    ["iat in milliseconds", but({ iat: Date.now() }), "invalid_request"],
    ["jti missing", but({ jti: undefined }), "invalid_request"],
    ["jti empty", but({ jti: "" }), "invalid_request"],
    ["jti no string", but({ jti: 7 }), "invalid_request"],
    ["jti too long", but({ jti: "j".repeat(300) }), "invalid_request"],
    ["events missing", but({ events: undefined }), "invalid_request"],
    ["events empty", but({ events: {} }), "invalid_request"],
    ["events a list", but({ events: [DISABLED] }), "invalid_request"],
    ["an event that is no object", but({ events: { [DISABLED]: "yes" } }), "invalid_request"],
    ["two events", but({ events: two }), "invalid_request"],
    ["sub present", but({ sub: "1234" }), "invalid_request"],
    ["exp present", but({ exp: now() + 60 }), "invalid_request"],
    ["sub_id missing", but({ sub_id: undefined }), "invalid_request"],
    ["sub_id without a format", but({ sub_id: { email: EMAIL } }), "invalid_request"],
    ["sub_id a string", but({ sub_id: EMAIL }), "invalid_request"],
    ["typ of an access token", but({}, { typ: "at+jwt" }), "invalid_request"],
    ["typ JWT", but({}, { typ: "JWT" }), "invalid_request"],
    ["typ missing", but({}, { typ: undefined }), "invalid_request"],
    ["typ no string", but({}, { typ: 7 }), "invalid_request"],
    ["crit", but({}, { crit: ["exp"] }), "invalid_request"],
    ["older shape, another typ", { ...old(), header: { typ: "at+jwt" } }, "invalid_request"],
    [
      "older shape, a subject without a type",
      old({ events: { [DISABLED]: { subject: { sub: "1" } } } }),
      "invalid_request",
    ],
    [
      "older shape, 21 events",
      old({
        events: Object.fromEntries(
          Array.from({ length: 21 }, (_, at) => [`urn:${at}`, { subject: { subject_type: "email" } }]),
        ),
      }),
      "invalid_request",
    ],
    ["kid of nobody", but({}, { kid: "k2" }), "invalid_key"],
    ["alg of another key", but({}, { alg: "ES256" }), "invalid_key"],
    ["alg unknown", but({}, { alg: "RS384" }), "invalid_key"],
  ];
  for (const [what, made, err] of rows) refused(await push(app, hook, issuer, made), err, what);
  await eventually(async () => (await useOf(app, hook)).refused > 0, "they are counted");
  const use = await useOf(app, hook);
  assert.equal(use.received, 0);
  assert.match(use.last_refused_error, /^invalid_/);
  assert.doesNotMatch(
    (await storeTexts(app.app.services.store.engine)).join("\n"),
    /^(hook-token|queue-job|told-account) /m,
  );
});

Deno.test("keys that are not the issuer's, and signatures that are none", async () => {
  await using app = await startApp({ env: ENV });
  await using issuer = await EventIssuer.start();
  const hook = await makeEventHook(app, issuer);
  const signed = await issuer.sign(good());
  const [header, claims, signature] = signed.split(".");
  const stranger = await signingKey("k1");
  const short = await signingKey("short", "RS256", 1024);
  issuer.publish(short);
  const jwk = await publicJwk(issuer.key);
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", issuer.key.pair.publicKey)).toBase64();
  const pem = `-----BEGIN PUBLIC KEY-----\n${spki.match(/.{1,64}/g)!.join("\n")}\n-----END PUBLIC KEY-----\n`;
  const rows: [what: string, text: string, err: string][] = [
    ["alg none", unsigned(good()), "invalid_key"],
    ["alg none with a signature", `${unsigned(good())}${signature}`, "invalid_key"],
    ["alg None", unsigned({ ...good(), header: { alg: "None" } }), "invalid_key"],
    ["alg RS256 without a signature", `${header}.${claims}.`, "invalid_key"],
    ["HS256 with the public key", hmacToken(good(), JSON.stringify(jwk)), "invalid_key"],
    ["HS256 with the public key as PEM", hmacToken(good(), pem), "invalid_key"],
    ["signed by somebody else", await issuer.sign(good(), stranger), "invalid_key"],
    ["other claims", `${header}.${part({ ...good().claims, jti: "other" })}.${signature}`, "invalid_key"],
    [
      "another header",
      `${part({ typ: "secevent+jwt", alg: "RS256", kid: "k1" })}x.${claims}.${signature}`,
      "invalid_request",
    ],
    ["a key of 1024 bits", await issuer.sign(good(), short), "invalid_key"],
    ["its own key in the header", await issuer.sign({ ...good(), header: { jwk } }, stranger), "invalid_key"],
    ["nothing", "", "invalid_request"],
    ["not a JWT", "hello", "invalid_request"],
    ["two parts", `${header}.${claims}`, "invalid_request"],
    ["five parts", `${signed}.x.y`, "invalid_request"],
    ["JSON", JSON.stringify(good().claims), "invalid_request"],
    ["a header that is no JSON", `AAAA.${claims}.${signature}`, "invalid_request"],
    ["claims that are a list", `${header}.${part([])}.${signature}`, "invalid_request"],
    ["padding", `${signed}=`, "invalid_request"],
    ["a line break", `${signed}\n`, "invalid_request"],
  ];
  for (const [what, text, err] of rows) refused(await pushText(app, hook, text), err, what);
  assert.equal((await pushText(app, hook, signed)).status, 202, "the same without a fault");
});

Deno.test("media type, size and the Authorization header", async () => {
  await using app = await startApp({ env: ENV });
  await using issuer = await EventIssuer.start();
  const hook = await makeEventHook(app, issuer, { authorization: "Bearer one" });
  const signed = await issuer.sign(good());
  const right = { authorization: "Bearer one" };
  const rows: [what: string, text: string, headers: Record<string, string>, err: string][] = [
    ["no header", signed, {}, "authentication_failed"],
    ["another header", signed, { authorization: "Bearer two" }, "authentication_failed"],
    ["without its scheme", signed, { authorization: "one" }, "authentication_failed"],
    ["wrong header and everything else", "hello", { "content-type": "text/plain" }, "authentication_failed"],
    ["JSON", signed, { ...right, "content-type": "application/json" }, "invalid_request"],
    ["JWT", signed, { ...right, "content-type": "application/jwt" }, "invalid_request"],
    ["compressed", signed, { ...right, "content-encoding": "gzip" }, "invalid_request"],
    ["too large", "x".repeat(70_000), right, "invalid_request"],
    [
      "a token that is too large",
      await issuer.sign(but({ txn: "x".repeat(70_000) })),
      right,
      "invalid_request",
    ],
  ];
  for (const [what, text, headers, err] of rows) refused(await pushText(app, hook, text, headers), err, what);
  assert.equal(issuer.fetches, 0, "who is not authorized causes no request");
  const accepted = await pushText(app, hook, signed, {
    ...right,
    "content-type": "Application/SecEvent+JWT; charset=utf-8",
  });
  assert.deepEqual([accepted.status, accepted.text], [202, ""]);
  // A replaced header is accepted for a day, beside the new one.
  const path = `/v1/hooks/${hook.id}`;
  const changed = await app.ask(path, { method: "PATCH", json: { authorization: "Bearer two" } });
  assert.deepEqual([changed.status, changed.body.secret], [200, null]);
  assert.ok(changed.body.replaced_secret_until);
  for (const authorization of ["Bearer one", "Bearer two"]) {
    assert.equal((await push2(authorization)).status, 202, authorization);
  }
  assert.equal((await app.ask(path, { method: "PATCH", json: { authorization: null } })).status, 200);
  assert.equal((await push2("")).status, 202, "none is needed any more");
  assert.equal(
    (await app.ask(path, { method: "PATCH", json: { authorization: "Bearer three" } })).status,
    200,
  );
  refused(await push2(""), "authentication_failed", "that there was none is no header");

  async function push2(authorization: string) {
    return await pushText(app, hook, await issuer.sign(good()), { authorization });
  }
});

Deno.test("what is no fault: other spellings, no kid where there is one key, ES256, events without an effect", async () => {
  await using app = await startApp({ env: ENV });
  for (const alg of ["RS256", "ES256"] as const) {
    await using issuer = await EventIssuer.start(alg);
    const hook = await makeEventHook(app, issuer, { audience: ["client-1", AUDIENCE] });
    const stream = { format: "opaque", id: "stream-1" };
    const rows: [what: string, token: Token][] = [
      ["as it is", good()],
      ["aud as a list", but({ aud: ["client-7", "client-1"] })],
      ["typ in full", but({}, { typ: "application/SecEvent+JWT" })],
      ["no kid", but({}, { kid: undefined })],
      ["iat with a fraction, six days old", but({ iat: now() - 6 * 86_400 + 0.5 })],
      ["iat a minute ahead", but({ iat: now() + 60 })],
      ["txn and toe", but({ txn: "t", toe: now() })],
      ["older shape", old()],
      ["older shape, typ JWT", { ...old(), header: { typ: "JWT" } }],
      ["older shape, no typ", { ...old(), header: { typ: undefined } }],
      ["verification", token(`${SSF}verification`, stream, { state: "s" })],
      ["stream-updated", token(`${SSF}stream-updated`, stream, { status: "paused" })],
      ["older verification", old({ events: { [`${RISC}verification`]: { state: "s" } } })],
      ["a type that nobody knows", token("https://example.com/type", stream)],
      ["session-revoked", token(`${CAEP}session-revoked`, { format: "email", email: EMAIL })],
    ];
    for (const [what, made] of rows) {
      const { status, text } = await push(app, hook, issuer, made);
      assert.deepEqual([status, text], [202, ""], `${alg}, ${what}`);
    }
    assert.equal(issuer.fetches, 1, "the keys are kept");
    await eventually(async () => (await useOf(app, hook)).received === rows.length, "all are counted");
    const use = await useOf(app, hook);
    assert.deepEqual([use.matched, use.unmatched, use.ignored, use.refused], [0, 10, 5, 0]);
  }
  assert.deepEqual(await hookScores(app), [], "a token is no sign-up");
});

Deno.test("an address that is none, of another kind, or of an account that is gone is refused as everywhere", async () => {
  await using app = await startApp({ env: ENV });
  await using issuer = await EventIssuer.start();
  const hook = await makeEventHook(app, issuer);
  const made = await app.ask("/v1/hooks", { json: { kind: "svix", mode: "observe", when_unsure: "allow" } });
  const other: string = made.body.hook_id;
  const signed = await issuer.sign(good());
  const paths = ["/hooks/ssf/hook_pB0cXl3nS9yQ5m1kR7wTzA", `/hooks/ssf/${other}`, `/hooks/${hook.id}`];
  for (const path of paths) {
    const { status, body } = await pushText(app, { ...hook, path }, signed);
    assert.deepEqual([status, body.code], [401, "signature_invalid"], path);
  }
  assert.equal((await app.ask(`/v1/hooks/${hook.id}`, { method: "DELETE" })).status, 200);
  assert.equal((await pushText(app, hook, signed)).status, 401);
});

Deno.test("a stranger cannot make it fetch in a loop; keys that cannot be had are 503, and a new key is found", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ env: ENV, now: () => clock.now });
  await using issuer = await EventIssuer.start();
  const hook = await makeEventHook(app, issuer);
  const at = () => Math.floor(clock.now / 1000);
  issuer.failing = () => new Response("", { status: 500 });
  for (let turn = 0; turn < 5; turn++) {
    const { status, headers, body } = await push(app, hook, issuer, but({ iat: at() }));
    assert.deepEqual([status, headers.get("retry-after"), body.code], [503, "30", "unavailable"]);
  }
  assert.equal(issuer.fetches, 1);
  issuer.failing = null;
  clock.now += 31_000;
  assert.equal((await push(app, hook, issuer, but({ iat: at() }))).status, 202);
  assert.equal(issuer.fetches, 2);
  const next = await signingKey("k2");
  await Promise.all(Array.from({ length: 20 }, async (_, turn) => {
    const made = but({ iat: at() }, { kid: `unknown-${turn}` });
    refused(await push(app, hook, issuer, made), "invalid_key", "unknown");
  }));
  assert.equal(issuer.fetches, 2, "they were fetched within this minute");
  issuer.publish(next);
  clock.now += 61_000;
  const rotated = await issuer.sign(but({ iat: at() }), next);
  assert.equal((await pushText(app, hook, rotated)).status, 202);
  assert.equal(issuer.fetches, 3);
  // Keys that are known are used while the issuer is away.
  issuer.failing = () => new Response("no", { status: 200 });
  clock.now += 2 * 3_600_000;
  assert.equal((await push(app, hook, issuer, but({ iat: at() }))).status, 202);
  const unknown = await push(app, hook, issuer, but({ iat: at() }, { kid: "k3" }));
  assert.equal(unknown.status, 503, "it may be a new one");
  assert.equal(issuer.fetches, 4);
});

Deno.test("what a hook is made with: its fields are named where they are wrong, and its keys are at no private address", async () => {
  await using app = await startApp({ env: { WINNOW_OFFLINE: "false" } });
  const fields = { kind: "ssf", issuer: ISSUER, audience: AUDIENCE, jwks_uri: "https://8.8.8.8/jwks" };
  const rows: [json: Record<string, unknown>, pointer: string][] = [
    [{ ...fields, issuer: "" }, "/issuer"],
    [{ ...fields, issuer: undefined }, "/issuer"],
    [{ ...fields, audience: [] }, "/audience"],
    [{ ...fields, audience: " " }, "/audience"],
    [{ ...fields, jwks_uri: null }, "/jwks_uri"],
    [{ ...fields, jwks_uri: "keys" }, "/jwks_uri"],
    [{ ...fields, jwks_uri: "http://8.8.8.8/jwks" }, "/jwks_uri"],
    [{ ...fields, jwks_uri: "https://127.0.0.1/jwks" }, "/jwks_uri"],
    [{ ...fields, jwks_uri: "https://169.254.169.254/latest" }, "/jwks_uri"],
    [{ ...fields, jwks_uri: "https://a:b@8.8.8.8/" }, "/jwks_uri"],
    [{ ...fields, authorization: "a\nb" }, "/authorization"],
    [{ ...fields, external_id_prefix: "a\u0000" }, "/external_id_prefix"],
    [{ ...fields, pointers: { email: "/x" } }, "/pointers"],
    [{ ...fields, kind: "svix", mode: "observe", when_unsure: "allow" }, "/issuer"],
  ];
  for (const [json, pointer] of rows) {
    const { status, body } = await app.ask("/v1/hooks", { json });
    assert.equal(status, 400, JSON.stringify(json));
    assert.equal(body.errors[0].pointer, pointer, JSON.stringify(json));
  }
  const made = await app.ask("/v1/hooks", { json: { ...fields, authorization: "Bearer secret-8f2c" } });
  assert.equal(made.status, 200, made.text);
  const { secret, request_id: _id, processing_time_sec: _time, ...hook } = made.body;
  assert.equal(secret, null);
  assert.deepEqual(
    [hook.issuer, hook.audience, hook.jwks_uri, hook.external_id_prefix],
    [ISSUER, [AUDIENCE], fields.jwks_uri, ""],
  );
  const path = `/v1/hooks/${hook.hook_id}`;
  const changed = await app.ask(path, { method: "PATCH", json: { audience: ["a", "b"] } });
  assert.deepEqual([changed.body.audience, changed.body.issuer], [["a", "b"], ISSUER]);
  for (const json of [{ rotate: true }, { secret: `whsec_${"A".repeat(40)}` }, { jwks_uri: "http://x" }]) {
    assert.equal((await app.ask(path, { method: "PATCH", json })).status, 400);
  }
  const texts = (await storeTexts(app.app.services.store.engine)).join("\n");
  assert.ok(!texts.includes("secret-8f2c"), "the header is stored encrypted");
  assert.ok(!JSON.stringify((await app.ask("/v1/hooks")).body).includes("secret-8f2c"));
  const audit = (await app.ask("/v1/audit")).text;
  assert.ok(!audit.includes("secret-8f2c"));
  assert.match(audit, /"kind":"ssf","mode":"observe","issuer":"https:\/\/issuer\.example\/"/);
  assert.match(audit, /"name":"audience","from":"https:\/\/receiver\.example","to":"a b"/);
});
