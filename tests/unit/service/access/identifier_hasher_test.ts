import assert from "node:assert/strict";
import {
  HASH_CHARS,
  IdentifierHasher,
  SHORT_HASH_CHARS,
} from "../../../../src/service/access/identifier_hasher.ts";

Deno.test("what a score keeps of a network or domain is the beginning of its hash, under each secret", () => {
  const [present, earlier] = [new IdentifierHasher("new", ["old"]), new IdentifierHasher("old")];
  for (const text of ["network:192.0.2.0/24", "asn:64500", "domain:bücher.example"]) {
    const [hash, before] = present.hashes("also", text);
    assert.equal(hash, present.hash("also", text));
    assert.equal(hash!.length, HASH_CHARS);
    assert.deepEqual(present.relatedHashes([text]), [hash!.slice(0, SHORT_HASH_CHARS)]);
    assert.equal(before, earlier.hash("also", text));
    assert.deepEqual(
      present.relatedHashesOf(text),
      [hash, before].map((each) => each!.slice(0, SHORT_HASH_CHARS)),
    );
  }
});

Deno.test("a hash that moves leads to the one under the earlier secret", () => {
  const [present, earlier] = [new IdentifierHasher("new", ["old"]), new IdentifierHasher("old")];
  assert.deepEqual(present.earlier(present.hash("ip", "192.0.2.1")), [earlier.hash("ip", "192.0.2.1")]);
  assert.deepEqual(present.earlier(present.hash("also", "asn:64500")), []);
});
