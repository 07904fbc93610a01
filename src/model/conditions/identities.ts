/** Short texts in the place of identifiers, equal for equal identifiers: what sign-ups are counted by and told apart by. */
import type { StoredComponent } from "../records.ts";
import type { CountedValue } from "./dimension.ts";

export const IDENTITIES = [
  "ip",
  "subnet",
  "email",
  "phone",
  "device",
  "user",
  "domain",
] as const satisfies readonly CountedValue[];
export type Identity = typeof IDENTITIES[number];

/** Absent: the score has none, or it is unknown. */
export type Identities = { readonly [Name in Identity]?: string };

/** Of base64url: 48 bits. Two of a million different values are one by a chance of 1 in 600. */
const IDENTITY_CHARS = 8;

type Hashed = Pick<StoredComponent, "kind" | "hash" | "relatedHashes" | "domainHash">;

export function identitiesOf(components: readonly Hashed[], userId: string | null): Identities {
  const found: { [Name in Identity]?: string } = {};
  for (const { kind, hash, relatedHashes, domainHash } of components) {
    if (hash !== "") found[kind] = shortHash(hash);
    // The first of what an address is related to is its /24 or /48.
    if (kind === "ip" && relatedHashes[0] !== undefined) found.subnet = shortHash(relatedHashes[0]);
    if (kind === "email" && domainHash !== undefined) found.domain ??= shortHash(domainHash);
  }
  if (userId !== null) found.user = shortText(userId);
  return found;
}

export function shortHash(hash: string): string {
  return hash.slice(0, IDENTITY_CHARS);
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Of a text that is no hash. Two multiplicative hashes of 32 bits, of which 24 are taken each. */
export function shortText(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 15);
  }
  let short = "";
  for (const hash of [one ^ (one >>> 15), other ^ (other >>> 13)]) {
    for (let shift = 18; shift >= 0; shift -= 6) short += DIGITS[(hash >>> shift) & 63];
  }
  return short;
}
