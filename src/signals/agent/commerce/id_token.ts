/** Identity tokens (JSON Web Tokens, RFC 7519) of consumer objects: who issued them for which site, and until when. */
import { asObject, type JsonObject, stringMember } from "../../../model/json.ts";
import type { Algorithm } from "../signature/algorithms.ts";
import type { CommerceStatus } from "./status.ts";

/** Characters. */
const MAX_TOKEN = 16_384;
/** How far times may be ahead of our clock, in seconds. `exp` has no tolerance, as `expires` of a signature. */
const SKEW = 60;

/** By their JOSE names. */
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  ["PS256", "rsa-pss-sha256"],
  ["RS256", "rsa-v1_5-sha256"],
  ["ES256", "ecdsa-p256-sha256"],
  ["EdDSA", "ed25519"],
  ["Ed25519", "ed25519"],
]);

export interface IdToken {
  readonly keyid: string;
  readonly algorithm: Algorithm;
  readonly claims: JsonObject;
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** The token, or why it cannot be read. */
export function readIdToken(token: string): IdToken | CommerceStatus {
  const parts = token.length > MAX_TOKEN ? [] : token.split(".");
  if (parts.length !== 3) return "token_malformed";
  const [header, claims] = [jsonOf(parts[0]!), jsonOf(parts[1]!)];
  const signature = bytesOf(parts[2]!);
  // An extension that must be understood is not (RFC 7515, 4.1.11).
  if (header === null || claims === null || signature === null || Object.hasOwn(header, "crit")) {
    return "token_malformed";
  }
  const algorithm = ALGORITHMS.get(stringMember(header, "alg") ?? "");
  if (algorithm === undefined) return "token_algorithm_unsupported";
  const keyid = stringMember(header, "kid");
  if (keyid === null || keyid === "") return "token_malformed";
  const signed = new TextEncoder().encode(`${parts[0]}.${parts[1]}`);
  return { keyid, algorithm, claims, signed, signature };
}

/**
 * What is wrong with the claims; null when nothing is.
 * @param authority of the site that the agent requested
 * @param now seconds
 */
export function claimProblem(claims: JsonObject, authority: string, now: number): CommerceStatus | null {
  const { exp, iat, nbf } = claims;
  if (!isTime(exp) || !isTime(iat) || (nbf !== undefined && !isTime(nbf))) return "token_malformed";
  if (Math.max(iat, nbf ?? iat) > now + SKEW) return "token_not_yet_valid";
  if (now >= exp) return "token_expired";
  const audiences: readonly unknown[] = Array.isArray(claims["aud"]) ? claims["aud"] : [claims["aud"]];
  return audiences.some((audience) => isSite(audience, authority)) ? null : "token_audience_mismatch";
}

/** The site's host, or a URL on it: how an audience names a site is published nowhere. */
function isSite(audience: unknown, authority: string): boolean {
  if (typeof audience !== "string") return false;
  return audience.toLowerCase() === authority || URL.parse(audience)?.host === authority;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function jsonOf(part: string): JsonObject | null {
  const bytes = bytesOf(part);
  if (bytes === null) return null;
  try {
    return asObject(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return null;
  try {
    return Uint8Array.fromBase64(part, { alphabet: "base64url" });
  } catch {
    return null;
  }
}
