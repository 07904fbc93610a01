/** Which table an entry is in: decided by its key alone. Pure. */
import { type Key, keyText } from "../engine.ts";
import type { AnyKeyspace } from "../keyspace.ts";
import { SCORES_OF, SEGMENT } from "../own_rows.ts";
import { hasShortKey } from "./short_key.ts";
import { Tallies } from "./tally.ts";

/**
 * `data` is what stays; `work` is small and rewritten all the time; `usage` has a row of each counter for each writer; `tallies`
 * has short rows; every other place is a month (`202611`) of stored scores and their index. What has short keys in the table of
 * a month (`short_key.ts`) is a place of its own: `202611s`.
 */
export type Place = string;
export const DATA = "data";
export const WORK = "work";
export const USAGE = "usage";
export const TALLIES = "tallies";

/** A time as the first 12 hexadecimal digits of a segment's id, which is longer. */
const TIMED = /^[0-9a-f]{13}/;
/** The first parts of what may have short keys. */
const SHORT: ReadonlySet<string> = new Set([SCORES_OF, SEGMENT].map(({ prefix }) => prefix[0]!));
/** Other times are not those of scores. */
const FIRST = Date.UTC(2020, 0);
const LAST = Date.UTC(2200, 0);

/** Where the entries of each keyspace are, as their rows say. */
export class Places {
  /** Prefixes of what is rewritten all the time: the first part of a key, or the first two. */
  readonly rewritten: readonly Key[];
  /** Prefixes of what is in `usage`. */
  readonly usage: readonly Key[];
  /** Prefixes of what is in months, in the order of keys. */
  readonly monthly: readonly Key[];
  /** Null: no keyspace has them. */
  readonly tallies: Tallies | null;
  /** Prefixes of what may be in places that have a table only from some time on. */
  readonly late: readonly Key[];
  readonly #rewritten: ReadonlySet<string>;
  readonly #usage: ReadonlySet<string>;
  /** By the first part of a key, the part that begins with the time. */
  readonly #timeParts: ReadonlyMap<string, number>;

  constructor(rows: readonly AnyKeyspace[]) {
    const at = (place: string) => rows.filter(({ row }) => row.place === place).map(({ prefix }) => prefix);
    // Where all that has a first part is rewritten, the part says it.
    const isWork = ([first]: Key) =>
      rows.every(({ prefix, row }) => prefix[0] !== first || row.place === "work");
    const rewritten = at("work").map((prefix) => isWork(prefix) ? prefix.slice(0, 1) : prefix);
    this.rewritten = [...new Map(rewritten.map((prefix) => [keyText(prefix), prefix])).values()];
    this.#rewritten = new Set(this.rewritten.map(keyText));
    this.usage = at("usage");
    this.#usage = new Set(this.usage.map(([first]) => first!));
    const timed = rows.flatMap(({ prefix, row: { key, place } }) =>
      typeof place === "object" && "months" in place
        ? [{ prefix, part: prefix.length + key.indexOf(place.months) }]
        : []
    ).sort((one, other) => one.prefix[0]! < other.prefix[0]! ? -1 : 1);
    this.monthly = timed.map(({ prefix }) => prefix);
    const [tallies = null] = rows.flatMap(({ topic, row: { place } }) =>
      typeof place === "object" && "tallies" in place ? [new Tallies(topic, place.tallies)] : []
    );
    this.tallies = tallies;
    this.late = [...this.monthly, ...tallies === null ? [] : [tallies.prefix]];
    this.#timeParts = new Map(timed.map(({ prefix, part }) => [prefix[0]!, part]));
  }

  of(key: Key): Place {
    const first = key[0]!;
    if (this.#usage.has(first)) return USAGE;
    const part = this.#timeParts.get(first);
    if (part !== undefined) {
      const month = monthOf(key[part]);
      return month === null ? DATA : hasShortKey(key) ? shortOf(month) : month;
    }
    if (this.tallies?.has(key)) return TALLIES;
    return this.#isRewritten(key) ? WORK : DATA;
  }

  /** Whether keys below the prefix may be in places that have a table only from some time on. */
  isLate(prefix: Key): boolean {
    return this.#timeParts.has(prefix[0]!) || this.tallies?.isAbove(prefix) === true;
  }

  /** When the segment of a key of a month was opened; null: it is another key. */
  segmentTimeOf(key: Key): number | null {
    const part = key[this.#timeParts.get(key[0]!) ?? Infinity];
    return part !== undefined && TIMED.test(part) ? parseInt(part.slice(0, 12), 16) : null;
  }

  /**
   * The places of keys below a prefix, from `start` to `end`, in which `data` comes first. Scores that no month could take, or
   * that an earlier version wrote, are in `data`.
   * @param late those of the places that may be missing that have a table: months, sorted, and `tallies`
   */
  below(
    prefix: Key,
    { start, end }: { readonly start?: Key | undefined; readonly end?: Key | undefined },
    late: readonly Place[],
  ): Place[] {
    const [first] = prefix;
    const months = late.filter(isMonth);
    if (first === undefined) return [DATA, WORK, USAGE, ...late, ...months.map(shortOf)];
    if (this.#usage.has(first)) return [USAGE];
    const part = this.#timeParts.get(first);
    if (part !== undefined) {
      const from = monthOf(prefix[part]) ?? monthOf(start?.[part]) ?? "";
      const to = monthOf(prefix[part]) ?? monthOf(end?.[part]) ?? "9";
      // Accounts follow one another: bounds of the time count only for one account.
      const bounded = part <= prefix.length;
      const found = months.filter((month) => !bounded || (month >= from && month <= to));
      return [DATA, ...found, ...SHORT.has(first) ? found.map(shortOf) : []];
    }
    if (this.#isRewritten(prefix)) return [WORK];
    const above = this.rewritten.some((each) => each.length > prefix.length && each[0] === first);
    const tallies = late.includes(TALLIES) && this.tallies?.isAbove(prefix);
    return [DATA, ...above ? [WORK] : [], ...tallies ? [TALLIES] : []];
  }

  #isRewritten(key: Key): boolean {
    return this.#rewritten.has(key[0]!) || this.#rewritten.has(keyText(key.slice(0, 2)));
  }
}

/** Whether it has a table only from some time on: until then, and where none can be made, its entries are in `data`. */
export function isLate(place: Place): boolean {
  return place === TALLIES || isMonth(place);
}

export function isMonth(place: Place): boolean {
  return /^\d{6}s?$/.test(place);
}

/** Whether the keys of a place are `shortKey`. */
export function isShort(place: Place): boolean {
  return place.endsWith("s") && isMonth(place);
}

/** The place of a month's short keys. */
export function shortOf(month: Place): Place {
  return `${month}s`;
}

/** The table that a place is in, as the place of its other keys. */
export function wholeOf(place: Place): Place {
  return isShort(place) ? place.slice(0, -1) : place;
}

/** `202611`; null when the part does not begin with the time of a score. */
function monthOf(part: string | undefined): Place | null {
  if (part === undefined || !TIMED.test(part)) return null;
  const time = parseInt(part.slice(0, 12), 16);
  return time < FIRST || time >= LAST ? null : monthAt(time);
}

/** The month of a time, or one `ahead` of it. */
export function monthAt(time: number, ahead = 0): Place {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead)).toISOString().slice(0, 7)
    .replace("-", "");
}

export function monthStart(month: Place): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4, 6)) - 1);
}

/** When the month is over. */
export function monthEnd(month: Place): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4, 6)));
}
