/** The block of a number: it without its last four digits, which those who buy numbers in a row have in common. */
import type { ReadNumber } from "./parse.ts";

const OPEN_DIGITS = 4;
/** Of a shorter national number the block would be a region, or next to nothing. */
const SHORTEST_NATIONAL = 8;
const HIDDEN = "•";

interface PhoneBlock {
  /** What is hashed: E.164 without the last four digits. */
  readonly text: string;
  /** `+992 50 183 ••••` */
  readonly shown: string;
}

/** @returns null for a number that is too short to have one, or to exist */
export function phoneBlock(
  number: Pick<ReadNumber, "parsed" | "international" | "possible">,
): PhoneBlock | null {
  const { parsed, possible } = number;
  if (!possible || parsed.nationalNumber.length < SHORTEST_NATIONAL) return null;
  return {
    text: parsed.number.slice(0, -OPEN_DIGITS),
    get shown() {
      const { international } = number;
      let left = international.match(/\d/g)!.length - OPEN_DIGITS;
      return international.replace(/\d/g, (digit) => left-- > 0 ? digit : HIDDEN);
    },
  };
}
