/**
 * The successful log-ins of a site yesterday and today (UTC), as counts: what is usual there. In memory, of bounded size, and the
 * same in every process that reads the same log-ins.
 */
import { DAY_MS } from "../duration.ts";
import type { UserHistory } from "./history.ts";
import type { LoginPlace } from "./login.ts";
import { type LevelCount, lnFeatures, lnUser, NEVER_HAD } from "./ratio.ts";

/** Of a day, for each level: values that come later are counted as log-ins, and like values that nobody had. */
const MAX_VALUES = 2_000;
/** Of a day. Those that come later count as users of one log-in. */
const MAX_USERS = 100_000;

/**
 * Everybody's log-ins count as so many more, with other values: on a small or new site all log-ins are alike, and that the user's
 * are, too, tells nothing.
 */
const OTHER_LOGINS = 100;

const ADDRESS = ["subnet", "asn", "country"] as const;
const AGENT = ["agent", "browser", "os", "deviceClass"] as const;
type Level = typeof ADDRESS[number] | typeof AGENT[number];

type Value = string | number;

export class SiteLogins {
  readonly #levels: Readonly<Record<Level, DayPair>> = {
    subnet: new DayPair(MAX_VALUES),
    asn: new DayPair(MAX_VALUES),
    country: new DayPair(MAX_VALUES),
    agent: new DayPair(MAX_VALUES),
    browser: new DayPair(MAX_VALUES),
    os: new DayPair(MAX_VALUES),
    deviceClass: new DayPair(MAX_VALUES),
  };
  readonly #users = new DayPair(MAX_USERS);

  /** A log-in that succeeded. */
  note(user: string, place: LoginPlace, at: number): void {
    const day = Math.floor(at / DAY_MS);
    this.#users.note(user, day);
    for (const level of [...ADDRESS, ...AGENT]) {
      const value = place[level];
      if (value !== null) this.#levels[level].note(value, day);
    }
  }

  /**
   * ln S of a log-in before it is noted. A feature counts at most as if the user never had any of its values, so that what they
   * had once is no more unusual than what they never had. Who the user is counts by the log-ins of yesterday and today, with this
   * one among them. Null: no place of the user is remembered.
   */
  lnRatio(user: string, { rows }: UserHistory, place: LoginPlace): number | null {
    const own = rows.reduce((sum, { count }) => sum + count, 0);
    if (own === 0) return null;
    const countOf = (level: Level): LevelCount | null => {
      const value = place[level];
      if (value === null) return null;
      const table = this.#levels[level];
      let times = 0;
      for (const row of rows) if (row[level] === value) times += row.count;
      return { own: times, all: table.times(value), distinct: table.distinct };
    };
    const features = { address: ADDRESS.map(countOf), agent: AGENT.map(countOf) };
    const times = this.#users.times(user) + 1;
    const users = this.#users.distinct + (times === 1 ? 1 : 0);
    const all = this.#users.total;
    return lnFeatures({ ...features, own, all: all + OTHER_LOGINS }, NEVER_HAD) +
      lnUser({ own: times, all: all + 1, users });
  }
}

/** How often values came on the newest day of all, and on the day before. */
class DayPair {
  readonly #most: number;
  #day = -Infinity;
  #today = new Map<Value, number>();
  #before = new Map<Value, number>();
  #totals = { today: 0, before: 0 };
  #distinct = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get total(): number {
    return this.#totals.today + this.#totals.before;
  }

  get distinct(): number {
    return this.#distinct;
  }

  times(value: Value): number {
    return (this.#today.get(value) ?? 0) + (this.#before.get(value) ?? 0);
  }

  note(value: Value, day: number): void {
    if (day > this.#day) this.#begin(day);
    if (day < this.#day - 1) return;
    const isToday = day === this.#day;
    const [counts, others] = isToday ? [this.#today, this.#before] : [this.#before, this.#today];
    this.#totals[isToday ? "today" : "before"]++;
    const times = counts.get(value);
    if (times === undefined && counts.size >= this.#most) return;
    counts.set(value, (times ?? 0) + 1);
    if (times === undefined && !others.has(value)) this.#distinct++;
  }

  #begin(day: number): void {
    const isNext = day === this.#day + 1;
    this.#before = isNext ? this.#today : new Map();
    this.#totals = { today: 0, before: isNext ? this.#totals.today : 0 };
    this.#today = new Map();
    this.#distinct = this.#before.size;
    this.#day = day;
  }
}
