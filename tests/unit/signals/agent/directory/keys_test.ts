import assert from "node:assert/strict";
import * as ed from "@noble/ed25519";
import { checkSignature, importKey } from "../../../../../src/signals/agent/signature/algorithms.ts";
import { PublishedKey } from "../../../../../src/signals/agent/directory/keys.ts";
import { makeAgentKey } from "../../../../support/servers/key_directory.ts";

const { Point } = ed;
type Point = ed.Point;

const NOW = 1_800_000_000;
/** Of the prime subgroup of edwards25519. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
/** A point of order 8; weakPoints walks it round, which proves the order. */
const EIGHTH = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05";

function base64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

async function problemOf(jwk: object, now = NOW): Promise<string | null> {
  const key = await PublishedKey.read(jwk);
  assert.ok(key !== null, "the entry is a key");
  return key.problem(now)?.reason ?? null;
}

/** The eight points of small order, made by walking a torsion point round; and spellings that are not canonical. */
function weakPoints(): Map<string, Uint8Array> {
  const points = new Map<string, Uint8Array>();
  const eighth = Point.fromHex(EIGHTH);
  let point = Point.ZERO;
  for (let index = 0; index < 8; index++) {
    points.set(`order ${8 / gcd(index, 8)}, number ${index}`, point.toBytes());
    point = point.add(eighth);
  }
  assert.ok(point.equals(Point.ZERO), "the torsion point has order 8");
  points.set("the identity, spelled y = p + 1", littleEndian((1n << 255n) - 19n + 1n));
  points.set("the point y = 0, spelled y = p", littleEndian((1n << 255n) - 19n));
  points.set("the identity with the sign of x set", littleEndian(1n | (1n << 255n)));
  points.set("not on the curve", littleEndian(2n));
  return points;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function littleEndian(value: bigint): Uint8Array {
  return new Uint8Array(32).map((_, index) => Number((value >> BigInt(8 * index)) & 255n));
}

Deno.test("PublishedKey calls points of small order, non-canonical spellings and points off the curve weak", async () => {
  for (const [name, bytes] of weakPoints()) {
    assert.equal(await problemOf({ kty: "OKP", crv: "Ed25519", x: base64Url(bytes) }), "weak_key", name);
  }
});

Deno.test("Web Crypto alone would accept a forged signature under the identity point, so the screening is needed", async () => {
  const identity = new Uint8Array(32);
  identity[0] = 1;
  const key = await importKey("ed25519", { kty: "OKP", crv: "Ed25519", x: base64Url(identity) });
  const forged = new Uint8Array(64);
  forged[0] = 1;
  assert.equal(await checkSignature("ed25519", key, forged, new TextEncoder().encode("any message")), true);
});

Deno.test("PublishedKey has nothing against good keys of every accepted algorithm", async () => {
  const kinds = [
    "ed25519",
    "rsa-pss-sha512",
    "rsa-v1_5-sha256",
    "ecdsa-p256-sha256",
    "ecdsa-p384-sha384",
  ] as const;
  for (const kind of kinds) {
    const { publicJwk, sign } = await makeAgentKey(kind);
    const key = (await PublishedKey.read(publicJwk))!;
    assert.equal(key.problem(NOW), null, kind);
    assert.equal(key.algorithm(kind), kind);
    const signature = new Uint8Array(await sign("message"));
    const bytes = (text: string) => new TextEncoder().encode(text);
    assert.equal(await key.verifies(kind, signature, bytes("message")), true, kind);
    assert.equal(await key.verifies(kind, signature, bytes("massage")), false, kind);
    signature[5]! ^= 1;
    assert.equal(await key.verifies(kind, signature, bytes("message")), false, kind);
  }
});

Deno.test("PublishedKey verifies no signature of another length or form", async () => {
  const ed = await makeAgentKey("ed25519");
  const key = (await PublishedKey.read(ed.publicJwk))!;
  const message = new TextEncoder().encode("message");
  for (const length of [0, 1, 32, 63, 65, 128, 4096]) {
    assert.equal(await key.verifies("ed25519", new Uint8Array(length), message), false, `${length} bytes`);
  }
  const ec = await makeAgentKey("ecdsa-p256-sha256");
  const raw = await ec.sign("message");
  const der = new Uint8Array([0x30, 0x44, 0x02, 0x20, ...raw.slice(0, 32), 0x02, 0x20, ...raw.slice(32)]);
  const ecKey = (await PublishedKey.read(ec.publicJwk))!;
  assert.equal(await ecKey.verifies("ecdsa-p256-sha256", der, message), false, "DER");
  const short = await makeAgentKey("rsa-pss-sha512");
  const pair = await crypto.subtle.importKey(
    "jwk",
    { ...short.privateJwk, key_ops: ["sign"] },
    { name: "RSA-PSS", hash: "SHA-512" },
    false,
    ["sign"],
  );
  for (const saltLength of [0, 32, 190]) {
    const signature = await crypto.subtle.sign({ name: "RSA-PSS", saltLength }, pair, message);
    const rsa = (await PublishedKey.read(short.publicJwk))!;
    assert.equal(
      await rsa.verifies("rsa-pss-sha512", new Uint8Array(signature), message),
      false,
      `salt of ${saltLength}`,
    );
  }
});

Deno.test("Web Crypto decides about an R of mixed order, where noble is laxer; elsewhere both agree", async () => {
  const secret = Uint8Array.fromHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
  const { scalar, point } = await ed.utils.getExtendedPublicKeyAsync(secret);
  const key = (await PublishedKey.read({ kty: "OKP", crv: "Ed25519", x: base64Url(point.toBytes()) }))!;
  const message = new TextEncoder().encode("message");
  const sign = async (torsion: Point): Promise<Uint8Array<ArrayBuffer>> => {
    const nonce = 123456789n;
    const r = Point.BASE.multiply(nonce).add(torsion).toBytes();
    const hashed = await crypto.subtle.digest(
      "SHA-512",
      new Uint8Array([...r, ...point.toBytes(), ...message]),
    );
    let challenge = 0n;
    for (const byte of new Uint8Array(hashed).reverse()) challenge = challenge << 8n | BigInt(byte);
    return new Uint8Array([...r, ...littleEndian((nonce + challenge % ORDER * scalar) % ORDER)]);
  };
  const plain = await sign(Point.ZERO);
  const mixed = await sign(Point.fromHex(EIGHTH));
  const broken = plain.with(40, plain[40]! ^ 1);
  const noble = (signature: Uint8Array) =>
    ed.verifyAsync(signature, message, point.toBytes(), { zip215: false });
  assert.deepEqual([await noble(plain), await key.verifies("ed25519", plain, message)], [true, true]);
  assert.deepEqual([await noble(broken), await key.verifies("ed25519", broken, message)], [false, false]);
  assert.deepEqual([await noble(mixed), await key.verifies("ed25519", mixed, message)], [true, false]);
});

Deno.test("PublishedKey refuses S that is not reduced", async () => {
  const { publicJwk, sign } = await makeAgentKey();
  const key = (await PublishedKey.read(publicJwk))!;
  const signature = new Uint8Array(await sign("message"));
  let s = 0n;
  for (let index = 31; index >= 0; index--) s = s << 8n | BigInt(signature[32 + index]!);
  signature.set(littleEndian(s + ORDER), 32);
  assert.equal(await key.verifies("ed25519", signature, new TextEncoder().encode("message")), false);
});

Deno.test("PublishedKey.problem returns the reasons in order", async () => {
  const { publicJwk: good } = await makeAgentKey();
  const { publicJwk: small } = await makeAgentKey("rsa-pss-sha512", 1024);
  const { publicJwk: rsa } = await makeAgentKey("rsa-pss-sha512");
  const test = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
  const rows: readonly { name: string; jwk: object; expected: string | null }[] = [
    { name: "good", jwk: good, expected: null },
    { name: "use sig", jwk: { ...good, use: "sig" }, expected: null },
    { name: "symmetric", jwk: { kty: "oct", k: "c2VjcmV0" }, expected: "unsupported_algorithm" },
    { name: "P-521", jwk: { kty: "EC", crv: "P-521", x: "AA", y: "AA" }, expected: "unsupported_algorithm" },
    {
      name: "secp256k1",
      jwk: { kty: "EC", crv: "secp256k1", x: "AA", y: "AA" },
      expected: "unsupported_algorithm",
    },
    { name: "Ed448", jwk: { kty: "OKP", crv: "Ed448", x: "AA" }, expected: "unsupported_algorithm" },
    { name: "X25519", jwk: { kty: "OKP", crv: "X25519", x: good.x }, expected: "unsupported_algorithm" },
    { name: "not yet", jwk: { ...good, nbf: NOW + 61 }, expected: "key_not_active" },
    { name: "within the skew", jwk: { ...good, nbf: NOW + 60 }, expected: null },
    { name: "nbf in milliseconds", jwk: { ...good, nbf: (NOW - 10) * 1000 }, expected: null },
    {
      name: "nbf in milliseconds, ahead",
      jwk: { ...good, nbf: (NOW + 3600) * 1000 },
      expected: "key_not_active",
    },
    { name: "over", jwk: { ...good, exp: NOW }, expected: "key_not_active" },
    { name: "not yet over", jwk: { ...good, exp: NOW + 1 }, expected: null },
    { name: "not active before test key", jwk: { ...test, exp: 1 }, expected: "key_not_active" },
    { name: "test key", jwk: test, expected: "test_key" },
    { name: "test key before weak", jwk: { ...test, d: "n4Ni" }, expected: "test_key" },
    { name: "private half", jwk: { ...good, d: "AAAA" }, expected: "weak_key" },
    { name: "private half of RSA", jwk: { ...rsa, d: "AAAA" }, expected: "weak_key" },
    { name: "RSA of 1024 bits", jwk: small, expected: "weak_key" },
    {
      name: "RSA with leading zeros",
      jwk: { ...small, n: base64Url(new Uint8Array(300)) },
      expected: "weak_key",
    },
    { name: "RSA with e = 1", jwk: { ...rsa, e: "AQ" }, expected: "weak_key" },
    { name: "RSA with an even e", jwk: { ...rsa, e: "Ag" }, expected: "weak_key" },
    { name: "RSA with e = 0", jwk: { ...rsa, e: "AA" }, expected: "weak_key" },
  ];
  for (const { name, jwk, expected } of rows) assert.equal(await problemOf(jwk), expected, name);
});

Deno.test("PublishedKey.read leaves out entries that are not usable keys", async () => {
  const { publicJwk: good } = await makeAgentKey();
  const { publicJwk: rsa } = await makeAgentKey("rsa-pss-sha512");
  const { publicJwk: ec } = await makeAgentKey("ecdsa-p256-sha256");
  const rows: readonly [string, unknown][] = [
    ["null", null],
    ["text", "key"],
    ["array", [good]],
    ["nothing", {}],
    ["unknown type", { ...good, kty: "XYZ" }],
    ["a type of JavaScript", { ...good, kty: "constructor" }],
    ["x missing", { kty: "OKP", crv: "Ed25519" }],
    ["x a number", { ...good, x: 5 }],
    ["x of 31 bytes", { ...good, x: base64Url(new Uint8Array(31)) }],
    ["x of 33 bytes", { ...good, x: base64Url(new Uint8Array(33)) }],
    ["x in the standard alphabet", { ...good, x: `${"/".repeat(42)}8` }],
    ["use enc", { ...good, use: "enc" }],
    ["use null", { ...good, use: null }],
    ["nbf a string", { ...good, nbf: "2020-01-01" }],
    ["exp a string", { ...good, exp: "never" }],
    ["n not base64url", { ...rsa, n: "!!" }],
    ["no e", { ...rsa, e: "" }],
    ["RSA of 8200 bits", { ...rsa, n: base64Url(new Uint8Array(1025).fill(255)) }],
    ["a modulus of a megabyte", { ...rsa, n: "A".repeat(1_000_000) }],
    ["y of one byte", { ...ec, y: "AA" }],
    ["y missing", { ...ec, y: undefined }],
  ];
  for (const [name, entry] of rows) assert.equal(await PublishedKey.read(entry), null, name);
});

Deno.test("PublishedKey verifies nothing under a point that is not on its curve", async () => {
  const { publicJwk, sign } = await makeAgentKey("ecdsa-p256-sha256");
  const key = (await PublishedKey.read({ ...publicJwk, y: publicJwk.x }))!;
  assert.equal(key.problem(NOW), null);
  const message = new TextEncoder().encode("message");
  assert.notEqual(
    await key.verifies("ecdsa-p256-sha256", new Uint8Array(await sign("message")), message),
    true,
  );
  assert.notEqual(await key.verifies("ecdsa-p256-sha256", new Uint8Array(64), message), true);
});
