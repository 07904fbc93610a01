/** ASCII look-alikes: `rn` for m, `vv` for w, `1` for l, `0` for o. */
import WORDS from "../../../data/plain_words.txt" with { type: "text" };
import { asciiSkeleton, CONTAINED, protectedNames, wordsOf } from "./protected_name.ts";

/** The protected name a plain ASCII label spells with look-alikes, null when it spells none or is that name itself. */
export function typedLookalike(label: string): string | null {
  const skeleton = asciiSkeleton(label);
  if (skeleton === label) return null;
  const { bySkeleton, exact, long } = protectedNames();
  if (exact.has(label)) return null;
  const texts = [label, ...(label.includes("-") ? label.split("-") : [])];
  for (const text of texts) {
    const name = bySkeleton.get(asciiSkeleton(text));
    if (name !== undefined && name.name !== text && !exact.has(text) && name.name.length >= 4) {
      return name.name;
    }
  }
  for (const name of long) {
    if (name.name.length <= CONTAINED) break;
    if (skeleton.includes(name.skeleton) && !label.includes(name.name)) return name.name;
  }
  return null;
}

interface Shape {
  readonly at: RegExp;
  readonly why: string;
  readonly digit?: true;
}

const ZERO = "a zero stands where the letter o reads";
const ONE = "a one stands where the letter l reads";
const RN = '"rn" stands where the letter m reads';
const VV = '"vv" stands where the letter w reads';

/** Places where honest names hardly ever have these characters. */
const SHAPES: readonly Shape[] = [
  { at: /[a-z]0{1,2}[a-z]|[a-z]{2}0$|^0(?!day|x)[a-z]{3}/, why: ZERO, digit: true },
  { at: /[a-z]{2}1{1,2}(?!st)[a-z]|(?:ai|oo)1$/, why: ONE, digit: true },
  { at: /^(?:[bcfgkps]1[aeiou][a-z]{2}|1(?!on|up|of)[eiou][a-z]{3})/, why: ONE, digit: true },
  { at: /^rn(?!a|$|-)|^rna(?!i|s|$|-)[a-z]{2}/, why: RN },
  { at: /[bcdfgjklqtvwxz]rn(?!a)|rnrn|[^u]rnp|[aiu]rnm|rnail/, why: RN },
  { at: /[^aeiou]yrn|[^ac]irn[aeiops]/, why: RN },
  { at: /^vv|vv$|vv[^aeiouy]|[^aeiouy]vv/, why: VV },
];

/** More digits than this, or any of 2 to 9, and the digits are a code or a number, not forged letters. */
const MOST_DIGITS = 3;

/** Why a label looks forged though no imitated name is known; null when it does not. */
export function shapeOf(label: string): string | null {
  if (label.length < 4) return null;
  const isCode = /[2-9]/.test(label) || label.replace(/[^0-9]/g, "").length > MOST_DIGITS;
  const shape = SHAPES.find((row) => !(isCode && row.digit === true) && row.at.test(label));
  return shape?.why ?? forgedWord(label);
}

/** By skeleton: the words that change under it come from a forgery when the label does not hold them as they are. */
function forgedWord(label: string): string | null {
  const skeleton = asciiSkeleton(label);
  if (skeleton === label) return null;
  for (const word of plainWords()) {
    const at = skeleton.indexOf(word);
    if (at >= 0 && !label.includes(word)) return `a letter of "${word}" is forged`;
  }
  return null;
}

let words: readonly string[] | undefined;

/** Words no honest spelling turns into: the skeleton must leave them as they are. */
function plainWords(): readonly string[] {
  return words ??= wordsOf(WORDS).filter((word) => word.length >= CONTAINED && asciiSkeleton(word) === word);
}
