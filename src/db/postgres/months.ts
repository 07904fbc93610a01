/** The places that may be missing (`isLate`) and have a table, as far as this process knows, and what creates and drops them. */
import { codeOf, type PostgresLink } from "./connection.ts";
import { tune } from "./layout.ts";
import { isMonth, monthAt, monthEnd, type Place, type Places, TALLIES, wholeOf } from "./place.ts";
import { createTable, latePlaceOf, tableOf, TABLES } from "./table.ts";
import { SEGMENT } from "../own_rows.ts";

/** What this process knows is not older than this when scores are listed: another one may have created a month. */
const FRESH_MS = 5000;
const DAY_MS = 86_400_000;
const MISSING_TABLE = "42P01";
const MADE_MEANWHILE = new Set(["42P07", "23505", "42710"]);
const NOT_ALLOWED = "42501";

export class Months {
  readonly places: Places;
  readonly #link: PostgresLink;
  #known: readonly Place[] = [];
  /** True: nothing of late places is left in `data`, apart from those that can have no table. */
  isMoved = false;
  /** True: this user may not create tables, so scores stay in `data`, where the sweep removes them one by one. */
  #refused = false;
  #lookedAt = -Infinity;
  #looking: Promise<void> | null = null;

  constructor(link: PostgresLink, places: Places) {
    this.#link = link;
    this.places = places;
  }

  /** Sorted. */
  get known(): readonly Place[] {
    return this.#known;
  }

  /** Reads which there are. */
  async reload(): Promise<void> {
    this.#looking ??= (async () => {
      const { rows } = await this.#link.query(TABLES, []);
      this.#known = rows.map(({ name }) => latePlaceOf(name as string)).filter((place) => place !== null)
        .sort();
      this.#lookedAt = performance.now();
    })().finally(() => this.#looking = null);
    await this.#looking;
  }

  async refresh(): Promise<void> {
    if (performance.now() - this.#lookedAt > FRESH_MS) await this.reload();
  }

  /** Whether there is a table of the month; another process may have created it. */
  async has(month: Place): Promise<boolean> {
    month = wholeOf(month);
    if (this.#known.includes(month)) return true;
    // Where this user may create none, most months have no table.
    await (this.#refused ? this.refresh() : this.reload());
    return this.#known.includes(month);
  }

  /** Creates the table of a month. False: that is not allowed. */
  async ensure(month: Place): Promise<boolean> {
    if (await this.has(month)) return true;
    if (this.#refused) return false;
    try {
      await this.#link.query(createTable(month), []);
      await tune(this.#link, month);
    } catch (error) {
      if (codeOf(error) === NOT_ALLOWED) return !(this.#refused = true);
      if (!MADE_MEANWHILE.has(codeOf(error))) throw error;
    }
    await this.reload();
    return true;
  }

  /** Runs work that names tables of months again, with those that there are, when another process dropped one of them. */
  async whileDropped<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== MISSING_TABLE) throw error;
      await this.reload();
      return await work();
    }
  }

  /** Creates the tables of this month and the next, and drops those whose last score has expired. */
  async keep(now: number): Promise<void> {
    await this.reload();
    await this.ensure(monthAt(now));
    await this.ensure(monthAt(now, 1));
    if (this.places.tallies !== null) await this.ensure(TALLIES);
    const over = (time: number) => (month: Place) =>
      isMonth(month) && monthEnd(month) + SEGMENT.lifetimeMs + DAY_MS < time;
    const old = this.#known.filter(over(now));
    if (old.length === 0) return;
    // A clock that is wrong on this machine alone must not delete anything.
    const { rows } = await this.#link.query(
      "select cast(extract(epoch from now()) * 1000 as bigint) as now",
      [],
    );
    for (const month of old.filter(over(Number(rows[0]!.now)))) {
      await this.#link.query(`drop table if exists ${tableOf(month)}`, []);
    }
    await this.reload();
  }
}
