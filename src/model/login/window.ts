/** The log-ins of an account in the last two days: who fails from where, and whether the site is under attack. In memory. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";
import type { LoginAttempt, LoginPlace } from "./login.ts";
import { SiteLogins } from "./site_logins.ts";
import { type Failing, FailureTally, NONE_FAILING } from "./tally.ts";

export const WINDOW_MS = 2 * DAY_MS;
const BINS = WINDOW_MS / MINUTE_MS;
/** Of the attempts that the site's state is told from. */
const SITE_MINUTES = 10;
/** Failures of a user that are kept. */
const MAX_FAILURES = 50;
/** Places in memory, of each kind; those that rest longest go. */
const MAX_PLACES = 25_000;
const MAX_USERS = 200_000;

const PLACES = ["address", "subnet", "device", "asn"] as const;
export type PlaceKind = typeof PLACES[number];

/** What the last minutes and hours say about a log-in. */
export interface Surroundings {
  readonly failing: { readonly [kind in PlaceKind]: Failing };
  /** Of the user, before this attempt. */
  readonly user: UserFailures;
  readonly isSiteAttacked: boolean;
}

interface UserFailures {
  /** In ten minutes. */
  readonly recent: number;
  /** In ten minutes, from other networks than this one. */
  readonly recentElsewhere: number;
  /** In an hour. */
  readonly ofHour: number;
  readonly networksOfHour: number;
}

const NO_FAILURES: UserFailures = { recent: 0, recentElsewhere: 0, ofHour: 0, networksOfHour: 0 };

interface Failure {
  readonly at: number;
  readonly subnet: string | null;
}

/** When strange log-ins fail five times as often as usual, and most of them do, the site is under attack. */
const SITE = { failures: 30, users: 20, timesUsual: 5, share: 0.6 } as const;

export class LoginWindow {
  /** Those that succeeded. */
  readonly succeeded = new SiteLogins();
  readonly #places: Readonly<Record<PlaceKind, RestingLast>> = {
    address: new RestingLast(),
    subnet: new RestingLast(),
    device: new RestingLast(),
    asn: new RestingLast(),
  };
  readonly #users = new Map<string, Failure[]>();
  readonly #site = new FailureTally();
  /** By minute: log-ins with neither device nor network of the user, and failures among them. */
  readonly #strange = new Uint32Array(BINS);
  readonly #strangeFailures = new Uint32Array(BINS);
  readonly #minuteOf = new Float64Array(BINS);
  #firstAt = Infinity;

  note(attempt: LoginAttempt): void {
    const { at, user, succeeded, subnet, isStrange } = attempt;
    const failed = succeeded === false;
    if (succeeded === true) this.succeeded.note(user, attempt, at);
    for (const kind of PLACES) {
      const name = attempt[kind];
      if (name !== null) this.#places[kind].begin(name).note(user, failed, at);
    }
    this.#firstAt = Math.min(this.#firstAt, at);
    if (isStrange) this.#noteStrange(at, user, failed);
    if (failed) this.#noteFailure(user, { at, subnet });
  }

  /** Before the attempt itself is noted. */
  around(user: string, place: LoginPlace, at: number): Surroundings {
    const failing = (kind: PlaceKind): Failing => {
      const name = place[kind];
      return name === null ? NONE_FAILING : this.#places[kind].get(name)?.failing(at) ?? NONE_FAILING;
    };
    return {
      failing: {
        address: failing("address"),
        subnet: failing("subnet"),
        device: failing("device"),
        asn: failing("asn"),
      },
      user: this.#userFailures(user, place.subnet, at),
      isSiteAttacked: this.isSiteAttacked(at),
    };
  }

  /** The user's failures no longer count: they have set a new password. */
  forgive(user: string): void {
    this.#users.delete(user);
  }

  isSiteAttacked(at: number): boolean {
    const minute = Math.floor(at / MINUTE_MS);
    const now = this.#sum(minute - SITE_MINUTES + 1, minute);
    if (now.failures < SITE.failures || now.failures < SITE.share * now.attempts) return false;
    if (this.#site.failing(at).users < SITE.users) return false;
    const earlierTo = minute - 60;
    const earlierFrom = Math.max(minute - BINS + 1, Math.floor(this.#firstAt / MINUTE_MS));
    const minutes = Math.max(0, earlierTo - earlierFrom + 1);
    const usual = minutes < SITE_MINUTES
      ? 0
      : this.#sum(earlierFrom, earlierTo).failures * SITE_MINUTES / minutes;
    return now.failures >= SITE.timesUsual * Math.max(1, usual);
  }

  #sum(from: number, to: number): { readonly attempts: number; readonly failures: number } {
    let [attempts, failures] = [0, 0];
    for (let minute = from; minute <= to; minute++) {
      const bin = ((minute % BINS) + BINS) % BINS;
      if (this.#minuteOf[bin] !== minute) continue;
      attempts += this.#strange[bin]!;
      failures += this.#strangeFailures[bin]!;
    }
    return { attempts, failures };
  }

  #noteStrange(at: number, user: string, failed: boolean): void {
    const minute = Math.floor(at / MINUTE_MS);
    const bin = minute % BINS;
    if (this.#minuteOf[bin]! > minute) return;
    if (this.#minuteOf[bin] !== minute) {
      this.#minuteOf[bin] = minute;
      this.#strange[bin] = this.#strangeFailures[bin] = 0;
    }
    this.#strange[bin]!++;
    if (failed) this.#strangeFailures[bin]!++;
    this.#site.note(user, failed, at);
  }

  #noteFailure(user: string, failure: Failure): void {
    const before = this.#users.get(user) ?? [];
    this.#users.delete(user);
    this.#users.set(
      user,
      [...before.filter(({ at }) => at > failure.at - HOUR_MS), failure].slice(-MAX_FAILURES),
    );
    if (this.#users.size > MAX_USERS) this.#users.delete(this.#users.keys().next().value!);
  }

  #userFailures(user: string, subnet: string | null, now: number): UserFailures {
    const all = this.#users.get(user);
    if (all === undefined) return NO_FAILURES;
    const ofHour = all.filter(({ at }) => at > now - HOUR_MS);
    const recent = ofHour.filter(({ at }) => at > now - SITE_MINUTES * MINUTE_MS);
    return {
      recent: recent.length,
      recentElsewhere: recent.filter((failure) => failure.subnet !== subnet).length,
      ofHour: ofHour.length,
      networksOfHour: new Set(ofHour.map((failure) => failure.subnet)).size,
    };
  }
}

/** Tallies of places: when the young ones are half of all, the old ones go, but for those that came again meanwhile. */
class RestingLast {
  #young = new Map<string | number, FailureTally>();
  #old = new Map<string | number, FailureTally>();

  get(name: string | number): FailureTally | undefined {
    return this.#young.get(name) ?? this.#old.get(name);
  }

  begin(name: string | number): FailureTally {
    const known = this.#young.get(name);
    if (known !== undefined) return known;
    const tally = this.#old.get(name) ?? new FailureTally();
    if (this.#young.size >= MAX_PLACES / 2) [this.#old, this.#young] = [this.#young, new Map()];
    this.#young.set(name, tally);
    return tally;
  }
}
