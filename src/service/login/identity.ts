/** Users and places of log-ins as hashes. */
import type { KeyMode } from "../../model/records.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

/** 48 bits: enough to tell the places of one account apart. */
const PLACE_CHARS = 8;

/** Test keys have users of their own. */
export function userHash(hasher: IdentifierHasher, mode: KeyMode, userId: string): string {
  return hasher.hash("login-user", `${mode} ${userId}`);
}

export function placeHash(hasher: IdentifierHasher, text: string): string {
  return hasher.hash("login-place", text).slice(0, PLACE_CHARS);
}
