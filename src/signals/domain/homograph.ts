/**
 * Homographs, names whose letters imitate another name: mixed scripts, letters of another script that all look Latin,
 * accents that no language combines, and brands spelt with look-alikes, in Unicode and in ASCII. An ordinary
 * internationalised name (`münchen.de`, `почта.рф`) is not a homograph, nor is a brand's own name.
 */
import { domainToUnicode } from "node:url";
import { getPublicSuffix } from "tldts";
import { bundledFolds, fold, type Folded, type Folds } from "./confusable.ts";
import { forgeryOf, typedLookalike } from "./lookalike.ts";
import { asciiSkeleton, MIN_CONTAINED_LENGTH, protectedNames } from "./protected_name.ts";
import { hasLatinLetter, isAccentedLatin, mixesScripts, type Spelling, spellingOf } from "./scripts.ts";
import { lazy } from "../../concurrency/lazy.ts";
import { editCost, letterMask, mayBeNear } from "../../model/edit_distance.ts";

export interface Homograph {
  readonly detected: boolean;
  /** The name it imitates, when one is known. */
  readonly target: string | null;
  /** A sentence fragment for people. */
  readonly why: string | null;
  /** 0 to 1: how much of the weight row's points it deserves; less when no imitated name is known. */
  readonly share: number;
}

const NONE: Homograph = { detected: false, target: null, why: null, share: 0 };

const SHARE = {
  imitates: 1,
  mixed: 1,
  unspellable: 0.8,
  word: 0.5,
  /** No known name is imitated: low enough that it never decides alone or together with a role account. */
  shape: 0.15,
} as const;

/** ASCII top-level domains of countries that write in another script, some of whose letters look Latin. */
const SCRIPT_OF: ReadonlyMap<string, RegExp> = new Map([
  ...["gr", "cy"].map((top) => [top, /^\p{scx=Grek}/u] as const),
  ...["bg", "by", "kz", "kg", "mk", "mn", "rs", "ru", "su", "ua"].map((top) =>
    [top, /^\p{scx=Cyrl}/u] as const
  ),
  ["am", /^\p{scx=Armn}/u],
  ["ge", /^\p{scx=Geor}/u],
  ["il", /^\p{scx=Hebr}/u],
]);

/** Letters that look like a slash or a dot inside a Latin name. */
const PUNCTUATION_LOOKALIKE = /[a-z0-9][ノ丿〳丶ヽ。・〡][a-z0-9]/u;

/**
 * @param host lower-case A-labels, as `parseDomain` gives them
 * @param folds the bundled table, or one extended by `withConfusables`
 */
export function homographOf(host: string, folds: Folds = bundledFolds()): Homograph {
  const suffix = getPublicSuffix(host, PARSE) ?? "";
  const body = host === suffix ? host : host.slice(0, host.length - suffix.length - 1);
  const top = host.slice(host.lastIndexOf(".") + 1);
  let found = NONE;
  for (const label of body.split(".")) {
    const verdict = label.startsWith("xn--")
      ? internationalLabel(domainToUnicode(label), top, folds)
      : asciiLabel(label, top);
    if (verdict.share > found.share) found = verdict;
  }
  return found;
}

function asciiLabel(label: string, top: string): Homograph {
  const target = typedLookalike(label);
  if (target !== null) return imitation(target, label);
  const forgery = forgeryOf(label, top);
  if (forgery === null) return NONE;
  return suspicious(forgery.why, forgery.word === null ? SHARE.shape : SHARE.word);
}

function internationalLabel(label: string, top: string, folds: Folds): Homograph {
  if (label === "" || !/\P{ASCII}/u.test(label)) return NONE;
  const folded = fold(label, folds);
  const spelling = isAccentedLatin(label) ? spellingOf(label, top) : null;
  const isLatin = hasLatinLetter(label);
  const target = spelling === null && !isLatin && readsOtherScript(label, top) && !folded.allClose
    ? null
    : imitated(folded, spelling ?? (isLatin ? "none" : "other"));
  if (target !== null) return imitation(target, label);
  if (mixesScripts(label)) return suspicious("mixes letters of different scripts", SHARE.mixed);
  if (PUNCTUATION_LOOKALIKE.test(label)) {
    return suspicious("contains a letter that looks like punctuation", SHARE.mixed);
  }
  if (spelling === "none") {
    return suspicious("combines letters that no single language uses", SHARE.unspellable);
  }
  if (!isLatin && folded.allClose && looksWhollyLatin(folded, label, top)) {
    return suspicious(`is written in another script but reads as "${folded.text}"`, SHARE.unspellable);
  }
  return NONE;
}

/** The label's script is the one of its top-level domain. */
function readsOtherScript(label: string, top: string): boolean {
  return top.startsWith("xn--") || SCRIPT_OF.get(top)?.test(label) === true;
}

/** UTS #39 whole-script confusable under a top-level domain where that script is not used. */
function looksWhollyLatin(folded: Folded, label: string, top: string): boolean {
  return !readsOtherScript(label, top) && folded.source.length > 1 && /^[a-z0-9-]+$/.test(folded.text);
}

/** Shortest names compared with a whole label or a hyphen-separated part, and with a substring of the label. */
const MIN_NAME_LENGTH: Readonly<
  Record<Spelling | "other", { readonly part: number; readonly inside: number }>
> = {
  native: { part: 5, inside: MIN_CONTAINED_LENGTH + 1 },
  plausible: { part: 4, inside: MIN_CONTAINED_LENGTH + 1 },
  none: { part: 2, inside: MIN_CONTAINED_LENGTH },
  other: { part: 2, inside: MIN_CONTAINED_LENGTH },
};

/** The protected name that the folded label spells with at least one letter that is not in the name itself. */
function imitated(folded: Folded, spelling: Spelling | "other"): string | null {
  const { bySkeleton, long } = protectedNames();
  const shortest = MIN_NAME_LENGTH[spelling];
  const own = folded.source.join("");
  for (const part of parts(folded)) {
    const name = bySkeleton.get(asciiSkeleton(part.text));
    if (name === undefined || name.own.includes(part.source) || name.own.includes(own)) continue;
    if (part.source !== name.name && name.name.length >= shortest.part) return name.name;
  }
  for (const name of long) {
    if (name.name.length < shortest.inside) break;
    const at = folded.text.indexOf(name.name);
    if (at < 0) continue;
    const written = folded.source.slice(folded.origin[at]!, folded.origin[at + name.name.length - 1]! + 1)
      .join("");
    if (written !== name.name && !name.own.includes(written)) return name.name;
  }
  if (spelling === "native" || !/[a-z]/.test(own)) return null;
  return nearName(asciiSkeleton(folded.text));
}

/** The whole label and its hyphen-separated parts. */
function parts(folded: Folded): { readonly text: string; readonly source: string }[] {
  const whole = { text: folded.text, source: folded.source.join("") };
  const texts = folded.text.split("-");
  const sources = whole.source.split("-");
  if (texts.length < 2 || texts.length !== sources.length) return [whole];
  return [whole, ...texts.map((text, index) => ({ text, source: sources[index]! }))];
}

function imitation(target: string, label: string): Homograph {
  return { detected: true, target, why: `"${label}" imitates "${target}"`, share: SHARE.imitates };
}

/** No imitated name is known. */
function suspicious(why: string, share: number): Homograph {
  return { detected: true, target: null, why, share };
}

const PARSE = { extractHostname: false, detectIp: false, validateHostname: false } as const;

/** Shortest name that may differ by one edit, and by two. */
const MIN_LENGTH_ONE_EDIT = 7;
const MIN_LENGTH_TWO_EDITS = 10;

interface Candidate {
  readonly name: string;
  /** The skeleton with i and j as l. */
  readonly folded: string;
  /** The letter mask of `folded`. */
  readonly letters: number;
}

const candidatesByLength = lazy((): ReadonlyMap<number, readonly Candidate[]> => {
  const rows = protectedNames().long.filter(({ name }) => name.length >= MIN_LENGTH_ONE_EDIT);
  const candidates = rows.map(({ name, skeleton }) => {
    const text = foldIJ(skeleton);
    return { name, folded: text, letters: letterMask(text) };
  });
  return Map.groupBy(candidates, (candidate) => candidate.folded.length);
});

/** A protected name within the edits its length allows; i, l and j count as one letter because they look alike. */
function nearName(skeleton: string): string | null {
  const given = foldIJ(skeleton);
  const letters = letterMask(given);
  for (let length = given.length + 2; length >= given.length - 2; length--) {
    for (const candidate of candidatesByLength().get(length) ?? []) {
      const edits = candidate.name.length >= MIN_LENGTH_TWO_EDITS ? 2 : 1;
      if (!mayBeNear(letters, candidate.letters, edits)) continue;
      if (editCost(given, candidate.folded, edits) <= edits) return candidate.name;
    }
  }
  return null;
}

function foldIJ(text: string): string {
  return text.replace(/[ij]/g, "l");
}
