/** Why a compatibility request is refused, in the vendor's vocabulary. The HTTP status is decided in `http/compat/answer.ts`. */

export type RefusalCode =
  // of the vendor
  | "AUTHORIZATION_INVALID"
  | "INSUFFICIENT_FUNDS"
  | "IP_ADDRESS_INVALID"
  | "IP_ADDRESS_NOT_FOUND"
  | "IP_ADDRESS_REQUIRED"
  | "IP_ADDRESS_RESERVED"
  | "JSON_INVALID"
  | "LICENSE_KEY_REQUIRED"
  | "MAXMIND_ID_INVALID"
  | "MINFRAUD_ID_INVALID"
  | "NOTES_INVALID"
  | "PARAMETER_UNKNOWN"
  | "PERMISSION_REQUIRED"
  | "REQUEST_INVALID"
  | "TAG_INVALID"
  | "TAG_REQUIRED"
  | "TRANSACTION_ID_REQUIRED"
  // of this service, where the vendor responds without a body or has no such case
  | "BODY_TOO_LARGE"
  | "FACTORS_NOT_SERVED"
  | "INTERNAL_ERROR"
  | "METHOD_NOT_ALLOWED"
  | "NOT_ACCEPTABLE"
  | "NOT_FOUND"
  | "RATE_LIMITED"
  | "SERVICE_UNAVAILABLE"
  | "TRANSACTION_ID_UNKNOWN"
  | "UNSUPPORTED_MEDIA_TYPE";

/** The vendor's error body: two strings, neither empty. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly error: string;
}

export function refused(code: RefusalCode, error: string): { readonly refusal: Refusal } {
  return { refusal: { code, error } };
}
