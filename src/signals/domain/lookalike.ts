/** ASCII look-alikes: `rn` for m, `vv` for w, `1` for l, `0` for o. */
import WORDS from "../../../data/plain_words.txt" with { type: "text" };
import { isWords, ordinaryWords, ownPair, startsWithWord } from "./ordinary_word.ts";
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

/** What a label without a known target looks like. */
export interface Forgery {
  readonly why: string;
  /** The word it spells; null when only the place of the letters speaks. */
  readonly word: string | null;
}

/** Why a label looks forged though no imitated name is known; null when it does not. `top`: its top-level name. */
export function forgeryOf(label: string, top: string): Forgery | null {
  if (label.length < SHORTEST) return null;
  const word = forgedWord(label) ?? forgedWhole(label);
  if (word !== null) return { why: `a letter of "${word}" is forged`, word };
  const why = forgedDigit(label) ?? forgedPair(label, top);
  return why === null ? null : { why, word: null };
}

const SHORTEST = 4;

/** By skeleton: a word that the label does not hold as it is, unless what is read as its letter belongs to a longer one. */
function forgedWord(label: string): string | null {
  const skeleton = asciiSkeleton(label);
  if (skeleton === label) return null;
  for (const { word, read } of plainWords()) {
    if (!skeleton.includes(read) || label.includes(read) || label.includes(word)) continue;
    if (!isOwn(label, word.length)) return word;
  }
  return null;
}

/** The letters read as words from end to end, or begin or end with a short one, only when a forged letter is undone. */
function forgedWhole(label: string): string | null {
  for (const part of label.split("-")) {
    const read = asciiSkeleton(part);
    if (NUMBERED.test(part) || isNumberBesideWord(part)) continue;
    if (read === part || isOwn(part, SHORT_WORD) || isWords(part)) continue;
    if (read.length >= SHORTEST && isWords(read)) return read;
    for (const word of shortWords()) {
      if (read.startsWith(word) && !part.startsWith(word)) return word;
      if (read.endsWith(word) && !part.endsWith(word)) return word;
    }
  }
  return null;
}

function isNumberBesideWord(part: string): boolean {
  const after = /[01]+([a-z]+)$/.exec(part)?.[1];
  return after !== undefined && startsWithWord(after);
}

/** In letters. */
const SHORT_WORD = 4;
/** A number before and behind letters: `1and1`. */
const NUMBERED = /^\d[a-z]+\d$/;

let short: readonly string[] | undefined;

function shortWords(): readonly string[] {
  return short ??= [...ordinaryWords()].filter((word) => word.length === SHORT_WORD && /[mwlo]/.test(word));
}

/** Every pair in the label is part of an ordinary word at least that long, and no digit is there. */
function isOwn(label: string, length: number): boolean {
  if (/[01]/.test(label)) return false;
  return [...label.matchAll(/rn|vv/g)].every((pair) => ownPair(label, pair.index) >= length);
}

interface PlainWord {
  readonly word: string;
  /** Its skeleton. */
  readonly read: string;
}

let words: readonly PlainWord[] | undefined;

/** Longest first. */
function plainWords(): readonly PlainWord[] {
  return words ??= wordsOf(WORDS).map((word) => ({ word, read: asciiSkeleton(word) }))
    .filter(({ read }) => read.length >= CONTAINED)
    .sort((a, b) => b.word.length - a.word.length);
}

/** More digits than this, or any of 2 to 9, and the digits are a code or a number, not forged letters. */
const MOST_DIGITS = 3;
const ZERO = "a zero stands where the letter o reads";
const ONE = "a one stands where the letter l reads";
/** A run of the one digit only: `01` is a number. */
const DIGITS = /(?:(?<![a-z])([a-z]+)|(?<=^|-))(0{1,2}|1{1,2})(?![01])(?=([a-z]*))/g;
/** What stands behind a number as its unit, place or edition. */
const BEHIND_NUMBER = /^(?:(?:st|d|s)$|x|day)/;

/** A 0 or 1 inside letters that are no words without it. A number beside a word is a number: `level1techs`. */
function forgedDigit(label: string): string | null {
  if (/[2-9]/.test(label) || label.replace(/[^0-9]/g, "").length > MOST_DIGITS) return null;
  for (const [, before = "", digits = "", after = ""] of label.matchAll(DIGITS)) {
    const amongLetters = digits === "0" && before.length > 1;
    if (!amongLetters && BEHIND_NUMBER.test(after)) continue;
    if (digits.startsWith("0") ? isForgedZero(before, after) : isForgedOne(before, after)) {
      return digits.startsWith("0") ? ZERO : ONE;
    }
  }
  return null;
}

/** People hardly number from zero: only words on both sides, or a letter before, make it a number. */
function isForgedZero(before: string, after: string): boolean {
  if (before === "") return after.length >= 3 && !startsWithWord(after);
  if (after === "") return before.length >= 4 && !isWords(before);
  return !((before.length === 1 || isWords(before)) && startsWithWord(after));
}

/** Letters without a vowel are a code, and so is a single one where no word of the language starts like that. */
function isForgedOne(before: string, after: string): boolean {
  if (startsWithWord(after)) return false;
  if (before === "") return after.length >= 4 && /^[eiou]/.test(after);
  if (before.length === 1) return /^[bcps]$/.test(before) && /^[aeiou][a-z]{2}/.test(after);
  return after !== "" && /[aeiouy]/.test(before) && !isWords(before);
}

const RN = '"rn" stands where the letter m reads';
const VV = '"vv" stands where the letter w reads';
interface Pair {
  readonly at: RegExp;
  readonly why: string;
  /** Top-level names under which people write the pair: in their language, or in what clubs and trades are called. */
  readonly home: RegExp;
}

const SLAVIC = /^(?:ba|bg|by|cz|hr|me|mk|pl|rs|ru|si|sk|ua)$/;
/** Royal National institutes; elsewhere RN is a nurse, RNA a molecule. */
const ROYAL = /^(?:au|ie|nz|uk)$/;
/** Voetbalvereniging, and VVS for plumbing. */
const CLUBS = /^(?:be|dk|fi|nl|no|se)$/;

/**
 * Places where few languages put the pair. Left out are those of ordinary words and names: "rn" behind a vowel, in front
 * of p and m, or behind the first consonant ("learnpress", "smirnoff", "brno"), "vv" between vowels ("avvocato").
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
    if (ownPair(label, pair) > 0 || (pair === 0 && startsWithWord(label.slice(2)))) continue;
    return why;
  }
  return null;
}
