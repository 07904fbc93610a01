/** The customer's own reference of a user: kept as given, shown in lists and exports. */

export const MAX_USER_ID_CHARS = 128;
export const USER_ID_RULE = `must have 1 to ${MAX_USER_ID_CHARS} printable characters`;

/** Who a user is at another service, for example `google:1234`: the issuer's `sub` has up to 255 characters. */
export const MAX_EXTERNAL_ID_CHARS = 400;
export const EXTERNAL_ID_RULE = `must have 1 to ${MAX_EXTERNAL_ID_CHARS} printable characters`;

/** No control, format or unassigned characters, and no half of a surrogate pair: lists and exports show it as it is. */
const USER_ID = printable(MAX_USER_ID_CHARS);
const EXTERNAL_ID = printable(MAX_EXTERNAL_ID_CHARS);

function printable(chars: number): RegExp {
  return new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${chars}}$`, "u");
}

export function isUserId(text: string): boolean {
  return USER_ID.test(text);
}

export function isExternalId(text: string): boolean {
  return EXTERNAL_ID.test(text);
}
