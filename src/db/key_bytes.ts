/**
 * A key as bytes with the same order, part by part: for each part 0x02, its UTF-8 with 0x00 written as 0x00 0xFF,
 * and 0x00 (the string element of FoundationDB's tuple encoding, which Deno KV stores as well).
 */
import type { Key } from "./engine.ts";

/** Longest key in bytes: Deno KV's own limit, and below the 2704 bytes of a PostgreSQL index entry. */
export const MAX_KEY_BYTES = 2048;

const PART = 0x02;
/** Of a byte 0x00 in a part. */
const ESCAPED = [0x00, 0xff];
const NO_STRING = "a key has a part that is not a string";
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** @throws TypeError when the key is empty or too long */
export function keyBytes(key: Key): Uint8Array {
  if (key.length === 0) throw new TypeError("a key has at least one part");
  const bytes = prefixBytes(key);
  if (bytes.length > MAX_KEY_BYTES) {
    throw new TypeError(
      `the key ${key[0]} … is ${bytes.length} bytes long, at most ${MAX_KEY_BYTES} are allowed`,
    );
  }
  return bytes;
}

/** As `keyBytes`, for a prefix, which may be empty. Nearly all keys are ASCII, and every read and write needs some. */
function prefixBytes(prefix: Key): Uint8Array {
  const bytes = new Uint8Array(prefix.reduce((sum, part) => sum + part.length + 2, 0));
  let at = 0;
  for (const part of prefix) {
    bytes[at++] = PART;
    for (let index = 0; index < part.length; index++) {
      const code = part.charCodeAt(index);
      if (code === 0 || code > 0x7f) return anyBytes(prefix);
      bytes[at++] = code;
    }
    at++;
  }
  return bytes;
}

function anyBytes(prefix: Key): Uint8Array {
  const bytes: number[] = [];
  for (const part of prefix) {
    bytes.push(PART);
    for (const byte of encoder.encode(part)) bytes.push(...byte === 0 ? ESCAPED : [byte]);
    bytes.push(0);
  }
  return Uint8Array.from(bytes);
}

/** The bounds of all keys below a prefix: from (inclusive), to (exclusive). The prefix itself is not among them. */
export function rangeBelow(prefix: Key): { from: Uint8Array; to: Uint8Array } {
  const bytes = prefixBytes(prefix);
  return { from: withByte(bytes, 0x00), to: withByte(bytes, 0xff) };
}

/** @throws Error when the bytes are not a list of strings */
export function keyOf(bytes: Uint8Array): Key {
  if (bytes.includes(0xff)) return anyKeyOf(bytes);
  if (bytes.length === 0) return [];
  if (bytes[0] !== PART) throw new Error(NO_STRING);
  if (bytes.at(-1) !== 0) throw new Error("a key ends inside a part");
  const key = decoder.decode(bytes).slice(1, -1).split("\u0000\u0002");
  if (key.some((part) => part.includes("\u0000"))) throw new Error(NO_STRING);
  return key;
}

/** Of bytes that may have a part with 0x00. */
function anyKeyOf(bytes: Uint8Array): Key {
  const key: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] !== PART) throw new Error(NO_STRING);
    const part: number[] = [];
    for (at++;; at++) {
      if (at >= bytes.length) throw new Error("a key ends inside a part");
      const byte = bytes[at]!;
      if (byte === 0 && bytes[at + 1] !== 0xff) break;
      part.push(byte);
      if (byte === 0) at++;
    }
    key.push(decoder.decode(new Uint8Array(part)));
    at++;
  }
  return key;
}

/** Negative when `a` sorts before `b`. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = a[at]! - b[at]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The smallest key after these bytes. */
export function successor(bytes: Uint8Array): Uint8Array {
  return withByte(bytes, 0);
}

function withByte(bytes: Uint8Array, last: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = last;
  return longer;
}
