/** What people's services share. */
import type { Seal } from "../../records/seal.ts";
import type { Passwords } from "./passwords.ts";

export interface PeopleParts {
  /** Encrypts addresses, the secrets of authenticators, and what a page carries to the next one. */
  readonly seal: Seal;
  readonly passwords: Passwords;
}
