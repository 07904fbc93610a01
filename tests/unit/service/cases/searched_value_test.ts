import assert from "node:assert/strict";
import { IdentifierHasher } from "../../../../src/service/access/identifier_hasher.ts";
import { readSearched, SEARCH_KINDS } from "../../../../src/service/cases/searched_value.ts";
import { readRef, type RefKind, refOf } from "../../../../src/service/cases/value_ref.ts";

const [OLD, NEW] = ["o".repeat(40), "n".repeat(40)];
const refuse = (why: string) => new Error(why);

Deno.test("the kinds that a text can be, told by itself", () => {
  const rows: [text: string, kinds: string[]][] = [
    ["8.8.8.8", ["ip", "user_id"]],
    ["[2001:4860:4860::8888]", ["ip", "user_id"]],
    ["8.8.8.0/24", ["network", "user_id"]],
    ["AS15169", ["asn", "user_id"]],
    ["Jane <x>", ["user_id"]],
    ["jane@gmail.com", ["email", "user_id"]],
    ["+44 20 8366 1177", ["phone", "user_id"]],
    ["gmail.com", ["domain", "user_id"]],
    ["9f86d081884c7d65", ["device", "user_id"]],
    ["deadbeef.com", ["domain", "user_id"]],
    ["12345678", ["device", "user_id"]],
    ["1234567", ["user_id"]],
    ["req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", ["request_id", "user_id"]],
    ["019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", ["request_id", "user_id"]],
    ["5b0f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c", ["user_id"]],
    ["=1+1", ["user_id"]],
  ];
  const hasher = new IdentifierHasher(NEW);
  for (const [text, kinds] of rows) {
    assert.deepEqual(readSearched(hasher, text, null, refuse).map(({ kind }) => kind), kinds, text);
  }
  for (const text of ["", "\u0000", "10.0.0.0/20", "x".repeat(129)]) {
    assert.throws(() => readSearched(hasher, text, null, refuse), /./, JSON.stringify(text));
  }
  // A text that is no e-mail address or number is scored as an invalid one, and can be looked for.
  for (const kind of SEARCH_KINDS.filter((kind) => kind !== "email" && kind !== "phone")) {
    assert.throws(() => readSearched(hasher, "\u0000", kind, refuse), /./, kind);
  }
});

Deno.test("a value is looked for under all secrets that scores were stored with", () => {
  const [before, after] = [new IdentifierHasher(OLD), new IdentifierHasher(NEW, [OLD])];
  for (const text of ["8.8.8.8", "8.8.8.0/24", "AS15169", "a@gmail.com", "gmail.com", "9f86d081884c7d65"]) {
    const [old] = readSearched(before, text, null, refuse);
    const [found] = readSearched(after, text, null, refuse);
    assert.ok(old !== undefined && "hashes" in old && found !== undefined && "hashes" in found);
    assert.deepEqual([old.hashes.length, found.hashes.length], [1, 2]);
    assert.equal(found.hashes[1], old.hashes[0], text);
  }
});

Deno.test("a reference names a value of one account, and nothing else is one", () => {
  const hasher = new IdentifierHasher(NEW);
  const rows: [RefKind, string][] = [
    ["ip", hasher.hash("ip", "8.8.8.8")],
    ["device", hasher.hash("device", "9f86d081884c7d65")],
    ["network", hasher.relatedHashes(["network:8.8.8.0/24"])[0]!],
  ];
  for (const [kind, hash] of rows) {
    const ref = refOf(hasher, "acc_a", { kind, hash })!;
    assert.match(ref, /^val_[a-z][\w-]+$/);
    assert.ok(!ref.includes(hash.slice(0, 8)), "the hash is not in it");
    assert.deepEqual(readRef(hasher, "acc_a", ref), { kind, hash });
    assert.equal(readRef(hasher, "acc_b", ref), null);
    assert.equal(readRef(new IdentifierHasher(OLD), "acc_a", ref), null);
    assert.notEqual(refOf(hasher, "acc_b", { kind, hash }), ref);
    for (let at = 4; at < ref.length; at++) {
      const other = ref.slice(0, at) + (ref[at] === "A" ? "B" : "A") + ref.slice(at + 1);
      assert.equal(readRef(hasher, "acc_a", other), null, other);
    }
  }
  assert.equal(refOf(hasher, "acc_a", { kind: "ip", hash: "" }), null);
});
