/** What challenges and notices of log-ins give to browsers: encrypted and authenticated lists of values, so that nobody can make, read or change one. */
import { parseJson } from "../../model/json.ts";
import type { Seal } from "../../records/seal.ts";

const BASE64 = { alphabet: "base64url", omitPadding: true } as const;
const MAX_CHARS = 4000;
const FORM = /^[\w-]+$/;

export function sealed(seal: Seal, values: readonly (string | number | null)[]): string {
  return seal.encryptBytes(new TextEncoder().encode(JSON.stringify(values))).toBase64(BASE64);
}

/** Null for whatever was not made under a secret of the store. */
export function unsealed(seal: Seal, text: string): readonly unknown[] | null {
  if (text.length > MAX_CHARS || !FORM.test(text)) return null;
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return null;
  }
  // Another spelling of the same bytes is not what was given out.
  const plain = bytes.toBase64(BASE64) === text ? seal.decryptBytes(bytes) : null;
  const values = plain === null ? null : parseJson(new TextDecoder().decode(plain));
  return Array.isArray(values) ? values : null;
}
