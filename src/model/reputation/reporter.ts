/** What one account gave about a value: how many reports and fraud labels, and on which days. */
import { DAY_MS } from "../duration.ts";

/** Days since the epoch and how much fell on each: newest first. */
export type Days = readonly (readonly [day: number, count: number])[];

export interface Reporter {
  readonly reports: number;
  readonly labels: number;
  /** Of reports and labels together; at most MAX_DAYS. */
  readonly days: Days;
  /** Those of the reports, where there are labels too. Entries from before 2026-11-23 do not tell them apart. */
  readonly reportDays?: Days;
  /** Labels on what was shown to be theirs, of a kind that anybody can claim (`CLAIMED_KINDS`). */
  readonly proven?: Days;
}

/** A report or label given at a time; `by` −1 takes back one that was given then. */
export interface ReportChange {
  readonly kind: "report" | "label";
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: 1 | -1;
  /** Of a kind that anybody can claim: the value was shown to be theirs. */
  readonly proven?: boolean;
}

const MAX_DAYS = 40;

export const NO_REPORTS: Reporter = { reports: 0, labels: 0, days: [] };

export function countOf({ reports, labels }: Reporter): number {
  return reports + labels;
}

/** −Infinity without any. */
export function newestDay({ days }: Reporter): number {
  return newestOf(days);
}

export function newestOf(days: Days): number {
  return days.find(([, n]) => n > 0)?.[0] ?? -Infinity;
}

/**
 * The days of what weighs in full, and of labels on a value that anybody could have given.
 * @param claimed the value is of such a kind
 */
export function weighingDays(reporter: Reporter, claimed: boolean): { full: Days; claims: Days } {
  const { reports, days, proven = [] } = reporter;
  if (!claimed) return { full: days, claims: [] };
  const full = sum(reportDaysOf(reporter) ?? newest(days, reports), proven, 1);
  return { full, claims: sum(days, full, -1) };
}

export function counting(
  reporter: Reporter | null | undefined,
  { kind, at, by, proven = false }: ReportChange,
): Reporter {
  const before = reporter ?? NO_REPORTS;
  const change: Days = [[Math.floor(at / DAY_MS), by]];
  const known = reportDaysOf(before);
  return made(
    {
      reports: Math.max(0, before.reports + (kind === "report" ? by : 0)),
      labels: Math.max(0, before.labels + (kind === "label" ? by : 0)),
      days: sum(before.days, change, 1),
    },
    known !== null && kind === "report" ? sum(known, change, 1) : known,
    proven ? sum(before.proven ?? [], change, 1) : before.proven ?? [],
  );
}

/** What two entries of one account hold. */
export function merge(one: Reporter, other: Reporter): Reporter {
  const [known, more] = [reportDaysOf(one), reportDaysOf(other)];
  return made(
    {
      reports: one.reports + other.reports,
      labels: one.labels + other.labels,
      days: sum(one.days, other.days, 1),
    },
    known === null || more === null ? null : sum(known, more, 1),
    sum(one.proven ?? [], other.proven ?? [], 1),
  );
}

/** What is left when all reports are taken back: the labels on their days. */
export function withoutReports(reporter: Reporter): Reporter {
  const { reports, labels, days, proven = [] } = reporter;
  const labelled = sum(days, reportDaysOf(reporter) ?? newest(days, reports), -1);
  return made({ reports: 0, labels, days: labelled }, null, proven);
}

/** With the newest days only, so that it is no larger than an entry of `most` days. */
export function withDays(reporter: Reporter, most: number): Reporter {
  const { reportDays, proven } = reporter;
  const lists = 1 + (reportDays === undefined ? 0 : 1) + (proven === undefined ? 0 : 1);
  const days = reporter.days.slice(0, Math.max(1, Math.floor(most / lists)));
  const kept = (some: Days) => some.filter(([day]) => days.some(([kept]) => kept === day));
  return {
    ...reporter,
    days,
    ...(reportDays === undefined ? {} : { reportDays: kept(reportDays) }),
    ...(proven === undefined ? {} : { proven: kept(proven) }),
  };
}

/** How many days it holds. */
export function sizeOf({ days, reportDays = [], proven = [] }: Reporter): number {
  return days.length + reportDays.length + proven.length;
}

/** Null: not known. */
function reportDaysOf({ reports, labels, days, reportDays }: Reporter): Days | null {
  if (labels === 0) return days;
  return reports === 0 ? [] : reportDays ?? null;
}

function made(reporter: Reporter, reportDays: Days | null, proven: Days): Reporter {
  const isMixed = reporter.reports > 0 && reporter.labels > 0;
  return {
    ...reporter,
    ...(isMixed && reportDays !== null ? { reportDays } : {}),
    ...(proven.length > 0 && reporter.labels > 0 ? { proven } : {}),
  };
}

/** Which days `count` reports fell on when that is not known: as many as there are on the newest. */
function newest(days: Days, count: number): Days {
  let left = count;
  return days.map(([day, n]) => {
    const taken = Math.min(left, n);
    left -= taken;
    return [day, taken] as const;
  });
}

function sum(one: Days, other: Days, sign: 1 | -1): Days {
  const days = new Map(one);
  for (const [day, count] of other) {
    const onDay = Math.max(0, (days.get(day) ?? 0) + sign * count);
    if (onDay > 0) days.set(day, onDay);
    else days.delete(day);
  }
  return [...days].sort((a, b) => b[0] - a[0]).slice(0, MAX_DAYS);
}
