/**
 * What runs in parallel with the requests: deletes expired rows, a few at a time; creates and drops the tables of months; moves what an
 * earlier version wrote to the place that it has now. Readers ignore expired rows anyway: deleting only frees their space. An index on
 * the expiry would slow down every write.
 */
import type { Clock } from "../../concurrency/clock.ts";
import { keyOf, rangeBelow, successor } from "../key_bytes.ts";
import type { Argument, PostgresLink } from "./connection.ts";
import type { Months } from "./months.ts";
import { moving } from "./commits.ts";
import { DATA, isLate, type Place, TALLIES, WORK } from "./place.ts";
import { KEYS_OF_DATA, pageEnd, sweepRows } from "./table.ts";
import { FIRST_TALLY, LAST_TALLY } from "./tally.ts";

const EVERY_MS = 5000;
/** The tables of months are maintained once in this many runs. */
const MONTHS_EVERY = 12;
/** Rows examined in one step. */
const ROWS_PER_STEP = 2000;
/** Steps of one time: what is rewritten all the time is swept as a whole. */
const MAX_STEPS = { [DATA]: 10, [TALLIES]: 10, [WORK]: 100 } as const;
/** An answer that takes longer, by this machine's clock, says nothing about when it was given. */
const SLOW_MS = 10_000;
/** Entries moved in one statement. */
const ROWS_PER_MOVE = 500;

/** Milliseconds since the epoch by the server's clock. */
const SERVER_TIME = "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now";

/** Compares the clock of this process with the server's. */
export async function compareClocks(link: PostgresLink, clock: Clock): Promise<void> {
  const requestedAt = clock.wall;
  const { rows } = await link.query(SERVER_TIME, []);
  // Between the question and the answer, unless the clock was set meanwhile.
  const answered = clock.wall;
  const took = answered - requestedAt;
  const middle = took >= 0 && took < SLOW_MS ? requestedAt + took / 2 : answered;
  clock.heard(Number(rows[0]!.now), middle);
}

/** Walks through a table in the order of keys, again and again. */
export class Sweep {
  readonly #link: PostgresLink;
  readonly #place: Place;
  readonly #now: () => number;
  /** The key of a row as the place has it. */
  #at: readonly Argument[];

  /** @param start where the walk begins; absent: at the first row */
  constructor(link: PostgresLink, place: Place, now: () => number, start?: Uint8Array) {
    this.#link = link;
    this.#place = place;
    this.#now = now;
    this.#at = start === undefined ? this.#first : [start];
  }

  get #first(): readonly Argument[] {
    return this.#place === TALLIES ? FIRST_TALLY : [START];
  }

  /** Examines the next rows; how many were deleted, and whether the walk came to the end. */
  async step(): Promise<{ deleted: number; ended: boolean }> {
    const from = this.#at;
    const { rows: [row] } = await this.#link.query(pageEnd(this.#place), [...from, ROWS_PER_STEP - 1]);
    const [last, end] = this.#place === TALLIES
      ? [row && [Number(row.kind), row.hash as string], LAST_TALLY]
      : [row && [new Uint8Array(row.key as Uint8Array)], [END]];
    this.#at = last ?? this.#first;
    const { count } = await this.#link.query(sweepRows(this.#place), [...from, ...last ?? end, this.#now()]);
    return { deleted: count, ended: last === undefined };
  }
}

const START = new Uint8Array();
/** Sorts after every key. */
const END = new Uint8Array([0xff]);

export class Maintenance {
  readonly #link: PostgresLink;
  readonly #months: Months;
  readonly #clock: Clock;
  readonly #sweeps: ReadonlyMap<keyof typeof MAX_STEPS, Sweep>;
  readonly #timer: ReturnType<typeof setInterval>;
  #turn = 0;
  #running: Promise<unknown> | null = null;
  #moving: Promise<unknown>;
  #stopped = false;

  constructor(link: PostgresLink, months: Months, clock: Clock) {
    this.#link = link;
    this.#months = months;
    this.#clock = clock;
    // The walk starts at a random letter, so that short-lived processes do not all sweep the same rows.
    const start = new Uint8Array([0x02, 0x61 + Math.floor(Math.random() * 26)]);
    this.#sweeps = new Map([
      [DATA, new Sweep(link, DATA, clock.now, start)],
      [TALLIES, new Sweep(link, TALLIES, clock.now)],
      [WORK, new Sweep(link, WORK, clock.now)],
    ]);
    this.#timer = setInterval(() => {
      this.#running ??= this.#run().catch(() => {}).finally(() => this.#running = null);
    }, EVERY_MS);
    Deno.unrefTimer(this.#timer);
    this.#moving = this.#move().catch(() => {}); // again after the next start, or by another process
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
    await this.#moving;
  }

  async #run(): Promise<void> {
    await compareClocks(this.#link, this.#clock);
    for (const [place, sweep] of this.#sweeps) {
      // A row that hides what `data` has of its key stays until that was moved.
      if (place === TALLIES && !(this.#months.isMoved && this.#months.known.includes(TALLIES))) continue;
      for (let step = 0; step < MAX_STEPS[place] && !this.#stopped; step++) {
        const { deleted, ended } = await sweep.step();
        if (ended || (place !== WORK && deleted < ROWS_PER_STEP / 2)) break;
      }
    }
    if (this.#turn++ % MONTHS_EVERY === 0) {
      await this.#months.keep(this.#clock.now());
      this.#moving = this.#moving.then(() => this.#move()).catch(() => {});
    }
  }

  /** Each statement moves some entries as a whole, so this may end anywhere. Half of the time is left to the requests. */
  async #move(): Promise<void> {
    const { late, monthly, tallies } = this.#months.places;
    for (const prefix of this.#months.isMoved ? monthly : late) {
      const { from: first, to } = rangeBelow(prefix);
      for (let from = first; !this.#stopped;) {
        const started = performance.now();
        const { rows } = await this.#link.query(KEYS_OF_DATA, [from, to, ROWS_PER_MOVE]);
        const keys = rows.map(({ key }) => new Uint8Array(key as Uint8Array));
        for (const [place, own] of Map.groupBy(keys, (key) => this.#months.places.of(keyOf(key)))) {
          if (!isLate(place) || !await this.#months.ensure(place)) continue;
          await this.#link.query(...moving(place, own, tallies));
        }
        if (keys.length < ROWS_PER_MOVE) break;
        from = successor(keys.at(-1)!);
        await new Promise((resolve) => setTimeout(resolve, performance.now() - started));
      }
    }
    this.#months.isMoved ||= !this.#stopped;
  }
}
