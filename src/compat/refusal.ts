/**
 * Why a compatibility request is refused. Only codes of the vendor's own list: its clients choose the error by the code,
 * and Ruby's takes every other one for a failure of the server.
 */

/** The status of each code, unless the refusal has another. */
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
} as const;

export type RefusalCode = keyof typeof REFUSAL_STATUS;

export const REFUSAL_CODES = Object.keys(REFUSAL_STATUS) as readonly RefusalCode[];

/** In the vendor's error body `code` and `error`: two strings, neither empty. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly error: string;
  /** Where it is not the code's own. */
  readonly status?: number;
}

export function refused(code: RefusalCode, error: string, status?: number): { readonly refusal: Refusal } {
  return { refusal: { code, error, ...(status === undefined ? {} : { status }) } };
}
