/**
 * The arithmetic of shared reputation. A value's reputation is its report counts per reporting account: how many reports
 * and fraud labels the account gave, and on which days. The shown count is their sum; the points decay with time, and the
 * reports of another account weigh as one.
 */
import type { History } from "./component.ts";
import { DAY_MS } from "./duration.ts";

/** Days since the epoch and how many reports or labels fell on that day. */
export type DayCount = readonly [day: number, count: number];

export interface Reporter {
  readonly reports: number;
  readonly labels: number;
  /** Newest first, at most MAX_DAYS of them. */
  readonly days: readonly DayCount[];
}

/** By account id; under OTHERS the sum of the accounts that were dropped. */
export type Reporters = Readonly<Record<string, Reporter>>;

/** Each report that counts leaves this share of the remaining trust: n reports weigh 1 − 0.75ⁿ. */
export const TRUST_LEFT_BY_ONE_REPORT = 0.75;
/** A report weighs half after this many days. */
export const HALF_LIFE_DAYS = 90;
/** `recent_abuse`: any report or label within this many days. */
export const RECENT_DAYS = 30;
/** Recent reports of other accounts count only from this many eligible reporters: one account must not decide for all. */
export const RECENT_REPORTERS = 2;
/** An account that signed up by itself is an eligible reporter for others once it is this old and was billed this much. */
export const REPORTER_AGE_DAYS = 7;
export const REPORTER_BILLED_LOOKUPS = 100;

const MAX_DAYS = 40;
/** Cannot be an account's id. */
const OTHERS = "*";
/** Reporters of one value, and days of all of them: about 45 kB, which fits into one value of the store. */
export const MAX_REPORTERS = 300;
const MAX_TOTAL_DAYS = 1500;

export type ReputationView = Pick<
  History,
  "abuseReports" | "recentAbuse" | "recentAbuseCounts" | "abuseRisk"
>;

export const NO_REPUTATION: ReputationView = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
};

/** What a caller sees: its own reports in full, those of every other eligible reporter as one. */
export function viewReputation(
  reporters: Reporters,
  viewer: string,
  isEligible: (account: string) => boolean,
  now: number,
): ReputationView {
  const today = Math.floor(now / DAY_MS);
  let count = 0;
  let recentAbuse = false;
  let recentReporters = 0;
  let weight = 0;
  for (const [account, reporter] of Object.entries(reporters)) {
    count += reporter.reports + reporter.labels;
    const recent = reporter.days.some(([day, n]) => n > 0 && today - day <= RECENT_DAYS);
    recentAbuse ||= recent;
    if (account === viewer) {
      weight += reporter.days.reduce((sum, [day, n]) => sum + n * decay(today - day), 0);
      if (recent) recentReporters = RECENT_REPORTERS;
    } else if (isEligible(account)) {
      weight += Math.max(0, ...reporter.days.map(([day, n]) => n > 0 ? decay(today - day) : 0));
      if (recent) recentReporters++;
    }
  }
  const recentAbuseCounts = recentReporters >= RECENT_REPORTERS;
  return {
    abuseReports: count,
    recentAbuse,
    recentAbuseCounts,
    abuseRisk: 1 - TRUST_LEFT_BY_ONE_REPORT ** weight,
  };
}

const NO_REPORTS: Reporter = { reports: 0, labels: 0, days: [] };

/**
 * Adds a report or label given at a time; `by` −1 takes back one that was given then. Null when nothing is left.
 * @param mayBeEligible true for accounts that could be eligible reporters: when there are too many, the others are dropped
 * first
 */
export function countReport(
  reporters: Reporters,
  account: string,
  change: { kind: "report" | "label"; at: number; by: 1 | -1 },
  mayBeEligible: (account: string) => boolean = () => true,
): Reporters | null {
  const who = change.by === -1 && reporters[account] === undefined ? OTHERS : account;
  const before = reporters[who] ?? NO_REPORTS;
  const day = Math.floor(change.at / DAY_MS);
  const days = new Map(before.days);
  const onDay = Math.max(0, (days.get(day) ?? 0) + change.by);
  if (onDay > 0) days.set(day, onDay);
  else days.delete(day);
  const reporter: Reporter = {
    reports: Math.max(0, before.reports + (change.kind === "report" ? change.by : 0)),
    labels: Math.max(0, before.labels + (change.kind === "label" ? change.by : 0)),
    days: newestFirst(days, MAX_DAYS),
  };
  const { [who]: _, ...others } = reporters;
  const rest: Reporters = reporter.reports + reporter.labels > 0 ? { ...others, [who]: reporter } : others;
  return Object.keys(rest).length > 0 ? bounded(rest, account, mayBeEligible) : null;
}

/** Keeps the account that reports now, then those that may be eligible, the most recent first. */
function bounded(
  reporters: Reporters,
  reporting: string,
  mayBeEligible: (account: string) => boolean,
): Reporters {
  const accounts = Object.keys(reporters).filter((account) => account !== OTHERS);
  const days = Object.values(reporters).reduce((sum, { days }) => sum + days.length, 0);
  if (accounts.length <= MAX_REPORTERS && days <= MAX_TOTAL_DAYS) return reporters;
  const rank = (account: string) =>
    (account === reporting ? 2e6 : 0) + (mayBeEligible(account) ? 1e6 : 0) +
    (reporters[account]!.days[0]?.[0] ?? 0);
  const ranked = accounts.sort((a, b) => rank(b) - rank(a));
  const kept = ranked.slice(0, MAX_REPORTERS);
  const daysEach = Math.max(1, Math.floor(MAX_TOTAL_DAYS / (kept.length + 1)));
  const dropped = ranked.slice(MAX_REPORTERS).reduce(
    (sum, account) => merge(sum, reporters[account]!),
    reporters[OTHERS] ?? NO_REPORTS,
  );
  const result: Record<string, Reporter> = {};
  for (const account of kept) {
    result[account] = { ...reporters[account]!, days: reporters[account]!.days.slice(0, daysEach) };
  }
  if (dropped.reports + dropped.labels > 0) {
    result[OTHERS] = { ...dropped, days: dropped.days.slice(0, daysEach) };
  }
  return result;
}

function merge(one: Reporter, other: Reporter): Reporter {
  const days = new Map(one.days);
  for (const [day, count] of other.days) days.set(day, (days.get(day) ?? 0) + count);
  return {
    reports: one.reports + other.reports,
    labels: one.labels + other.labels,
    days: newestFirst(days, MAX_DAYS),
  };
}

function newestFirst(days: ReadonlyMap<number, number>, most: number): DayCount[] {
  return [...days].sort((a, b) => b[0] - a[0]).slice(0, most);
}

function decay(days: number): number {
  return 0.5 ** (Math.max(0, days) / HALF_LIFE_DAYS);
}
