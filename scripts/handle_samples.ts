/** Local parts to train on: people's, combined from names and words, and machine-generated ones. */

/** A number from 0 up to 1; seeded, so that training is reproducible. */
export type Random = () => number;

export interface NameLists {
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly word: readonly string[];
  readonly short: readonly string[];
}

export function parseNames(text: string): NameLists {
  const lists: Record<string, string[]> = { given: [], family: [], word: [], short: [] };
  let section = lists["given"]!;
  for (const line of text.split("\n")) {
    if (line.startsWith("#") || line.trim() === "") continue;
    const header = /^\[(\w+)\]$/.exec(line);
    if (header !== null) section = lists[header[1]!] ??= [];
    else section.push(...line.trim().split(/\s+/));
  }
  const unique = (name: string) => [...new Set(lists[name])];
  return { given: unique("given"), family: unique("family"), word: unique("word"), short: unique("short") };
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}

function weighted<T>(random: Random, from: readonly (readonly [number, T])[]): T {
  let left = random() * from.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of from) {
    left -= weight;
    if (left < 0) return value;
  }
  return from.at(-1)![1];
}

function string(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CONSONANTS = "bcdfghjklmnpqrstvwxz";
const VOWELS = "aeiou";
const DIGITS = "0123456789";
const BASE36 = LETTERS + DIGITS;

type Make = (random: Random, names: NameLists) => string;

const year: Make = (r) => String(between(r, 1945, 2025));
const initial: Make = (r, n) => pick(r, n.given)[0]!;
const family: Make = (r, n) =>
  r() < 0.12 ? pick(r, n.short) + (r() < 0.3 ? pick(r, n.short) : "") : pick(r, n.family);
const PARTICLES = [
  "mc",
  "mac",
  "o",
  "de",
  "di",
  "da",
  "la",
  "le",
  "van",
  "von",
  "al",
  "el",
  "ben",
  "fitz",
  "st",
];
const prefixed: Make = (r, n) => pick(r, PARTICLES) + pick(r, n.family);
const given: Make = (r, n) =>
  r() < 0.08 ? pick(r, n.short) + (r() < 0.6 ? pick(r, n.short) : "") : pick(r, n.given);
const separator: Make = (r) => pick(r, [".", ".", ".", "_", "-", "", ""]);
/** Numbers that people put after a name: few digits, years, dates, and some that are easy to type. */
const number: Make = (r) => {
  const date = pair(between(r, 1, 28)) + pair(between(r, 1, 12));
  return weighted(r, [
    [10, () => string(r, DIGITS, 1)],
    [26, () => string(r, DIGITS, 2)],
    [17, () => string(r, DIGITS, 3)],
    [10, () => string(r, DIGITS, 4)],
    [19, () => year(r, NONE)],
    [4, () => r() < 0.5 ? date : date.slice(2) + date.slice(0, 2)],
    [4, () => date + year(r, NONE).slice(2)],
    [2, () => date + year(r, NONE)],
    [4, () => pick(r, EASY_NUMBERS)],
    [2.5, () => string(r, DIGITS, 5)],
    [1.5, () => string(r, DIGITS, between(r, 6, 7))],
  ])();
};
const EASY_NUMBERS = "123 1234 12345 123456 007 111 1111 777 999 100 1000 321 2468 101 1212 2020 6969".split(
  " ",
);
const pair = (value: number) => String(value).padStart(2, "0");
const NONE: NameLists = { given: [], family: [], word: [], short: [] };

/** Repeated rows make their form more frequent. */
const HUMAN: readonly Make[] = [
  (r, n) => `${given(r, n)}.${family(r, n)}`,
  (r, n) => `${given(r, n)}.${family(r, n)}`,
  (r, n) => given(r, n) + family(r, n),
  (r, n) => given(r, n) + family(r, n),
  (r, n) => initial(r, n) + family(r, n),
  (r, n) => initial(r, n) + family(r, n),
  (r, n) => initial(r, n) + initial(r, n) + family(r, n),
  (r, n) => `${initial(r, n)}.${family(r, n)}`,
  (r, n) => given(r, n) + separator(r, n) + prefixed(r, n) + (r() < 0.2 ? number(r, n) : ""),
  (r, n) => initial(r, n) + prefixed(r, n),
  (r, n) => `${given(r, n)}.${initial(r, n)}`,
  (r, n) => given(r, n) + initial(r, n) + (r() < 0.5 ? number(r, n) : ""),
  (r, n) => `${given(r, n)}${separator(r, n)}${initial(r, n)}${separator(r, n)}${family(r, n)}`,
  (r, n) => `${family(r, n)}.${given(r, n)}`,
  (r, n) => family(r, n) + given(r, n),
  (r, n) => family(r, n) + initial(r, n) + (r() < 0.3 ? number(r, n) : ""),
  (r, n) => `${family(r, n)}.${initial(r, n)}.${between(r, 1, 20)}`,
  (r, n) => family(r, n),
  (r, n) => family(r, n),
  (r, n) => given(r, n),
  (r, n) => `${given(r, n)}${pick(r, ["_", "-"])}${family(r, n)}`,
  (r, n) => `${given(r, n)}${separator(r, n)}${family(r, n)}${number(r, n)}`,
  (r, n) => `${given(r, n)}${separator(r, n)}${family(r, n)}${number(r, n)}`,
  (r, n) => given(r, n) + number(r, n),
  (r, n) => given(r, n) + number(r, n),
  (r, n) => initial(r, n) + family(r, n) + number(r, n),
  (r, n) => pick(r, n.word) + pick(r, n.word),
  (r, n) =>
    `${pick(r, n.word)}${pick(r, [".", "_", "-", ""])}${pick(r, n.word)}${r() < 0.5 ? number(r, n) : ""}`,
  (r, n) => pick(r, n.word) + pick(r, n.given) + (r() < 0.5 ? number(r, n) : ""),
  (r, n) => given(r, n) + pick(r, n.word),
  (r, n) => pick(r, n.word) + number(r, n),
  (r, n) => `${pick(r, n.word)}${pick(r, n.word)}${pick(r, n.word)}`,
  (r, n) => initial(r, n) + initial(r, n) + initial(r, n) + year(r, n),
  (r, n) => initial(r, n) + initial(r, n) + string(r, DIGITS, between(r, 4, 6)),
  (r, n) => pick(r, n.given).slice(0, 3) + pick(r, n.family).slice(0, 3) + (r() < 0.5 ? number(r, n) : ""),
  (r, n) => pick(r, n.given).slice(0, between(r, 2, 4)) + pick(r, n.family),
  (r, n) =>
    pick(r, n.short) + pick(r, n.short) + (r() < 0.5 ? pick(r, n.short) : "") +
    (r() < 0.3 ? number(r, n) : ""),
  (r, n) =>
    pick(r, n.family) +
    pick(r, ["son", "ov", "ova", "ski", "ska", "enko", "ian", "yan", "ez", "oglu", "shvili"]),
  (r, n) => unvowelled(pick(r, n.given)) + pick(r, n.family),
  (r, n) => pick(r, n.word) + between(r, 1, 9) + pick(r, ["life", "you", "ever", "me", "u", "fun", "love"]),
  (r, n) => leet(r, pick(r, n.word) + (r() < 0.5 ? pick(r, n.word) : "")) + (r() < 0.3 ? number(r, n) : ""),
  (r, n) => `${pick(r, n.word)}${pick(r, ["2", "4", "4", "69", "007", "13"])}${pick(r, n.word)}`,
  (r, n) => decorated(r, pick(r, n.word) + (r() < 0.5 ? pick(r, n.word) : "")),
  (r, n) =>
    initial(r, n) + family(r, n) + year(r, n) + pick(r, ["", "", "a", "b", "x", "jr", "uk", "abc", "mail"]),
  (r, n) => unvowelled(family(r, n)) + (r() < 0.5 ? number(r, n) : ""),
  (r, n) => acronym(r, n) + (r() < 0.5 ? pick(r, n.word) : number(r, n)),
  (r, n) => doubled(r, given(r, n)) + (r() < 0.4 ? number(r, n) : ""),
];

/** By kind, because `train_handles.ts` reports figures for each. */
const MACHINE: Readonly<Record<string, Make>> = {
  base36: (r) => string(r, BASE36, between(r, 8, 16)),
  base36_lower_digits: (r) =>
    Array.from({ length: between(r, 8, 15) }, () => r() < 0.2 ? pick(r, [...DIGITS]) : pick(r, [...LETTERS]))
      .join(""),
  alternating: (r) =>
    Array.from({ length: between(r, 4, 7) }, () => pick(r, [...LETTERS]) + pick(r, [...DIGITS])).join(""),
  letters: (r) => string(r, LETTERS, between(r, 8, 15)),
  letters_more: (r) => string(r, LETTERS, between(r, 7, 12)),
  consonants: (r) => string(r, CONSONANTS, between(r, 6, 12)),
  hex: (r) => string(r, "0123456789abcdef", pick(r, [8, 10, 12, 16, 20, 24, 32])),
  letters_long_number: (r) => string(r, LETTERS, between(r, 3, 6)) + string(r, DIGITS, between(r, 5, 10)),
  digits: (r) => string(r, DIGITS, between(r, 9, 15)),
  name_number: (r, n) => pick(r, n.given) + string(r, DIGITS, between(r, 7, 9)),
  name_letters_number: (r, n) =>
    pick(r, n.given) + pick(r, n.family) + string(r, LETTERS, between(r, 2, 4)) +
    string(r, DIGITS, between(r, 3, 5)),
  name_token: (r, n) =>
    `${pick(r, n.given)}${pick(r, [".", "_", "-"])}${pick(r, n.family)}${pick(r, [".", "_", "-"])}${
      token(r)
    }`,
  word_token: (r, n) => `${pick(r, n.word)}${pick(r, [".", "_", "-"])}${token(r)}`,
  groups: (r) =>
    Array.from({ length: between(r, 3, 4) }, () => string(r, BASE36, between(r, 3, 5))).join(
      pick(r, ["-", "-", ".", "_"]),
    ),
  syllables: (r) => syllables(r) + syllables(r).slice(0, between(r, 2, 6)),
  syllables_number: (r) => syllables(r) + string(r, DIGITS, between(r, 2, 7)),
  syllables_long_number: (r) => syllables(r) + string(r, DIGITS, between(r, 4, 6)),
  syllables_around_number: (r) =>
    syllables(r) + string(r, DIGITS, between(r, 1, 4)) + syllables(r).slice(0, between(r, 2, 6)),
  keyboard: (r) => {
    const row = pick(r, ["qwertyuiop", "asdfghjkl", "zxcvbnm", "poiuytrewq", "lkjhgfdsa", "qazwsxedc"]);
    return row.slice(0, between(r, 5, 9)) + pick(r, ["", row.slice(1, 4), string(r, DIGITS, 3)]);
  },
  mashed: (r) => string(r, "asdfghjkl", between(r, 7, 12)),
};

/** How a syllable is made of consonants and vowels; an invented word keeps to one row. */
const SHAPES: readonly (readonly string[])[] = [
  ["CV"],
  ["CV"],
  ["CVC"],
  ["CV", "CVC"],
  ["CV", "CVV"],
  ["CV", "VC", "CVC"],
  ["CCV", "CV", "CVC"],
];

/** An invented word that can be spoken. */
function syllables(random: Random): string {
  const shapes = pick(random, SHAPES);
  const count = between(random, shapes.includes("CVC") ? 2 : 3, shapes.includes("CVC") ? 4 : 5);
  return Array.from({ length: count }, () => pick(random, shapes)).join("")
    .replace(/[CV]/g, (kind) => pick(random, [...(kind === "C" ? CONSONANTS : VOWELS)]));
}

function token(random: Random): string {
  return string(random, BASE36, between(random, 5, 8));
}

function unvowelled(name: string): string {
  return name[0]! + name.slice(1).replace(/[aeiouy]/g, "");
}

/** Initials of a few names, as clubs, schools and couples use them. */
function acronym(random: Random, names: NameLists): string {
  return Array.from({ length: between(random, 3, 4) }, () => pick(random, names.family)[0]).join("");
}

const LEET: Readonly<Record<string, string>> = { o: "0", e: "3", a: "4", i: "1", s: "5", t: "7" };

function leet(random: Random, word: string): string {
  const letter = pick(random, Object.keys(LEET));
  return word.replaceAll(letter, LEET[letter]!);
}

function decorated(random: Random, word: string): string {
  const mark = pick(random, ["xx", "x", "xxx", "z", "o0"]);
  return pick(random, [
    `${mark}${word}${mark}`,
    `${mark}_${word}_${mark}`,
    `${word}${mark}`,
    `the_${word}_${mark}`,
  ]);
}

function doubled(random: Random, name: string): string {
  const at = between(random, 1, name.length - 1);
  return name.slice(0, at) + name[at] + name.slice(at);
}

export function humanHandle(random: Random, names: NameLists): string {
  return pick(random, HUMAN)(random, names);
}

export function machineHandle(random: Random, names: NameLists): { handle: string; kind: string } {
  const kind = pick(random, Object.keys(MACHINE));
  return { handle: MACHINE[kind]!(random, names), kind };
}
