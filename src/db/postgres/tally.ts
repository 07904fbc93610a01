/**
 * Tallies: what a keyspace of millions of short entries has in a table of its own, as rows of fixed width without TOAST. A key
 * has one of a few kinds and a hash of 22 characters of base64url, which is 132 bits: `kind` has the kind's number and the
 * first four bits, `hash` the other 128. Rows sort as their keys do, for numbers ascend with the names of the kinds, and a
 * character counts as its place among all that there are. The value is a time and a count. Pure.
 */
import type { Key, Value } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";

/** The key of a row. */
export type TallyKey = readonly [kind: number, hash: string];

const HASH_CHARS = 22;
const HASH = /^[\w-]{22}$/;
/** The characters of base64url in the order of their codes. */
const SORTED = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PART = 0x02;
const decoder = new TextDecoder();
/** Of a character that no hash has. */
const NONE = 0xff;
const DIGITS = digitsOf(SORTED);
const KIND_BITS = 4;
export const FIRST_TALLY: TallyKey = [0, "0".repeat(32)];
export const LAST_TALLY: TallyKey = [32_767, "f".repeat(32)];

export class Tallies {
  readonly prefix: Key;
  readonly #first: string;
  /** Of the kinds, in their order: the number, and what their keys begin with. */
  readonly #kinds: readonly { readonly name: string; readonly number: number; readonly below: Uint8Array }[];
  readonly #numbers: ReadonlyMap<string, number>;
  /** The key of a row, as SQL. */
  readonly key: string;

  /** @param kinds numbers that ascend with the names, below 2048 */
  constructor(prefix: string, kinds: Readonly<Record<string, number>>) {
    this.prefix = [prefix];
    this.#first = prefix;
    this.#numbers = new Map(Object.entries(kinds).sort(([one], [other]) => one < other ? -1 : 1));
    this.#kinds = [...this.#numbers].map(([name, number]) => ({
      name,
      number,
      below: keyBytes([prefix, name]),
    }));
    if (this.#kinds.some(({ number }, at) => at > 0 && number <= this.#kinds[at - 1]!.number)) {
      throw new Error(`the kinds of ${prefix} do not ascend`);
    }
    const names = this.#kinds.map(({ number, below }) =>
      `when ${number} then '\\x${below.toHex()}02'::bytea`
    );
    const digits = `to_hex(kind & 15) || replace(cast(hash as text), '-', '') || '0'`;
    const text =
      `translate(left(encode(decode(${digits}, 'hex'), 'base64'), ${HASH_CHARS}), '${BASE64}', '${SORTED}')`;
    this.key = `(case kind >> ${KIND_BITS} ${
      names.join(" ")
    } end || convert_to(${text}, 'UTF8') || '\\x00'::bytea)`;
  }

  has([first, kind = "", hash = "", ...more]: Key): boolean {
    return first === this.#first && more.length === 0 && this.#numbers.has(kind) && HASH.test(hash);
  }

  /** Whether keys below the prefix may be tallies. */
  isAbove([first, kind]: Key): boolean {
    return first === undefined || first === this.#first && (kind === undefined || this.#numbers.has(kind));
  }

  /** Of a row; null: this program knows no such kind. @param hash 16 bytes */
  keyOf(kind: number, hash: Uint8Array): { readonly key: Key; readonly bytes: Uint8Array } | null {
    const found = this.#kinds.find(({ number }) => number === kind >> KIND_BITS);
    if (found === undefined) return null;
    const { length } = found.below;
    const bytes = new Uint8Array(length + 1 + HASH_CHARS + 1);
    bytes.set(found.below);
    bytes[length] = PART;
    // A digit has six bits, and its last one ends where the hash does.
    for (
      let digit = 0, bits = kind & (1 << KIND_BITS) - 1, left = KIND_BITS, at = 0;
      digit < HASH_CHARS;
      digit++
    ) {
      if (left < 6) {
        bits = bits << 8 | hash[at++]!;
        left += 8;
      }
      left -= 6;
      bytes[length + 1 + digit] = SORTED.charCodeAt(bits >> left);
      bits &= (1 << left) - 1;
    }
    const text = decoder.decode(bytes.subarray(length + 1, -1));
    return { key: [this.#first, found.name, text], bytes };
  }

  /** @param key of a tally */
  rowKey(key: Uint8Array): TallyKey {
    const kind = this.#kinds.find(({ below }) => startsWith(key, below))!;
    return tallyKey(kind.number, key.subarray(kind.below.length + 1), 0);
  }

  /** Row keys between which all tallies of a range are, both inclusive; a few others are there too. */
  between(from: Uint8Array, to: Uint8Array): readonly [TallyKey, TallyKey] {
    return [this.#bound(from, 0), this.#bound(to, SORTED.length - 1)];
  }

  /** @param rest the digit in the place of what the bound does not say */
  #bound(bound: Uint8Array, rest: number): TallyKey {
    for (const { number, below } of this.#kinds) {
      if (startsWith(bound, below)) {
        const [next, ...hash] = bound.subarray(below.length);
        if (next === undefined || next < PART) return tallyKey(number, new Uint8Array(), 0);
        if (next > PART) return tallyKey(number, new Uint8Array(), SORTED.length - 1);
        return tallyKey(number, Uint8Array.from(hash), rest);
      }
      if (compareBytes(bound, below) < 0) return tallyKey(number, new Uint8Array(), 0);
    }
    return LAST_TALLY;
  }
}

/** @throws TypeError when it is not a time and a count */
export function tallyOf(value: Value): readonly [time: number, count: number] {
  if (Array.isArray(value) && value.length === 2) {
    const [time, count] = value as unknown[];
    if (Number.isFinite(time) && Number.isSafeInteger(count)) return [time as number, count as number];
  }
  throw new TypeError("the value of a tally is not a time and a count");
}

/** @param hash its characters; what follows one that no hash has is not looked at */
function tallyKey(kind: number, hash: Uint8Array, rest: number): TallyKey {
  let hex = "";
  let ended = false;
  const digit = (at: number) => {
    const found = at < hash.length && !ended ? DIGITS[hash[at]!]! : NONE;
    if (found === NONE) ended = true;
    return ended ? rest : found;
  };
  for (let at = 0; at < HASH_CHARS; at += 2) {
    const bits = digit(at) << 6 | digit(at + 1);
    hex += (0x1000 | bits).toString(16).slice(1);
  }
  return [kind << KIND_BITS | parseInt(hex[0]!, 16), hex.slice(1)];
}

function digitsOf(characters: string): Uint8Array {
  const digits = new Uint8Array(256).fill(NONE);
  for (const [digit, character] of [...characters].entries()) digits[character.charCodeAt(0)] = digit;
  return digits;
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return bytes.length >= beginning.length &&
    compareBytes(bytes.subarray(0, beginning.length), beginning) === 0;
}
