/** Numeric features of the form of a local part, shared by the model and its training (scripts/train_handles.ts). */

/** Log-probabilities of a letter after two others in local parts chosen by people; index from `trigramIndex`. */
export type Trigrams = { readonly [index: number]: number };

/** Letters a to z are 1 to 26; 0 is the edge of a sequence of letters (a run). */
export const LETTERS = 27;

export function trigramIndex(a: number, b: number, c: number): number {
  return (a * LETTERS + b) * LETTERS + c;
}

/** The letters of a run as numbers, with two edges before and one after them. */
export function lettersOf(run: string): number[] {
  const numbers = [0, 0];
  for (let i = 0; i < run.length; i++) numbers.push(run.charCodeAt(i) - 96);
  numbers.push(0);
  return numbers;
}

const VOWELS = letterBits("aeiouy");
const ODD_LETTERS = letterBits("jqxzvwk");
const LETTER_F = 102;
const CHOSEN_YEAR = /^(?:19[3-9]\d|20[0-3]\d)$/;
const PAST_YEAR = /^(?:19[3-9]\d|20[0-2]\d)$/;
const COUNTED = ["01234567890", "09876543210"];
/** Log-probability where there is nothing to measure. */
const NEUTRAL = -3;

/** In the order in which the model takes them. @param text local part of lower-case a-z, 0-9 and separators only */
export function localPartFeatures(text: string, trigrams: Trigrams): number[] {
  return Object.values(featuresOf(text, trigrams));
}

function featuresOf(text: string, trigrams: Trigrams) {
  const runs = runsOf(text, trigrams);
  const tokens = tokensOf(text);
  const last = tokens.at(-1);
  const lastRun = runs.at(-1);
  let [letters, vowels, oddLetters, shortRuns, logs] = [0, 0, 0, 0, 0];
  let [longestRun, longestConsonants, alternating] = [0, 0, 0];
  let [worstRun, worstWindow] = [Infinity, NEUTRAL];
  for (const run of runs) {
    letters += run.length;
    vowels += run.vowels;
    oddLetters += run.oddLetters;
    logs += run.mean * run.length;
    longestRun = Math.max(longestRun, run.length);
    longestConsonants = Math.max(longestConsonants, run.consonants);
    alternating = Math.max(alternating, run.alternating);
    worstWindow = Math.min(worstWindow, run.worst);
    if (run.length > 2) worstRun = Math.min(worstRun, run.mean);
    else shortRuns++;
  }
  let [switches, mixedToken, evenTokens] = [0, false, tokens.length >= 3];
  for (const token of tokens) {
    switches += token.switches;
    mixedToken ||= token.switches >= 2;
    evenTokens &&= token.length === 3 || token.length === 4;
  }
  const { digits, trailing, lastNumber, isHex } = numbersOf(text);
  const size = Math.max(1, letters + digits);
  const isYear = trailing === 4 && PAST_YEAR.test(lastNumber);
  const isChosen = isChosenNumber(lastNumber);
  return {
    length: Math.log(size),
    mean_logp: letters === 0 ? NEUTRAL : logs / letters,
    worst_run_logp: worstRun === Infinity ? NEUTRAL : worstRun,
    worst_window_logp: worstWindow,
    before_digits_logp: trailing >= 3 && lastRun !== undefined ? lastRun.tail : NEUTRAL,
    first_run_logp: runs[0]?.mean ?? NEUTRAL,
    digit_share: digits / size,
    switches,
    trailing_digits: isYear ? 0 : Math.min(8, trailing),
    year: isYear ? 1 : 0,
    longest_consonants: longestConsonants,
    vowel_gap: letters < 3 ? 0 : Math.abs(vowels / letters - 0.42),
    separators: tokens.length - 1,
    mixed_token: mixedToken ? 1 : 0,
    mixed_last_token: tokens.length > 1 && last!.switches >= 1 && last!.length >= 5 ? 1 : 0,
    hex_only: size >= 8 && digits > 0 && isHex ? 1 : 0,
    starts_with_digit: isDigit(text.charCodeAt(0)) ? 1 : 0,
    only_digits: letters === 0 ? 1 : 0,
    few_letters_many_digits: letters > 0 && letters <= 5 && digits >= 5 ? 1 : 0,
    short_runs: shortRuns,
    odd_letters: oddLetters,
    even_tokens: evenTokens ? 1 : 0,
    run_length: longestRun,
    alternating,
    alternating_share: longestRun === 0 ? 0 : alternating / longestRun,
    chosen_number: isChosen ? 1 : 0,
    arbitrary_digits: isChosen || lastNumber.length < 4 ? 0 : Math.min(8, lastNumber.length),
  };
}

/** The names of the features, in the same order. */
export const FEATURES: readonly string[] = Object.keys(featuresOf("", []));

/** A sequence of letters. */
interface Run {
  readonly length: number;
  /** Mean log-probability of a letter. */
  readonly mean: number;
  /** The least likely four letters in a row, mean. */
  readonly worst: number;
  /** The last three letters and the edge, mean. */
  readonly tail: number;
  readonly vowels: number;
  readonly oddLetters: number;
  /** The most consonants in a row. */
  readonly consonants: number;
  /** The most letters in a row of which each second one is a vowel, as in invented words of open syllables. */
  readonly alternating: number;
}

function runsOf(text: string, trigrams: Trigrams): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isLetter(text.charCodeAt(at))) continue;
    const start = at;
    while (at < text.length && isLetter(text.charCodeAt(at))) at++;
    runs.push(readRun(text, start, at, trigrams));
  }
  return runs;
}

function readRun(text: string, start: number, end: number, trigrams: Trigrams): Run {
  const length = end - start;
  /** The two letters before, and the last four log-probabilities. */
  let [a, b, p, q, r, s] = [0, 0, 0, 0, 0, 0];
  let [sum, worst, count] = [0, 0, 0];
  let [vowels, oddLetters, consonants, inRow, alternating, alternate] = [0, 0, 0, 0, 0, 0];
  let wasVowel = false;
  for (let at = start; at <= end; at++) {
    // The edge comes last.
    const letter = at === end ? 0 : text.charCodeAt(at) - 96;
    p = q;
    q = r;
    r = s;
    s = trigrams[trigramIndex(a, b, letter)] ?? 0;
    a = b;
    b = letter;
    sum += s;
    if (++count >= 4) worst = Math.min(worst, (p + q + r + s) / 4);
    if (at === end) break;
    const vowel = (VOWELS & (1 << letter)) !== 0;
    if (vowel) vowels++;
    if ((ODD_LETTERS & (1 << letter)) !== 0) oddLetters++;
    inRow = vowel ? 0 : inRow + 1;
    alternate = at > start && vowel !== wasVowel ? alternate + 1 : 1;
    consonants = Math.max(consonants, inRow);
    alternating = Math.max(alternating, alternate);
    wasVowel = vowel;
  }
  const mean = sum / count;
  const tail = (p + q + r + s) / Math.min(4, count);
  return { length, mean, worst, tail, vowels, oddLetters, consonants, alternating };
}

/** What stands between separators. */
interface Token {
  readonly length: number;
  /** Changes between letters and digits. */
  readonly switches: number;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let [length, switches, wasDigit] = [0, 0, false];
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? NaN : text.charCodeAt(at);
    const digit = isDigit(code);
    if (!digit && !isLetter(code)) {
      if (length > 0) tokens.push({ length, switches });
      [length, switches] = [0, 0];
      continue;
    }
    if (length > 0 && digit !== wasDigit) switches++;
    length++;
    wasDigit = digit;
  }
  return tokens;
}

function numbersOf(text: string) {
  let [digits, from, end, isHex] = [0, 0, 0, true];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits++;
      if (end !== at || at === 0) from = at;
      end = at + 1;
    } else if (!isLetter(code) || code > LETTER_F) isHex = false;
  }
  const lastNumber = digits === 0 ? "" : text.slice(from, end);
  return { digits, lastNumber, trailing: digits > 0 && end === text.length ? end - from : 0, isHex };
}

/** A bit for each letter, by its number. */
function letterBits(letters: string): number {
  let bits = 0;
  for (let at = 0; at < letters.length; at++) bits |= 1 << (letters.charCodeAt(at) - 96);
  return bits;
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** One or two digits, a year, a date, or digits that count or repeat: what people add to a name that is taken. */
function isChosenNumber(digits: string): boolean {
  const { length } = digits;
  if (length <= 2) return length > 0;
  if (/^(\d{1,3})\1+$/.test(digits) || /000$|^0+7$/.test(digits)) return true;
  if (COUNTED.some((row) => row.includes(digits))) return true;
  if (length === 4) return CHOSEN_YEAR.test(digits) || isDay(digits);
  if (length === 6) return isDay(digits.slice(0, 4)) || isDay(digits.slice(2));
  if (length !== 8) return false;
  return (isDay(digits.slice(0, 4)) && CHOSEN_YEAR.test(digits.slice(4))) ||
    (isDay(digits.slice(4)) && CHOSEN_YEAR.test(digits.slice(0, 4)));
}

/** A day and a month in either order. */
function isDay(digits: string): boolean {
  const [one, other] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  return one > 0 && other > 0 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;
}
