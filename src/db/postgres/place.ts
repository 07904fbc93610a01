/** Which table an entry is in: decided by its key alone. Pure. */
import { type Key, keyText } from "../engine.ts";
import { KEYS } from "../../records/keys.ts";

/**
 * `data` is what stays; `work` is small and rewritten all the time; `usage` has a row of each counter for each writer; every
 * other place is a month (`202611`) of stored scores and their index.
 */
export type Place = string;
export const DATA = "data";
export const WORK = "work";
export const USAGE = "usage";

/** Prefixes of what is rewritten all the time: the first part of a key, or the first two. */
export const REWRITTEN: readonly Key[] = [
  KEYS.ready.prefix,
  KEYS.change.prefix.slice(0, 1),
  KEYS.process.prefix,
  KEYS.limits.prefix,
  KEYS.slice.prefix,
  KEYS.quotaSlices.prefix,
  KEYS.feedLease.prefix,
  KEYS.session.prefix,
  KEYS.sightingLog.prefix,
  KEYS.dayCount.prefix,
  KEYS.postings.prefix,
  KEYS.agentActivity.prefix,
];
const REWRITTEN_TEXTS: ReadonlySet<string> = new Set(REWRITTEN.map((prefix) => keyText(prefix)));

const [USAGE_PART] = KEYS.usage.prefix;
const [SEGMENT_PART] = KEYS.segment.prefix;
const [SCORES_PART] = KEYS.scoresOf.prefix;

/** The first parts of keys in months, with the part of the key that begins with the time. */
const TIME_PARTS: ReadonlyMap<string, number> = new Map([[SEGMENT_PART!, 1], [SCORES_PART!, 2]]);
/** A time as the first 12 hexadecimal digits of a segment's id. */
const TIMED = /^[0-9a-f]{12}/;
/** Other times are not those of scores. */
const FIRST = Date.UTC(2020, 0);
const LAST = Date.UTC(2200, 0);

export function placeOf(key: Key): Place {
  const first = key[0]!;
  if (first === USAGE_PART) return USAGE;
  const part = TIME_PARTS.get(first);
  if (part !== undefined) return monthOf(key[part]) ?? DATA;
  return REWRITTEN_TEXTS.has(first) || REWRITTEN_TEXTS.has(keyText(key.slice(0, 2))) ? WORK : DATA;
}

/** Whether keys below the prefix may be in months. */
export function isTimed([first]: Key): boolean {
  return TIME_PARTS.has(first!);
}

export function isMonth(place: Place): boolean {
  return /^\d{6}$/.test(place);
}

/** `202611`; null when the part does not begin with the time of a score. */
function monthOf(part: string | undefined): Place | null {
  if (part === undefined || !TIMED.test(part)) return null;
  const time = parseInt(part.slice(0, 12), 16);
  return time < FIRST || time >= LAST ? null : monthAt(time);
}

/** When the segment of a key of a month was opened; null: it is another key. */
export function segmentTimeOf(key: Key): number | null {
  const part = key[TIME_PARTS.get(key[0]!) ?? Infinity];
  return part !== undefined && TIMED.test(part) ? parseInt(part.slice(0, 12), 16) : null;
}

/** The month of a time, or one `ahead` of it. */
export function monthAt(time: number, ahead = 0): Place {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead)).toISOString().slice(0, 7)
    .replace("-", "");
}

export function monthStart(month: Place): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1);
}

/** When the month is over. */
export function monthEnd(month: Place): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)));
}

/**
 * The places of keys below a prefix, from `start` to `end`, in which `data` comes first. Scores that no month could take, or
 * that an earlier version wrote, are in `data`.
 * @param months those that have a table
 */
export function placesBelow(
  prefix: Key,
  { start, end }: { readonly start?: Key | undefined; readonly end?: Key | undefined },
  months: readonly Place[],
): Place[] {
  const [first] = prefix;
  if (first === undefined) return [DATA, WORK, USAGE, ...months];
  if (first === USAGE_PART) return [USAGE];
  const part = TIME_PARTS.get(first);
  if (part !== undefined) {
    const from = monthOf(prefix[part]) ?? monthOf(start?.[part]) ?? "";
    const to = monthOf(prefix[part]) ?? monthOf(end?.[part]) ?? "9";
    // Accounts follow one another: bounds of the time count only for one account.
    const bounded = part <= prefix.length;
    return [DATA, ...months.filter((month) => !bounded || (month >= from && month <= to))];
  }
  if (REWRITTEN_TEXTS.has(first) || REWRITTEN_TEXTS.has(keyText(prefix.slice(0, 2)))) return [WORK];
  const above = REWRITTEN.some((rewritten) => rewritten.length > prefix.length && rewritten[0] === first);
  return above ? [DATA, WORK] : [DATA];
}

export const USAGE_PREFIX: Key = KEYS.usage.prefix;
export const SCORE_PREFIXES: readonly Key[] = [KEYS.scoresOf.prefix, KEYS.segment.prefix];
