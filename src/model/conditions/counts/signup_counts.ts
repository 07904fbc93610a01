/**
 * Counts that conditions ask for, over the sign-ups of one account and mode: exact, a sign-up leaves a window when it is as old
 * as the window is long. The same for what is judged now and for what is tried on the past.
 */
import type { ComponentKind } from "../../component.ts";
import { MINUTE_MS } from "../../duration.ts";
import { type Outcome, RETENTION_MS } from "../../records.ts";
import { type Counted, countName, type LabelCount, type WantedCount } from "../count.ts";
import type { CountedValue, DimensionValues } from "../dimension.ts";
import { type Counter, Distinct, FirstSeen, Fraud, Signups } from "./counters.ts";
import { valueKey } from "./key.ts";
import { LabelCounts } from "./label_counts.ts";
import { SignupLog } from "./signup_log.ts";
import { Window } from "./window.ts";

export interface CountedSignup {
  /** The same for what is noted and labelled. */
  readonly id: string;
  readonly at: number;
  readonly values: DimensionValues;
}

export interface CountedLabel {
  readonly id: string;
  /** Roughly: within a minute before the sign-up's time, and two after it. */
  readonly scoredAt: number;
  /** Null: the label was removed. */
  readonly outcome: Outcome | null;
  /** Of the sign-up, for `label_counts`. */
  readonly values: DimensionValues;
}

interface SignupCountsOptions {
  /** Makes collisions of values unpredictable. */
  readonly seed?: number;
  /** More are not kept: what they are needed for is unknown. */
  readonly maxSignups?: number;
  /** Older sign-ups are not counted: they are not stored any more. */
  readonly retentionMs?: number;
}

interface CountRow {
  readonly window: Window;
  readonly counter: Counter;
  readonly dimension: CountedValue;
  readonly what: CountedValue | null;
}

export const MAX_COUNTED_SIGNUPS = 1_000_000;
/** Labels that are known before their sign-ups. */
const MAX_EARLY = 10_000;
/** A score may be stored a while after its id was made. */
const NEAR_MS = { before: MINUTE_MS, after: 2 * MINUTE_MS };

/** How far back counts look, in milliseconds; 0: none of them looks at sign-ups. */
export function spanOf(wanted: readonly Counted[], retentionMs: number = RETENTION_MS): number {
  return wanted.reduce((longest, count) => Math.max(longest, windowOf(count, retentionMs)), 0);
}

function windowOf(count: Counted, retentionMs: number): number {
  if (count.of === "labels") return 0;
  return count.of === "first_seen_days" ? retentionMs : Math.min(count.windowMs, retentionMs);
}

/** The values of sign-ups that the counts need. */
export function valuesFor(wanted: readonly Counted[]): readonly CountedValue[] {
  const names = new Set<CountedValue>();
  for (const count of wanted) {
    names.add(count.of === "labels" ? count.component : count.dimension);
    if (count.of === "distinct") names.add(count.what);
  }
  return [...names];
}

export class SignupCounts {
  readonly #seed: number;
  readonly #maxSignups: number;
  readonly #retentionMs: number;
  readonly #columns: readonly CountedValue[];
  readonly #log: SignupLog;
  readonly #spanMs: number;
  readonly #windows: readonly Window[];
  readonly #rows: ReadonlyMap<string, CountRow>;
  readonly #rowOf = new WeakMap<WantedCount, CountRow | null>();
  readonly #labels: LabelCounts;
  readonly #early = new Map<number, Outcome>();
  readonly #hasFraud: boolean;
  /** What is counted from an earlier time on is unknown. */
  #completeSince = -Infinity;
  /** The keys of the values that were asked about last. */
  #asked: { readonly values: DimensionValues; readonly keys: Map<CountedValue, number> } | null = null;

  constructor(
    wanted: readonly Counted[],
    { seed = 0, maxSignups = MAX_COUNTED_SIGNUPS, retentionMs = RETENTION_MS }: SignupCountsOptions = {},
  ) {
    this.#seed = seed;
    this.#retentionMs = retentionMs;
    this.#maxSignups = maxSignups;
    const counts = wanted.filter((count): count is WantedCount => count.of !== "labels");
    const labels = wanted.filter((count): count is LabelCount => count.of === "labels");
    this.#columns = valuesFor(counts);
    this.#log = new SignupLog(this.#columns.length);
    this.#spanMs = spanOf(counts, retentionMs);
    const windows = new Map<number, Window>();
    const rows = new Map<string, CountRow>();
    for (const count of counts) {
      if (rows.has(countName(count))) continue;
      const ms = windowOf(count, retentionMs);
      const window = windows.get(ms) ?? new Window(ms);
      windows.set(ms, window);
      const counter = this.#counterOf(count);
      window.counters.push(counter);
      const what = count.of === "distinct" ? count.what : null;
      rows.set(countName(count), { window, counter, dimension: count.dimension, what });
    }
    this.#windows = [...windows.values()];
    this.#rows = rows;
    this.#hasFraud = counts.some(({ of }) => of === "fraud");
    this.#labels = new LabelCounts([...new Set(labels.map(({ component }) => component))]);
  }

  get size(): number {
    return this.#log.size;
  }

  get bytes(): number {
    return this.#windows.reduce(
      (sum, { counters }) => counters.reduce((sum, { bytes }) => sum + bytes, sum),
      this.#log.bytes,
    );
  }

  /** Drops the oldest of too many sign-ups. */
  dropTo(signups: number): void {
    const log = this.#log;
    if (log.size <= signups) return;
    this.#completeSince = log.at(log.end - signups - 1);
    this.#dropBefore(log.after(this.#completeSince));
  }

  /** Whether it was made for the count. */
  has(count: Counted): boolean {
    if (count.of === "labels") return this.#labels.components.includes(count.component);
    return this.#row(count) !== null;
  }

  /** Notes a sign-up, once; mostly in the order of their times. */
  note({ id, at, values }: CountedSignup): void {
    if (this.#windows.length === 0) return;
    this.#makeRoom(at);
    if (at < this.#completeSince) return;
    const key = valueKey(id, this.#seed);
    const number = this.#log.insert(at, key, this.#columns.map((name) => this.#key(values[name])));
    for (const window of this.#windows) window.inserted(this.#log, number);
    const early = this.#early.get(key);
    if (early === undefined) return;
    this.#early.delete(key);
    this.#relabel(number, early);
  }

  /** Whether a sign-up since that time is noted, by its id: as it is now. */
  notedSince(at: number): (id: string) => boolean {
    const noted = this.#log.idsSince(at);
    return (id) => noted.has(valueKey(id, this.#seed));
  }

  /** As if the sign-up had not been noted. */
  forget({ id, at }: Pick<CountedSignup, "id" | "at">): void {
    const number = this.#find(valueKey(id, this.#seed), at);
    if (number === null) return;
    for (const window of this.#windows) window.removing(this.#log, number);
    this.#log.remove(number);
  }

  /** The newest label of a sign-up. */
  label({ id, scoredAt, outcome, values }: CountedLabel): void {
    const key = valueKey(id, this.#seed);
    const { components } = this.#labels;
    if (components.length > 0) {
      const keys = components.map((component) => this.#key(values[component]));
      this.#labels.label(key, outcome === null ? null : { outcome, scoredAt, values: keys });
    }
    if (!this.#hasFraud) return;
    const number = this.#find(key, scoredAt);
    if (number !== null) return this.#relabel(number, outcome);
    this.#early.delete(key);
    if (outcome !== null && this.#early.size < MAX_EARLY) this.#early.set(key, outcome);
  }

  /**
   * What the count is for a sign-up with these values that is judged at that time and not noted yet: it is included. Null: its
   * dimension is unknown, or more sign-ups would be needed than are kept (`isCutOff`).
   */
  count(count: Counted, values: DimensionValues, at: number): number | null {
    if (count.of === "labels") return this.#labelled(count.component, count.outcome, values, at);
    const row = this.#row(count);
    if (row === null) return null;
    const { window, counter, dimension, what } = row;
    const value = this.#keyOf(values, dimension);
    if (value === 0 || this.isCutOff(count, at)) return null;
    window.advance(this.#log, at);
    return window.count(this.#log, counter, {
      value,
      what: what === null ? 0 : this.#keyOf(values, what),
      at,
    });
  }

  /** Moves all windows on, in steps of so many sign-ups. A count moves its own window on as a whole. */
  *advance(at: number, signups: number = ADVANCED_AT_ONCE): Generator<void> {
    for (const window of this.#windows) while (!window.advance(this.#log, at, signups)) yield;
  }

  /** There are more sign-ups in the count's window, or labels, than are kept. */
  isCutOff(count: Counted, at: number): boolean {
    return count.of === "labels"
      ? this.#labels.isCutOff
      : at - windowOf(count, this.#retentionMs) < this.#completeSince;
  }

  #labelled(component: ComponentKind, outcome: Outcome, values: DimensionValues, at: number) {
    const value = this.#keyOf(values, component);
    if (value === 0 || this.#labels.isCutOff || !this.#labels.components.includes(component)) return null;
    return this.#labels.count(component, outcome, value, at);
  }

  #relabel(number: number, outcome: Outcome | null): void {
    const isFraud = outcome === "fraud";
    if (this.#log.isFraud(number) === isFraud) return;
    for (const window of this.#windows) window.relabel(this.#log, number, isFraud);
    this.#log.setFraud(number, isFraud);
  }

  #find(key: number, at: number): number | null {
    return this.#log.find(key, { since: at - NEAR_MS.before, until: at + NEAR_MS.after });
  }

  /** Drops what no window needs, and the oldest ones of too many. */
  #makeRoom(at: number): void {
    const log = this.#log;
    if (log.size % SWEPT_AFTER !== 0 && log.size < this.#maxSignups) return;
    this.#dropBefore(log.after(at - this.#spanMs));
    if (log.size >= this.#maxSignups) this.dropTo(Math.floor(this.#maxSignups * KEPT_SHARE));
  }

  #dropBefore(number: number): void {
    for (const window of this.#windows) window.leaveBefore(this.#log, number);
    this.#log.dropBefore(number);
  }

  #row(count: WantedCount): CountRow | null {
    let row = this.#rowOf.get(count);
    if (row === undefined) {
      row = this.#rows.get(countName(count)) ?? null;
      this.#rowOf.set(count, row);
    }
    return row;
  }

  #counterOf(count: WantedCount): Counter {
    const column = this.#columns.indexOf(count.dimension);
    if (count.of === "signups") return new Signups(column);
    if (count.of === "fraud") return new Fraud(column);
    if (count.of === "distinct") return new Distinct(column, this.#columns.indexOf(count.what));
    return new FirstSeen(column);
  }

  #keyOf(values: DimensionValues, name: CountedValue): number {
    if (this.#asked?.values !== values) this.#asked = { values, keys: new Map() };
    const { keys } = this.#asked;
    let key = keys.get(name);
    if (key === undefined) keys.set(name, key = this.#key(values[name]));
    return key;
  }

  #key(value: string | undefined): number {
    return value === undefined ? 0 : valueKey(value, this.#seed);
  }
}

/** What no window needs is dropped when so many sign-ups were noted. */
const SWEPT_AFTER = 1024;
/** Sign-ups of a step. */
const ADVANCED_AT_ONCE = 500;
/** Of too many sign-ups, this share is kept. */
const KEPT_SHARE = 0.9;
