/**
 * References to values of an account's scores: `val_…`, as search answers and stored scores give them. A reference holds the
 * value's hash, encrypted for its account: other accounts cannot compare theirs with it, and an invented one is none.
 */
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import { HASH_CHARS, type IdentifierHasher, SHORT_HASH_CHARS } from "../access/identifier_hasher.ts";

/** What a reference can name: values of scores, and the /24 or /48 of an address. */
export const REF_KINDS = [...COMPONENT_KINDS, "network"] as const;
export type RefKind = ComponentKind | "network";

export interface ReferredValue {
  readonly kind: RefKind;
  /** As stored: of a component, or one of its related hashes. */
  readonly hash: string;
}

const LETTERS: Readonly<Record<RefKind, string>> = {
  ip: "i",
  email: "e",
  phone: "p",
  domain: "d",
  device: "f",
  network: "n",
};
const TAG_CHARS = 10;
const REF = /^val_([a-z])([\w-]+)$/;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Null for a value that has no hash: nothing is remembered about it. */
export function refOf(
  hasher: IdentifierHasher,
  account: string,
  { kind, hash }: ReferredValue,
): string | null {
  if (hash === "") return null;
  const letter = LETTERS[kind];
  const tag = tagOf(hasher, account, letter, hash);
  return `val_${letter}${tag}${masked(hash, keyOf(hasher, account, tag))}`;
}

/** Null when it is not a reference of this account. */
export function readRef(hasher: IdentifierHasher, account: string, ref: string): ReferredValue | null {
  const [, letter, rest] = REF.exec(ref) ?? [];
  const kind = REF_KINDS.find((kind) => LETTERS[kind] === letter);
  if (letter === undefined || rest === undefined || kind === undefined) return null;
  const tag = rest.slice(0, TAG_CHARS);
  if (rest.length !== TAG_CHARS + (kind === "network" ? SHORT_HASH_CHARS : HASH_CHARS)) return null;
  const hash = masked(rest.slice(TAG_CHARS), keyOf(hasher, account, tag));
  return tagOf(hasher, account, letter, hash) === tag ? { kind, hash } : null;
}

function tagOf(hasher: IdentifierHasher, account: string, letter: string, hash: string): string {
  return hasher.hash("ref", `${account} ${letter} ${hash}`).slice(0, TAG_CHARS);
}

function keyOf(hasher: IdentifierHasher, account: string, tag: string): string {
  return hasher.hash("ref", `${account} ${tag}`);
}

/** Each of its six-bit characters combined with one of the key; twice is the text itself. */
function masked(text: string, key: string): string {
  let out = "";
  for (let at = 0; at < text.length; at++) {
    out += ALPHABET[ALPHABET.indexOf(text[at]!) ^ ALPHABET.indexOf(key[at]!)];
  }
  return out;
}
