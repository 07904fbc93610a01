/** Passwords that everybody tries first: the bundled list of leaked ones, and what people make of a leaked word. */
import TEXT from "../../../data/common_passwords.txt" with { type: "text" };

/** `=word` is a word that people lengthen; other lines are whole passwords of twelve characters and more. */
const LINES = TEXT.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const WHOLE: ReadonlySet<string> = new Set(LINES.filter((line) => !line.startsWith("=")));
const WORDS: ReadonlySet<string> = new Set(
  LINES.filter((line) => line.startsWith("=")).map((line) => line.slice(1)),
);

/** A word with a year, a row of digits or a mark before or after it. */
const LENGTHENED = /^[\d\W_]{0,8}?([a-z]+(?:\d[a-z]+)*?)[\W_]{0,2}\d{0,8}[\W_]{0,2}$/;
/** The same over and over. */
const REPEATED = /^(.{1,11}?)\1+.{0,3}$/;

export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  if (WHOLE.has(text) || REPEATED.test(text) || isRow(text)) return true;
  const [, word] = LENGTHENED.exec(text) ?? [];
  return word !== undefined && WORDS.has(word);
}

/** `abcdefghijkl`, `234567890123`: each character follows the one before. */
function isRow(text: string): boolean {
  const steps = Array.from(text).slice(1).map((letter, index) =>
    letter.charCodeAt(0) - text.charCodeAt(index)
  );
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1 || step === 9);
}
