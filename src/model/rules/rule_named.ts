/** Rule values that name their kind, `country:TJ`: what has no form of its own. Canonical with the kind in front. */
import { isUserId, USER_ID_RULE } from "../user_id.ts";

export const NAMED_KINDS = ["user", "phone_prefix", "country", "carrier"] as const;
export type NamedKind = typeof NAMED_KINDS[number];

export function isNamedKind(kind: string): kind is NamedKind {
  return (NAMED_KINDS as readonly string[]).includes(kind);
}

/** E.164 has at most 15 digits; the calling code alone is at least one. */
const MAX_PREFIX_DIGITS = 14;
const MAX_CARRIER_CHARS = 100;
const NAMED = /^(user|phone[ _-]prefix|country|carrier)\s?:(.*)$/is;
const MARKS = /[\s().\-/\u00a0\u2010-\u2015\u202f]/gu;

/** Null when the text does not name a kind. */
export function classifyNamed(
  text: string,
): { readonly kind: NamedKind; readonly value: string } | { readonly reason: string } | null {
  const [, named, rest] = NAMED.exec(text) ?? [];
  if (named === undefined || rest === undefined) return null;
  const kind = named.toLowerCase().replace(/[ -]/, "_") as NamedKind; // by the expression
  const name = rest.trim();
  const canonical = READERS[kind](name);
  return canonical === null ? { reason: REASONS[kind] } : { kind, value: namedValue(kind, canonical) };
}

export function namedValue(kind: NamedKind, name: string): string {
  return `${kind}:${name}`;
}

/** What follows the kind. */
export function nameOf(value: string): string {
  return value.slice(value.indexOf(":") + 1);
}

/** Names of operators are compared without their case and the width of spaces. */
export function carrierKey(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}

const READERS: Readonly<Record<NamedKind, (name: string) => string | null>> = {
  user: (name) => isUserId(name) ? name : null,
  phone_prefix: (name) => {
    const digits = name.replace(/^＋/, "+").replace(/^\+/, "").replace(MARKS, "");
    return /^[1-9]\d*$/.test(digits) && digits.length <= MAX_PREFIX_DIGITS ? `+${digits}` : null;
  },
  country: (name) => {
    const code = name.toUpperCase() === "UK" ? "GB" : name.toUpperCase();
    return isCountry(code) ? code : null;
  },
  carrier: (name) => {
    const plain = name.normalize("NFC").replace(/\s+/g, " ");
    return plain.length <= MAX_CARRIER_CHARS && /^[^\p{C}]+$/u.test(plain) ? plain : null;
  },
};

const REASONS: Readonly<Record<NamedKind, string>> = {
  user: `not a user: the id ${USER_ID_RULE.replace("must have", "has")}`,
  phone_prefix: `not a phone prefix: + and the first digits of numbers, at most ${MAX_PREFIX_DIGITS}`,
  country: "not a country: two letters (ISO 3166-1 alpha-2)",
  carrier: `not a carrier: a name of at most ${MAX_CARRIER_CHARS} characters`,
};

function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || code === "ZZ") return false;
  return new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code) !== undefined;
}
