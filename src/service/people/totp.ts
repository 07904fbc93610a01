/** Codes of authenticators (RFC 4226 and RFC 6238: SHA-1, six digits), their secrets, and recovery codes. */
import { createHmac } from "node:crypto";
import { SERVICE } from "../../model/service.ts";
import { RECOVERY_CODES, type TypedCode } from "../../model/access/second_factor.ts";
import { keyHash } from "../access/identifier_hasher.ts";

const SECRET_BYTES = 20;
const DIGITS = 6;
/** 80 bits, 16 characters. */
const RECOVERY_BYTES = 10;
const RECOVERY_FORM = /^[A-Z2-7]{16}$/;
/** RFC 4648. */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

type RandomBytes = (length: number) => Uint8Array;

/** The code of a counter, which is the step of the time. @param secret in Base32 */
export function codeAt(secret: string, step: number): string {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(step));
  const mac = new Uint8Array(createHmac("sha1", fromBase32(secret)).update(counter).digest());
  const view = new DataView(mac.buffer);
  const number = view.getUint32(mac[19]! & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** In Base32. */
export function newSecret(randomBytes: RandomBytes): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** What an authenticator is set up with. @param holder the account and the person's address */
export function otpauthUri(
  secret: string,
  holder: { readonly account: string; readonly email: string },
): string {
  const issuer = `${SERVICE.title} ${holder.account}`.replaceAll(":", " ");
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(holder.email)}?${query}`;
}

/** Recovery codes as they are shown once, and what is stored of them. */
export function newRecoveryCodes(randomBytes: RandomBytes): { codes: string[]; stored: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)));
  return {
    codes: codes.map((code) => code.toLowerCase().replaceAll(/(.{4})(?=.)/g, "$1-")),
    stored: codes.map(keyHash),
  };
}

/** What a person typed. Anything that is no recovery code is taken for a code. */
export function readCode(typed: string): TypedCode {
  const text = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  return RECOVERY_FORM.test(text) ? { recovery: keyHash(text) } : { code: text.slice(0, 20) };
}

function toBase32(bytes: Uint8Array): string {
  let [text, value, bits] = ["", 0, 0];
  for (const byte of bytes) {
    value = (value << 8 | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[value >> (bits - 5) & 31];
  }
  return bits === 0 ? text : text + BASE32[value << (5 - bits) & 31];
}

function fromBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const letter of text) {
    value = (value << 5 | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes.push(value >> (bits -= 8) & 0xff);
  }
  return new Uint8Array(bytes);
}
