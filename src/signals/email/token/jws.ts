/** Compact JWS (RFC 7515) of the algorithms that tokens may have: read strictly, checked with Web Crypto. */
import { asObject, type JsonObject, parseJson, stringMember } from "../../../model/json.ts";

export interface CompactJwt {
  /** As in the token. */
  readonly text: string;
  readonly header: JsonObject;
  readonly claims: JsonObject;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** What is signed. */
  readonly signed: string;
}

interface Scheme {
  readonly import: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams;
  readonly verify: AlgorithmIdentifier | EcdsaParams;
  /** Members of the key that Web Crypto needs, with the values that they must have. */
  readonly members: Readonly<Record<string, string | null>>;
  /** Values of a key's own `alg`, and of an issuer's list, that mean the same. */
  readonly names: readonly string[];
}

const ED25519: Scheme = {
  import: "Ed25519",
  verify: "Ed25519",
  members: { kty: "OKP", crv: "Ed25519", x: null },
  names: ["EdDSA", "Ed25519"],
};

/** Without `none` and without HMAC: a public key must never be taken for a shared secret. */
const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ["EdDSA", ED25519],
  ["Ed25519", ED25519],
  ["ES256", {
    import: { name: "ECDSA", namedCurve: "P-256" },
    verify: { name: "ECDSA", hash: "SHA-256" },
    members: { kty: "EC", crv: "P-256", x: null, y: null },
    names: ["ES256"],
  }],
  ["RS256", {
    import: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    verify: "RSASSA-PKCS1-v1_5",
    members: { kty: "RSA", n: null, e: null },
    names: ["RS256"],
  }],
]);

/** Members of private and symmetric keys (RFC 7518 section 6). */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
/** base64url of a modulus of 2048 bits, and of 8192. */
const RSA_CHARS = { min: 342, max: 1366 };

/** Null when it is not three parts of canonical base64url, of which two are JSON objects. */
export function readJwt(text: string): CompactJwt | null {
  const parts = text.split(".");
  if (parts.length !== 3) return null;
  const [header, claims] = parts.slice(0, 2).map((part) => asObject(jsonPart(part)));
  const signature = bytesOf(parts[2]!);
  if (!header || !claims || signature === null || signature.length === 0) return null;
  // RFC 7797 section 7: a JWT has an encoded payload. Nothing here understands a critical extension (RFC 7515 4.1.11).
  if (Object.hasOwn(header, "b64") || Object.hasOwn(header, "crit")) return null;
  return { text, header, claims, signature, signed: `${parts[0]}.${parts[1]}` };
}

export function isSupported(alg: string | null): alg is string {
  return alg !== null && SCHEMES.has(alg);
}

/** Whether a list of algorithms, or the `alg` of a key, names this one. */
export function meansAlgorithm(alg: string, name: string): boolean {
  return SCHEMES.get(alg)?.names.includes(name) === true;
}

export function hasPrivatePart(jwk: JsonObject): boolean {
  return PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name));
}

/** Whether signatures of this algorithm can be made with the key. */
export function keyFits(alg: string, jwk: JsonObject): boolean {
  const scheme = SCHEMES.get(alg);
  if (scheme === undefined || hasPrivatePart(jwk)) return false;
  const own = jwk["alg"];
  if (own !== undefined && (typeof own !== "string" || !meansAlgorithm(alg, own))) return false;
  if (jwk["use"] !== undefined && jwk["use"] !== "sig") return false;
  for (const [name, value] of Object.entries(scheme.members)) {
    const member = stringMember(jwk, name);
    if (member === null || (value !== null && member !== value)) return false;
  }
  const modulus = stringMember(jwk, "n")?.length ?? RSA_CHARS.min;
  return scheme.members["kty"] !== "RSA" || (modulus >= RSA_CHARS.min && modulus <= RSA_CHARS.max);
}

/** False too when the key is none that Web Crypto takes. */
export async function isSignedWith(jwt: CompactJwt, alg: string, jwk: JsonObject): Promise<boolean> {
  const scheme = SCHEMES.get(alg);
  if (scheme === undefined || !keyFits(alg, jwk)) return false;
  const members = Object.fromEntries(Object.keys(scheme.members).map((name) => [name, jwk[name]]));
  try {
    const key = await crypto.subtle.importKey("jwk", members as JsonWebKey, scheme.import, false, ["verify"]);
    return await crypto.subtle.verify(
      scheme.verify,
      key,
      jwt.signature,
      new TextEncoder().encode(jwt.signed),
    );
  } catch {
    return false;
  }
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest));
}

function jsonPart(part: string): unknown {
  const bytes = bytesOf(part);
  return bytes === null ? null : parseJson(bytes);
}

/** Null when it is not what an encoder writes: one text for one value, so that a token cannot be spelled twice. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return base64url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
