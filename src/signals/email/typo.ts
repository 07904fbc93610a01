/** did_you_mean: the probable intention behind a mistyped address. A name in real use is never corrected. */
import { parse } from "tldts";
import { editCost, type EditCosts, letterMask, mayBeNear } from "../../model/edit_distance.ts";
import { ordinaryWords } from "../domain/ordinary_word.ts";
import { protectedNames } from "../domain/protected_name.ts";
import { isKnownDomain, MAIL_PROVIDERS, type MailProvider } from "./mail_providers.ts";
import { parseMailbox } from "./syntax.ts";

export interface TypoSuggestion {
  /** The domain that was meant. */
  readonly domain: string;
  /** One typo away from a large provider: the kind of name that is registered to receive its mail. */
  readonly squat: boolean;
}

interface Candidate extends TypoSuggestion {
  readonly cost: number;
}

/** Existing suffixes that are often mistyped forms of another one. */
const MISTYPED_SUFFIXES: ReadonlyMap<string, readonly string[]> = new Map([
  ["com", ["co", "cm", "om", "cam", "c"]],
  ["net", ["ne", "et", "nt"]],
  ["co.uk", ["co", "uk", "co.ck"]],
]);
/** Suffixes that a nonexistent top-level domain is corrected to. */
const COMMON_SUFFIXES = "com net org edu gov co.uk org.uk ac.uk co.jp com.br com.au".split(" ");
const GLUED_SUFFIX = /^([a-z0-9-]{4,})(com|net|org)$/;
/** Squats are assumed only for providers ranked above this. */
const MAX_SQUATTED_RANK = 40;
const MIN_SQUATTED_LENGTH = 5;
/** Maximum of letters of names that have words and other names all around them. */
const SHORT_NAME = 4;
/** Shortest name as typed that may have two typos. */
const MIN_TWO_TYPOS_LENGTH = 5;
/** Deducted from the cost for large providers, which decides between two that are about equally near. */
const POPULAR = [{ below: 6, bonus: 0.3 }, { below: 30, bonus: 0.15 }];
/** So large that even a short name with two typos is more likely theirs. */
const MAX_VERY_POPULAR_RANK = 3;
/** So large that three letters are more likely a slip of theirs than the name of somebody else, under their first suffix. */
const MAX_POPULAR_SHORT_RANK = 8;
/** Highest cost of a name with two typos. */
const MAX_TWO_TYPOS_COST = 1.8;
/** A broken suffix more likely means the provider's first one than another that it uses. */
const ANOTHER_SUFFIX = 0.4;
/** The provider's name under an existing suffix that the provider does not use. */
const FOREIGN_SUFFIX = 1.5;
/** A company whose customers' mail is under "net" has its own under this one. */
const COMPANY_SUFFIX = "com";
/** Highest cost of the name when the suffix is wrong too but exists. */
const MAX_LIKELY_TYPO_COST = 0.7;
/** Longer than any domain here with two typos. */
const MAX_HOST_LENGTH = 40;

/**
 * Null: no suggestion.
 * @param host lower-case A-label host that is not on a list of mail providers
 * @param isKnown hosts that are never corrected; the measurement leaves out the exceptions kept by hand
 */
export function typoOf(host: string, isKnown = isKnownDomain): TypoSuggestion | null {
  if (host.length > MAX_HOST_LENGTH || isKnown(host)) return null;
  const glued = missingDot(host);
  const dot = host.indexOf(".");
  if (glued !== null || dot < 0) return glued;
  const typed = splitAt(host, dot);
  const { name, tail } = typed;
  if (typed.registry && isOwnName(name)) return null;
  const exact = MAIL_PROVIDERS.find((provider) => provider.name === name && isWorldwide(provider));
  let best: Candidate | null = null;
  const letters = letterMask(name);
  for (const provider of exact === undefined ? MAIL_PROVIDERS : [exact]) {
    if (!mayBeNear(letters, provider.letters, 2)) continue;
    for (const candidate of candidatesOf(provider, typed)) {
      if (best === null || candidate.cost < best.cost) best = candidate;
    }
  }
  // The name is exactly the provider's: whatever follows it, no other provider was meant.
  if (exact !== undefined && best === null && !tail.includes(".") && tail !== COMPANY_SUFFIX) {
    return { domain: `${exact.name}.${exact.suffixes[0]}`, squat: false };
  }
  return best ?? (typed.exists ? null : suffixRepair(name, tail));
}

/** A word or a well-known name, so its holder's own, unless a mail provider has the same. */
function isOwnName(name: string): boolean {
  return (ordinaryWords().has(name) || protectedNames().exact.has(name)) &&
    !MAIL_PROVIDERS.some((provider) => provider.name.replace("-", "") === name);
}

type Typed = Readonly<ReturnType<typeof splitAt>>;

/** A host split at its first dot. `exists`: the tail ends in a registry's suffix. `registry`: the whole tail is one. */
function splitAt(host: string, dot: number) {
  const tail = host.slice(dot + 1);
  const { isIcann, publicSuffix } = parse(host, { extractHostname: false });
  const exists = isIcann === true;
  return { name: host.slice(0, dot), tail, exists, registry: exists && publicSuffix === tail };
}

function candidatesOf(provider: MailProvider, typed: Typed): Candidate[] {
  const { name } = typed;
  const nameCost = typoCost(name, provider.name, nameLimit(provider, name));
  if (nameCost === Infinity || !isMistyped(name, provider.name, nameCost)) return [];
  const bonus = POPULAR.find(({ below }) => provider.rank < below)?.bonus ?? 0;
  const found: Candidate[] = [];
  for (const [order, suffix] of provider.suffixes.entries()) {
    const tailCost = suffixCost(provider, suffix, typed, nameCost);
    if (tailCost === Infinity || nameCost + tailCost === 0) continue;
    if (order > 0 && provider.name.length === 3 && nameCost === TYPO_COSTS.neighbour) continue;
    const cost = nameCost + tailCost;
    found.push({
      domain: `${provider.name}.${suffix}`,
      squat: cost <= 1 && provider.rank < MAX_SQUATTED_RANK && provider.name.length >= MIN_SQUATTED_LENGTH &&
        !hasExtraLetter(name, provider.name, nameCost) && startsAlike(name, provider.name),
      cost: cost - bonus + (tailCost > 0 && order > 0 ? ANOTHER_SUFFIX : 0) + order / 1000,
    });
  }
  return found;
}

/**
 * Whether people mistype the name like that. One letter for another that is not adjacent on the keyboard is another name
 * (`jmail`), and so is one more in front (`hicloud`). In a short name an additional letter is a slip only where the finger
 * touched two keys (`libve`).
 */
function isMistyped(typed: string, meant: string, cost: number): boolean {
  if (cost === TYPO_COSTS.otherLetter) return false;
  const isShort = meant.length <= SHORT_NAME;
  if (
    typed.slice(1) === meant && typed[0] !== meant[0] &&
    (meant.length === SHORT_NAME || !areNeighbours(typed[0]!, meant[0]!))
  ) {
    return false;
  }
  if (!isShort || cost <= TYPO_COSTS.swapped) return true;
  if (typed.length === meant.length) return cost <= TYPO_COSTS.neighbour;
  return hasExtraLetter(typed, meant, cost) ? touchesTwoKeys(typed, meant) : typed[0] === meant[0];
}

/** The additional letter is adjacent on the keyboard to the one before or after it. */
function touchesTwoKeys(typed: string, meant: string): boolean {
  let at = 0;
  while (typed[at] === meant[at]) at++;
  return [typed[at - 1], typed[at + 1]].some((key) => key !== undefined && areNeighbours(typed[at]!, key));
}

/** One letter too many that does not double its neighbour. */
function hasExtraLetter(typed: string, meant: string, cost: number): boolean {
  return cost === TYPO_COSTS.extra && typed.length > meant.length;
}

/** People look at the first letter: another one is a typo to correct but no sign of a squat. */
function startsAlike(typed: string, meant: string): boolean {
  return typed[0] === meant[0] || (typed[0] === meant[1] && typed[1] === meant[0]);
}

/**
 * Fewer typos are allowed in shorter names, which have more near neighbours: all names of three letters are in use (`aok.de`).
 * Two typos seldom touch the first letter.
 */
function nameLimit({ name, rank, distinctive }: MailProvider, typed: string): number {
  if (name.length <= 2) return 0;
  if (name.length === 3) {
    if (typed.length > 3) return TYPO_COSTS.extra;
    return rank < MAX_POPULAR_SHORT_RANK ? TYPO_COSTS.neighbour : TYPO_COSTS.swapped;
  }
  const mayBeTwo = name[0] === typed[0] && typed.length >= MIN_TWO_TYPOS_LENGTH &&
    ((name.length >= 7 && distinctive) || rank < MAX_VERY_POPULAR_RANK);
  return mayBeTwo ? MAX_TWO_TYPOS_COST : 1;
}

function suffixCost(provider: MailProvider, suffix: string, typed: Typed, nameCost: number): number {
  const { tail, exists, registry } = typed;
  if (tail === suffix) return 0;
  const mayDiffer = nameCost === 0 || (nameCost <= 1 && provider.name.length >= MIN_SQUATTED_LENGTH);
  if (!mayDiffer) return Infinity;
  if (tail === `${suffix}.${suffix}` || tail === `${suffix}.com`) return 0.6;
  if (MISTYPED_SUFFIXES.get(suffix)?.includes(tail)) return 0.8;
  if (!exists) return typoCost(tail, suffix, 2);
  // `tiscali.coo.uk`: a host of somebody's `coo.uk`, or the provider's name under a mistyped `co.uk`.
  if (!registry && nameCost === 0 && suffix.includes(".") && sameCountry(tail, suffix)) {
    return typoCost(tail, suffix, 1);
  }
  if (!isWorldwide(provider) || nameCost > MAX_LIKELY_TYPO_COST || provider.parked.has(suffix)) {
    return Infinity;
  }
  // After a correctly spelt name, a suffix that exists was chosen, not mistyped.
  if (registry && nameCost === 0) return tail === COMPANY_SUFFIX ? Infinity : FOREIGN_SUFFIX;
  return Math.min(registry ? FOREIGN_SUFFIX : Infinity, typoCost(tail, suffix, 1));
}

function sameCountry(tail: string, suffix: string): boolean {
  return tail.slice(tail.lastIndexOf(".")) === suffix.slice(suffix.lastIndexOf("."));
}

/** A distinctive name that is not tied to one country, under whose other suffixes different owners may use it. */
function isWorldwide({ distinctive, suffixes }: MailProvider): boolean {
  return distinctive && (suffixes[0] === "com" || suffixes[0] === "net");
}

/** `gmailcom`, `yahooco.uk`, `gmail`, `examplecom`: the dot before the suffix or the whole suffix is missing. */
function missingDot(host: string): TypoSuggestion | null {
  for (const { name, suffixes, parked } of MAIL_PROVIDERS) {
    if (!host.startsWith(name)) continue;
    if (host === name && name.length >= 4) return { domain: `${name}.${suffixes[0]}`, squat: false };
    for (const suffix of suffixes) {
      if (parked.has(suffix)) continue;
      if (host === name + suffix || host === name + suffix.replace(".", "")) {
        return { domain: `${name}.${suffix}`, squat: false };
      }
    }
  }
  if (host.includes(".")) return null;
  const glued = GLUED_SUFFIX.exec(host);
  if (glued === null) return null;
  const domain = `${glued[1]}.${glued[2]}`;
  return { domain: typoOf(domain)?.domain ?? domain, squat: false };
}

/** Corrects a nonexistent top-level domain that is one typo away from a common one. */
function suffixRepair(name: string, tail: string): TypoSuggestion | null {
  let best: string | null = null;
  let lowest = 1;
  for (const suffix of COMMON_SUFFIXES) {
    const cost = typoCost(tail, suffix, 1);
    if (cost < lowest || (cost === 1 && best === null)) {
      best = suffix;
      lowest = cost;
    }
  }
  return best === null ? null : { domain: `${name}.${best}`, squat: false };
}

/** The address as typed, with its domain replaced. */
export function withDomain(email: string, domain: string): string {
  return `${email.slice(0, email.lastIndexOf("@") + 1)}${domain}`;
}

/** An unparsable address with common typing errors corrected; null when it is still not an address. */
export function repairSyntax(email: string): string | null {
  const bare = email.replace(/^mailto:/i, "").replace(/^<(.*)>$/s, "$1").replace(/\s+/g, "");
  const at = bare.lastIndexOf("@");
  if (at < 1) return null;
  const local = tidyDots(bare.slice(0, at));
  const host = tidyDots(bare.slice(at + 1).replace(/[,;]/g, ".").toLowerCase());
  const repaired = `${local}@${host}`;
  if (repaired === email || "reason" in parseMailbox(repaired) || !host.includes(".")) return null;
  const typo = typoOf(host);
  return typo === null ? repaired : withDomain(repaired, typo.domain);
}

function tidyDots(text: string): string {
  return text.split(".").filter((part) => part !== "").join(".");
}

/** The letters of QWERTY, of QWERTZ (German) and of AZERTY (French) under the row of digits. */
const KEYBOARDS = [
  ["1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"],
  ["1234567890-", "qwertzuiop", "asdfghjkl", "yxcvbnm"],
  ["1234567890-", "azertyuiop", "qsdfghjklm", "wxcvbn"],
];
/** Letters that change places between two of them. */
const EXCHANGED = ["yz", "aq", "wz"];
/** Left edge of each row, in quarters of a key. */
const OFFSETS = [0, 2, 3, 5];

/** One typing error costs 0.6 to 1, two cost 1.2 or more. */
const TYPO_COSTS = {
  doubled: 0.6,
  swapped: 0.7,
  neighbour: 0.8,
  missed: 0.9,
  extra: 0.9,
  /** The letter that another country's keyboard has on the same key. */
  exchanged: 0.95,
  /** One letter for another that is not adjacent on the keyboard. */
  otherLetter: 1,
} as const;

const { neighbour, exchanged, otherLetter, ...OTHERS } = TYPO_COSTS;
const COSTS: EditCosts = {
  ...OTHERS,
  replaced: (typed, meant) =>
    areNeighbours(typed, meant) ? neighbour : areExchanged(typed, meant) ? exchanged : otherLetter,
};

type KeyPosition = readonly [row: number, quarter: number];

const KEY_POSITIONS: readonly ReadonlyMap<string, KeyPosition>[] = KEYBOARDS.map((rows) =>
  new Map(
    rows.flatMap((keys, row) => [...keys].map((key, at) => [key, [row, OFFSETS[row]! + 4 * at]] as const)),
  )
);

/** Cost of typing `typed` where `meant` was intended; Infinity when it is more than `limit`. */
export function typoCost(typed: string, meant: string, limit: number): number {
  return editCost(typed, meant, limit, COSTS);
}

/** Keys that touch on one of the keyboards: a letter's place depends on the country. */
function areNeighbours(a: string, b: string): boolean {
  return a !== b && KEY_POSITIONS.some((places) => touch(places.get(a), places.get(b)));
}

function touch(one: KeyPosition | undefined, two: KeyPosition | undefined): boolean {
  if (one === undefined || two === undefined) return false;
  return Math.abs(one[0] - two[0]) <= 1 && Math.abs(one[1] - two[1]) <= 4;
}

function areExchanged(a: string, b: string): boolean {
  return EXCHANGED.includes(a < b ? a + b : b + a);
}
