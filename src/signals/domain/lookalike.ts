/** ASCII look-alikes: `rn` for m, `vv` for w, `1` for l, `0` for o. */
import { asciiSkeleton, CONTAINED, protectedNames } from "./protected_name.ts";

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

/** Places where honest names hardly ever have these characters; measured on random registered domains. */
const SHAPES: readonly { readonly at: RegExp; readonly why: string }[] = [
  { at: /(?:[a-z]0{1,2}[a-z]|[a-z]{2}0$)/, why: "a zero stands where the letter o reads" },
  {
    at: /[a-z]{2}1{1,2}(?!st)[a-z]|(?:ai|oo|we|ve|il|ll|l1)1$/,
    why: "a one stands where the letter l reads",
  },
  { at: /(?:^|[bcdfgjklmpqtvwxz])rn(?!a)/, why: '"rn" stands where the letter m reads' },
  { at: /^vv|vv$|vv[^aeiouy]|[^aeiouy]vv/, why: '"vv" stands where the letter w reads' },
];

/** More digits than this and the label is a code or an address, not a word with a forged letter. */
const MOST_DIGITS = 3;

/** Why a label looks forged though no imitated name is known; null when it does not. */
export function shapeOf(label: string): string | null {
  if (label.length < 4 || label.replace(/[^0-9]/g, "").length > MOST_DIGITS) return null;
  if (/[2-9]/.test(label)) return null;
  return SHAPES.find((shape) => shape.at.test(label))?.why ?? null;
}
