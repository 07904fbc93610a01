import assert from "node:assert/strict";
import fc from "fast-check";
import { Seal } from "../../../src/records/seal.ts";

const seal = new Seal("a secret of the tests", "mailbox");

Deno.test("Seal decrypts what it encrypted, and encrypts the same text differently each time", async () => {
  await fc.assert(fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
    const sealed = await seal.encrypt(text);
    assert.equal(await seal.decrypt(sealed), text);
    assert.notEqual(await seal.encrypt(text), sealed);
  }));
});

Deno.test("Seal does not decrypt texts of another secret or purpose, or changed ones", async () => {
  const sealed = await seal.encrypt("ann@shop.test");
  assert(!atob(sealed).includes("ann"));
  assert.equal(await new Seal("another secret here", "mailbox").decrypt(sealed), null);
  assert.equal(await new Seal("a secret of the tests", "other").decrypt(sealed), null);
  const bytes = Uint8Array.fromBase64(sealed);
  bytes[bytes.length - 1]! ^= 1;
  for (const broken of [bytes.toBase64(), sealed.slice(0, 12), "", "not base64!"]) {
    assert.equal(await seal.decrypt(broken), null, broken);
  }
});
