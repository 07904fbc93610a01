import assert from "node:assert/strict";
import fc from "fast-check";
import { compareBytes, keyBytes, keyOf } from "../../../src/db/key_bytes.ts";

const part = fc.oneof(
  fc.string({ unit: fc.constantFrom("\u0000", "\u0001", "\u0002", "a", "z", "é", "\u{1f600}", "\u007f") }),
  fc.string(),
);
const key = fc.array(part, { minLength: 1, maxLength: 4 });
const encoder = new TextEncoder();

/** What the bytes are by definition. */
function slowly(parts: readonly string[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => [
      0x02,
      ...[...encoder.encode(part.toWellFormed())].flatMap((byte) => byte === 0 ? [0, 0xff] : [byte]),
      0x00,
    ]),
  );
}

Deno.test("a key comes back from its bytes, which are those of the definition and sort part by part", () => {
  fc.assert(fc.property(key, key, (one, other) => {
    const [a, b] = [one.map((part) => part.toWellFormed()), other.map((part) => part.toWellFormed())];
    assert.deepEqual(keyBytes(a), slowly(a));
    assert.deepEqual(keyOf(keyBytes(a)), a);
    const differing = a.findIndex((part, at) => part !== b[at]);
    if (differing < 0 || differing >= b.length) return;
    const expected = Math.sign(compareBytes(encoder.encode(a[differing]), encoder.encode(b[differing])));
    assert.equal(Math.sign(compareBytes(keyBytes(a), keyBytes(b))), expected);
  }));
});

Deno.test("bytes that are no key are refused", () => {
  for (
    const hex of ["03", "0261", "0200026100ff02", "026100036200", "0261000262", "02610000", "0061", "ff"]
  ) {
    assert.throws(() => keyOf(Uint8Array.fromHex(hex)), /a key (has a part|ends inside)/, hex);
  }
});
