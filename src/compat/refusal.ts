/** Why a compatibility request is refused: the vendor's error codes, each with its HTTP status. */

export const REFUSAL_STATUS = {
  AUTHORIZATION_INVALID: 401,
  INSUFFICIENT_FUNDS: 402,
  IP_ADDRESS_INVALID: 400,
  IP_ADDRESS_NOT_FOUND: 404,
  IP_ADDRESS_REQUIRED: 400,
  IP_ADDRESS_RESERVED: 400,
  JSON_INVALID: 400,
  LICENSE_KEY_REQUIRED: 401,
  MAXMIND_ID_INVALID: 400,
  MINFRAUD_ID_INVALID: 400,
  NOTES_INVALID: 400,
  PARAMETER_UNKNOWN: 400,
  PERMISSION_REQUIRED: 403,
  REQUEST_INVALID: 400,
  TAG_INVALID: 400,
  TAG_REQUIRED: 400,
  TRANSACTION_ID_REQUIRED: 400,
  // Of this service, where the vendor responds without a body or has no such case.
  BODY_TOO_LARGE: 403,
  FACTORS_NOT_SERVED: 404,
  HEADER_TOO_LONG: 431,
  INTERNAL_ERROR: 500,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
  TRANSACTION_ID_UNKNOWN: 404,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const;

export type RefusalCode = keyof typeof REFUSAL_STATUS;

export const REFUSAL_CODES = Object.keys(REFUSAL_STATUS) as readonly RefusalCode[];

/** The vendor's error body: two strings, neither empty. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly error: string;
}

export function refused(code: RefusalCode, error: string): { readonly refusal: Refusal } {
  return { refusal: { code, error } };
}
