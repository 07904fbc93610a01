/** E-mail verification tokens: each check of the draft, in its order, and what a token changes in a score. */
import assert from "node:assert/strict";
import { EMAIL_TOKEN_REASONS, type EmailTokenReason } from "../../../src/model/facts/email_token.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { onlineSettings, withOnlineApp } from "../../support/app/online.ts";
import { startDnsServer, zone } from "../../support/servers/dns_server.ts";
import {
  Issuer,
  KEYS_PATH,
  makeKey,
  METADATA_PATH,
  NONCE,
  ORIGIN,
  type Presented,
  startIssuer,
} from "../../support/servers/email_issuer.ts";
import type { TestServer } from "../../support/servers/http_server.ts";

const GOOGLE = "accounts.google.com";
const named = (issuer: string) => ({ TXT: ["v=other", `iss=${issuer}`] });
const MAIL = { A: ["127.0.0.1"], MX: [{ preference: 10, exchange: "mx.test.com" }] };
const ROWS = {
  "_email-verification.gmail.com": named(GOOGLE),
  "_email-verification.origin.com": named(`https://${GOOGLE}`),
  "_email-verification.two.com": { TXT: [`iss=${GOOGLE}`, "iss=other.example.org"] },
  "_email-verification.inside.com": named("issuer.internal"),
  "_email-verification.address.com": named("127.0.0.1"),
  "_email-verification.farm.com": named("issuer.farm.com"),
  "_email-verification.old.com": named("issuer.old.com"),
  "_email-verification.shared.com": named("me.github.io"),
  "_email-verification.away.com": named("login.yahoo.com"),
  "_email-verification.rebound.com": named("login.live.com"),
  "login.live.com": { A: ["127.0.0.1"] },
  "gmail.com": MAIL,
  "farm.com": MAIL,
  "old.com": MAIL,
  "mx.test.com": { A: ["127.0.0.1"] },
};
const REGISTERED = {
  "farm.com": { createdAt: "2026-11-01T00:00:00Z" },
  "old.com": { createdAt: "2001-01-01T00:00:00Z" },
  "github.io": { createdAt: "2013-01-01T00:00:00Z" },
};

interface Stage {
  readonly app: TestApp;
  readonly issuer: Issuer;
  readonly server: TestServer;
  readonly asked: () => readonly string[];
}

async function withIssuer(
  test: (stage: Stage) => Promise<void>,
  given: {
    readonly issuer?: Issuer;
    readonly answers?: Parameters<typeof startIssuer>[1];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<void> {
  const issuer = given.issuer ?? await Issuer.open(GOOGLE);
  await using server = startIssuer(issuer, given.answers);
  const hosts = [GOOGLE, "issuer.farm.com", "issuer.old.com", "me.github.io"];
  const env = {
    WINNOW_EMAIL_ISSUER_OVERRIDES: JSON.stringify({
      ...Object.fromEntries(hosts.map((host) => [host, server.url])),
      "login.yahoo.com": "http://127.0.0.1:9",
    }),
    ...given.env,
  };
  await withOnlineApp(zone(ROWS), REGISTERED, async ({ app, dns }) => {
    const asked = () => dns.seen.filter((question) => question.includes("_email-verification"));
    await test({ app, issuer, server, asked });
  }, env);
}

async function verify(app: TestApp, token: string, claim: object = {}, email = "jane@gmail.com") {
  const email_token = { token, nonce: NONCE, origin: ORIGIN, ...claim };
  const answer = await app.ask("/v1/verify/email", { json: { email, email_token } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const reasonOf = async (...given: Parameters<typeof verify>) => (await verify(...given)).email_token.reason;

Deno.test("a token of a known issuer verifies the mailbox", async () => {
  await withIssuer(async ({ app, issuer, server }) => {
    const body = await verify(app, await issuer.present());
    assert.deepEqual(body.email_token, {
      status: "verified",
      reason: null,
      issuer: GOOGLE,
      is_private_email: false,
    });
    const { mailbox_status, mailbox_basis, mailbox_exists } = body.signals;
    assert.deepEqual([mailbox_status, mailbox_basis, mailbox_exists], ["verified", "email_token", true]);
    assert.deepEqual(server.seen, [METADATA_PATH, KEYS_PATH]);
    // Documents are in memory now; the address may be written otherwise; the issuer may be an origin.
    const claims = { iss: `https://${GOOGLE}`, is_private_email: true };
    const again = await verify(
      app,
      await issuer.present({ email: "JANE@Gmail.com", evt: { claims } }),
      { origin: `${ORIGIN}/` },
    );
    assert.deepEqual([again.email_token.status, again.email_token.is_private_email], ["verified", true]);
    assert.equal(server.seen.length, 2);
    const origin = await verify(
      app,
      await issuer.present({ email: "jane@origin.com" }),
      {},
      "jane@origin.com",
    );
    assert.equal(origin.email_token.status, "verified");
  });
});

Deno.test("without a token nothing is said of one", async () => {
  await withIssuer(async ({ app, asked }) => {
    for (const email_token of [undefined, null, { token: " ", nonce: NONCE, origin: ORIGIN }]) {
      const { body } = await app.ask("/v1/verify/email", { json: { email: "jane@gmail.com", email_token } });
      assert.equal("email_token" in body, false);
      assert.equal("mailbox_basis" in body.signals, false);
    }
    assert.deepEqual(asked(), []);
  });
});

for (const alg of ["EdDSA", "Ed25519", "ES256", "RS256"] as const) {
  Deno.test(`a token that is signed with ${alg} is taken once`, async () => {
    const issuer = await Issuer.open(GOOGLE, { alg, kid: "k1" });
    await withIssuer(async ({ app }) => {
      const token = await issuer.present();
      assert.equal(await reasonOf(app, token), null);
      const second = await verify(app, token);
      assert.deepEqual(second.email_token, {
        status: "invalid",
        reason: "token_replayed",
        issuer: GOOGLE,
        is_private_email: null,
      });
      // Neither with blanks around it nor with the other signature that ECDSA has for the same text.
      assert.equal(await reasonOf(app, ` ${token}\n`), "token_replayed");
      if (alg === "ES256") assert.equal(await reasonOf(app, otherSpelling(token)), "token_replayed");
    }, { issuer });
  });
}

/** (r, n - s) signs what (r, s) signs. */
function otherSpelling(token: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const [text, signature] = [token.slice(0, token.lastIndexOf(".")), token.slice(token.lastIndexOf(".") + 1)];
  const bytes = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
  const s = BigInt(`0x${bytes.slice(32).toHex()}`);
  bytes.set(Uint8Array.fromHex((order - s).toString(16).padStart(64, "0")), 32);
  return `${text}.${bytes.toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

const MINUTE = 60_000;
const EVIL = await makeKey("EdDSA");
const HMAC = { header: { alg: "HS256" } };
const NONE = { header: { alg: "none" } };

/** What is wrong with a token, and whether DNS may be asked by then. */
const BROKEN: readonly {
  readonly name: string;
  readonly reason: EmailTokenReason;
  readonly token: (issuer: Issuer) => Promise<string>;
  readonly claim?: object;
  readonly email?: string;
  /** The domain's record is looked up. */
  readonly asks?: true;
}[] = [
  { name: "no token", reason: "malformed_token", token: () => Promise.resolve("x") },
  {
    name: "longer than 16 kB",
    reason: "malformed_token",
    token: (issuer) => issuer.present({ evt: { claims: { filler: "x".repeat(17_000) } } }),
  },
  {
    name: "a disclosure",
    reason: "malformed_token",
    token: async (issuer) => (await issuer.present()).replace("~", "~WyJhIiwiYiIsImMiXQ~"),
  },
  {
    name: "no second part",
    reason: "malformed_token",
    token: async (issuer) => (await issuer.present()).split("~")[0] + "~",
  },
  {
    name: "padding in base64url",
    reason: "malformed_token",
    token: async (issuer) => `${await issuer.present()}=`,
  },
  {
    name: "a critical extension",
    reason: "malformed_token",
    token: (issuer) => issuer.present({ evt: { header: { crit: ["b64"], b64: false } } }),
  },
  {
    name: "no iat",
    reason: "malformed_token",
    token: (issuer) => issuer.present({ kb: { claims: { iat: undefined } } }),
  },
  {
    name: "a date that is a text",
    reason: "malformed_token",
    token: (issuer) => issuer.present({ evt: { claims: { exp: "tomorrow" } } }),
  },
  { name: "none", reason: "unsupported_alg", token: (issuer) => issuer.present({ evt: NONE }) },
  { name: "HMAC", reason: "unsupported_alg", token: (issuer) => issuer.present({ kb: HMAC }) },
  {
    name: "another kind of key than its algorithm",
    reason: "unsupported_alg",
    token: (issuer) => issuer.present({ kb: { header: { alg: "ES256" } } }),
  },
  {
    name: "an access token",
    reason: "bad_type",
    token: (issuer) => issuer.present({ evt: { header: { typ: "at+jwt" } } }),
  },
  {
    name: "a second part of another type",
    reason: "bad_type",
    token: (issuer) => issuer.present({ kb: { header: { typ: "JWT" } } }),
  },
  {
    name: "a private key",
    reason: "malformed_token",
    token: (issuer) =>
      issuer.present({ evt: { claims: { cnf: { jwk: { ...EVIL.jwk, alg: "EdDSA", d: "AA" } } } } }),
  },
  {
    name: "another site's",
    reason: "audience_mismatch",
    token: (issuer) => issuer.present({ origin: "https://evil.example" }),
  },
  {
    name: "for an origin with a path",
    reason: "audience_mismatch",
    token: (issuer) => issuer.present({ origin: `${ORIGIN}/login` }),
    claim: { origin: `${ORIGIN}/login` },
  },
  {
    name: "another page's",
    reason: "nonce_mismatch",
    token: (issuer) => issuer.present({ nonce: "other" }),
  },
  {
    name: "an empty nonce",
    reason: "nonce_mismatch",
    token: (issuer) => issuer.present({ nonce: "" }),
    claim: { nonce: "" },
  },
  {
    name: "no nonce to compare with",
    reason: "nonce_mismatch",
    token: (issuer) => issuer.present(),
    claim: { nonce: null },
  },
  {
    name: "older than 300 s",
    reason: "token_expired",
    token: (issuer) => issuer.present({ at: Date.now() - 6 * MINUTE }),
  },
  {
    name: "of the future",
    reason: "token_not_yet_valid",
    token: (issuer) => issuer.present({ at: Date.now() + 3 * MINUTE }),
  },
  {
    name: "bound to another issuance",
    reason: "sd_hash_mismatch",
    token: async (issuer) => {
      const [other] = (await issuer.present()).split("~");
      const [, bound] = (await issuer.present()).split("~");
      return `${other}~${bound}`;
    },
  },
  {
    name: "bound by another key",
    reason: "kb_signature_invalid",
    token: (issuer) => issuer.present({ kb: { key: EVIL } }),
  },
  {
    name: "of another address",
    reason: "email_mismatch",
    token: (issuer) => issuer.present({ email: "eve@gmail.com" }),
  },
  {
    name: "of the address with a tag",
    reason: "email_mismatch",
    token: (issuer) => issuer.present({ email: "jane+x@gmail.com" }),
  },
  {
    name: "of an address that the issuer has not verified",
    reason: "email_not_verified",
    token: (issuer) => issuer.present({ evt: { claims: { email_verified: "true" } } }),
  },
  {
    name: "no issuer",
    reason: "issuer_discovery_failed",
    token: (issuer) => issuer.present({ email: "jane@old.net" }),
    email: "jane@old.net",
    asks: true,
  },
  {
    name: "two issuers",
    reason: "issuer_discovery_failed",
    token: (issuer) => issuer.present({ email: "jane@two.com" }),
    email: "jane@two.com",
    asks: true,
  },
  {
    name: "an issuer inside",
    reason: "issuer_discovery_failed",
    token: (issuer) => issuer.present({ email: "jane@inside.com" }),
    email: "jane@inside.com",
    asks: true,
  },
  {
    name: "an address as issuer",
    reason: "issuer_discovery_failed",
    token: (issuer) => issuer.present({ email: "jane@address.com" }),
    email: "jane@address.com",
    asks: true,
  },
  {
    name: "an issuer with a domain of this month",
    reason: "issuer_not_allowed",
    token: (issuer) =>
      issuer.present({ email: "jane@farm.com", evt: { claims: { iss: "issuer.farm.com" } } }),
    email: "jane@farm.com",
    asks: true,
  },
  {
    name: "an issuer at a shared domain",
    reason: "issuer_not_allowed",
    token: (issuer) => issuer.present({ email: "jane@shared.com", evt: { claims: { iss: "me.github.io" } } }),
    email: "jane@shared.com",
    asks: true,
  },
  {
    name: "an issuer that does not answer",
    reason: "issuer_unreachable",
    token: (issuer) =>
      issuer.present({ email: "jane@away.com", evt: { claims: { iss: "login.yahoo.com" } } }),
    email: "jane@away.com",
    asks: true,
  },
  {
    name: "an issuer whose name leads inside",
    reason: "issuer_unreachable",
    token: (issuer) =>
      issuer.present({ email: "jane@rebound.com", evt: { claims: { iss: "login.live.com" } } }),
    email: "jane@rebound.com",
    asks: true,
  },
  {
    name: "signed by another issuer",
    reason: "issuer_mismatch",
    token: (issuer) => issuer.present({ evt: { claims: { iss: "issuer.example.org" } } }),
    asks: true,
  },
  {
    name: "a false signature",
    reason: "evt_signature_invalid",
    token: (issuer) => issuer.present({ evt: { key: EVIL } }),
    asks: true,
  },
  {
    name: "ended",
    reason: "token_expired",
    token: (issuer) => issuer.present({ evt: { claims: { exp: Math.floor(Date.now() / 1000) - 120 } } }),
    asks: true,
  },
  {
    name: "issued long ago",
    reason: "token_expired",
    token: (issuer) => issuer.present({ evt: { claims: { iat: Math.floor(Date.now() / 1000) - 900 } } }),
    asks: true,
  },
];

Deno.test("each thing that is wrong with a token has its word, and what needs nobody is checked first", async (t) => {
  await withIssuer(async ({ app, issuer, asked, server }) => {
    for (const { name, reason, token, claim = {}, email = "jane@gmail.com", asks = false } of BROKEN) {
      await t.step(`${reason}: ${name}`, async () => {
        const before = asked().length;
        const body = await verify(app, await token(issuer), claim, email);
        const { status, reason: found, is_private_email } = body.email_token;
        assert.deepEqual([found, status, is_private_email], [reason, EMAIL_TOKEN_REASONS[reason], null]);
        assert.notEqual(body.signals.mailbox_basis, "email_token");
        if (!asks) assert.equal(asked().length, before, "DNS was asked");
      });
    }
    // Hosts of issuers that do not count were never asked, although the settings say where they are.
    assert.deepEqual(new Set(server.seen), new Set([METADATA_PATH, KEYS_PATH]));
  });
});

const json = (body: unknown) => () => Response.json(body);

Deno.test("each thing that is wrong with an issuer's documents has its word", async (t) => {
  const ours = await Issuer.open(GOOGLE, { kid: "k1" });
  const { metadata } = ours;
  const rows: {
    name: string;
    reason: EmailTokenReason;
    answers: Record<string, () => Response>;
  }[] = [
    {
      name: "no metadata",
      reason: "issuer_unreachable",
      answers: { [METADATA_PATH]: () => new Response(null, { status: 404 }) },
    },
    {
      name: "no JSON",
      reason: "metadata_invalid",
      answers: { [METADATA_PATH]: () => new Response("<html>") },
    },
    { name: "a list", reason: "metadata_invalid", answers: { [METADATA_PATH]: json([]) } },
    {
      name: "a redirect",
      reason: "issuer_unreachable",
      answers: {
        [METADATA_PATH]: () => new Response(null, { status: 302, headers: { location: "/other" } }),
      },
    },
    {
      name: "another issuer's",
      reason: "issuer_mismatch",
      answers: { [METADATA_PATH]: json({ ...metadata, issuer: "https://issuer.example.org" }) },
    },
    {
      name: "keys inside",
      reason: "metadata_invalid",
      answers: { [METADATA_PATH]: json({ ...metadata, jwks_uri: "https://127.0.0.1/jwks.json" }) },
    },
    {
      name: "keys without TLS",
      reason: "metadata_invalid",
      answers: { [METADATA_PATH]: json({ ...metadata, jwks_uri: `http://${GOOGLE}/jwks.json` }) },
    },
    {
      name: "an algorithm that it does not name",
      reason: "unsupported_alg",
      answers: { [METADATA_PATH]: json({ ...metadata, signing_alg_values_supported: ["ES256"] }) },
    },
    { name: "no keys", reason: "key_not_found", answers: { [KEYS_PATH]: json({ keys: [] }) } },
    { name: "no key set", reason: "metadata_invalid", answers: { [KEYS_PATH]: json({ keys: "none" }) } },
    {
      name: "other keys",
      reason: "key_not_found",
      answers: { [KEYS_PATH]: json({ keys: [{ ...EVIL.jwk, alg: "EdDSA", kid: "k2" }] }) },
    },
    {
      name: "a key for encryption",
      reason: "key_not_found",
      answers: { [KEYS_PATH]: json({ keys: [{ ...ours.key.jwk, kid: "k1", use: "enc" }] }) },
    },
  ];
  for (const { name, reason, answers } of rows) {
    await t.step(`${reason}: ${name}`, async () => {
      await withIssuer(async ({ app }) => {
        const { email_token } = await verify(app, await ours.present());
        assert.deepEqual([email_token.reason, email_token.status], [reason, EMAIL_TOKEN_REASONS[reason]]);
        assert.equal(email_token.issuer, GOOGLE);
      }, { issuer: ours, answers });
    });
  }
  const replayed: EmailTokenReason = "token_replayed"; // has its own test
  const reached = new Set([...BROKEN, ...rows].map(({ reason }) => reason)).add(replayed);
  assert.deepEqual([...reached].sort(), Object.keys(EMAIL_TOKEN_REASONS).sort());
});

Deno.test("an issuer with an old domain counts, and a metadata document without a list means EdDSA", async () => {
  const issuer = await Issuer.open("issuer.old.com");
  const { signing_alg_values_supported: _, ...metadata } = issuer.metadata;
  await withIssuer(async ({ app }) => {
    const body = await verify(app, await issuer.present({ email: "jane@old.com" }), {}, "jane@old.com");
    assert.deepEqual([body.email_token.status, body.email_token.issuer], ["verified", "issuer.old.com"]);
  }, { issuer, answers: { [METADATA_PATH]: json(metadata) } });
});

Deno.test("keys are read again when a token fits none, once in five minutes", async () => {
  const issuer = await Issuer.open(GOOGLE);
  await withIssuer(async ({ app, server }) => {
    const keys = () => server.seen.filter((path) => path === KEYS_PATH).length;
    assert.equal(await reasonOf(app, await issuer.present()), null);
    issuer.key = await makeKey("EdDSA");
    assert.equal(await reasonOf(app, await issuer.present()), null, "the keys changed");
    assert.equal(keys(), 2);
    for (let count = 0; count < 3; count++) {
      const reason = await reasonOf(app, await issuer.present({ evt: { key: EVIL } }));
      assert(["evt_signature_invalid", "key_not_found"].includes(reason));
    }
    assert.equal(keys(), 2);
  }, { issuer });
});

Deno.test("what is slow is unknown, and the token can be sent again", async () => {
  const issuer = await Issuer.open(GOOGLE);
  const asked = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  await using server = startIssuer(issuer);
  const slow = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    asked.resolve();
    await open.promise;
    return await fetch(`${server.url}${new URL(request.url).pathname}`);
  });
  await withIssuer(async ({ app }) => {
    const token = await issuer.present();
    const { email_token } = await verify(app, token);
    assert.deepEqual([email_token.status, email_token.reason], ["unknown", "issuer_unreachable"]);
    await asked.promise;
    open.resolve();
    let last: unknown = "issuer_unreachable";
    while (last === "issuer_unreachable") last = await reasonOf(app, token);
    assert.equal(last, null);
  }, {
    issuer,
    env: {
      WINNOW_TIME_BUDGET_MS: "200",
      WINNOW_EMAIL_ISSUER_OVERRIDES: JSON.stringify({ [GOOGLE]: `http://127.0.0.1:${slow.addr.port}` }),
    },
  });
  await slow.shutdown();
});

Deno.test("of a token sent many times at once one is taken; another account's use is its own", async () => {
  await withIssuer(async ({ app, issuer }) => {
    const token = await issuer.present();
    const reasons = await Promise.all(Array.from({ length: 16 }, () => reasonOf(app, token)));
    assert.equal(reasons.filter((reason) => reason === null).length, 1);
    assert.equal(reasons.filter((reason) => reason === "token_replayed").length, 15);
    const { key } = await app.account("other");
    const email_token = { token, nonce: NONCE, origin: ORIGIN };
    const other = await app.ask("/v1/verify/email", { key, json: { email: "jane@gmail.com", email_token } });
    assert.equal(other.body.email_token.status, "verified");
  });
});

Deno.test("a sign-up takes a token, and its mailbox stays verified in the stored score", async () => {
  await withIssuer(async ({ app, issuer }) => {
    const json = async (given: Presented = {}) => ({
      email: "jane@gmail.com",
      email_token: { token: await issuer.present(given), nonce: NONCE, origin: ORIGIN },
    });
    const { body } = await app.ask("/v1/score/user", { json: await json() });
    assert.equal(body.components.email.email_token.status, "verified");
    assert.equal(body.components.email.signals.mailbox_basis, "email_token");
    assert.equal("warnings" in body, false);
    const forged = await app.ask("/v1/score/user", { json: await json({ evt: { key: EVIL } }) });
    assert.equal(forged.body.components.email.email_token.reason, "evt_signature_invalid");
    assert(forged.body.components.email.risk_score > body.components.email.risk_score);
    const claims = { iss: "login.yahoo.com" };
    const away = await app.ask("/v1/score/user", {
      json: { ...await json({ email: "jane@away.com", evt: { claims } }), email: "jane@away.com" },
    });
    const plain = await app.ask("/v1/score/user", { json: { email: "jane@away.com" } });
    assert.equal(away.body.components.email.email_token.status, "unknown");
    assert.equal(away.body.risk_score, plain.body.risk_score);
    assert.equal(away.body.components.email.email_token.reason, "issuer_unreachable");
    const review = await app.ask("/v1/score/user", {
      json: { email: "jane@gmail.com", email_token: { token: 1 }, on_invalid: "review" },
    });
    assert.equal(review.body.components_invalid[0].field, "email_token");
    const refused = await app.ask("/v1/score/user", { json: { email: "jane@gmail.com", email_token: 1 } });
    assert.equal(refused.status, 400);
  });
});

Deno.test("a token is nowhere in the store or the log", async () => {
  await withIssuer(async ({ app, issuer }) => {
    const token = await issuer.present();
    await verify(app, token);
    const parts = token.split(/[~.]/).filter((part) => part.length > 20);
    for (const text of [await storeTexts(app), app.log.join("\n")]) {
      for (const part of [...parts, NONCE]) assert.equal(text.includes(part), false);
    }
  });
});

async function storeTexts(app: TestApp): Promise<string> {
  await app.close();
  const texts: string[] = [];
  for await (const { name, isFile } of Deno.readDir(app.dataDir)) {
    if (isFile) texts.push(new TextDecoder("latin1").decode(await Deno.readFile(`${app.dataDir}/${name}`)));
  }
  assert(texts.length > 0);
  return texts.join("\n");
}

Deno.test("a nonce that is minted here is bound to its account, its session and two hours", async () => {
  let now = Date.now();
  const issuer = await Issuer.open(GOOGLE);
  await using server = startIssuer(issuer);
  await using dns = await startDnsServer(zone(ROWS));
  await using app = await startApp({
    now: () => now,
    env: onlineSettings(dns, {
      WINNOW_SMTP_PROBE: "off",
      WINNOW_TIME_BUDGET_MS: "5000",
      WINNOW_EMAIL_ISSUER_OVERRIDES: JSON.stringify({ [GOOGLE]: server.url }),
    }),
  });
  const mint = async (session: string, key = app.live) => {
    const { status, body } = await app.ask("/v1/email-tokens/nonce", { key, json: { session } });
    assert.equal(status, 200);
    assert.match(body.nonce, /^wn_[0-9a-z.A-Z_-]+$/);
    return body.nonce as string;
  };
  const reason = async (nonce: string, claim: object) =>
    await reasonOf(app, await issuer.present({ nonce, at: now }), { nonce: undefined, ...claim });
  const nonce = await mint("session 1");
  assert.notEqual(nonce, await mint("session 1"));
  assert.equal(await reason(nonce, { session: "session 1" }), null);
  assert.equal(await reason(await mint("s"), { session: "s", nonce: "other" }), "nonce_mismatch");
  assert.equal(await reason(nonce, { session: "session 2" }), "nonce_mismatch");
  assert.equal(await reason(nonce, {}), "nonce_mismatch");
  assert.equal(
    await reason(`${nonce.slice(0, -1)}${nonce.endsWith("A") ? "B" : "A"}`, { session: "session 1" }),
    "nonce_mismatch",
  );
  assert.equal(await reason("wn_own", { session: "session 1" }), "nonce_mismatch");
  const { key } = await app.account("other");
  assert.equal(await reason(await mint("session 1", key), { session: "session 1" }), "nonce_mismatch");
  now += 119 * MINUTE;
  assert.equal(await reason(nonce, { session: "session 1" }), null);
  now += 2 * MINUTE;
  assert.equal(await reason(nonce, { session: "session 1" }), "nonce_mismatch");
  for (const session of ["", "x".repeat(513), 1, undefined]) {
    assert.equal((await app.ask("/v1/email-tokens/nonce", { json: { session } })).status, 400);
  }
});
