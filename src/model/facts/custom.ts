/** Fields of an account's own: `custom` of a sign-up, kept as given and shown as the facts `custom.<key>`. */
export const MAX_CUSTOM_FIELDS = 8;
export const MAX_CUSTOM_CHARS = 64;
export const CUSTOM_KEY = /^[a-z][a-z0-9_]{0,31}$/;

/** By their keys. */
export type CustomFields = Readonly<Record<string, string | number | boolean>>;

/** The name of the fact of a field. */
export type CustomFact = `custom.${string}`;

export function isCustomFact(name: string): name is CustomFact {
  return name.startsWith("custom.") && CUSTOM_KEY.test(name.slice("custom.".length));
}

/** Of which the value is also the fact `signup.referral`, a link of rings and a velocity. */
export const REFERRAL_KEY = "referral";
