/** The words of a column of labels. */
import type { Outcome } from "../../model/records.ts";

export type LabelWords = Readonly<Record<Outcome, readonly string[]>>;

export const NO_WORDS: LabelWords = { fraud: [], legit: [] };

const USUAL: LabelWords = {
  fraud: "1 1.0 true t yes y fraud fraudulent bad chargeback abuse spam confirmed_fraud".split(" "),
  legit: ["not fraud", ..."0 0.0 false f no n legit legitimate good genuine ok not_fraud ham".split(" ")],
};
const MAX_WORDS = 50;

/** What a cell says; undefined: a word that is not known. @param own words of this file, which win over the usual ones */
export function labelReader(own: LabelWords): (cell: string) => Outcome | undefined {
  const known = new Map<string, Outcome>();
  for (const { fraud, legit } of [USUAL, own]) {
    for (const word of fraud) known.set(word.toLowerCase(), "fraud");
    for (const word of legit) known.set(word.toLowerCase(), "legit");
  }
  return (cell) => known.get(cell.toLowerCase());
}

/** `fraud=ja,fraud=betrug,legit=nein`. Null when it is none, or when one word is both. */
export function parseLabelWords(text: string): LabelWords | null {
  const words: Record<Outcome, string[]> = { fraud: [], legit: [] };
  const pairs = text.split(",").map((pair) => pair.trim()).filter((pair) => pair !== "");
  if (pairs.length > MAX_WORDS) return null;
  for (const pair of pairs) {
    const [outcome, word = ""] = split(pair);
    if ((outcome !== "fraud" && outcome !== "legit") || word === "") return null;
    words[outcome].push(word);
  }
  const legit = new Set(words.legit.map((word) => word.toLowerCase()));
  if (words.fraud.some((word) => legit.has(word.toLowerCase()))) return null;
  return words;
}

function split(pair: string): [string, string?] {
  const at = pair.indexOf("=");
  return at < 0 ? [pair] : [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()];
}
