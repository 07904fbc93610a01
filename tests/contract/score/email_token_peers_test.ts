/** E-mail verification tokens of implementations that nobody here wrote, and what they say of the same tokens as this one. */
import assert from "node:assert/strict";
import type { TestApp } from "../../support/app/app.ts";
import { withOnlineApp } from "../../support/app/online.ts";
import { pythonEnvironment } from "../../support/clients/python.ts";
import { installVerifier, runWith, verdictsOfNpm } from "../../support/clients/email_verification_api.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { zone } from "../../support/servers/dns_server.ts";
import {
  Issuer,
  KEYS_PATH,
  makeKey,
  METADATA_PATH,
  NONCE,
  ORIGIN,
} from "../../support/servers/email_issuer.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const GOOGLE = "accounts.google.com";
const EMAIL = "jane@gmail.com";
const REQUIREMENTS = new URL("../../support/clients/email_tokens.txt", import.meta.url).pathname;
const environment = await pythonEnvironment(REQUIREMENTS);
const npmMissing = await (async () => {
  await using folder = await temporaryFolder();
  return await installVerifier(folder.path);
})();
const skipped = (missing: string | null) => ({
  name: (name: string) => missing === null ? name : `${name} (${missing})`,
  ignore: missing !== null,
});
const python = skipped("missing" in environment ? environment.missing : null);
const npm = skipped(npmMissing);

interface Documents {
  readonly metadata: unknown;
  readonly keys: unknown;
}

async function reasonOf(app: TestApp, token: string): Promise<string | null> {
  const email_token = { token, nonce: NONCE, origin: ORIGIN };
  const { status, body } = await app.ask("/v1/verify/email", { json: { email: EMAIL, email_token } });
  assert.equal(status, 200);
  assert.equal(body.email_token.status === "verified", body.email_token.reason === null);
  return body.email_token.reason;
}

async function withDocuments(
  { metadata, keys }: Documents,
  test: (app: TestApp) => Promise<void>,
): Promise<void> {
  await using server = startHttpServer((request) => {
    const { pathname } = new URL(request.url);
    return pathname === METADATA_PATH ? Response.json(metadata) : Response.json(keys);
  });
  const rows = { "_email-verification.gmail.com": { TXT: [`iss=${GOOGLE}`] } };
  const env = { WINNOW_EMAIL_ISSUER_OVERRIDES: JSON.stringify({ [GOOGLE]: server.url }) };
  await withOnlineApp(zone(rows), {}, ({ app }) => test(app), env);
}

/** Of each its error; null: it verifies. */
async function ofNpm(tokens: readonly string[], documents: Documents): Promise<(string | null)[]> {
  await using folder = await temporaryFolder();
  const missing = await installVerifier(folder.path);
  if (missing !== null) throw new Error(missing);
  const given = { email: EMAIL, nonce: NONCE, audience: ORIGIN, issuer: GOOGLE, ...documents };
  return await verdictsOfNpm(folder.path, tokens.map((token) => ({ ...given, token })));
}

Deno.test({
  name: npm.name("npm's email-verification-api says the same of tokens"),
  ignore: npm.ignore,
  async fn() {
    const issuer = await Issuer.open(GOOGLE);
    const evil = await makeKey("EdDSA");
    const rows = [
      { ours: null, npm: null, token: await issuer.present() },
      { ours: "nonce_mismatch", npm: "NONCE_MISMATCH", token: await issuer.present({ nonce: "x" }) },
      {
        ours: "audience_mismatch",
        npm: "AUDIENCE_MISMATCH",
        token: await issuer.present({ origin: "https://evil.example" }),
      },
      {
        ours: "token_expired",
        npm: "TOKEN_EXPIRED",
        token: await issuer.present({ at: Date.now() - 900_000 }),
      },
      {
        ours: "kb_signature_invalid",
        npm: "KB_SIGNATURE_INVALID",
        token: await issuer.present({ kb: { key: evil } }),
      },
      {
        ours: "email_not_verified",
        npm: "EMAIL_NOT_VERIFIED",
        token: await issuer.present({ evt: { claims: { email_verified: false } } }),
      },
      {
        ours: "issuer_mismatch",
        npm: "ISSUER_MISMATCH",
        token: await issuer.present({ evt: { claims: { iss: "issuer.example.org" } } }),
      },
    ];
    const documents = { metadata: issuer.metadata, keys: issuer.keys };
    const tokens = rows.map(({ token }) => token);
    assert.deepEqual(await ofNpm(tokens, documents), rows.map(({ npm }) => npm));
    await withDocuments(documents, async (app) => {
      for (const { ours, token } of rows) assert.equal(await reasonOf(app, token), ours);
    });
  },
});

const MAKE = `
import json, sys
from datetime import datetime, UTC
from pyevp.testing import FakeBrowser, FakeIssuer, FixedClock
clock = FixedClock(datetime.now(UTC))
made = []
for alg, kid, form, bound in [("EdDSA", None, "host", "Ed25519"), ("Ed25519", "k1", "origin", "ES256"), ("ES256", "k2", "origin", "EdDSA")]:
    issuer = FakeIssuer("${GOOGLE}", alg=alg, kid=kid, iss_format=form, email_domains=("gmail.com",), clock=clock)
    browser = FakeBrowser(alg=bound, clock=clock)
    evt = issuer.issue("${EMAIL}", browser.public_jwk)
    token = browser.present(evt, audience="${ORIGIN}", nonce="${NONCE}")
    made.append({"name": f"{alg} and {bound}", "metadata": issuer.metadata, "keys": issuer.jwks, "token": token})
print(json.dumps(made))
`;

const CHECK = `
import json, sys
from pyevp import EVPError
from pyevp.testing import InMemoryDns, InMemoryHttp
from pyevp.verifier import Verifier
given = json.load(sys.stdin)
verifier = Verifier(audience="${ORIGIN}", resolver=InMemoryDns({"_email-verification.gmail.com": ["iss=${GOOGLE}"]}),
    fetcher=InMemoryHttp({"https://${GOOGLE}${METADATA_PATH}": given["metadata"], "https://${GOOGLE}${KEYS_PATH}": given["keys"]}))
found = []
for token in given["tokens"]:
    try:
        verifier.verify(token, nonce="${NONCE}", email="${EMAIL}")
        found.append(None)
    except EVPError as error:
        found.append(error.code.value)
print(json.dumps(found))
`;

async function runPython(program: string, input: unknown = null): Promise<unknown> {
  if ("missing" in environment) throw new Error(environment.missing);
  return JSON.parse(await runWith(environment.python, ["-c", program], input));
}

Deno.test({
  name: python.name("tokens of pyevp's issuer and browser are verified"),
  ignore: python.ignore,
  async fn(t) {
    const made = await runPython(MAKE) as (Documents & { name: string; token: string })[];
    assert.equal(made.length, 3);
    for (const { name, token, ...documents } of made) {
      await t.step(name, async () => {
        await withDocuments(documents, async (app) => {
          assert.equal(await reasonOf(app, token), null);
          if (!npm.ignore) assert.deepEqual(await ofNpm([token], documents), [null]);
          assert.equal(await reasonOf(app, token), "token_replayed");
        });
      });
    }
  },
});

Deno.test({
  name: python.name("pyevp has the same words for tokens"),
  ignore: python.ignore,
  async fn() {
    const issuer = await Issuer.open(GOOGLE, { kid: "k1" });
    const evil = await makeKey("EdDSA");
    const [other] = (await issuer.present()).split("~");
    const [, bound] = (await issuer.present()).split("~");
    const rows: Readonly<Record<string, string>> = {
      malformed_token: (await issuer.present()).replace("~", "~WyJhIiwiYiIsImMiXQ~"),
      unsupported_alg: await issuer.present({ evt: { header: { alg: "none" } } }),
      bad_type: await issuer.present({ kb: { header: { typ: "JWT" } } }),
      audience_mismatch: await issuer.present({ origin: "https://evil.example" }),
      nonce_mismatch: await issuer.present({ nonce: "x" }),
      token_expired: await issuer.present({ at: Date.now() - 900_000 }),
      token_not_yet_valid: await issuer.present({ at: Date.now() + 300_000 }),
      sd_hash_mismatch: `${other}~${bound}`,
      kb_signature_invalid: await issuer.present({ kb: { key: evil } }),
      email_mismatch: await issuer.present({ email: "eve@gmail.com" }),
      email_not_verified: await issuer.present({ evt: { claims: { email_verified: false } } }),
      issuer_mismatch: await issuer.present({ evt: { claims: { iss: "issuer.example.org" } } }),
      key_not_found: await issuer.present({ evt: { header: { kid: "k2" } } }),
      evt_signature_invalid: await issuer.present({ evt: { key: evil } }),
    };
    const tokens = Object.values(rows);
    const documents = { metadata: issuer.metadata, keys: issuer.keys };
    assert.deepEqual(await runPython(CHECK, { ...documents, tokens }), Object.keys(rows));
    await withDocuments(documents, async (app) => {
      const found: (string | null)[] = [];
      for (const token of tokens) found.push(await reasonOf(app, token));
      assert.deepEqual(found, Object.keys(rows));
    });
  },
});
