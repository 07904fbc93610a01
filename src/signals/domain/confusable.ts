/** Folds letters that look like ASCII to ASCII, like the skeletons of UTS #39 but with the project's own table. */
import BUNDLED from "../../../data/confusable_folds.txt" with { type: "text" };
import { lazy } from "../../concurrency/lazy.ts";
import { rowsOf } from "../../model/table_text.ts";

export interface Folds {
  /** Same shape. */
  readonly close: ReadonlyMap<string, string>;
  /** Passes at a glance. */
  readonly loose: ReadonlyMap<string, string>;
}

/** A label folded to ASCII, with the origin of each output character. */
export interface Folded {
  /** ASCII where a fold is known, the character itself otherwise. */
  readonly text: string;
  /** Index into the label's code points of each UTF-16 unit of `text`. */
  readonly origin: readonly number[];
  /** The label's code points (NFC). */
  readonly source: readonly string[];
  /** Every letter that is not ASCII has a fold of the same shape, without stripping accents. */
  readonly allClose: boolean;
}

/** Reads `<target> <close …> | <loose …>` rows; `#` starts a comment. */
export function parseFolds(text: string): Folds {
  const close = new Map<string, string>();
  const loose = new Map<string, string>();
  for (const row of rowsOf(text)) {
    const [target, ...rest] = row.split(" ");
    let into = close;
    for (const character of rest) {
      if (character === "|") into = loose;
      else if (character !== "" && target !== undefined) into.set(character, target);
    }
  }
  return { close, loose };
}

/** Rows of Unicode's confusables.txt (UTS #39 revision 14 and later): `source ; target ; MA # comment`, hexadecimal. */
const CONFUSABLES_ROW = /^\s*([0-9A-F]{4,6})\s*;\s*([0-9A-F]{4,6}(?: [0-9A-F]{4,6})*)\s*;/;

/**
 * The bundled folds, with every row of a confusables.txt whose target is lower-case ASCII added as a loose fold.
 * A bundled row is never replaced: that file folds to compare skeletons (`m` to `rn`, `0` to `o`), ours to read a name.
 */
export function withConfusables(base: Folds, text: string): Folds {
  const loose = new Map(base.loose);
  for (const line of text.split("\n")) {
    const row = CONFUSABLES_ROW.exec(line);
    if (row === null) continue;
    const source = fromHex(row[1]!).toLowerCase().normalize("NFC");
    const target = row[2]!.split(" ").map(fromHex).join("").toLowerCase().replaceAll("rn", "m");
    const listed = base.close.has(source) || loose.has(source);
    if ([...source].length !== 1 || source < "\x80" || listed || !/^[a-z0-9]{1,3}$/.test(target)) continue;
    if (stripMarks(source) < "\x80") continue;
    loose.set(source, target);
  }
  return { close: base.close, loose };
}

/** The table of `data/confusable_folds.txt`. */
export const bundledFolds = lazy((): Folds => parseFolds(BUNDLED));

/** @param label Unicode form of one label. */
export function fold(label: string, folds: Folds): Folded {
  const source = [...label.normalize("NFC")];
  const origin: number[] = [];
  let text = "";
  let allClose = true;
  source.forEach((character, index) => {
    const replaced = foldOne(character, folds);
    if (character >= "\x80" && !folds.close.has(character)) allClose = false;
    for (let unit = 0; unit < replaced.length; unit++) origin.push(index);
    text += replaced;
  });
  return { text, origin, source, allClose };
}

function foldOne(character: string, folds: Folds): string {
  if (character < "\x80") return character;
  const whole = folds.close.get(character) ?? folds.loose.get(character);
  if (whole !== undefined) return whole;
  const base = stripMarks(character);
  if (base === character) return character;
  if (base < "\x80") return base;
  return folds.close.get(base) ?? folds.loose.get(base) ?? character;
}

/** The first code point of the decomposition. */
function stripMarks(character: string): string {
  return String.fromCodePoint(character.normalize("NFD").codePointAt(0)!);
}

function fromHex(hex: string): string {
  const point = parseInt(hex, 16);
  return point > 0x10ffff ? "" : String.fromCodePoint(point);
}
