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

const VOWELS = /[aeiouy]/g;
const YEAR = /(?<!\d)(?:19[3-9]\d|20[0-2]\d)$/;
const CHOSEN_YEAR = /^(?:19[3-9]\d|20[0-3]\d)$/;
const COUNTED = ["01234567890", "09876543210"];
/** Log-probability where there is nothing to measure. */
const NEUTRAL = -3;

/** In the order in which the model takes them. @param text local part of lower-case a-z, 0-9 and separators only */
export function localPartFeatures(text: string, trigrams: Trigrams): number[] {
  return Object.values(featuresOf(text, trigrams));
}

function featuresOf(text: string, trigrams: Trigrams) {
  const tokens = text.split(/[._-]+/).filter((token) => token !== "");
  const runs = text.match(/[a-z]+/g) ?? [];
  const letters = runs.reduce((sum, run) => sum + run.length, 0);
  const digits = text.replace(/[^0-9]/g, "").length;
  const size = Math.max(1, letters + digits);
  const scored = runs.map((run) => scoreRun(run, trigrams));
  const means = scored.filter((run) => run.length > 2).map((run) => run.mean);
  const trailing = /[0-9]*$/.exec(text)![0].length;
  const switches = tokens.map(switchesOf);
  const vowels = runs.join("").match(VOWELS)?.length ?? 0;
  const last = tokens.at(-1) ?? "";
  const isYear = YEAR.test(text);
  const longestRun = runs.reduce((longest, run) => Math.max(longest, run.length), 0);
  const alternating = runs.reduce((longest, run) => Math.max(longest, longestAlternation(run)), 0);
  const lastNumber = text.match(/[0-9]+/g)?.at(-1) ?? "";
  const isChosen = isChosenNumber(lastNumber);
  return {
    length: Math.log(size),
    mean_logp: letters === 0
      ? NEUTRAL
      : scored.reduce((sum, run) => sum + run.mean * run.length, 0) / letters,
    worst_run_logp: means.length === 0 ? NEUTRAL : Math.min(...means),
    worst_window_logp: scored.reduce((worst, run) => Math.min(worst, run.worst), NEUTRAL),
    before_digits_logp: trailing >= 3 && scored.length > 0 ? scored.at(-1)!.tail : NEUTRAL,
    first_run_logp: scored[0]?.mean ?? NEUTRAL,
    digit_share: digits / size,
    switches: switches.reduce((sum, count) => sum + count, 0),
    trailing_digits: isYear ? 0 : Math.min(8, trailing),
    year: isYear ? 1 : 0,
    longest_consonants: runs.reduce((longest, run) => Math.max(longest, longestConsonants(run)), 0),
    vowel_gap: letters < 3 ? 0 : Math.abs(vowels / letters - 0.42),
    separators: tokens.length - 1,
    mixed_token: switches.some((count) => count >= 2) ? 1 : 0,
    mixed_last_token: tokens.length > 1 && switchesOf(last) >= 1 && last.length >= 5 ? 1 : 0,
    hex_only: size >= 8 && digits > 0 && /^[0-9a-f]+$/.test(text) ? 1 : 0,
    starts_with_digit: /^[0-9]/.test(text) ? 1 : 0,
    only_digits: letters === 0 ? 1 : 0,
    few_letters_many_digits: letters > 0 && letters <= 5 && digits >= 5 ? 1 : 0,
    short_runs: runs.filter((run) => run.length <= 2).length,
    odd_letters: runs.join("").match(/[jqxzvwk]/g)?.length ?? 0,
    even_tokens: tokens.length >= 3 && tokens.every((token) => token.length === 3 || token.length === 4)
      ? 1
      : 0,
    run_length: longestRun,
    alternating,
    alternating_share: longestRun === 0 ? 0 : alternating / longestRun,
    chosen_number: isChosen ? 1 : 0,
    arbitrary_digits: isChosen || lastNumber.length < 4 ? 0 : Math.min(8, lastNumber.length),
  };
}

/** The names of the features, in the same order. */
export const FEATURES: readonly string[] = Object.keys(featuresOf("", []));

interface ScoredRun {
  readonly length: number;
  /** Mean log-probability of a letter. */
  readonly mean: number;
  /** The least likely four letters in a row, mean. */
  readonly worst: number;
  /** The last three letters and the edge, mean. */
  readonly tail: number;
}

function scoreRun(run: string, trigrams: Trigrams): ScoredRun {
  const numbers = lettersOf(run);
  const logs: number[] = [];
  for (let i = 2; i < numbers.length; i++) {
    logs.push(trigrams[trigramIndex(numbers[i - 2]!, numbers[i - 1]!, numbers[i]!)] ?? 0);
  }
  let worst = 0;
  for (let i = 0; i + 4 <= logs.length; i++) {
    worst = Math.min(worst, (logs[i]! + logs[i + 1]! + logs[i + 2]! + logs[i + 3]!) / 4);
  }
  const end = logs.slice(-4);
  return {
    length: run.length,
    mean: logs.reduce((sum, log) => sum + log, 0) / logs.length,
    worst,
    tail: end.reduce((sum, log) => sum + log, 0) / end.length,
  };
}

function switchesOf(token: string): number {
  return token.match(/[a-z](?=[0-9])|[0-9](?=[a-z])/g)?.length ?? 0;
}

function longestConsonants(run: string): number {
  return (run.match(/[^aeiouy]+/g) ?? []).reduce((longest, part) => Math.max(longest, part.length), 0);
}

/** The most letters in a row of which each second one is a vowel, as in invented words of open syllables. */
function longestAlternation(run: string): number {
  let longest = 0;
  let length = 0;
  for (let i = 0; i < run.length; i++) {
    length = i > 0 && isVowel(run[i]!) !== isVowel(run[i - 1]!) ? length + 1 : 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

function isVowel(letter: string): boolean {
  return "aeiouy".includes(letter);
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
