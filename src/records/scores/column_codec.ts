/**
 * A column of a block as bytes, and back.
 *
 * The first byte tells how the rest is written: DEFLATED, and then a little-endian length of the dictionary, the dictionary
 * and the codes. The dictionary is the JSON of the values, or PACKED: six bytes of each, of texts that are eight characters of
 * base64url. Codes have one byte, or two (WIDE), or are absent (CONSTANT): every row has the only value. Values are numbered as
 * they come, so a code of two bytes is 0 for unknown, 1 for the next new value, and otherwise one more than the code.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Codes, Column } from "./column_block.ts";
import type { ColumnValue } from "./score_row.ts";

const DEFLATED = 1;
const PACKED = 2;
const WIDE = 4;
const CONSTANT = 8;

const HEAD_BYTES = 4;
/** Of zlib. */
const LEVEL = 6;
/** Shorter columns are not deflated. */
const FEW_BYTES = 64;
/** Far above the longest column. */
const MAX_BYTES = 16_000_000;
const PACKED_CHARS = 8;
const PACKABLE = /^[\w-]{8}$/;
const BASE64URL = { alphabet: "base64url" } as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeColumn({ values, codes }: Column): Uint8Array {
  const packed = values.every((value) => typeof value === "string" && PACKABLE.test(value));
  const dictionary = packed
    ? Uint8Array.fromBase64(values.join(""), BASE64URL)
    : encoder.encode(JSON.stringify(values));
  const constant = values.length === 1 && codes.every((code) => code === 1);
  const wide = values.length >= 2 ** 8;
  const written = constant ? new Uint8Array() : wide ? wideCodes(codes) : Uint8Array.from(codes);
  const body = new Uint8Array(HEAD_BYTES + dictionary.length + written.length);
  new DataView(body.buffer).setUint32(0, dictionary.length, true);
  body.set(dictionary, HEAD_BYTES);
  body.set(written, HEAD_BYTES + dictionary.length);
  return framed((packed ? PACKED : 0) | (wide ? WIDE : 0) | (constant ? CONSTANT : 0), body);
}

/** @param count of rows */
export function decodeColumn(bytes: Uint8Array, count: number): Column {
  const { flags, body } = unframed(bytes);
  const from = HEAD_BYTES + new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const dictionary = body.subarray(HEAD_BYTES, from);
  const values = (flags & PACKED) === 0
    ? JSON.parse(decoder.decode(dictionary)) as ColumnValue[] // as `encodeColumn` wrote it
    : unpacked(dictionary);
  if ((flags & CONSTANT) !== 0) return { values, codes: new Uint8Array(count).fill(1) };
  if ((flags & WIDE) !== 0) return { values, codes: readWideCodes(body.subarray(from), count) };
  return { values, codes: body.slice(from, from + count) };
}

function wideCodes(codes: Codes): Uint8Array {
  const written = new Uint8Array(2 * codes.length);
  let known = 0;
  for (const [row, code] of codes.entries()) {
    const short = code === 0 ? 0 : code > known ? 1 : code + 1;
    if (code > known) known = code;
    // All first bytes, then all second ones: that is deflated better.
    written[row] = short & 0xff;
    written[codes.length + row] = short >>> 8;
  }
  return written;
}

function readWideCodes(written: Uint8Array, count: number): Uint16Array {
  const codes = new Uint16Array(count);
  let known = 0;
  for (let row = 0; row < count; row++) {
    const short = written[row]! | (written[count + row]! << 8);
    codes[row] = short < 2 ? short && ++known : short - 1;
  }
  return codes;
}

function unpacked(dictionary: Uint8Array): string[] {
  const text = dictionary.toBase64(BASE64URL);
  const values: string[] = [];
  for (let at = 0; at < text.length; at += PACKED_CHARS) values.push(text.slice(at, at + PACKED_CHARS));
  return values;
}

/** Differences between numbers that grow slowly, mostly: seven bits a byte, the last one without the eighth bit. */
export function encodeNumbers(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const number of numbers) {
    const difference = number - before;
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push(0x80 | (rest % 0x80));
    bytes.push(rest);
    before = number;
  }
  return framed(0, Uint8Array.from(bytes));
}

export function decodeNumbers(bytes: Uint8Array, count: number): Float64Array {
  const { body } = unframed(bytes);
  const numbers = new Float64Array(count);
  for (let row = 0, at = 0, before = 0; row < count; row++) {
    let rest = 0;
    let scale = 1;
    for (; body[at]! >= 0x80; scale *= 0x80) rest += (body[at++]! & 0x7f) * scale;
    rest += body[at++]! * scale;
    before += rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
    numbers[row] = before;
  }
  return numbers;
}

/** Slots as the digits that they are. */
const SLOT_BYTES = 11;
const SLOT_CHARS = 21;

export function encodeSlots(slots: readonly string[]): Uint8Array {
  return framed(0, Uint8Array.fromHex(slots.map((slot) => `${slot}0`).join("")));
}

export function decodeSlots(bytes: Uint8Array): (row: number) => string {
  const { body } = unframed(bytes);
  return (row) => body.subarray(row * SLOT_BYTES, (row + 1) * SLOT_BYTES).toHex().slice(0, SLOT_CHARS);
}

function framed(flags: number, body: Uint8Array): Uint8Array {
  const short = body.length < FEW_BYTES ? body : deflateRawSync(body, { level: LEVEL });
  const deflated = short.length < body.length;
  const bytes = new Uint8Array(1 + (deflated ? short : body).length);
  bytes[0] = deflated ? flags | DEFLATED : flags;
  bytes.set(deflated ? short : body, 1);
  return bytes;
}

function unframed(bytes: Uint8Array): { flags: number; body: Uint8Array } {
  const flags = bytes[0]!;
  const rest = bytes.subarray(1);
  if ((flags & DEFLATED) === 0) return { flags, body: rest };
  return { flags, body: inflateRawSync(rest, { maxOutputLength: MAX_BYTES }) };
}
