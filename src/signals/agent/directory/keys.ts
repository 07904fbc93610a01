/** A published key (JWK): its thumbprint, its validity period, and whether it is strong enough. */
import { Point } from "@noble/ed25519";
import {
  agreedAlgorithm,
  type Algorithm,
  algorithmsOf,
  checkSignature,
  importKey,
} from "../signature/algorithms.ts";
import { asObject, type JsonObject, stringMember } from "../../../model/json.ts";
import { type Refused, refused } from "../reasons.ts";

/** Members of the thumbprint (RFC 7638, and RFC 8037 for OKP) by key type, in lexicographic order. */
const REQUIRED_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["EC", ["crv", "kty", "x", "y"]],
  ["OKP", ["crv", "kty", "x"]],
  ["RSA", ["e", "kty", "n"]],
  ["oct", ["k", "kty"]],
]);

/** Example keys whose private keys are published in standards. */
const TEST_KEYS: ReadonlyMap<string, string> = new Map([
  ["poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U", "RFC 9421 B.1.4, Ed25519"],
  ["oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA", "RFC 9421 B.1.2, RSA-PSS"],
  ["ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI", "RFC 9421 B.1.3, P-256"],
  ["BHj8s0GPnMEQtkaULIM-PLgEhLBbuGUQ1vMxmBWZzEo", "RFC 9421 B.1.1, RSA"],
  ["kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", "RFC 8037 A.1, Ed25519"],
]);

const MIN_RSA_BITS = 2048;
/** Longer than any name of an algorithm. */
const MAX_ALG = 40;
/** 8192 bits. Larger keys are not in use; they would make checks slow and the cache large. */
const MAX_RSA_BYTES = 1024;
/** How far a key's `nbf` may be ahead of our clock, in seconds. */
const NOT_BEFORE_SKEW = 60;
/** A larger date is in milliseconds, like `nbf` in Cloudflare's sample directory. */
const LATEST_SECONDS = 1e11;

/** RFC 7638 SHA-256 thumbprint, base64url without padding; null when its members are not all strings. */
export async function thumbprint(jwk: JsonObject): Promise<string | null> {
  const names = REQUIRED_MEMBERS.get(stringMember(jwk, "kty") ?? "");
  if (names === undefined) return null;
  const members: Record<string, string> = {};
  for (const name of names) {
    const value = stringMember(jwk, name);
    if (value === null) return null;
    members[name] = value;
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(members)));
  return new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** One entry of a directory. It is screened and imported once, at the first signature that names it. */
export class PublishedKey {
  readonly thumbprint: string;
  /** The public members that Web Crypto needs; nothing else of the untrusted JWK is stored. */
  readonly #members: JsonObject;
  readonly #algorithms: readonly Algorithm[];
  /** The JWK's own `alg`; null when it has none, "" when it is not a string. */
  readonly #alg: string | null;
  readonly #hasPrivateKey: boolean;
  readonly #notBefore: number;
  readonly #notAfter: number;
  readonly #imported = new Map<Algorithm, Promise<CryptoKey | null>>();
  #weakness: string | null | undefined;

  private constructor(thumbprint: string, jwk: JsonObject, notBefore: number, notAfter: number) {
    const type = stringMember(jwk, "kty")!;
    this.thumbprint = thumbprint;
    this.#algorithms = algorithmsOf(type, stringMember(jwk, "crv"));
    const names = this.#algorithms.length === 0 ? [] : REQUIRED_MEMBERS.get(type)!;
    this.#members = Object.fromEntries(names.map((name) => [name, jwk[name]]));
    this.#alg = jwk["alg"] === undefined ? null : (stringMember(jwk, "alg") ?? "").slice(0, MAX_ALG);
    this.#hasPrivateKey = Object.hasOwn(jwk, "d");
    this.#notBefore = notBefore;
    this.#notAfter = notAfter;
  }

  /** Null for an entry that is not a usable key: not a JWK, not for signatures, or with dates that are not numbers. */
  static async read(entry: unknown): Promise<PublishedKey | null> {
    const jwk = asObject(entry);
    if (jwk === null) return null;
    if (jwk["use"] !== undefined && jwk["use"] !== "sig") return null;
    const notBefore = seconds(jwk["nbf"], -Infinity);
    const notAfter = seconds(jwk["exp"], Infinity);
    if (notBefore === null || notAfter === null) return null;
    const print = await thumbprint(jwk);
    return print === null || !isWellFormed(jwk) ? null : new PublishedKey(print, jwk, notBefore, notAfter);
  }

  /** The standard that contains the key when it is an example key, otherwise null. */
  get testKey(): string | null {
    return TEST_KEYS.get(this.thumbprint) ?? null;
  }

  /** Why the key cannot be used for any signature; null when it can. @param now seconds */
  problem(now: number): Refused | null {
    if (this.#algorithms.length === 0) {
      return refused("unsupported_algorithm", "the key's type or curve is not accepted");
    }
    if (now + NOT_BEFORE_SKEW < this.#notBefore || now >= this.#notAfter) {
      return refused("key_not_active", "the key is not active now, by its nbf or exp");
    }
    if (this.testKey !== null) {
      return refused("test_key", `the key is an example key of ${this.testKey}`);
    }
    if (this.#weakness === undefined) this.#weakness = this.#screen();
    return this.#weakness === null ? null : refused("weak_key", this.#weakness);
  }

  /** The algorithm to verify with; null when the signature, the key and the key's `alg` do not agree. */
  algorithm(signatureAlg: Algorithm | null): Algorithm | null {
    return agreedAlgorithm(this.#algorithms, signatureAlg, this.#alg);
  }

  /** Null when the members turn out not to be a valid key (a point off its curve, a broken modulus). */
  async verifies(
    algorithm: Algorithm,
    signature: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
  ): Promise<boolean | null> {
    const key = await this.#import(algorithm);
    return key === null ? null : await checkSignature(algorithm, key, signature, message);
  }

  /** Why a signature with this key would prove nothing; null when the key is strong enough. */
  #screen(): string | null {
    if (this.#hasPrivateKey) return "the private key is published";
    const { kty, x, n, e } = this.#members as Record<string, string>;
    if (kty === "OKP") return weakPoint(x!);
    return kty === "RSA" ? weakModulus(n!, e!) : null;
  }

  async #import(algorithm: Algorithm): Promise<CryptoKey | null> {
    let key = this.#imported.get(algorithm);
    if (key === undefined) {
      key = importKey(algorithm, this.#members).catch(() => null);
      this.#imported.set(algorithm, key);
    }
    return await key;
  }
}

/** Seconds of a NumericDate; null when it is given and not a finite number. */
function seconds(value: unknown, absent: number): number | null {
  if (value === undefined) return absent;
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return value > LATEST_SECONDS ? value / 1000 : value;
}

/** Bytes of each coordinate by curve. */
const COORDINATE_BYTES: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ "Ed25519": 32, "P-256": 32, "P-384": 48 }),
);

/** The members of an accepted key type are base64url of the right length. Other types are not checked. */
function isWellFormed(jwk: JsonObject): boolean {
  const isBytes = (name: string, least: number, most: number): boolean => {
    const text = stringMember(jwk, name) ?? "";
    const bytes = text.length > 2 * most ? null : fromBase64Url(text);
    return bytes !== null && bytes.length >= least && bytes.length <= most;
  };
  if (jwk["kty"] === "RSA") return isBytes("n", 1, MAX_RSA_BYTES) && isBytes("e", 1, MAX_RSA_BYTES);
  const length = COORDINATE_BYTES.get(jwk["crv"]);
  if (length === undefined) return true;
  return isBytes("x", length, length) && (jwk["kty"] !== "EC" || isBytes("y", length, length));
}

/** Web Crypto accepts forged signatures for a point of small order, so such a key is refused before. */
function weakPoint(x: string): string | null {
  try {
    return Point.fromBytes(fromBase64Url(x)!, false).isSmallOrder() ? "the point has small order" : null;
  } catch {
    return "the point is not on the curve, or not in its canonical encoding";
  }
}

function weakModulus(n: string, e: string): string | null {
  const bits = bitLength(fromBase64Url(n)!);
  if (bits < MIN_RSA_BITS) return `the modulus has ${bits} bits`;
  const exponent = fromBase64Url(e)!;
  const odd = exponent.length > 0 && (exponent.at(-1)! & 1) === 1;
  // With e = 1 every message is its own signature.
  return odd && bitLength(exponent) >= 2 && bitLength(exponent) <= 64 ? null : "the exponent is not usable";
}

function bitLength(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first]!) + 24;
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return null;
  }
}
