/**
 * A column of a block as bytes, and back.
 *
 * The first byte has the flags, the next ones the length of the dictionary and the number of values, little-endian; then come
 * the dictionary and the codes. The dictionary is the JSON of the values, or PACKED: six bytes of each, of texts that are eight characters of
 * base64url. Codes have one byte, or two (WIDE), or are absent (CONSTANT): every row has the only value. Both are deflated
 * where that makes them much smaller, and otherwise not: inflating takes longer than reading.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Codes, Column } from "./column_block.ts";
import type { ColumnValue } from "./score_row.ts";

const DEFLATED_CODES = 1;
const DEFLATED_DICTIONARY = 2;
const PACKED = 4;
const WIDE = 8;
const CONSTANT = 16;

const HEAD_BYTES = 9;
/** Of zlib. */
const LEVEL = 6;
/** What is shorter is not deflated. */
const FEW_BYTES = 64;
/** What is left of codes that are worth it, and of other bytes. */
const SMALL_CODES = 0.4;
const SMALL = 0.75;
/** Far above the longest column. */
const MAX_BYTES = 16_000_000;
const PACKED_CHARS = 8;
const PACKABLE = /^[\w-]{8}$/;
const BASE64URL = { alphabet: "base64url" } as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeColumn({ values, codes }: Column): Uint8Array {
  const packed = values.every((value) => typeof value === "string" && PACKABLE.test(value));
  const plain = packed
    ? Uint8Array.fromBase64(values.join(""), BASE64URL)
    : encoder.encode(JSON.stringify(values));
  const constant = values.length === 1 && codes.every((code) => code === 1);
  const wide = values.length >= 2 ** 8;
  const dictionary = deflated(plain, SMALL);
  const bytes = constant ? new Uint8Array() : wide ? wideCodes(codes) : Uint8Array.from(codes);
  const written = deflated(bytes, SMALL_CODES);
  const whole = new Uint8Array(HEAD_BYTES + dictionary.length + written.length);
  whole[0] = (written === bytes ? 0 : DEFLATED_CODES) | (dictionary === plain ? 0 : DEFLATED_DICTIONARY) |
    (packed ? PACKED : 0) | (wide ? WIDE : 0) | (constant ? CONSTANT : 0);
  const view = new DataView(whole.buffer);
  view.setUint32(1, dictionary.length, true);
  view.setUint32(5, values.length, true);
  whole.set(dictionary, HEAD_BYTES);
  whole.set(written, HEAD_BYTES + dictionary.length);
  return whole;
}

/** A column whose values and codes are read when they are asked for. */
export class StoredColumn implements Column {
  readonly #bytes: Uint8Array;
  readonly #count: number;
  /** Where the codes begin. */
  readonly #from: number;
  /** The number of values. */
  readonly size: number;
  #values: readonly ColumnValue[] | null = null;
  #codes: Codes | null = null;

  /** @param count of rows */
  constructor(bytes: Uint8Array, count: number) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    this.#bytes = bytes;
    this.#count = count;
    this.#from = HEAD_BYTES + view.getUint32(1, true);
    this.size = view.getUint32(5, true);
  }

  get values(): readonly ColumnValue[] {
    return this.#values ??= this.#readValues();
  }

  get codes(): Codes {
    return this.#codes ??= this.#readCodes();
  }

  get isConstant(): boolean {
    return this.#has(CONSTANT);
  }

  #readValues(): readonly ColumnValue[] {
    const bytes = inflated(this.#bytes.subarray(HEAD_BYTES, this.#from), this.#has(DEFLATED_DICTIONARY));
    return this.#has(PACKED) ? unpacked(bytes) : JSON.parse(decoder.decode(bytes)); // as `encodeColumn` wrote it
  }

  #readCodes(): Codes {
    if (this.#has(CONSTANT)) return new Uint8Array(this.#count).fill(1);
    const bytes = inflated(this.#bytes.subarray(this.#from), this.#has(DEFLATED_CODES));
    return this.#has(WIDE) ? readWideCodes(bytes, this.#count) : bytes.subarray(0, this.#count);
  }

  #has(flag: number): boolean {
    return (this.#bytes[0]! & flag) !== 0;
  }
}

/**
 * Values are numbered as they come, so a code is written as 0 for unknown, 1 for the next new value, and otherwise one more than
 * the code; all low bytes, then all high ones. That is deflated better.
 */
function wideCodes(codes: Codes): Uint8Array {
  const written = new Uint8Array(2 * codes.length);
  let known = 0;
  for (const [row, code] of codes.entries()) {
    const short = code === 0 ? 0 : code > known ? 1 : code + 1;
    if (code > known) known = code;
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
  return framed(Uint8Array.from(bytes));
}

export function decodeNumbers(bytes: Uint8Array, count: number): Float64Array {
  const body = unframed(bytes);
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
  return framed(Uint8Array.fromHex(slots.map((slot) => `${slot}0`).join("")));
}

export function decodeSlots(bytes: Uint8Array): (row: number) => string {
  const body = unframed(bytes);
  return (row) => body.subarray(row * SLOT_BYTES, (row + 1) * SLOT_BYTES).toHex().slice(0, SLOT_CHARS);
}

/** The same bytes where that does not make them smaller than such a part. */
function deflated(bytes: Uint8Array, part: number): Uint8Array {
  if (bytes.length < FEW_BYTES) return bytes;
  const short = deflateRawSync(bytes, { level: LEVEL });
  return short.length < part * bytes.length ? short : bytes;
}

function inflated(bytes: Uint8Array, isDeflated: boolean): Uint8Array {
  return isDeflated ? inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
}

/** With a byte before that says whether they are deflated. */
function framed(bytes: Uint8Array): Uint8Array {
  const short = deflated(bytes, 1);
  const whole = new Uint8Array(1 + short.length);
  whole[0] = short === bytes ? 0 : 1;
  whole.set(short, 1);
  return whole;
}

function unframed(bytes: Uint8Array): Uint8Array {
  return inflated(bytes.subarray(1), bytes[0] === 1);
}
