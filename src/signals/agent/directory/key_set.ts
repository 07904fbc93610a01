/** The document at a Signature-Agent URL: a JWK Set, a bare JWK, or a client metadata document. */
import { asObject, type JsonObject, stringMember } from "../../../model/json.ts";
import { PublishedKey } from "./keys.ts";

export const MAX_DOCUMENT_BYTES = 1_048_576;
const MAX_KEYS = 100;

export const DIRECTORY_MEDIA_TYPE = "application/http-message-signatures-directory+json";

const KEY_SET_MEDIA_TYPES: readonly string[] = [
  DIRECTORY_MEDIA_TYPE,
  "application/jwk-set+json",
  "application/json",
];

/** Keys by computed thumbprint (and by `kid` where that was asked for), and the document's own members for the card. */
export interface KeySet {
  readonly keys: ReadonlyMap<string, PublishedKey>;
  readonly document: JsonObject;
}

/** The keys of a client metadata document, or the URL where they are. */
type CardKeys =
  | { readonly is: "inline"; readonly jwks: JsonObject }
  | { readonly is: "linked"; readonly jwksUri: string };

/** The document is not valid. The message names the problem. */
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

/** Longer ones name no key. */
const MAX_KID = 200;

/**
 * Skips entries that are not usable keys; of two entries with the same thumbprint the first counts.
 * @param byKid true: the keys are also found by their `kid`, unless two keys have the same
 * @throws {DocumentError}
 */
export async function readKeySet(document: JsonObject, byKid = false): Promise<KeySet> {
  const bare = !Object.hasOwn(document, "keys") && Object.hasOwn(document, "kty");
  const entries = bare ? [document] : document["keys"];
  if (!Array.isArray(entries)) throw new DocumentError("there is no keys array");
  if (entries.length > MAX_KEYS) throw new DocumentError(`there are ${entries.length} keys`);
  const keys = new Map<string, PublishedKey>();
  const read = await Promise.all(entries.map((entry) => PublishedKey.read(entry)));
  for (const key of read) {
    if (key !== null && !keys.has(key.thumbprint)) keys.set(key.thumbprint, key);
  }
  if (byKid) {
    for (const [kid, named] of Map.groupBy(read.keys(), (index) => kidOf(entries[index]))) {
      const usable = new Set(named.flatMap((index) => read[index]?.thumbprint ?? []));
      const [print] = usable;
      if (kid !== null && !keys.has(kid) && usable.size === 1) keys.set(kid, keys.get(print!)!);
    }
  }
  return { keys, document };
}

function kidOf(entry: unknown): string | null {
  const kid = stringMember(asObject(entry) ?? {}, "kid");
  return kid === null || kid === "" || kid.length > MAX_KID ? null : kid;
}

/**
 * The keys of a client metadata document, or their URL.
 * @param url the requested URL; the document's client_id must be the same
 * @throws {DocumentError}
 */
export function readCardKeys(document: JsonObject, url: string): CardKeys {
  if (document["client_id"] !== url) throw new DocumentError("client_id is not the URL of the document");
  const jwks = asObject(document["jwks"]);
  const jwksUri = stringMember(document, "jwks_uri");
  if (Object.hasOwn(document, "jwks") && Object.hasOwn(document, "jwks_uri")) {
    throw new DocumentError("there are both jwks and jwks_uri");
  }
  if (jwks !== null) return { is: "inline", jwks };
  if (jwksUri !== null) return { is: "linked", jwksUri };
  throw new DocumentError("there is neither jwks nor jwks_uri");
}
