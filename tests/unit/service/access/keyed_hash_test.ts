import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { KeyedHash } from "../../../../src/service/access/keyed_hash.ts";

/** RFC 4231, cases 1 and 2; longer keys in the property below. */
const VECTORS = [
  {
    name: "20 bytes of 0x0b",
    key: "\u000b".repeat(20),
    text: "Hi There",
    expected: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  },
  {
    name: "a short text",
    key: "Jefe",
    text: "what do ya want for nothing?",
    expected: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  },
];

for (const { name, key, text, expected } of VECTORS) {
  Deno.test(`KeyedHash agrees with RFC 4231: ${name}`, () => {
    assert.equal(new KeyedHash(key).of(text), Buffer.from(expected, "hex").toString("base64url"));
  });
}

const TEXT = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "binary-ascii", maxLength: 70 }),
);

function expected(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

Deno.test("KeyedHash is HMAC-SHA-256 whatever the key and the text, also one after the other", () => {
  fc.assert(fc.property(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(TEXT, { minLength: 1, maxLength: 5 }),
    (key, texts) => {
      const keyed = new KeyedHash(key);
      for (const text of texts) assert.equal(keyed.of(text), expected(key, text));
    },
  ));
});

Deno.test("KeyedHash: texts of every length around a block, in ASCII and not, and parts of their hashes", () => {
  const keyed = new KeyedHash("a key");
  for (let length = 0; length <= 130; length++) {
    for (const text of ["~".repeat(length), "a".repeat(length) + "\u0080", "\u007f".repeat(length) + "é"]) {
      const whole = expected("a key", text);
      assert.equal(keyed.of(text), whole);
      assert.equal(keyed.of(text, 18), whole.slice(0, 24));
      assert.equal(keyed.of(text, 9), whole.slice(0, 12));
    }
  }
});
