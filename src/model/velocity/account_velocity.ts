/**
 * The sign-ups of one account and mode against what is usual there. In memory it takes some 190 bytes for each sign-up of the
 * last hour (of few, of the last day), and 18 for each value and hour of the last 15 days, without those that came once.
 */
import { Values } from "./values.ts";
import { valueKey } from "../conditions/counts/key.ts";
import { SignupLog } from "../conditions/counts/signup_log.ts";
import { Window } from "../conditions/counts/window.ts";
import { DAY_MS, HOUR_MS } from "../duration.ts";
import { HourHistory } from "./hour_history.ts";
import { LIMITS, type Span, SPANS } from "./limits.ts";
import { COLUMNS, type VelocitySignup } from "./signup.ts";
import { robustMean } from "./usual.ts";

/** Of the log: what is doubtful, and the last digits of the number. */
export const MARKS_COLUMN = COLUMNS;
export const NUMBER_COLUMN = COLUMNS + 1;

const DAY_HOURS = 24;
const HISTORY_HOURS = (LIMITS.days + 1) * DAY_HOURS + 2;
/** How far back sign-ups have to be read. */
export const VELOCITY_SPAN_MS = HISTORY_HOURS * HOUR_MS;
/** Sign-ups of an hour at most: of more, the oldest are not counted. */
const MAX_SIGNUPS = 50_000;
const MAX_RECORDS = 1_000_000;
const KEPT_SHARE = 0.9;
/** So many of the last day's sign-ups are kept in any case. */
const KEPT = 1024;
/** The newest of the log that are looked through. */
const LOOKED = 4096;
/** Values whose usual is kept until the next hour. */
const MAX_USUAL = 20_000;
/** A score may be stored a while after its id was made. */
const NEAR_MS = { before: HOUR_MS / 60, after: HOUR_MS / 30 };
const ADVANCED_AT_ONCE = 500;

/** What is usual of a value in this hour of a day, and in a day. */
interface Usual {
  readonly hour: number;
  readonly day: number;
  /** Sign-ups with it of each day, yesterday's first. */
  readonly days: readonly number[];
}

export class AccountVelocity {
  readonly seed: number;
  readonly log = new SignupLog(COLUMNS + 2);
  readonly #deviceKey: number;
  readonly #totalKey: number;
  readonly #windows = { "10m": new Window(SPANS["10m"].ms), "1h": new Window(SPANS["1h"].ms) };
  readonly #values = { "10m": new Values(), "1h": new Values() };
  readonly #history = new HourHistory(HISTORY_HOURS);
  /** Of the present hour. */
  #usualHour = -1;
  readonly #usual = new Map<number, Usual>();
  /** Days that are known, the account's first hour, and its sign-ups since. */
  #known = { days: 0, first: 0, signups: 0 };

  constructor(seed: number) {
    this.seed = seed;
    this.#totalKey = valueKey("total", seed);
    this.#deviceKey = valueKey("device", seed);
    for (const span of ["10m", "1h"] as const) this.#windows[span].counters.push(this.#values[span]);
  }

  get size(): number {
    return this.log.size;
  }

  get bytes(): number {
    return this.log.bytes + this.#history.bytes + this.#values["10m"].bytes + this.#values["1h"].bytes;
  }

  note({ id, at, keys, marks, number }: VelocitySignup): void {
    this.#makeRoom(at);
    const row = this.log.insert(at, valueKey(id, this.seed), [...keys, marks, number]);
    for (const window of this.#all) window.inserted(this.log, row);
    this.#known.signups++;
    const hour = Math.floor(at / HOUR_MS);
    for (const key of keys) if (key !== 0) this.#history.add(key, hour);
  }

  /** As if the sign-up had not been noted. */
  forget({ id, at }: Pick<VelocitySignup, "id" | "at">): void {
    const span = { since: at - NEAR_MS.before, until: at + NEAR_MS.after };
    const row = this.log.find(valueKey(id, this.seed), span);
    if (row === null) return;
    for (const window of this.#all) window.removing(this.log, row);
    this.#known.signups--;
    const hour = Math.floor(this.log.at(row) / HOUR_MS);
    for (let column = 0; column < COLUMNS; column++) {
      const key = this.log.value(column, row);
      if (key !== 0) this.#history.add(key, hour, -1);
    }
    this.log.remove(row);
  }

  /** Whether a sign-up since that time is noted, by its id: as it is now. */
  notedSince(at: number): (id: string) => boolean {
    const noted = this.log.idsSince(at);
    return (id) => noted.has(valueKey(id, this.seed));
  }

  /** Moves the windows on, in steps. */
  *advance(at: number, signups: number = ADVANCED_AT_ONCE): Generator<void> {
    for (const window of this.#all) while (!window.advance(this.log, at, signups)) yield;
  }

  /** Sign-ups with a value up to now. */
  count(key: number, span: Span, at: number): number {
    if (span === "1d") {
      const now = Math.floor(at / HOUR_MS);
      return this.#history.between(key, now - DAY_HOURS + 1, now);
    }
    this.#windows[span].advance(this.log, at);
    return this.#values[span].get(key);
  }

  /** All sign-ups of the account. */
  total(span: Span, at: number): number {
    return this.count(this.#totalKey, span, at);
  }

  /** Those since midnight (UTC). */
  today(at: number): number {
    return this.#history.between(
      this.#totalKey,
      Math.floor(at / DAY_MS) * DAY_HOURS,
      Math.floor(at / HOUR_MS),
    );
  }

  /** A robust mean of the same hours of the days before; 0 where no day is known. */
  usual(key: number, span: Span, at: number): number {
    const { hour, day } = this.#usualOf(key, at);
    return span === "1d" ? day : hour * SPANS[span].ms / HOUR_MS;
  }

  /** Of all sign-ups; null: there are no earlier ones to tell it from. A new account's is its own mean so far. */
  usualTotal(span: Span, at: number): number | null {
    const usual = this.usual(this.#totalKey, span, at);
    if (this.daysKnown(at) > 0) return usual;
    const hours = Math.floor(at / HOUR_MS) - this.#known.first;
    const before = this.totalBefore(span, at);
    // What the span is compared with has to be longer than it.
    if (before === 0 || hours * HOUR_MS <= SPANS[span].ms) return null;
    return before / hours * SPANS[span].ms / HOUR_MS;
  }

  /** Sign-ups with a value before the span, as far as they are known. */
  before(key: number, span: Span, at: number): number {
    const all = this.#history.between(key, -Infinity, Math.floor(at / HOUR_MS));
    return Math.max(0, all - this.count(key, span, at));
  }

  /** All sign-ups before the span. */
  totalBefore(span: Span, at: number): number {
    this.#usualOf(this.#totalKey, at);
    return Math.max(0, this.#known.signups - this.total(span, at));
  }

  /**
   * Which share of the sign-ups of the days before sent a device, without the third of the days on which most sent none: those
   * may have bursts of them. Null: no sign-up of the other days is known.
   */
  usualDeviceShare(at: number): number | null {
    const all = this.#usualOf(this.#totalKey, at).days;
    const of = this.#usualOf(this.#deviceKey, at).days;
    const days = all.map((signups, day) => ({ signups, without: signups - of[day]! }))
      .sort((one, other) => one.without - other.without);
    let [signups, without] = [0, 0];
    for (const day of days.slice(0, Math.ceil(days.length * 2 / 3))) {
      signups += day.signups;
      without += day.without;
    }
    return signups === 0 ? null : 1 - without / signups;
  }

  /** Which share of the sign-ups before the span sent a device. */
  deviceShareBefore(span: Span, at: number): number {
    return this.before(this.#deviceKey, span, at) / Math.max(1, this.totalBefore(span, at));
  }

  /** The newest sign-ups of the span that have a value, as rows of the log. */
  newest(column: number, key: number, span: Span, at: number, most: number): number[] {
    const from = Math.max(this.log.after(at - SPANS[span].ms), this.log.end - LOOKED);
    const rows: number[] = [];
    let row = this.log.previous(column, key, from, this.log.end);
    while (row !== null && rows.push(row) < most) row = this.log.previous(column, key, from, row);
    return rows;
  }

  /** Whole days before now of which sign-ups are known, at most `LIMITS.days`. */
  daysKnown(at: number): number {
    this.#usualOf(this.#totalKey, at);
    return this.#known.days;
  }

  /** Drops the oldest ones. */
  dropTo(signups: number): void {
    if (this.log.size > signups) this.#dropBefore(this.log.end - signups);
  }

  get #all(): readonly Window[] {
    return [this.#windows["10m"], this.#windows["1h"]];
  }

  #makeRoom(at: number): void {
    const { log } = this;
    if (log.size >= 2 * KEPT && log.size % KEPT === 0) {
      this.#dropBefore(Math.min(log.after(at - SPANS["1h"].ms), log.end - KEPT));
      if (log.size >= MAX_SIGNUPS) this.dropTo(Math.floor(MAX_SIGNUPS * KEPT_SHARE));
    }
    if (this.#history.size >= MAX_RECORDS) this.#history.dropOldest(KEPT_SHARE);
  }

  #dropBefore(row: number): void {
    for (const window of this.#all) window.leaveBefore(this.log, row);
    this.log.dropBefore(row);
  }

  #usualOf(key: number, at: number): Usual {
    const now = Math.floor(at / HOUR_MS);
    if (now !== this.#usualHour || this.#usual.size > MAX_USUAL) {
      this.#usual.clear();
      this.#usualHour = now;
      let [first, signups] = [now, 0];
      this.#history.each(this.#totalKey, (hour, count) => {
        if (count > 0) first = Math.min(first, hour);
        signups += count;
      });
      this.#known = { days: Math.min(LIMITS.days, Math.floor((now - first) / DAY_HOURS)), first, signups };
    }
    let usual = this.#usual.get(key);
    if (usual === undefined) this.#usual.set(key, usual = this.#compare(key, now, this.#known.days));
    return usual;
  }

  #compare(key: number, now: number, days: number): Usual {
    const [hours, sums] = [new Array<number>(days).fill(0), new Array<number>(days).fill(0)];
    this.#history.each(key, (hour, count) => {
      const back = now - hour;
      const day = Math.floor(back / DAY_HOURS);
      if (day >= 1 && day <= days) sums[day - 1]! += count;
      // This hour of the day and those next to it: peaks come a little earlier or later.
      const near = Math.round(back / DAY_HOURS);
      if (near >= 1 && near <= days && Math.abs(back - near * DAY_HOURS) <= 1) hours[near - 1]! += count;
    });
    return { hour: robustMean(hours) / 3, day: robustMean(sums), days: sums };
  }
}
