/** Whatever is pushed to a hook of the kind `ssf`: a refusal with a known word, or 202, and never a failure of the server. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { EVENT_ERRORS } from "../../../src/model/endpoints/security_event.ts";
import { startApp } from "../../support/app/app.ts";
import {
  ENV,
  EventIssuer,
  issSub,
  makeEventHook,
  part,
  RISC,
  token,
} from "../../support/app/security_events.ts";
import { rounds } from "../../support/rounds.ts";

const json = fc.jsonValue({ maxDepth: 3 });
const CLAIMS = ["iss", "aud", "jti", "iat", "events", "sub_id", "sub", "exp", "txn", "__proto__"];
const TYPES = ["account-disabled", "account-enabled", "credential-compromise", "verification", "other"];
const FORMATS = ["email", "phone_number", "iss_sub", "iss-sub", "aliases", "complex", "id_token_claims"];

const subject = fc.dictionary(
  fc.constantFrom("format", "subject_type", "iss", "sub", "email", "phone_number", "identifiers", "user"),
  fc.oneof(fc.constantFrom(...FORMATS), json),
);
const events = fc.dictionary(
  fc.constantFrom(...TYPES).map((type) => `${RISC}${type}`),
  fc.oneof(fc.record({ subject, reason: fc.constantFrom("hijacking", "bulk-account") }), json),
);
/** The claims of a good token, some of them replaced. */
const claims = fc.dictionary(fc.constantFrom(...CLAIMS), fc.oneof(json, subject, events), { maxKeys: 3 });
const header = fc.dictionary(fc.constantFrom("typ", "alg", "kid", "crit", "b64", "jwk"), json, {
  maxKeys: 2,
});

Deno.test("random bodies, tokens and claims never fail the server", async () => {
  await using app = await startApp({ env: ENV, refusalPauseMs: 0 });
  await using issuer = await EventIssuer.start();
  const hook = await makeEventHook(app, issuer);
  const words: ReadonlySet<string> = new Set(EVENT_ERRORS);
  const push = async (raw: string | Uint8Array<ArrayBuffer>) => {
    const { status, body, text } = await app.askDirectly(hook.path, {
      key: null,
      method: "POST",
      raw,
      headers: { "content-type": "application/secevent+jwt" },
    });
    if (status === 202) assert.equal(text, "");
    else assert.ok(status === 400 && words.has(body.err), `${status} ${text}`);
    return status;
  };
  const good = () => token(`${RISC}account-disabled`, issSub("1"), { reason: "bulk-account" }).claims;
  const signature = (await issuer.sign({ claims: good() })).split(".")[2]!;
  const runs = { numRuns: rounds(150) };
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      assert.equal(await push(new Uint8Array(bytes)), 400);
    }),
    runs,
  );
  await fc.assert(
    fc.asyncProperty(json, json, async (head, body) => {
      assert.equal(await push(`${part(head)}.${part(body)}.${signature}`), 400);
    }),
    runs,
  );
  await fc.assert(
    fc.asyncProperty(header, async (head) => {
      await push(await issuer.sign({ header: head, claims: good() }));
    }),
    runs,
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(claims, async (changed) => {
      if (await push(await issuer.sign({ claims: { ...good(), ...changed } })) === 202) taken++;
    }),
    runs,
  );
  assert.ok(taken > 0, "some of them are good");
  assert.equal(app.log.filter((line) => /error/i.test(line)).length, 0, app.log.join("\n"));
});
