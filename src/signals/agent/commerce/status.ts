/** What can be said of the objects that travel with a signed request. How their own signatures are made is published nowhere. */

/**
 * `verified`: the identity token is. `present_not_verified`: nonce and key id are the message's, and nothing else of the
 * object can be checked. The others say what is wrong, or why it could not be checked.
 */
export const COMMERCE_STATUSES = [
  "verified",
  "present_not_verified",
  "request_not_verified",
  "profile_has_no_objects",
  "object_malformed",
  "nonce_mismatch",
  "key_mismatch",
  "token_malformed",
  "token_algorithm_unsupported",
  "token_key_unavailable",
  "token_key_unknown",
  "token_signature_failed",
  "token_not_yet_valid",
  "token_expired",
  "token_audience_mismatch",
] as const;

export type CommerceStatus = (typeof COMMERCE_STATUSES)[number];

export interface CommerceResult {
  /** Null: there is no such object. */
  readonly consumer: CommerceStatus | null;
  readonly payment: CommerceStatus | null;
}
