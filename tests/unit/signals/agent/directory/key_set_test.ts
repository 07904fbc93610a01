import assert from "node:assert/strict";
import { readCard } from "../../../../../src/signals/agent/directory/card.ts";
import {
  DocumentError,
  parseDocument,
  readCardKeys,
  readKeySet,
} from "../../../../../src/signals/agent/directory/key_set.ts";
import { DIRECTORY_TYPE, makeAgentKey } from "../../../../support/servers/key_directory.ts";

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("parseDocument takes a JSON object of the listed media types", () => {
  for (
    const type of [
      DIRECTORY_TYPE,
      DIRECTORY_TYPE.toUpperCase(),
      `${DIRECTORY_TYPE}; charset=utf-8`,
      "application/json",
      "application/jwk-set+json",
    ]
  ) {
    assert.deepEqual(parseDocument(type, encode('{"keys":[]}')), { keys: [] }, type);
  }
  for (const type of [null, "", "text/html", "text/plain", "application/jsonx", "application/problem+json"]) {
    assert.throws(() => parseDocument(type, encode('{"keys":[]}')), DocumentError, String(type));
  }
  for (const text of ["", "{", "[]", '"x"', "null", "5", "<html>"]) {
    assert.throws(() => parseDocument("application/json", encode(text)), DocumentError, text);
  }
  assert.throws(() => parseDocument("application/json", new Uint8Array([0x7b, 0xff, 0x7d])), DocumentError);
});

Deno.test("readKeySet keeps usable entries by computed thumbprint and skips the rest one by one", async () => {
  const [one, two] = [await makeAgentKey(), await makeAgentKey("ecdsa-p256-sha256")];
  const set = await readKeySet({
    keys: [null, "x", { ...one.publicJwk, kid: two.thumbprint }, { kty: "RSA" }, {
      ...two.publicJwk,
      use: "sig",
    }],
  });
  assert.deepEqual([...set.keys.keys()], [one.thumbprint, two.thumbprint]);
  const first = await readKeySet({ keys: [{ ...one.publicJwk, exp: 1 }, one.publicJwk] });
  assert.equal(
    first.keys.get(one.thumbprint)?.problem(5)?.reason,
    "key_not_active",
    "the first of two counts",
  );
});

Deno.test("readKeySet takes a bare JWK, 100 keys and an empty set, and nothing else", async () => {
  const { publicJwk, thumbprint } = await makeAgentKey();
  assert.deepEqual([...(await readKeySet({ ...publicJwk })).keys.keys()], [thumbprint]);
  assert.equal((await readKeySet({ keys: [] })).keys.size, 0);
  assert.equal((await readKeySet({ keys: Array.from({ length: 100 }, () => publicJwk) })).keys.size, 1);
  for (
    const document of [
      {},
      { keys: {} },
      { keys: null, ...publicJwk },
      { keys: "x" },
      { keys: Array.from({ length: 101 }, () => publicJwk) },
    ]
  ) await assert.rejects(() => readKeySet(document), DocumentError, JSON.stringify(document).slice(0, 60));
});

Deno.test("readCardKeys keeps the rules of client metadata documents", () => {
  const url = "https://agent.example/card";
  const jwks = { keys: [] };
  assert.deepEqual(readCardKeys({ client_id: url, jwks }, url), { is: "inline", jwks });
  assert.deepEqual(readCardKeys({ client_id: url, jwks_uri: "https://x.example" }, url), {
    is: "linked",
    jwksUri: "https://x.example",
  });
  const rows: readonly [string, object][] = [
    ["no client_id", { jwks }],
    ["another client_id", { client_id: `${url}/`, jwks }],
    ["both", { client_id: url, jwks, jwks_uri: "https://x.example" }],
    ["neither", { client_id: url }],
    ["jwks an array", { client_id: url, jwks: [] }],
    ["jwks_uri a number", { client_id: url, jwks_uri: 5 }],
  ];
  for (const [name, card] of rows) {
    assert.throws(() => readCardKeys(card as Record<string, unknown>, url), DocumentError, name);
  }
});

const NOTHING = { name: null, purpose: null, trigger: null, rateExpectation: null, published: false };

Deno.test("readCard reads web_bot_auth first, then the top level, then the next document", () => {
  const rows: readonly { name: string; documents: Record<string, unknown>[]; expected: object }[] = [
    { name: "only keys", documents: [{ keys: [] }], expected: NOTHING },
    {
      name: "top level",
      documents: [{
        keys: [],
        client_name: "Bot",
        purpose: "ai",
        trigger: "fetcher",
        "rate-expectation": "avg=10rps",
      }],
      expected: {
        name: "Bot",
        purpose: "ai",
        trigger: "fetcher",
        rateExpectation: "avg=10rps",
        published: true,
      },
    },
    {
      name: "web_bot_auth before the top level",
      documents: [{
        client_name: "Top",
        trigger: "crawler",
        web_bot_auth: { client_name: "Inner", purpose: ["search", "ai"] },
      }],
      expected: { ...NOTHING, name: "Inner", purpose: "search", trigger: "crawler", published: true },
    },
    {
      name: "card before directory",
      documents: [{ client_name: "Card" }, { client_name: "Directory", purpose: "ai" }],
      expected: { ...NOTHING, name: "Card", purpose: "ai", published: true },
    },
    {
      name: "strings only",
      documents: [{ client_name: 5, purpose: { a: 1 }, trigger: ["fetcher"], "rate-expectation": null }],
      expected: { ...NOTHING, published: true },
    },
    {
      name: "other triggers",
      documents: [{ trigger: "Fetcher" }],
      expected: { ...NOTHING, published: true },
    },
    { name: "a member that is not one of a card", documents: [{ keys: [], version: 1 }], expected: NOTHING },
    {
      name: "controls and invisible characters",
      documents: [{ client_name: " B\u0000o\u202et\r\n\u200b " }],
      expected: { ...NOTHING, name: "Bot", published: true },
    },
    {
      name: "nothing left",
      documents: [{ client_name: "\u0000 \u200b" }],
      expected: { ...NOTHING, published: true },
    },
    {
      name: "too long",
      documents: [{ purpose: "ä".repeat(300) }],
      expected: { ...NOTHING, purpose: "ä".repeat(200), published: true },
    },
  ];
  for (const { name, documents, expected } of rows) {
    assert.deepEqual(readCard(documents, false), expected, name);
  }
  assert.equal(readCard([{ jwks: {} }], true).published, true, "a card that was fetched");
});
