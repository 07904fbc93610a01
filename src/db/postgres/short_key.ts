/**
 * Keys of the months that are stored shorter, for each is in its row and in its index: those of segments and of the entries of
 * accounts. A short key is one byte for its keyspace, for an entry the account and 0, and the 21 hexadecimal digits of a slot as
 * eleven bytes, the last half of which is 0. Short keys sort as keys do, after all others: where nothing sorts after the newest
 * entry, the server fills the pages of its index. Pure.
 */
import type { Key } from "../engine.ts";
import { compareBytes, keyBytes } from "../key_bytes.ts";
import { SCORES_OF, SEGMENT } from "../own_rows.ts";

const SLOT = /^[0-9a-f]{21}$/;
const SEGMENT_CHARS = 18;
const SLOT_BYTES = 11;
const PART = 0x02;

/** First byte of the first form. */
const FIRST = 0xf0;
/** In the order of the keyspaces; the first byte of a short key is FIRST and the place in this list. */
const FORMS = [
  { below: beginning(SCORES_OF.prefix[0]!), hasOwner: true },
  { below: beginning(SEGMENT.prefix[0]!), hasOwner: false },
] as const;

/** Other keys sort before this. */
export const SHORT_KEYS = `'\\x${FIRST.toString(16)}'::bytea`;

export function hasShortKey(key: Key): boolean {
  const [first, one = "", other = "", ...more] = key;
  if (more.length > 0) return false;
  if (first === SEGMENT.prefix[0]) return one.length === SEGMENT_CHARS && SLOT.test(one + other);
  return first === SCORES_OF.prefix[0] && !one.includes("\0") && SLOT.test(other);
}

/** @param key of one that `hasShortKey` */
export function shortKey(key: Uint8Array): Uint8Array {
  return shortened(key, 0);
}

/** Short keys between which all of a range are, both inclusive; a few others are there too. */
export function shortRange(from: Uint8Array, to: Uint8Array): readonly [first: Uint8Array, last: Uint8Array] {
  return [shortened(from, 0), shortened(to, 0xff)];
}

/** The whole key of a row, as SQL. @param key the column with the short one */
export function wholeKey(key = "key"): string {
  const sql = (bytes: Uint8Array) => `'\\x${bytes.toHex()}'::bytea`;
  const digits = `encode(substring(${key} from octet_length(${key}) - ${SLOT_BYTES - 1}), 'hex')`;
  const text = (from: number, count: number) =>
    `convert_to(substring(${digits} from ${from} for ${count}), 'UTF8')`;
  const owner = `substring(${key} from 2 for octet_length(${key}) - ${SLOT_BYTES + 2})`;
  const [entry, segment] = FORMS.map(({ below }) => sql(below));
  return `case get_byte(${key}, 0)
  when ${FIRST} then ${entry} || ${owner} || '\\x0002'::bytea || ${text(1, 21)} || '\\x00'::bytea
  else ${segment} || ${text(1, SEGMENT_CHARS)} || '\\x0002'::bytea || ${
    text(SEGMENT_CHARS + 1, 3)
  } || '\\x00'::bytea end`;
}

/** @param rest what stands for what a bound does not say: the least, or the greatest bytes */
function shortened(key: Uint8Array, rest: 0 | 0xff): Uint8Array {
  for (const [at, { below, hasOwner }] of FORMS.entries()) {
    const code = FIRST + at;
    if (compareBytes(key.subarray(0, below.length), below) === 0) {
      const own = key.subarray(below.length);
      if (!hasOwner) return Uint8Array.from([code, ...slotBytes(own, rest)]);
      const end = own.indexOf(0);
      if (end < 0) return Uint8Array.from([code, ...own, ...padding(rest)]);
      const owner = [code, ...own.subarray(0, end), 0];
      const next = own[end + 1] ?? 0;
      if (next < PART) return Uint8Array.from(owner);
      if (next > PART) return Uint8Array.from([...owner, ...padding(0xff)]);
      return Uint8Array.from([...owner, ...slotBytes(own.subarray(end + 2), rest)]);
    }
    if (compareBytes(key, below) < 0) return Uint8Array.of(code);
  }
  return Uint8Array.of(FIRST + FORMS.length);
}

/** @param own hexadecimal digits, of which a segment has a chunk's after 0 and the mark of a part */
function slotBytes(own: Uint8Array, rest: 0 | 0xff): number[] {
  let digits = "";
  for (let at = 0; at < own.length && digits.length < 21; at++) {
    if (digits.length === SEGMENT_CHARS && own[at] === 0 && own[at + 1] === PART) at += 2;
    const digit = String.fromCharCode(own[at] ?? 0);
    if (!/[0-9a-f]/.test(digit)) break;
    digits += digit;
  }
  const whole = digits.length === 21 ? `${digits}0` : digits.padEnd(22, rest === 0 ? "0" : "f");
  return [...Uint8Array.fromHex(whole)];
}

/** Longer than all slots. */
function padding(rest: 0 | 0xff): number[] {
  return rest === 0 ? [] : Array(SLOT_BYTES + 1).fill(rest);
}

function beginning(first: string): Uint8Array {
  return Uint8Array.from([...keyBytes([first]), PART]);
}
