/** The document behind a Signature-Agent URL: a JWK Set, a bare JWK, or a client metadata document that leads to keys. */
import { asObject, type JsonObject, stringMember } from "../json.ts";
import { PublishedKey } from "./keys.ts";

export const MAX_DOCUMENT_BYTES = 1_048_576;
export const MAX_KEYS = 100;

export const DIRECTORY_MEDIA_TYPE = "application/http-message-signatures-directory+json";

const KEY_SET_MEDIA_TYPES: readonly string[] = [
  DIRECTORY_MEDIA_TYPE,
  "application/jwk-set+json",
  "application/json",
];

/** Keys by computed thumbprint, and the document's own members for the card. */
export interface KeySet {
  readonly keys: ReadonlyMap<string, PublishedKey>;
  readonly document: JsonObject;
}

/** A client metadata document: its keys are in it or behind another URL. */
export type CardKeys =
  | { readonly where: "here"; readonly jwks: JsonObject }
  | { readonly where: "elsewhere"; readonly jwksUri: string };

/** The document breaks a rule of the contract. The message says which. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}

/** @throws {DocumentError} */
export function parseDocument(mediaType: string | null, body: Uint8Array): JsonObject {
  const type = (mediaType ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (!KEY_SET_MEDIA_TYPES.includes(type)) {
    throw new DocumentError(`the media type is ${JSON.stringify(type.slice(0, 100))}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new DocumentError("the body is not JSON");
  }
  const document = asObject(value);
  if (document === null) throw new DocumentError("the body is not a JSON object");
  return document;
}

/**
 * Entries that are not usable keys are left out one by one; of two entries with one thumbprint the first counts.
 * @throws {DocumentError}
 */
export async function readKeySet(document: JsonObject): Promise<KeySet> {
  const bare = !Object.hasOwn(document, "keys") && Object.hasOwn(document, "kty");
  const entries = bare ? [document] : document["keys"];
  if (!Array.isArray(entries)) throw new DocumentError("there is no keys array");
  if (entries.length > MAX_KEYS) throw new DocumentError(`there are ${entries.length} keys`);
  const keys = new Map<string, PublishedKey>();
  for (const key of await Promise.all(entries.map((entry) => PublishedKey.read(entry)))) {
    if (key !== null && !keys.has(key.thumbprint)) keys.set(key.thumbprint, key);
  }
  return { keys, document };
}

/**
 * Where the keys of a client metadata document are.
 * @param url the URL it was asked for by; it must name itself so
 * @throws {DocumentError}
 */
export function readCardKeys(document: JsonObject, url: string): CardKeys {
  if (document["client_id"] !== url) throw new DocumentError("client_id is not the URL of the document");
  const jwks = asObject(document["jwks"]);
  const jwksUri = stringMember(document, "jwks_uri");
  if (Object.hasOwn(document, "jwks") && Object.hasOwn(document, "jwks_uri")) {
    throw new DocumentError("jwks and jwks_uri are both there");
  }
  if (jwks !== null) return { where: "here", jwks };
  if (jwksUri !== null) return { where: "elsewhere", jwksUri };
  throw new DocumentError("there is neither jwks nor jwks_uri");
}
