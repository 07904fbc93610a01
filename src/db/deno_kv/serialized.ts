/** JSON in the format of V8's values, which Deno KV stores: for small values a tenth of the time of `node:v8`, to which the rest is left. Pure. */
import { deserialize, serialize } from "node:v8";
import type { Json, Value } from "../engine.ts";

/** The first version that has all that is written here; V8 reads earlier ones. */
const HEADER = [0xff, 0x0f];
/** Those in which lists, numbers and texts are as here. */
const [MIN_VERSION, MAX_VERSION] = [13, 16];
const MAX_INT = 2 ** 30 - 1;
// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
/** Longer texts are rare. */
const MAX_TEXT = 1000;

const code = (char: string) => char.charCodeAt(0);
const TAG = {
  null: code("0"),
  true: code("T"),
  false: code("F"),
  int: code("I"),
  number: code("N"),
  text: code('"'),
  array: code("A"),
  arrayEnd: code("$"),
  object: code("o"),
  objectEnd: code("{"),
} as const;
const number = new DataView(new ArrayBuffer(8));

export function serialized(value: Value): Uint8Array {
  const bytes = [...HEADER];
  return value instanceof Uint8Array || !write(value, bytes) ? serialize(value) : Uint8Array.from(bytes);
}

/** False: it holds what is left to V8. */
function write(value: Json, to: number[]): boolean {
  if (typeof value === "number") writeNumber(value, to);
  else if (value === null) to.push(TAG.null);
  else if (typeof value === "boolean") to.push(value ? TAG.true : TAG.false);
  else if (typeof value === "string") return writeText(value, to);
  else if (isList(value)) {
    to.push(TAG.array);
    writeCount(value.length, to);
    for (const item of value) if (!write(item, to)) return false;
    to.push(TAG.arrayEnd, 0);
    writeCount(value.length, to);
  } else {
    to.push(TAG.object);
    const names = Object.keys(value);
    for (const name of names) {
      // An index is written as a number.
      if (/^\d/.test(name) || !writeText(name, to) || !write(value[name]!, to)) return false;
    }
    to.push(TAG.objectEnd);
    writeCount(names.length, to);
  }
  return true;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function writeNumber(value: number, to: number[]): void {
  if (Number.isInteger(value) && Math.abs(value) <= MAX_INT && !Object.is(value, -0)) {
    to.push(TAG.int);
    return writeCount(value < 0 ? -2 * value - 1 : 2 * value, to);
  }
  to.push(TAG.number);
  number.setFloat64(0, value, true);
  for (let at = 0; at < 8; at++) to.push(number.getUint8(at));
}

function writeText(text: string, to: number[]): boolean {
  if (text.length > MAX_TEXT || !ASCII.test(text)) return false;
  to.push(TAG.text);
  writeCount(text.length, to);
  for (let at = 0; at < text.length; at++) to.push(text.charCodeAt(at));
  return true;
}

/** Seven bits a byte, the lowest first. */
function writeCount(count: number, to: number[]): void {
  let left = count;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) to.push(0x80 | (left % 0x80));
  to.push(left);
}

/** @throws Error when they are no value */
export function deserialized(bytes: Uint8Array): Value {
  const [first, version] = bytes;
  const isKnown = first === HEADER[0] && version! >= MIN_VERSION && version! <= MAX_VERSION;
  if (!isKnown) return deserialize(bytes);
  const reader = new Reader(bytes);
  const value = reader.read();
  return value === undefined || !reader.isAtEnd ? deserialize(bytes) : value;
}

/** Undefined: it holds what is left to V8. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = HEADER.length;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  read(): Json | undefined {
    switch (this.#bytes[this.#at++]) {
      case TAG.int: {
        const count = this.#count();
        return count % 2 === 0 ? count / 2 : -(count + 1) / 2;
      }
      case TAG.number: {
        if (this.#at + 8 > this.#bytes.length) return undefined;
        for (let at = 0; at < 8; at++) number.setUint8(at, this.#bytes[this.#at++]!);
        return number.getFloat64(0, true);
      }
      case TAG.null:
        return null;
      case TAG.true:
        return true;
      case TAG.false:
        return false;
      case TAG.text:
        return this.#text();
      case TAG.array:
        return this.#list();
      default:
        return undefined;
    }
  }

  #text(): string | undefined {
    const end = this.#count() + this.#at;
    if (end > this.#bytes.length) return undefined;
    let text = "";
    for (; this.#at < end; this.#at++) text += String.fromCharCode(this.#bytes[this.#at]!);
    return text;
  }

  #list(): Json[] | undefined {
    const length = this.#count();
    const items: Json[] = [];
    while (items.length < length) {
      const item = this.read();
      if (item === undefined) return undefined;
      items.push(item);
    }
    const isPlain = this.#bytes[this.#at++] === TAG.arrayEnd && this.#count() === 0 &&
      this.#count() === length;
    return isPlain ? items : undefined;
  }

  #count(): number {
    let count = 0;
    for (let factor = 1;; factor *= 0x80) {
      const byte = this.#bytes[this.#at++] ?? 0;
      count += (byte & 0x7f) * factor;
      if (byte < 0x80) return count;
    }
  }
}
