/** ASCII look-alikes: `rn` for m, `vv` for w, `1` for l, `0` for o. */
import WORDS from "../../../data/plain_words.txt" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { isWords, ordinaryWords, startsWithWord, wordLengthAroundPair } from "./ordinary_word.ts";
import { asciiSkeleton, MIN_CONTAINED_LENGTH, protectedNames, wordsOf } from "./protected_name.ts";

/** The protected name that a plain ASCII label imitates with look-alikes; null when there is none or the label is that name. */
export function typedLookalike(label: string): string | null {
  const skeleton = asciiSkeleton(label);
  if (skeleton === label) return null;
  const { bySkeleton, exact, long } = protectedNames();
  if (exact.has(label)) return null;
  const texts = [label, ...(label.includes("-") ? label.split("-") : [])];
  for (const text of texts) {
    const name = bySkeleton.get(asciiSkeleton(text));
    if (name === undefined || name.name === text || exact.has(text)) continue;
    const { length } = name.name;
    if (length < SHORT_NAME) continue;
    if (length > SHORT_NAME || !hasOnlyOrdinaryPairs(text) || texts.some((part) => LURES.has(part))) {
      return name.name;
    }
  }
  for (const name of long) {
    if (name.name.length <= MIN_CONTAINED_LENGTH) break;
    if (skeleton.includes(name.skeleton) && !label.includes(name.name)) return name.name;
  }
  return null;
}

/** Shorter names are not searched for; names of this length differ in one pair from names of people and places. */
const SHORT_NAME = 4;
/** Parts of a label that ask for a password: a town's hotel has none of them. */
const LURES: ReadonlySet<string> = new Set(
  "account accounts auth billing confirm login logon pay payment secure security signin support update verify wallet"
    .split(" "),
);
/** A pair between vowels, where many languages have it: `arnex`, `narni`, `avvo`. */
const ORDINARY_PAIR = /(?<=[aeiouy])(?:rn|vv)(?=[aeiouy])/g;

/** None of its look-alikes is more than a pair of ordinary letters. */
function hasOnlyOrdinaryPairs(text: string): boolean {
  return !/rn|vv|[01]/.test(text.replace(ORDINARY_PAIR, "-"));
}

interface Forgery {
  readonly why: string;
  /** The ordinary word it imitates; null when only the position of the characters is suspicious. */
  readonly word: string | null;
}

/** Why a label looks forged although no imitated name is known; null when it does not. `top`: its top-level name. */
export function forgeryOf(label: string, top: string): Forgery | null {
  if (label.length < MIN_LENGTH) return null;
  const word = forgedWord(label) ?? forgedWhole(label);
  if (word !== null) return { why: `imitates the word "${word}" with look-alike characters`, word };
  const why = forgedDigit(label) ?? forgedPair(label, top);
  return why === null ? null : { why, word: null };
}

const MIN_LENGTH = 4;

/** A word that appears only in the label's skeleton, unless the look-alike pair belongs to a longer ordinary word. */
function forgedWord(label: string): string | null {
  const skeleton = asciiSkeleton(label);
  if (skeleton === label) return null;
  for (const { word, skeleton: read } of plainWords()) {
    if (!skeleton.includes(read) || label.includes(read) || label.includes(word)) continue;
    if (!pairsBelongToWords(label, word.length)) return word;
  }
  return null;
}

/** A part of the label that is made of words, or begins or ends with a short one, only in its skeleton. */
function forgedWhole(label: string): string | null {
  for (const part of label.split("-")) {
    const read = asciiSkeleton(part);
    if (NUMBERED.test(part) || isNumberBeforeWord(part)) continue;
    if (read === part || pairsBelongToWords(part, SHORT_WORD) || isWords(part)) continue;
    if (read.length >= MIN_LENGTH && isWords(read)) return read;
    for (const word of shortWords()) {
      if (read.startsWith(word) && !part.startsWith(word)) return word;
      if (read.endsWith(word) && !part.endsWith(word)) return word;
    }
  }
  return null;
}

function isNumberBeforeWord(part: string): boolean {
  const after = /[01]+([a-z]+)$/.exec(part)?.[1];
  return after !== undefined && startsWithWord(after);
}

/** In letters. */
const SHORT_WORD = 4;
/** A number before and after letters: `1and1`. */
const NUMBERED = /^\d[a-z]+\d$/;

const shortWords = lazy((): readonly string[] =>
  [...ordinaryWords()].filter((word) => word.length === SHORT_WORD && /[mwlo]/.test(word))
);

/** The label has no 0 or 1, and every pair in it is part of an ordinary word of at least `length` letters. */
function pairsBelongToWords(label: string, length: number): boolean {
  if (/[01]/.test(label)) return false;
  return [...label.matchAll(/rn|vv/g)].every((pair) => wordLengthAroundPair(label, pair.index) >= length);
}

/** Longest first. */
const plainWords = lazy((): readonly { readonly word: string; readonly skeleton: string }[] =>
  wordsOf(WORDS).map((word) => ({ word, skeleton: asciiSkeleton(word) }))
    .filter(({ skeleton }) => skeleton.length >= MIN_CONTAINED_LENGTH)
    .sort((a, b) => b.word.length - a.word.length)
);

/** With more digits than this, or any of 2 to 9, the digits are a code or a number, not forged letters. */
const MAX_DIGITS = 3;
const ZERO = "digit 0 in place of the letter o";
const ONE = "digit 1 in place of the letter l";
/** A run of 0 or of 1 only: `01` is a number. */
const DIGITS = /(?:(?<![a-z])([a-z]+)|(?<=^|-))(0{1,2}|1{1,2})(?![01])(?=([a-z]*))/g;
/** What follows a number as its unit, place or edition. */
const AFTER_NUMBER = /^(?:(?:st|d|s)$|x|day)/;

/** A 0 or 1 inside letters that form no words without it. A digit next to a word is a number: `level1techs`. */
function forgedDigit(label: string): string | null {
  if (/[2-9]/.test(label) || label.replace(/[^0-9]/g, "").length > MAX_DIGITS) return null;
  for (const [, before = "", digits = "", after = ""] of label.matchAll(DIGITS)) {
    const amongLetters = digits === "0" && before.length > 1;
    if (!amongLetters && AFTER_NUMBER.test(after)) continue;
    if (digits.startsWith("0") ? isForgedZero(before, after) : isForgedOne(before, after)) {
      return digits.startsWith("0") ? ZERO : ONE;
    }
  }
  return null;
}

/** A 0 is rarely a number by itself: only with words on both sides, or a single letter before it. */
function isForgedZero(before: string, after: string): boolean {
  if (before === "") return after.length >= 3 && !startsWithWord(after);
  if (after === "") return before.length >= 4 && !isWords(before);
  return !((before.length === 1 || isWords(before)) && startsWithWord(after));
}

/** Letters without a vowel are a code; so is a single letter where no English word starts with it and an l. */
function isForgedOne(before: string, after: string): boolean {
  if (startsWithWord(after)) return false;
  if (before === "") return after.length >= 4 && /^[eiou]/.test(after);
  if (before.length === 1) return /^[bcps]$/.test(before) && /^[aeiou][a-z]{2}/.test(after);
  return after !== "" && /[aeiouy]/.test(before) && !isWords(before);
}

const RN = '"rn" in place of the letter m';
const VV = '"vv" in place of the letter w';

interface Pair {
  readonly at: RegExp;
  readonly why: string;
  /** Top-level domains where the pair is ordinary: in the language, or in the usual names of clubs and trades. */
  readonly home: RegExp;
}

const SLAVIC = /^(?:ba|bg|by|cz|hr|me|mk|pl|rs|ru|si|sk|ua)$/;
/** "Royal National" institutes. Elsewhere RN is a registered nurse and RNA a molecule. */
const ROYAL = /^(?:au|ie|nz|uk)$/;
/** VV is a football club in Dutch (voetbalvereniging), VVS is plumbing in the Nordic languages. */
const CLUBS = /^(?:be|dk|fi|nl|no|se)$/;

/**
 * Positions in which few languages have the pair. Positions in ordinary words and names are left out: "rn" after a vowel,
 * before p and m, or after the first consonant ("learnpress", "smirnoff", "brno"), "vv" between vowels ("avvocato").
 */
const PAIRS: readonly Pair[] = [
  {
    at:
      /[aeiou][bcdfghjklqtvwxz]{1,3}rn[aeiou]|rnrn|[^aeiou][bcdfgjklqtvwxz]rn[aeiou](?!$)|[a-z][bcdfghjklqtvwxz]rn[bcdfghjklqtvwxz]|[ei]urn$/,
    why: RN,
    home: SLAVIC,
  },
  { at: /^rn(?![aw])[a-z]{4}/, why: RN, home: ROYAL },
  {
    at:
      /[a-z][bcdfgjklqtvwxz]rn(?!a)|[^u]rnp[a-z]|[a-z]rnrn|[^aeiou]yrn[bcdfgklpst]|^[dfgjkw]rn[a-z]{2}|[bcdfgjklqtvwxz]rn$/,
    why: RN,
    home: SLAVIC,
  },
  {
    at:
      /[aeiou][a-z]?[bcdfghjklmnprst]vv[aeiou]|[a-z][aeo]vv[bcdfgklmnprst]|^[dst]vv[aeiou][a-z]{2}|[a-z][b-df-hj-np-tv-z][aeo]vv$/,
    why: VV,
    home: CLUBS,
  },
  {
    at: /(?=.{5})(?:[bcdfghjklmnpqrstxz]vv[a-z]|[a-z]vv[bcdfghjklmnpqrtxz]|^vv[bcdfghjkmnpqtxz][a-z]{2})/,
    why: VV,
    home: CLUBS,
  },
  { at: /^vv(?=(?:[aeiou]|h[aeiou]|r[eio])[a-z]{2})/, why: VV, home: CLUBS },
];

function forgedPair(label: string, top: string): string | null {
  for (const { at, why, home } of PAIRS) {
    const found = at.exec(label);
    if (found === null || home.test(top)) continue;
    const pair = found.index + found[0].search(/rn|vv/);
    if (wordLengthAroundPair(label, pair) > 0 || (pair === 0 && startsWithWord(label.slice(2)))) continue;
    return why;
  }
  return null;
}
