/** Words that honest names are made of, to tell `tier1performance` from `hea1thcare` and `cornice` from a forged "comic". */
import ORDINARY from "../../../data/ordinary_words.txt" with { type: "text" };
import PLAIN from "../../../data/plain_words.txt" with { type: "text" };
import { asciiSkeleton, wordsOf } from "./protected_name.ts";

/** Shortest word that counts where it is only the start of a run of letters. */
const BESIDE = 5;
const LONGEST = 24;

let ordinary: ReadonlySet<string> | undefined;
let paired: readonly string[] | undefined;

export function ordinaryWords(): ReadonlySet<string> {
  return ordinary ??= new Set([...wordsOf(ORDINARY), ...wordsOf(PLAIN)]);
}

/** Words with an "rn" or "vv" of their own. */
function pairedWords(): readonly string[] {
  return paired ??= wordsOf(ORDINARY).filter((word) => asciiSkeleton(word) !== word);
}

/** The letters are one word after another, or start with one that is long enough to be no chance. */
export function startsWithWord(letters: string): boolean {
  for (let length = BESIDE; length <= Math.min(letters.length, LONGEST); length++) {
    if (ordinaryWords().has(letters.slice(0, length))) return true;
  }
  return isWords(letters);
}

/** One word after another, with nothing left. */
export function isWords(letters: string): boolean {
  const reached = [true];
  for (let end = 1; end <= letters.length; end++) {
    reached[end] = false;
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      if (reached[start] && ordinaryWords().has(letters.slice(start, end))) reached[end] = true;
    }
  }
  return reached[letters.length] === true;
}

/** Length of the longest word that holds the pair at `at` as its own; 0 when none does. */
export function ownPair(label: string, at: number): number {
  let longest = 0;
  for (const word of pairedWords()) {
    for (let start = label.indexOf(word); start >= 0; start = label.indexOf(word, start + 1)) {
      if (start <= at && at + 2 <= start + word.length) longest = Math.max(longest, word.length);
    }
  }
  return longest;
}
