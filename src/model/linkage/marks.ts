/** Which different values were seen at a place: 64 bits of each kind, from which their number is estimated (linear counting). */

/** Kinds are added at the end only: stored texts may be shorter. */
const MARKS = ["pattern", "device", "sharedDevice", "person", "line", "tokenDay"] as const;
export type Mark = typeof MARKS[number];

/** Hex digits, 16 of each kind; "" and what is missing at the end: none. */
export type Marks = string;

const BITS = 64;
const HEX_BITS = 4;
const CHARS = BITS / HEX_BITS;
/** Of 32 bits. */
const WORD_CHARS = 8;

export function marked(marks: Marks, mark: Mark, value: string): Marks {
  const { at, bit } = bitOf(mark, value);
  const text = marks.padEnd((MARKS.indexOf(mark) + 1) * CHARS, "0");
  const digit = parseInt(text[at]!, 16);
  return (digit & bit) !== 0 ? text : text.slice(0, at) + (digit | bit).toString(16) + text.slice(at + 1);
}

export function unionOf(one: Marks, other: Marks): Marks {
  if (one === other || other === "") return one;
  if (one === "") return other;
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  let text = "";
  for (let at = 0; at < shorter.length; at += WORD_CHARS) {
    const end = Math.min(at + WORD_CHARS, shorter.length);
    const word = parseInt(one.slice(at, end), 16) | parseInt(other.slice(at, end), 16);
    text += (word >>> 0).toString(16).padStart(end - at, "0");
  }
  return text + longer.slice(shorter.length);
}

/** True for a value that was seen, and sometimes for another one. */
export function hasMark(marks: Marks, mark: Mark, value: string): boolean {
  const { at, bit } = bitOf(mark, value);
  return at < marks.length && (parseInt(marks[at]!, 16) & bit) !== 0;
}

/** An estimate of the number of values. @param own not counted */
export function countMarks(marks: Marks, mark: Mark, own: string | null): number {
  const from = MARKS.indexOf(mark) * CHARS;
  let set = 0;
  const to = Math.min(from + CHARS, marks.length);
  for (let at = from; at < to; at++) set += BITS_OF[parseInt(marks[at]!, 16)]!;
  if (set > 0 && own !== null && hasMark(marks, mark, own)) set--;
  return set === BITS ? MOST : Math.round(BITS * Math.log(BITS / (BITS - set)));
}

/** Bits of each hex digit. */
const BITS_OF = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
/** What is said when all bits are set. */
const MOST = 300;

function bitOf(mark: Mark, value: string): { at: number; bit: number } {
  // FNV-1a, and a step that mixes the high bits in.
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  const index = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12) % BITS;
  return { at: MARKS.indexOf(mark) * CHARS + (index >> 2), bit: 1 << (index & 3) };
}
