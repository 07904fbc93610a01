/** Security event tokens made by PyJWT, which nobody here wrote: its good ones are taken, its bad ones have their word. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { runWith } from "../../support/clients/email_verification_api.ts";
import { pythonEnvironment } from "../../support/clients/python.ts";
import { AUDIENCE, ENV, ISSUER, pushText, RISC } from "../../support/app/security_events.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const REQUIREMENTS = new URL("../../support/clients/security_events.txt", import.meta.url).pathname;
const environment = await pythonEnvironment(REQUIREMENTS);
const missing = "missing" in environment ? environment.missing : null;

/** Makes a key, and a token of each row with it. */
const PROGRAM = `
import json, sys, time, uuid, jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm
given = json.load(sys.stdin)
rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
ec_key = ec.generate_private_key(ec.SECP256R1())
keys = [
    {**RSAAlgorithm.to_jwk(rsa_key.public_key(), as_dict=True), "kid": "rsa", "use": "sig"},
    {**ECAlgorithm.to_jwk(ec_key.public_key(), as_dict=True), "kid": "ec", "use": "sig", "alg": "ES256"},
]
private = {"rsa": rsa_key, "ec": ec_key, "other": other}
tokens = []
for row in given["rows"]:
    now = int(time.time())
    claims = {
        "iss": given["iss"], "aud": given["aud"], "jti": str(uuid.uuid4()), "iat": now + row.get("after", 0),
        "sub_id": {"format": "email", "email": "jane@example.com"}, "events": {given["type"]: {"reason": "hijacking"}},
        **row.get("claims", {}),
    }
    headers = {"kid": row["kid"], "typ": "secevent+jwt", **row.get("headers", {})}
    key = None if row["alg"] == "none" else "a shared secret of 32 characters!" if row["alg"][0] == "H" else private[row["key"]]
    tokens.append(jwt.encode(claims, key, algorithm=row["alg"], headers=headers))
print(json.dumps({"keys": keys, "tokens": tokens}))
`;

const RSA = { kid: "rsa", key: "rsa", alg: "RS256" } as const;
const ROWS: readonly [row: Record<string, unknown>, err: string | null][] = [
  [RSA, null],
  [{ kid: "ec", key: "ec", alg: "ES256" }, null],
  [{ ...RSA, after: -6 * 86_400 }, null],
  [{ ...RSA, claims: { aud: ["x", AUDIENCE] } }, null],
  [{ ...RSA, key: "other" }, "invalid_key"],
  [{ ...RSA, kid: "nobody" }, "invalid_key"],
  [{ ...RSA, alg: "RS512" }, "invalid_key"],
  [{ ...RSA, alg: "PS256" }, "invalid_key"],
  [{ kid: "rsa", key: "ec", alg: "ES256" }, "invalid_key"],
  [{ ...RSA, alg: "HS256" }, "invalid_key"],
  [{ ...RSA, alg: "none" }, "invalid_key"],
  [{ ...RSA, headers: { typ: "JWT" } }, "invalid_request"],
  [{ ...RSA, after: -8 * 86_400 }, "invalid_request"],
  [{ ...RSA, after: 3_600 }, "invalid_request"],
  [{ ...RSA, claims: { sub: "1234" } }, "invalid_request"],
  [{ ...RSA, claims: { exp: 1_900_000_000 } }, "invalid_request"],
  [{ ...RSA, claims: { events: {} } }, "invalid_request"],
  [{ ...RSA, claims: { iss: "https://other.example/" } }, "invalid_issuer"],
  [{ ...RSA, claims: { aud: "https://other.example" } }, "invalid_audience"],
];

Deno.test({
  name: `tokens of PyJWT, and their faults${missing === null ? "" : ` (${missing})`}`,
  ignore: missing !== null,
  fn: async () => {
    const { python } = environment as { readonly python: string };
    const given = {
      iss: ISSUER,
      aud: AUDIENCE,
      type: `${RISC}account-disabled`,
      rows: ROWS.map(([row]) => row),
    };
    const { keys, tokens } = JSON.parse(await runWith(python, ["-c", PROGRAM], given));
    await using server = startHttpServer(() => Response.json({ keys }));
    await using app = await startApp({ env: ENV });
    const fields = { kind: "ssf", issuer: ISSUER, audience: AUDIENCE, jwks_uri: server.url };
    const { body } = await app.ask("/v1/hooks", { json: fields });
    const hook = { id: body.hook_id, path: new URL(body.url).pathname, secret: "" };
    for (const [at, [row, err]] of ROWS.entries()) {
      const answer = await pushText(app, hook, tokens[at]);
      assert.deepEqual(
        [answer.status, answer.body?.err ?? null],
        [err === null ? 202 : 400, err],
        `${JSON.stringify(row)}: ${answer.text}`,
      );
    }
  },
});
