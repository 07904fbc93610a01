/**
 * What the first page of the console counts of an account's live scores: sign-ups by verdict and hits of rules, of the last 24
 * hours, of each 24 hours before them, and since the last visit. All of it is one scan of columns.
 */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import { type Verdict, VERDICTS } from "../../model/verdict.ts";
import type { Column, ColumnBlock, WantedColumn } from "../../records/scores/score_columns.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** Sign-ups by verdict. */
export type SignupCounts = Readonly<Record<Verdict, number>>;

export interface RecentDays {
  /** The last 24 hours first; of days before the account's first score and of days that were not read whole there is none. */
  readonly days: readonly SignupCounts[];
  /** Since the last visit; null: there was none, or it is longer ago than what was read. */
  readonly sinceVisit: SignupCounts | null;
  /** By the id of a rule: scores that it was true of, in shadow too, by the same days. */
  readonly hits: ReadonlyMap<string, readonly number[]>;
}

/** The last 24 hours and the two weeks before. */
const DAYS = 15;
const COLUMNS = [
  "at",
  "mode",
  "subject",
  "verdict",
  "rule",
  "hit",
  "would",
] as const satisfies readonly WantedColumn[];
/** Scores that are read, the newest: some seconds of work. */
const MAX_ROWS = 2_000_000;
/** Kept for so many times as long as they took, at most a minute. */
const KEPT_TIMES = 100;
const MAX_ACCOUNTS = 500;
/** Rows of a block between two looks at the time. */
const ROWS_PER_STEP = 1024;

type Parts = Pick<Services, "store" | "workLimiter" | "now">;

export class RecentCounts {
  readonly #services: Parts;
  readonly #counted: TtlCache<RecentDays>;

  constructor(services: Parts) {
    this.#services = services;
    this.#counted = new TtlCache({ max: MAX_ACCOUNTS, now: services.now });
  }

  /** Counts as work. @param visit when the last visit ended, in milliseconds since the epoch */
  of(caller: Caller, visit: number | null): Promise<RecentDays> {
    return this.#counted.get(`${caller.account.id} ${visit}`, async () => {
      const begun = performance.now();
      const { counts, rows } = await count(this.#services, caller.account.id, visit);
      addWork(this.#services, caller, WORK.searchedCell * COLUMNS.length * rows);
      return { value: counts, ttlMs: Math.min(MINUTE_MS, KEPT_TIMES * (performance.now() - begun)) };
    });
  }
}

class Tally {
  readonly #days = Array.from({ length: DAYS }, noSignups);
  readonly #sinceVisit = noSignups();
  readonly #hits = new Map<string, number[]>();
  readonly #now: number;
  readonly #visit: number | null;
  /** The time of the oldest score that was read. */
  oldest = Infinity;

  constructor(now: number, visit: number | null) {
    this.#now = now;
    this.#visit = visit;
  }

  add(at: number, verdict: Verdict | null): void {
    if (verdict === null) return;
    this.#days[this.#dayOf(at)]![verdict]++;
    if (this.#visit !== null && at > this.#visit) this.#sinceVisit[verdict]++;
  }

  hit(at: number, rule: string): void {
    let days = this.#hits.get(rule);
    if (days === undefined) this.#hits.set(rule, days = new Array<number>(DAYS).fill(0));
    days[this.#dayOf(at)]!++;
  }

  #dayOf(at: number): number {
    return Math.min(DAYS - 1, Math.max(0, Math.floor((this.#now - at) / DAY_MS)));
  }

  /** @param isWhole nothing of the span was left unread */
  counts(isWhole: boolean): RecentDays {
    const first = this.oldest === Infinity ? 0 : this.#dayOf(this.oldest);
    // The day of the first score began before it, if it is not as old as the span.
    const known = isWhole && first === DAYS - 1 ? DAYS : Math.max(1, first);
    const since = isWhole ? this.#now - DAYS * DAY_MS : this.oldest;
    return {
      days: this.#days.slice(0, known),
      sinceVisit: this.#visit === null || this.#visit < since ? null : this.#sinceVisit,
      hits: new Map(Array.from(this.#hits, ([id, days]) => [id, days.slice(0, known)])),
    };
  }
}

async function count({ store, now: clock }: Parts, account: string, visit: number | null) {
  const now = clock();
  const tally = new Tally(now, visit);
  const slice = new TimeSlice();
  let rows = 0;
  const span = { since: now - DAYS * DAY_MS + 1, until: now };
  for await (const block of store.archiveColumns.blocks(account, COLUMNS, span, "newest")) {
    if (rows > MAX_ROWS) return { counts: tally.counts(false), rows };
    rows += block.count;
    for (let from = 0; from < block.count; from += ROWS_PER_STEP) {
      addRows(block, from, Math.min(block.count, from + ROWS_PER_STEP), tally);
      if (slice.isOver) await slice.next();
    }
  }
  return { counts: tally.counts(true), rows };
}

function addRows(block: ColumnBlock, from: number, to: number, tally: Tally): void {
  const { times } = block;
  const [modes, subjects, verdicts] = [
    block.column("mode"),
    block.column("subject"),
    block.column("verdict"),
  ];
  const rules = [block.column("rule"), block.column("hit"), block.column("would")];
  for (let row = from; row < to; row++) {
    if (valueAt(modes, row) !== "live") continue;
    const at = times[row]!;
    tally.oldest = Math.min(tally.oldest, at);
    tally.add(at, valueAt(subjects, row) === "user" ? verdictAt(verdicts, row) : null);
    if (rules.every((column) => (column?.codes[row] ?? 0) === 0)) continue;
    const ids = new Set<string>();
    for (const column of rules) {
      const value = valueAt(column, row);
      if (typeof value === "object" && value !== null) { for (const id of value) ids.add(id); }
      else if (value !== null) ids.add(String(value));
    }
    for (const id of ids) tally.hit(at, id);
  }
}

function valueAt(column: Column | null, row: number) {
  const code = column?.codes[row] ?? 0;
  return code === 0 ? null : column!.values[code - 1]!;
}

function verdictAt(column: Column | null, row: number): Verdict | null {
  const value = valueAt(column, row);
  return VERDICTS.find((verdict) => verdict === value) ?? null;
}

function noSignups(): Record<Verdict, number> {
  return { allow: 0, review: 0, block: 0 };
}
