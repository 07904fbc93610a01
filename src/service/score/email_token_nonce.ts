/** Nonces of e-mail verification tokens for sites that have no place to keep one: signed here, bound to a session of the site, stored nowhere. */
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

/** How long a page may be open before the token is made. */
const NONCE_MS = 2 * HOUR_MS;
/** Of clocks of other nodes. */
const AHEAD_MS = MINUTE_MS;
const RANDOM_BYTES = 12;
const FORM = /^wn_([0-9a-z]{1,9})\.([\w-]{16})\.([\w-]{22})$/;

type NonceHasher = Pick<IdentifierHasher, "hash" | "hashes">;

export function mintNonce(
  { hasher, randomBytes, now }: {
    readonly hasher: NonceHasher;
    readonly randomBytes: (length: number) => Uint8Array;
    readonly now: () => number;
  },
  account: string,
  session: string,
): { nonce: string; expiresAt: number } {
  const at = now();
  const random = randomBytes(RANDOM_BYTES).toBase64({ alphabet: "base64url" });
  const text = `${at.toString(36)}.${random}`;
  const signature = hasher.hash("email-nonce", signedText(account, text, session));
  return { nonce: `wn_${text}.${signature}`, expiresAt: at + NONCE_MS };
}

/** @param now milliseconds since the epoch */
export function isMintedNonce(
  hasher: NonceHasher,
  account: string,
  nonce: string,
  session: string,
  now: number,
): boolean {
  const parts = FORM.exec(nonce);
  if (parts === null) return false;
  const [, time = "", random = "", signature = ""] = parts;
  const age = now - parseInt(time, 36);
  if (age < -AHEAD_MS || age > NONCE_MS) return false;
  return hasher.hashes("email-nonce", signedText(account, `${time}.${random}`, session)).includes(signature);
}

function signedText(account: string, text: string, session: string): string {
  return JSON.stringify([account, text, session]);
}
