/**
 * The shape of a local part, which tells how it was made and not whose it is: `jsmith8271` is `initial+surname+9999`. It is
 * split at separators and between letters and digits; a run of letters becomes its class, a run of digits its length in 9s,
 * separators stay, and where letters and digits meet there is a `+`. No letter of the address is in it.
 */
import type { NameLists } from "./name_lists.ts";
import { latinLocalPart } from "./machine_generated.ts";

type LetterClass = "given" | "surname" | "given+surname" | "initial+surname" | "word" | "letters";

/** A longer run of digits counts as one of this length. */
const MOST_DIGITS = 12;
/** More runs of letters and digits than people write: the parts then say nothing, and shapes would be without number. */
const MOST_RUNS = 6;
export const MIXED = "mixed";
/** Stands for characters that are neither letters nor digits nor separators. */
const OTHER = "*";
/** A longer run of separators is cut. */
const MOST_SEPARATORS = 2;
const SHORTEST_SURNAME = 3;
const SHORTEST_GIVEN = 2;

const RUNS = /(?<letters>\p{L}[\p{L}\p{M}]*)|(?<digits>\p{N}+)|(?<separators>[._+-]+)|[^\p{L}\p{N}._+-]+/gu;

/** @param local the local part as it is written, with its tag */
export function emailShape(local: string, names: NameLists): string {
  let [shape, runs, afterRun, givenSeen] = ["", 0, false, false];
  for (const { 0: text, groups } of local.matchAll(RUNS)) {
    const isRun = groups?.["letters"] !== undefined || groups?.["digits"] !== undefined;
    if (isRun && ++runs > MOST_RUNS) return MIXED;
    if (isRun && afterRun) shape += "+";
    afterRun = isRun;
    if (groups?.["digits"] !== undefined) shape += "9".repeat(Math.min(MOST_DIGITS, [...text].length));
    else if (groups?.["separators"] !== undefined) shape += text.slice(0, MOST_SEPARATORS);
    else if (!isRun) shape += OTHER;
    else {
      const part = classOf(text, names, givenSeen);
      givenSeen ||= part === "given";
      shape += part;
    }
  }
  return shape;
}

/**
 * Names come before words, and an initial before a given name of few letters, so that addresses made by one pattern of
 * names have one shape.
 * @param givenSeen an earlier run is a given name: one that is both is then a surname
 */
function classOf(run: string, names: NameLists, givenSeen: boolean): LetterClass {
  const letters = latinLocalPart(run.toLowerCase());
  if (letters === null || !/^[a-z]+$/.test(letters)) return "letters";
  const surname = names.isSurname(letters);
  if (names.isGiven(letters) && !(givenSeen && surname)) return "given";
  if (surname) return "surname";
  if (letters.length > SHORTEST_SURNAME && names.isSurname(letters.slice(1))) return "initial+surname";
  for (let at = SHORTEST_GIVEN; at <= letters.length - SHORTEST_SURNAME; at++) {
    if (names.isGiven(letters.slice(0, at)) && names.isSurname(letters.slice(at))) return "given+surname";
  }
  return names.isWord(letters) ? "word" : "letters";
}
