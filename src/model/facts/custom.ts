/** Fields of an account's own: `custom` of a sign-up, kept as given and shown as the facts `custom.<key>`. */
export const MAX_CUSTOM_FIELDS = 8;
export const MAX_CUSTOM_CHARS = 64;
export const CUSTOM_KEY = /^[a-z][a-z0-9_]{0,31}$/;
/** Lists, exports and pages show a value as it is: no control or format characters. */
const CUSTOM_TEXT = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${MAX_CUSTOM_CHARS}}$`, "u");

export type CustomValue = string | number | boolean;
/** By their keys. */
export type CustomFields = Readonly<Record<string, CustomValue>>;

/** Why it cannot be a value; null: it can. */
export function customProblem(value: unknown): string | null {
  if (typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : "must be a finite number";
  if (typeof value !== "string") return "must be a string, a number or a boolean";
  return CUSTOM_TEXT.test(value) ? null : `must have 1 to ${MAX_CUSTOM_CHARS} printable characters`;
}

/** The name of the fact of a field. */
export type CustomFact = `custom.${string}`;

export function isCustomFact(name: string): name is CustomFact {
  return name.startsWith("custom.") && CUSTOM_KEY.test(name.slice("custom.".length));
}

/** Of which the value is also the fact `signup.referral`, a link of rings and a velocity. */
export const REFERRAL_KEY = "referral";
