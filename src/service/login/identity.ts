/** Users who log in, as hashes. */
import type { KeyMode } from "../../model/records.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

/** Test keys have users of their own. */
export function userHash(hasher: IdentifierHasher, mode: KeyMode, userId: string): string {
  return hasher.hash("login-user", `${mode} ${userId}`);
}

/** As `userHash`, under all secrets: for comparing with stored ones. */
export function userHashes(hasher: IdentifierHasher, mode: KeyMode, userId: string): readonly string[] {
  return hasher.hashes("login-user", `${mode} ${userId}`);
}

/** Who the user of a sign-up is at another service, as it is stored: one that logs in by it has the same hash. */
export function externalOf(hasher: IdentifierHasher, mode: KeyMode, externalId: string | undefined) {
  return externalId === undefined ? {} : { external: userHash(hasher, mode, externalId) };
}
