/** Issuers of tokens: how they are named, what they publish, and which of them are known. Pure. */
import { privateHostProblem } from "../../../model/address/private_host.ts";
import type { EmailTokenReason } from "../../../model/facts/email_token.ts";
import { asObject, type JsonObject, stringMember } from "../../../model/json.ts";
import { OLD_DOMAIN_DAYS } from "../../domain/score.ts";
import { hasPrivatePart } from "./jws.ts";

/** Where a domain names its issuer. */
export const issuerRecord = (host: string) => `_email-verification.${host}`;
export const metadataUrl = (issuer: string) => `https://${issuer}/.well-known/email-verification`;

/** Where people of the large mailbox providers sign in. Whoever else issues tokens counts by the age of his domain. */
const KNOWN_ISSUERS: ReadonlySet<string> = new Set([
  "accounts.google.com",
  "login.live.com",
  "login.microsoftonline.com",
  "account.apple.com",
  "appleid.apple.com",
  "login.yahoo.com",
  "login.aol.com",
  "account.proton.me",
  "accounts.zoho.com",
]);

/** From this age of its domain on an issuer that is not on the list counts: a domain for one campaign is not kept so long. */
export const ISSUER_DAYS = OLD_DOMAIN_DAYS;

export function isKnownIssuer(host: string): boolean {
  return KNOWN_ISSUERS.has(host);
}

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ISSUER = new RegExp(`^(?:https://)?((?:${LABEL}\\.)+${LABEL})\\.?/?$`, "i");
const MAX_HOST_CHARS = 253;
const RECORD = "iss=";

/** The host, in lower case, of an issuer that is written as a host or as an https origin; null when it is neither, or private. */
export function issuerHost(text: string): string | null {
  const host = ISSUER.exec(text.trim())?.[1]?.toLowerCase() ?? null;
  if (host === null || host.length > MAX_HOST_CHARS) return null;
  return privateHostProblem(host) === null ? host : null;
}

/** The host that exactly one of the TXT records names; null otherwise. */
export function issuerOf(records: readonly string[]): string | null {
  const named = records.filter((record) => record.startsWith(RECORD));
  return named.length === 1 ? issuerHost(named[0]!.slice(RECORD.length)) : null;
}

interface Metadata {
  readonly jwksUri: string;
  readonly algorithms: readonly string[];
}

const DEFAULT_ALGORITHMS = ["EdDSA"];

/** @param issuer the host that was asked */
export function readMetadata(document: unknown, issuer: string): Metadata | EmailTokenReason {
  const metadata = asObject(document);
  if (metadata === null) return "metadata_invalid";
  const named = stringMember(metadata, "issuer");
  if (named === null) return "metadata_invalid";
  if (issuerHost(named) !== issuer) return "issuer_mismatch";
  const jwksUri = publicUrl(stringMember(metadata, "jwks_uri"));
  const listed = metadata["signing_alg_values_supported"] ?? DEFAULT_ALGORITHMS;
  if (jwksUri === null || !Array.isArray(listed)) return "metadata_invalid";
  return { jwksUri, algorithms: listed.filter((name) => typeof name === "string") };
}

/** More would only make checks slow. */
const MAX_KEYS = 20;

/** The public keys of a JWK Set; null when it is none. */
export function readKeys(document: unknown): readonly JsonObject[] | null {
  const keys = asObject(document)?.["keys"];
  if (!Array.isArray(keys)) return null;
  return keys.slice(0, MAX_KEYS).map(asObject).filter((key) => key !== null).filter((key) =>
    !hasPrivatePart(key)
  );
}

/** An https URL at a public host, without port and user name; null otherwise. */
function publicUrl(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text);
  if (url === null || url.protocol !== "https:" || url.port !== "") return null;
  if (url.username !== "" || url.password !== "") return null;
  const host = url.hostname.replace(/\.+$/, "");
  return privateHostProblem(host) === null ? url.href : null;
}
