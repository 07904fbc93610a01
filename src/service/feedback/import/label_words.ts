/** What the words of a file of labels mean. */
import { LABEL_TYPES, type LabelType, type Outcome } from "../../../model/records.ts";

/** What a word says; `outcome` null: rows with it are left out. */
interface WordMeaning {
  readonly outcome: Outcome | null;
  /** Of fraud. */
  readonly type?: LabelType;
}

/** Rows with a word that means this are left out. */
const SKIP = "skip";
/** What a word can be said to mean. */
export const MEANINGS = ["fraud", "legit", "legitimate", ...LABEL_TYPES, SKIP] as const;
export type Meaning = typeof MEANINGS[number];

/** What `words` of a request says: the meaning of each. */
export type OwnWords = ReadonlyMap<string, Meaning>;

/** Without case; with spaces for what joins words. German, French, Spanish, Portuguese, Italian and Dutch. */
const USUAL: readonly (readonly [Meaning, readonly string[]])[] = [
  ["fraud", [
    ..."1|1.0|true|t|yes|y|fraud|fraudulent|fraudster|bad|abuse|abusive|scam|scammer|confirmed fraud".split(
      "|",
    ),
    ..."ja|wahr|betrug|betrüger|betrügerisch|missbrauch|bestätigter betrug".split("|"),
    ..."oui|vrai|fraude|frauduleux|frauduleuse|arnaque|abus".split("|"),
    ..."si|sí|verdadero|fraudulento|fraudulenta|estafa|abuso".split("|"),
    ..."sim|verdadeiro|golpe|burla|vero|frode|frodi|truffa|fraudolento|waar|oplichting|misbruik".split("|"),
  ]],
  ["legit", [
    ..."0|0.0|false|f|no|n|legit|legitimate|good|genuine|ok|okay|clean|ham|not fraud|no fraud|non fraud"
      .split("|"),
    ..."nein|falsch|legitim|echt|gut|kein betrug|in ordnung|seriös|sauber".split("|"),
    ..."non|faux|légitime|legitime|bon|pas de fraude".split("|"),
    ..."falso|legítimo|legitimo|bueno|sin fraude|não|nao|bom|sem fraude".split("|"),
    ..."legittimo|buono|nessuna frode|nee|onwaar|legitiem|goed|geen fraude".split("|"),
  ]],
  [
    "fake_account",
    "fake|fake account|multi account|multiaccount|duplicate account|fake konto|faux compte".split("|"),
  ],
  [
    "bonus_abuse",
    "bonus abuse|bonus|promo abuse|promotion abuse|bonusmissbrauch|referral abuse|free trial abuse".split(
      "|",
    ),
  ],
  ["spam", "spam|spammer".split("|")],
  ["takeover", "takeover|account takeover|ato|kontoübernahme|kontouebernahme|hijacked|piratage".split("|")],
  ["chargeback", [
    ..."chargeback|charge back|dispute|disputed|rückbuchung|rueckbuchung|rücklastschrift".split("|"),
    ..."rétrofacturation|impayé|contracargo|devolución de cargo|estorno|storno".split("|"),
  ]],
  ["sms_pumping", "sms pumping|sms fraud|toll fraud|irsf".split("|")],
  ["scraping", "scraping|scraper|crawler".split("|")],
  ["other", "other|sonstiges|autre|otro|outro|altro|anders".split("|")],
];

/** Reads words: `undefined` for one whose meaning is not known. */
export type ReadWord = (word: string) => WordMeaning | undefined;

/** @param own words of this file, which win over the usual ones */
export function wordReader(own: OwnWords): ReadWord {
  const known = new Map<string, Meaning>();
  for (const [meaning, words] of USUAL) {
    for (const word of words) known.set(plain(word), meaning);
  }
  for (const [word, meaning] of own) known.set(plain(word), meaning);
  return (word) => {
    const meaning = known.get(plain(word));
    return meaning === undefined ? undefined : meaningOf(meaning);
  };
}

function meaningOf(meaning: Meaning): WordMeaning {
  if (meaning === SKIP) return { outcome: null };
  if (meaning === "fraud") return { outcome: "fraud" };
  return meaning === "legit" || meaning === "legitimate"
    ? { outcome: "legit" }
    : { outcome: "fraud", type: meaning };
}

/** As a request says it. */
export function meaningWord({ outcome, type }: WordMeaning): Meaning {
  return type ?? outcome ?? SKIP;
}

function plain(word: string): string {
  return word.normalize("NFC").toLowerCase().replaceAll(/[\s_-]+/g, " ").trim();
}
