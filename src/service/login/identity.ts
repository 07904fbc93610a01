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
