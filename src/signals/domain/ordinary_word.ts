/** Ordinary words of legitimate names, to distinguish `tier1performance` from `hea1thcare` and `cornice` from a forged "comic". */
import ORDINARY from "../../../data/ordinary_words.txt" with { type: "text" };
import PLAIN from "../../../data/plain_words.txt" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { asciiSkeleton, wordsOf } from "./protected_name.ts";

/** Shortest word that counts where it is only the start of a run of letters. */
const MIN_START_LENGTH = 5;
const MAX_WORD_LENGTH = 24;

export const ordinaryWords = lazy((): ReadonlySet<string> =>
  new Set([...wordsOf(ORDINARY), ...wordsOf(PLAIN)])
);

/** Words that contain "rn" or "vv". */
const pairedWords = lazy((): readonly string[] =>
  wordsOf(ORDINARY).filter((word) => asciiSkeleton(word) !== word)
);

/** The letters are a sequence of words, or start with one that is too long to be a coincidence. */
export function startsWithWord(letters: string): boolean {
  for (let length = MIN_START_LENGTH; length <= Math.min(letters.length, MAX_WORD_LENGTH); length++) {
    if (ordinaryWords().has(letters.slice(0, length))) return true;
  }
  return isWords(letters);
}

/** The letters are a sequence of words with nothing left over. */
export function isWords(letters: string): boolean {
  const reached = [true];
  for (let end = 1; end <= letters.length; end++) {
    reached[end] = false;
    for (let start = Math.max(0, end - MAX_WORD_LENGTH); start < end; start++) {
      if (reached[start] && ordinaryWords().has(letters.slice(start, end))) reached[end] = true;
    }
  }
  return reached[letters.length] === true;
}

/** Length of the longest word that covers the pair at `at`; 0 when none does. */
export function wordLengthAroundPair(label: string, at: number): number {
  let longest = 0;
  for (const word of pairedWords()) {
    for (let start = label.indexOf(word); start >= 0; start = label.indexOf(word, start + 1)) {
      if (start <= at && at + 2 <= start + word.length) longest = Math.max(longest, word.length);
    }
  }
  return longest;
}
