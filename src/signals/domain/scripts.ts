/** Which scripts a label mixes (UTS #39, Highly Restrictive) and whether any one language's alphabet covers it. */
import ALPHABETS from "../../../data/latin_alphabets.csv" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { rowsOf } from "../../model/table_text.ts";

/** Common and inherited characters (digits, hyphen, marks) belong to any script. */
const ANY = "\\p{scx=Zyyy}\\p{scx=Zinh}";

/** Scripts that domain names are written in. Any other script counts as mixed when it occurs together with one of these. */
const SCRIPTS = (
  "Latn Cyrl Grek Armn Hebr Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr " +
  "Geor Ethi Khmr Mong Cher Cans Lisu Copt Tfng Nkoo Thaa Syrc Runr Dsrt Osge"
).split(" ");

/** The combinations of scripts that the Highly Restrictive level of UTS #39 allows. */
const ALLOWED_TOGETHER = [
  ["Latn", "Hani", "Hira", "Kana"],
  ["Latn", "Hani", "Bopo"],
  ["Latn", "Hani", "Hang"],
];

interface Alphabet {
  readonly letters: ReadonlySet<string>;
  readonly unused: RegExp | null;
  readonly tlds: ReadonlySet<string>;
}

/** True when the label uses scripts that no single writing system combines. */
export function mixesScripts(label: string): boolean {
  const { allowed, listed } = patterns();
  if (allowed.some((group) => group.test(label))) return false;
  return listed.test(label);
}

export function hasLatinLetter(label: string): boolean {
  return /\p{sc=Latn}/u.test(label);
}

/** Every letter is Latin, and at least one is not ASCII. */
export function isAccentedLatin(label: string): boolean {
  return /^[\p{sc=Latn}\p{scx=Zyyy}\p{scx=Zinh}]+$/u.test(label) && /[^\p{ASCII}\P{sc=Latn}]/u.test(label);
}

export type Spelling =
  | "native" // a language of this top-level name writes it
  | "plausible" // some language writes it
  | "none"; // no single language uses these letters together

/** @param label an accented Latin label @param top its top-level name */
export function spellingOf(label: string, top: string): Spelling {
  const text = label.normalize("NFC");
  const accented = [...text].filter((character) => character >= "\x80" && /\p{L}/u.test(character));
  let best: Spelling = "none";
  for (const alphabet of alphabets()) {
    if (!accented.every((character) => alphabet.letters.has(character))) continue;
    if (alphabet.tlds.has(top)) return "native";
    if (alphabet.unused === null || !alphabet.unused.test(text)) best = "plausible";
  }
  return best;
}

/** `allowed`: labels in one script or an allowed combination. `listed`: labels with a letter of any of the scripts. */
const patterns = lazy((): { readonly allowed: readonly RegExp[]; readonly listed: RegExp } => {
  const one = (scripts: readonly string[]): RegExp =>
    new RegExp(`^[${scripts.map((script) => `\\p{scx=${script}}`).join("")}${ANY}]*$`, "u");
  const known = SCRIPTS.filter((script) => script !== "Latn");
  const letters = known.map((script) => `\\p{scx=${script}}`).join("");
  return {
    allowed: [...SCRIPTS.map((script) => one([script])), ...ALLOWED_TOGETHER.map(one)],
    listed: new RegExp(`[\\p{sc=Latn}${letters}]`, "u"),
  };
});

const alphabets = lazy((): readonly Alphabet[] =>
  rowsOf(ALPHABETS).map((row) => {
    const [, extra = "", unused = "", tlds = ""] = row.split(";");
    return {
      letters: new Set(extra.normalize("NFC")),
      unused: unused === "" ? null : new RegExp(`[${unused}]`),
      tlds: new Set(tlds.split(" ").filter((tld) => tld !== "")),
    };
  })
);
