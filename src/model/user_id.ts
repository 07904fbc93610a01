/** The customer's own reference of a user: kept as given, shown in lists and exports. */

export const MAX_USER_ID_CHARS = 128;
export const USER_ID_RULE = `must have 1 to ${MAX_USER_ID_CHARS} printable characters`;

/** No control, format or unassigned characters, and no half of a surrogate pair: lists and exports show it as it is. */
const USER_ID = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${MAX_USER_ID_CHARS}}$`, "u");

export function isUserId(text: string): boolean {
  return USER_ID.test(text);
}
