/**
 * The arithmetic of shared reputation. A value's reputation is its report counts per reporting account: how many reports
 * and fraud labels the account gave, and on which days. What members gave counts for all, what an account gave counts for
 * itself. The points decay with time; for others each reporter weighs as one, and none weighs anything alone.
 */
import { CLAIMED_KINDS, type ComponentKind, type History } from "../component.ts";
import { DAY_MS } from "../duration.ts";
import {
  counting,
  countOf,
  type Days,
  merge,
  newestDay,
  newestOf,
  NO_REPORTS,
  type ReportChange,
  type Reporter,
  sizeOf,
  weighingDays,
  withDays,
  withoutReports,
} from "./reporter.ts";
import { corroborated, decay, MOST_OF_CLAIMS, OWN_FULL_DAYS, ownRiskOf, riskOf } from "./report_weight.ts";

/**
 * The list of a value that all accounts share, by account id. Under APART: how much is in entries of single accounts; under
 * DROPPED: the sum of what earlier versions dropped from full lists, whose accounts are not known.
 */
export type Reporters = Readonly<Record<string, Reporter>>;

/** The reputation of a value for one account. */
export interface Reputation {
  /** What members gave, and what guests gave before they had entries of their own. */
  readonly shared: Reporters | null;
  /** What this account gave and the shared list does not hold: a guest's, or a member's when the list was full. */
  readonly own: Reporter | null;
}

type IsMember = (account: string) => boolean;
/** `recent_abuse`: any report or label within this many days. */
const RECENT_DAYS = 30;
/** Own labels add points for being recent from this many on: a report is about the value, a label about a whole sign-up. */
const RECENT_LABELS = 2;
/** Recent reports of other accounts add points only from this many reporters on. */
const RECENT_REPORTERS = 2;

/** Cannot be accounts' ids. */
const DROPPED = "*";
const APART = "+";
/** Members in a value's list; a further one's reports count for itself alone. */
export const MAX_REPORTERS = 300;
/** With accounts that are not (or no longer) members, and days of all of them: about 52 kB, which fits into one value of the store. */
const MAX_LISTED = 600;
const MAX_TOTAL_DAYS = 1500;

export type ReputationView = Pick<
  History,
  "abuseReports" | "recentAbuse" | "recentAbuseCounts" | "abuseRisk" | "own"
>;

export const NO_REPUTATION: ReputationView = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
};

/**
 * What an account sees: its own reports in full, and those of members. All count and are shown; a label on a value that
 * anybody could have given weighs nothing for others, and for its own account no more than a review.
 * @param kind of the value
 * @param reporterOf the reporter that an account is for others; several accounts can be one. Null: what the account gave counts
 * for no other account
 */
export function viewReputation(
  { shared, own }: Reputation,
  viewer: string,
  reporterOf: (account: string) => string | null,
  now: number,
  kind: ComponentKind,
): ReputationView {
  const today = Math.floor(now / DAY_MS);
  let count = 0;
  /** The newest day of each reporter. */
  const newestDays = new Map<string, number>();
  const claimed = CLAIMED_KINDS.has(kind);
  let newestShown = -Infinity;
  for (const [account, counts] of Object.entries(shared ?? {})) {
    const isOther = account !== viewer && account !== APART && account !== DROPPED;
    const reporter = isOther ? reporterOf(account) : null;
    if (reporter !== null || account === DROPPED) count += countOf(counts);
    if (reporter === null) continue;
    newestShown = Math.max(newestShown, newestDay(counts));
    const { full } = weighingDays(counts, claimed);
    if (full.length > 0) {
      newestDays.set(reporter, Math.max(newestDays.get(reporter) ?? -Infinity, newestOf(full)));
    }
  }
  const newest = [...newestDays.values()];
  const isRecent = (day: number) => today - day <= RECENT_DAYS;
  const recentReporters = newest.filter(isRecent).length;
  const others = corroborated(newest.map((day) => decay(today - day)));
  const mine = merge(shared?.[viewer] ?? NO_REPORTS, own ?? NO_REPORTS);
  const { full, claims } = weighingDays(mine, claimed);
  const weight = (days: Days) =>
    days.reduce((sum, [day, n]) => sum + n * decay(today - day - OWN_FULL_DAYS), 0);
  const riskInFull = ownRiskOf(weight(full), mine.reports === 0);
  const withClaims = claims.length === 0
    ? riskInFull
    : Math.min(MOST_OF_CLAIMS, ownRiskOf(weight(mine.days), mine.reports === 0));
  const isClaimed = withClaims > riskInFull;
  const ownRisk = isClaimed ? withClaims : riskInFull;
  const inFull = claims.length === 0 ? countOf(mine) : full.reduce((sum, [, n]) => sum + n, 0);
  const ownRecentCounts = isRecent(newestOf(full)) && (mine.reports > 0 || inFull >= RECENT_LABELS);
  return {
    abuseReports: count + countOf(mine),
    recentAbuse: isRecent(Math.max(newestDay(mine), newestShown)),
    recentAbuseCounts: ownRecentCounts || recentReporters >= RECENT_REPORTERS,
    abuseRisk: 1 - (1 - ownRisk) * (1 - riskOf(others)),
    ...(countOf(mine) > 0
      ? {
        own: {
          count: countOf(mine),
          ...(claims.length === 0 ? {} : { inFull }),
          risk: ownRisk,
          ...(isClaimed ? { isClaimed } : {}),
          recent: ownRecentCounts,
        },
      }
      : {}),
  };
}

/**
 * Counts a report or label, or takes one back. A member's goes into the shared list, anybody else's into the account's own
 * entry, so that no account displaces what another one gave.
 */
export function countReport(
  before: Reputation,
  account: string,
  change: ReportChange,
  isMember: IsMember,
): Reputation {
  if (change.by === 1) {
    if (!hasRoom(before.shared, account, isMember)) return countedApart(before, change);
    const { shared } = unite(before, account);
    return {
      shared: bounded(put(shared, account, counting(shared?.[account], change)), isMember),
      own: null,
    };
  }
  const total = change.kind === "report" ? "reports" : "labels";
  const listed = [account, DROPPED].find((name) => (before.shared?.[name]?.[total] ?? 0) > 0);
  if (listed !== account && (before.own?.[total] ?? 0) > 0) return countedApart(before, change);
  if (listed === undefined) return before;
  return { ...before, shared: put(before.shared, listed, counting(before.shared?.[listed], change)) };
}

/** As `countReport`, of a report by a member that has a place in the list and nothing apart from it. */
export function countListed(
  shared: Reporters | null,
  account: string,
  change: ReportChange,
  isMember: IsMember,
): Reporters | null {
  return bounded(put(shared, account, counting(shared?.[account], change)), isMember);
}

/** True when `countListed` may be used, as far as the list is known. */
export function isListed(shared: Reporters | null, account: string, isMember: IsMember): boolean {
  return hasRoom(shared, account, isMember);
}

/** What an account gave counts for others from now on: it was admitted. */
export function admitReporter(before: Reputation, account: string, isMember: IsMember): Reputation {
  if (before.own === null || !hasRoom(before.shared, account, isMember)) return before;
  return { shared: bounded(unite(before, account).shared, isMember), own: null };
}

/** How many reports of the account are in it. */
export function ownReports({ shared, own }: Reputation, account: string): number {
  return (shared?.[account]?.reports ?? 0) + (own?.reports ?? 0);
}

/** Without the account's reports; its labels stay. */
export function withdrawReports(before: Reputation, account: string): Reputation {
  const listed = before.shared?.[account] ?? NO_REPORTS;
  let shared = put(before.shared, account, withoutReports(listed));
  const { own } = before;
  if (own === null || own.reports === 0) return { shared, own };
  const { reports, labels } = shared?.[APART] ?? NO_REPORTS;
  shared = put(shared, APART, { reports: Math.max(0, reports - own.reports), labels, days: [] });
  const rest = withoutReports(own);
  return { shared, own: countOf(rest) === 0 ? null : rest };
}

/** Without anything that the account gave. */
export function forgetReporter(before: Reputation, account: string): Reputation {
  return { shared: put(unite(before, account).shared, account, NO_REPORTS), own: null };
}

/** False: no account has an entry of its own. */
export function hasOwnEntries(shared: Reporters): boolean {
  return shared[APART] !== undefined;
}

function hasRoom(shared: Reporters | null, account: string, isMember: IsMember): boolean {
  if (!isMember(account)) return false;
  return shared === null || shared[account] !== undefined ||
    Object.keys(shared).filter(isMember).length < MAX_REPORTERS;
}

/** Moves the account's own entry into the list. */
function unite({ shared, own }: Reputation, account: string): Reputation {
  if (own === null) return { shared, own };
  const united = put(shared, account, merge(shared?.[account] ?? NO_REPORTS, own));
  const { reports, labels } = united?.[APART] ?? NO_REPORTS;
  const apart = { reports: Math.max(0, reports - own.reports), labels: Math.max(0, labels - own.labels) };
  return { shared: put(united, APART, { ...apart, days: [] }), own: null };
}

function countedApart({ shared, own }: Reputation, change: ReportChange): Reputation {
  const counted = counting(own, change);
  const { reports, labels } = counting(shared?.[APART], change);
  return {
    shared: put(shared, APART, { reports, labels, days: [] }),
    own: countOf(counted) === 0 ? null : counted,
  };
}

function put(shared: Reporters | null, name: string, reporter: Reporter): Reporters | null {
  const { [name]: _, ...others } = shared ?? {};
  const result: Reporters = countOf(reporter) === 0 ? others : { ...others, [name]: reporter };
  return Object.keys(result).length > 0 ? result : null;
}

/** The list of a value whose reports were counted in two places. */
export function mergeLists(one: Reporters, other: Reporters, isMember: IsMember): Reporters | null {
  const merged = { ...one };
  for (const name in other) merged[name] = merge(merged[name] ?? NO_REPORTS, other[name]!);
  return bounded(merged, isMember);
}

/** Drops accounts that are not members, those of the oldest reports first, and days that are too many; never a member. */
function bounded(shared: Reporters | null, isMember: IsMember): Reporters | null {
  const entries = Object.entries(shared ?? {});
  const days = entries.reduce((sum, [, reporter]) => sum + sizeOf(reporter), 0);
  if (entries.length <= MAX_LISTED && days <= MAX_TOTAL_DAYS) return shared;
  const isKept = (name: string) => name === DROPPED || name === APART || isMember(name);
  const silent = entries.filter(([name]) => !isKept(name))
    .sort(([, a], [, b]) => newestDay(b) - newestDay(a));
  const room = Math.max(0, MAX_LISTED - (entries.length - silent.length));
  const dropped = silent.slice(room).reduce((sum, [, reporter]) => merge(sum, reporter), NO_REPORTS);
  const kept = [...entries.filter(([name]) => isKept(name)), ...silent.slice(0, room)];
  const daysEach = Math.max(1, Math.floor(MAX_TOTAL_DAYS / kept.length));
  const result = Object.fromEntries(
    kept.map(([name, reporter]) => [name, withDays(reporter, daysEach)]),
  );
  return put(
    result,
    DROPPED,
    merge(result[DROPPED] ?? NO_REPORTS, { reports: dropped.reports, labels: dropped.labels, days: [] }),
  );
}
