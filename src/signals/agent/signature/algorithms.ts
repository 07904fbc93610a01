/** The accepted signature algorithms (RFC 9421 section 3.3), their keys, and their verification with Web Crypto. */
import type { JsonObject } from "../../../model/json.ts";

const ALGORITHMS = [
  "ed25519",
  "rsa-pss-sha512",
  "ecdsa-p256-sha256",
  "ecdsa-p384-sha384",
  "rsa-v1_5-sha256",
] as const;

/** `rsa-pss-sha256` is not registered: only profiles whose samples use it name it. */
export type Algorithm = (typeof ALGORITHMS)[number] | "rsa-pss-sha256";

const SHA256_BYTES = 32;

interface Scheme {
  readonly import: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams;
  readonly verify: AlgorithmIdentifier | RsaPssParams | EcdsaParams;
  /** Accepted values of a JWK's own `alg`. */
  readonly jwkNames: readonly string[];
  /** Bytes of a signature; null when it depends on the key. */
  readonly signatureLength: number | null;
}

const SCHEMES: Readonly<Record<Algorithm, Scheme>> = {
  "ed25519": {
    import: "Ed25519",
    verify: "Ed25519",
    jwkNames: ["EdDSA", "Ed25519", "ed25519"],
    signatureLength: 64,
  },
  "rsa-pss-sha512": {
    import: { name: "RSA-PSS", hash: "SHA-512" },
    verify: { name: "RSA-PSS", saltLength: 64 },
    jwkNames: ["PS512", "rsa-pss-sha512"],
    signatureLength: null,
  },
  "rsa-pss-sha256": {
    import: { name: "RSA-PSS", hash: "SHA-256" },
    verify: { name: "RSA-PSS", saltLength: SHA256_BYTES },
    jwkNames: ["PS256", "rsa-pss-sha256"],
    signatureLength: null,
  },
  "ecdsa-p256-sha256": {
    import: { name: "ECDSA", namedCurve: "P-256" },
    verify: { name: "ECDSA", hash: "SHA-256" },
    jwkNames: ["ES256", "ecdsa-p256-sha256"],
    signatureLength: 64,
  },
  "ecdsa-p384-sha384": {
    import: { name: "ECDSA", namedCurve: "P-384" },
    verify: { name: "ECDSA", hash: "SHA-384" },
    jwkNames: ["ES384", "ecdsa-p384-sha384"],
    signatureLength: 96,
  },
  "rsa-v1_5-sha256": {
    import: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    verify: "RSASSA-PKCS1-v1_5",
    jwkNames: ["RS256", "rsa-v1_5-sha256"],
    signatureLength: null,
  },
};

/** By the names that are registered (RFC 9421), case-sensitive; JOSE names are not accepted. */
export function isAlgorithm(name: string): name is Exclude<Algorithm, "rsa-pss-sha256"> {
  return (ALGORITHMS as readonly string[]).includes(name);
}

/** The algorithms that a key can be used with, the preferred one first; empty for a type or curve that is not accepted. */
export function algorithmsOf(keyType: string, curve: string | null): readonly Algorithm[] {
  if (keyType === "RSA") return ["rsa-pss-sha512", "rsa-v1_5-sha256", "rsa-pss-sha256"];
  if (keyType === "OKP" && curve === "Ed25519") return ["ed25519"];
  if (keyType === "EC" && curve === "P-256") return ["ecdsa-p256-sha256"];
  if (keyType === "EC" && curve === "P-384") return ["ecdsa-p384-sha384"];
  return [];
}

/**
 * The algorithm that the signature's `alg`, the key and the key's own `alg` agree on; null when they do not.
 * The type of the key determines the candidates; `alg` only chooses among them.
 */
export function agreedAlgorithm(
  possible: readonly Algorithm[],
  signatureAlg: Algorithm | null,
  jwkAlg: string | null,
): Algorithm | null {
  return possible.find((algorithm) =>
    (signatureAlg === null ? isAlgorithm(algorithm) : signatureAlg === algorithm) &&
    (jwkAlg === null || SCHEMES[algorithm].jwkNames.includes(jwkAlg))
  ) ?? null;
}

/** @throws when the members are not a key of this algorithm */
export async function importKey(algorithm: Algorithm, members: JsonObject): Promise<CryptoKey> {
  return await crypto.subtle.importKey("jwk", members as JsonWebKey, SCHEMES[algorithm].import, false, [
    "verify",
  ]);
}

/** False also for a signature of the wrong length and when Web Crypto throws. */
export async function checkSignature(
  algorithm: Algorithm,
  key: CryptoKey,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { verify, signatureLength } = SCHEMES[algorithm];
  if (signatureLength !== null && signature.length !== signatureLength) return false;
  try {
    if (await crypto.subtle.verify(verify, key, signature, message)) return true;
    if (algorithm !== "rsa-pss-sha256") return false;
    // Visa's sample uses the longest salt that fits (RFC 8017, 9.1.1) instead of that of the hash.
    const { modulusLength } = key.algorithm as RsaHashedKeyAlgorithm; // of an RSA-PSS key
    const saltLength = Math.ceil((modulusLength - 1) / 8) - SHA256_BYTES - 2;
    return await crypto.subtle.verify({ name: "RSA-PSS", saltLength }, key, signature, message);
  } catch {
    return false;
  }
}
