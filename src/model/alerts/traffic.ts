/**
 * Sign-ups of an account by verdict and ten minutes, and whether those of the last hour are far from the usual: four times as
 * many or as few as in the same hour of other days, and at least 30. The usual of an hour knows nights, weekdays and growth:
 * it is the median of the same weekday of four weeks, times what the last three days were against theirs, and of the hour with
 * the ones next to it that counts which is nearest to what is. As long as that is not known, it is the medians of all days, of
 * the same weekday and of the last days, of which the nearest counts too. Pure.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";
import { type Verdict, VERDICTS } from "../verdict.ts";

export const SLOT_MS = 10 * MINUTE_MS;
const HOUR = HOUR_MS / SLOT_MS;
const DAY = DAY_MS / SLOT_MS;
/** Days whose hours are compared, at most and at least. */
const DAYS = 28;
const LEAST_DAYS = 7;
/** With the hours next to the first one, and the day before that. */
const SLOTS = (DAYS + 1) * DAY + 4 * HOUR;
export const TRAFFIC_MS = SLOTS * SLOT_MS;
const WEEK = 7;
/** From then on weekdays are compared with each other. */
const WEEKS = 3;
const LATELY = 3;

const FAR = 4;
const LEAST = 30;
/** It is over when it is less than this far. */
const STILL_FAR = 2;
/** Sign-ups of a day, and of an hour, that make a share. */
const SHARE_OF_DAY = 30;
const SHARE_OF_HOUR = 10;

export interface Unusual {
  /** Null: sign-ups of all verdicts. */
  readonly verdict: Verdict | null;
  /** In the last hour. */
  readonly signups: number;
  readonly usual: number;
  /** False: it is no longer far enough to begin, and still too far to be over. */
  readonly begins: boolean;
}

export class Traffic {
  /** Of each verdict; a slot is at its number modulo SLOTS. */
  readonly #counts = VERDICTS.map(() => new Uint32Array(SLOTS));
  #newest = -Infinity;
  /** The slot of the first sign-up that is known. */
  #first = Infinity;

  /** Forgets what is counted since then, and makes room up to `until`. */
  clear(since: number, until: number): void {
    const [from, to] = [slotOf(since), slotOf(until)];
    for (let slot = Math.max(from, to - SLOTS + 1); slot <= to; slot++) this.#set(slot);
    this.#newest = Math.max(this.#newest, to);
  }

  add(at: number, verdict: Verdict): void {
    const slot = slotOf(at);
    if (slot > this.#newest || slot <= this.#newest - SLOTS) return;
    this.#first = Math.min(this.#first, slot);
    this.#counts[VERDICTS.indexOf(verdict)]![slot % SLOTS]!++;
  }

  /** What is far from the usual in the hour that ends now. Empty where too little is known of the past. */
  unusual(now: number): readonly Unusual[] {
    const end = slotOf(now);
    if (end !== this.#newest) return [];
    const known = Math.floor((end - 2 * HOUR + 1 - Math.max(this.#first, end - SLOTS + 1)) / DAY);
    const days = Math.min(DAYS, known);
    if (!(days >= LEAST_DAYS)) return [];
    const sums = new Sums(this.#counts, end);
    const all = sums.count(null, 0, HOUR);
    const volume = usualVolume(sums, days);
    const found = far(null, all, volume);
    const shares = VERDICTS.flatMap((verdict) => {
      const share = usualShare(sums, verdict, days);
      if (share === null) return [];
      const usual = { most: share.most * all, least: share.least * all };
      return far(verdict, sums.count(verdict, 0, HOUR), { ...usual, itself: usual });
    });
    return [...found, ...shares];
  }

  #set(slot: number): void {
    for (const counts of this.#counts) counts[slot % SLOTS] = 0;
  }
}

/** The usual: what is more than `most` or less than `least` is not. */
interface Usual {
  readonly most: number;
  readonly least: number;
  /** The same of the very hour, without those next to it: what is far from that is not over. */
  readonly itself: { readonly most: number; readonly least: number };
}

function far(verdict: Verdict | null, signups: number, { most, least, itself }: Usual): Unusual[] {
  if (signups >= LEAST / STILL_FAR && signups >= STILL_FAR * itself.most) {
    return [{ verdict, signups, usual: most, begins: signups >= LEAST && signups >= FAR * most }];
  }
  if (itself.least >= LEAST && signups * STILL_FAR <= itself.least) {
    return [{ verdict, signups, usual: least, begins: least >= LEAST && signups * FAR <= least }];
  }
  return [];
}

function usualVolume(sums: Sums, days: number): Usual {
  const ofDays = Array.from({ length: days }, (_, index) => {
    const back = (index + 1) * DAY;
    const [after, itself, before] = [back - HOUR, back, back + HOUR].map((start) =>
      sums.count(null, start, HOUR)
    );
    return {
      most: Math.max(after!, itself!, before!),
      least: Math.min(after!, itself!, before!),
      itself: itself!,
    };
  });
  const [most, least] = [ofDays.map(({ most }) => most), ofDays.map(({ least }) => least)];
  const itself = ofDays.map((day) => day.itself);
  if (days < WEEKS * WEEK) {
    return {
      most: Math.max(...medians(most)),
      least: Math.min(...medians(least)),
      itself: { most: Math.max(...medians(itself)), least: Math.min(...medians(itself)) },
    };
  }
  const grown = growth(sums, days);
  const [more, fewer] = [Math.max(1, grown), Math.min(1, grown)];
  const same = median(ofWeekday(itself));
  return {
    most: median(ofWeekday(most)) * more,
    least: median(ofWeekday(least)) * fewer,
    itself: { most: same * more, least: same * fewer },
  };
}

/** What the last days were against the same weekdays before. */
function growth(sums: Sums, days: number): number {
  const totals = Array.from({ length: days }, (_, day) => sums.count(null, HOUR + day * DAY, DAY));
  return median(
    totals.slice(0, LATELY).map((total, day) => {
      const before = median(ofWeekday(totals.slice(day + 1)));
      return before === 0 ? 1 : total / before;
    }),
  );
}

/** Null where too few days have enough sign-ups. */
function usualShare(sums: Sums, verdict: Verdict, days: number): Usual["itself"] | null {
  const [ofDays, ofHours]: [number[], number[]] = [[], []];
  for (let day = 0; day < days; day++) {
    const all = sums.count(null, HOUR + day * DAY, DAY);
    if (all >= SHARE_OF_DAY) ofDays.push(sums.count(verdict, HOUR + day * DAY, DAY) / all);
    const start = (day + 1) * DAY - HOUR;
    const near = sums.count(null, start, 3 * HOUR);
    if (near >= SHARE_OF_HOUR) ofHours.push(sums.count(verdict, start, 3 * HOUR) / near);
  }
  if (ofDays.length < LEAST_DAYS) return null;
  const shares = [median(ofDays), median(ofDays.slice(0, LATELY))];
  if (ofHours.length >= LEAST_DAYS) shares.push(median(ofHours));
  return { most: Math.max(...shares), least: Math.min(...shares) };
}

/** Of all days, of those of the same weekday, and of the last ones. @param values by day, the newest first */
function medians(values: readonly number[]): number[] {
  return [values, ofWeekday(values), values.slice(0, LATELY)].map(median);
}

/** Those a whole number of weeks before the day that comes next. @param values by day, the newest first */
function ofWeekday(values: readonly number[]): number[] {
  return values.filter((_, index) => index % WEEK === WEEK - 1);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** Counts of any span, from running sums. */
class Sums {
  readonly #sums: readonly Float64Array[];

  constructor(counts: readonly Uint32Array[], end: number) {
    this.#sums = counts.map((ofVerdict) => {
      const sums = new Float64Array(SLOTS + 1);
      for (let back = 0; back < SLOTS; back++) {
        sums[back + 1] = sums[back]! + ofVerdict[(end - back + SLOTS) % SLOTS]!;
      }
      return sums;
    });
  }

  /** @param back slots between the end of the span and now @param length slots of the span */
  count(verdict: Verdict | null, back: number, length: number): number {
    if (verdict !== null) return this.#count(VERDICTS.indexOf(verdict), back, length);
    return VERDICTS.reduce((sum, _, index) => sum + this.#count(index, back, length), 0);
  }

  #count(index: number, back: number, length: number): number {
    const sums = this.#sums[index]!;
    return sums[Math.min(SLOTS, back + length)]! - sums[Math.max(0, back)]!;
  }
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS);
}
