/** Reads `<EVT>~<KB-JWT>`: an SD-JWT with key binding (RFC 9901) and without disclosures. Pure; no signature is checked. */
import {
  type EmailTokenReason,
  MAX_EMAIL_TOKEN_CHARS,
  MAX_NONCE_CHARS,
} from "../../../model/facts/email_token.ts";
import { asObject, type JsonObject, stringMember } from "../../../model/json.ts";
import { type CompactJwt, hasPrivatePart, isSupported, keyFits, readJwt } from "./jws.ts";

export interface EmailToken {
  /** What the issuer signed. */
  readonly evt: CompactJwt & {
    readonly alg: string;
    /** Null: Gmail sends none. */
    readonly kid: string | null;
    /** Host or https origin, as in the token. */
    readonly iss: string;
    readonly email: string;
    readonly emailVerified: boolean;
    readonly isPrivateEmail: boolean;
    /** Seconds. */
    readonly iat: number;
    readonly exp: number | null;
  };
  /** What the browser signed, with the key that the issuer's part names. */
  readonly kb: CompactJwt & {
    readonly alg: string;
    readonly key: JsonObject;
    readonly aud: string;
    readonly nonce: string;
    readonly iat: number;
    readonly sdHash: string;
  };
  /** What `sdHash` is of: everything before the second part, the last `~` included. */
  readonly presented: string;
}

const TYPES = { evt: "evt+jwt", kb: "kb+jwt" } as const;
/** Later moments are no times of tokens: a number that no date has. */
const MAX_SECONDS = 8.64e12;

/** Checks 1 and 2: form, types and algorithms, and a public key for the second part. */
export function readEmailToken(text: string): EmailToken | EmailTokenReason {
  const token = text.trim();
  if (token.length > MAX_EMAIL_TOKEN_CHARS) return "malformed_token";
  const parts = token.split("~");
  if (parts.length !== 2) return "malformed_token";
  const evt = readJwt(parts[0]!);
  const kb = readJwt(parts[1]!);
  if (evt === null || kb === null) return "malformed_token";
  const problem = headerProblem(evt, TYPES.evt) ?? headerProblem(kb, TYPES.kb);
  if (problem !== null) return problem;
  const issued = issuedPart(evt);
  if (issued === null) return "malformed_token";
  const key = asObject(asObject(evt.claims["cnf"])?.["jwk"]);
  if (key === null || hasPrivatePart(key)) return "malformed_token";
  const bound = boundPart(kb, key);
  if (bound === null) return "malformed_token";
  if (!keyFits(bound.alg, key)) return "unsupported_alg";
  return { evt: issued, kb: bound, presented: `${parts[0]}~` };
}

function headerProblem({ header }: CompactJwt, type: string): EmailTokenReason | null {
  if (!isSupported(stringMember(header, "alg"))) return "unsupported_alg";
  return stringMember(header, "typ") === type ? null : "bad_type";
}

function issuedPart(jwt: CompactJwt): EmailToken["evt"] | null {
  const { header, claims } = jwt;
  const [iss, email] = [stringMember(claims, "iss"), stringMember(claims, "email")];
  const iat = seconds(claims, "iat");
  const exp = claims["exp"] === undefined ? null : seconds(claims, "exp");
  const kid = stringMember(header, "kid");
  if (iss === null || email === null || iat === null) return null;
  if (claims["exp"] !== undefined && exp === null) return null;
  if (header["kid"] !== undefined && kid === null) return null;
  return {
    ...jwt,
    alg: stringMember(header, "alg")!,
    kid: kid === "" ? null : kid,
    iss,
    email,
    emailVerified: claims["email_verified"] === true,
    isPrivateEmail: claims["is_private_email"] === true,
    iat,
    exp,
  };
}

function boundPart(jwt: CompactJwt, key: JsonObject): EmailToken["kb"] | null {
  const { header, claims } = jwt;
  const [aud, nonce] = [stringMember(claims, "aud"), stringMember(claims, "nonce")];
  const [sdHash, iat] = [stringMember(claims, "sd_hash"), seconds(claims, "iat")];
  if (aud === null || nonce === null || sdHash === null || iat === null) return null;
  if (nonce.length > MAX_NONCE_CHARS) return null;
  return { ...jwt, alg: stringMember(header, "alg")!, key, aud, nonce, iat, sdHash };
}

function seconds(claims: JsonObject, name: string): number | null {
  const value = claims[name];
  return typeof value === "number" && Math.abs(value) <= MAX_SECONDS ? value : null;
}
