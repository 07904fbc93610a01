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
}

/** A report or label given at a time; `by` −1 takes back one that was given then. */
export interface ReportChange {
  readonly kind: "report" | "label";
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: 1 | -1;
}

const MAX_DAYS = 40;

export const NO_REPORTS: Reporter = { reports: 0, labels: 0, days: [] };

export function countOf({ reports, labels }: Reporter): number {
  return reports + labels;
}

/** −Infinity without any. */
export function newestDay({ days }: Reporter): number {
  return days.find(([, n]) => n > 0)?.[0] ?? -Infinity;
}

export function counting(reporter: Reporter | null | undefined, { kind, at, by }: ReportChange): Reporter {
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
  );
}

/** What is left when all reports are taken back: the labels on their days. */
export function withoutReports(reporter: Reporter): Reporter {
  const { reports, labels, days } = reporter;
  return { reports: 0, labels, days: sum(days, reportDaysOf(reporter) ?? newest(days, reports), -1) };
}

/** With the newest days only, so that it is no larger than an entry of `most` days. */
export function withDays(reporter: Reporter, most: number): Reporter {
  const { reportDays } = reporter;
  if (reportDays === undefined) return { ...reporter, days: reporter.days.slice(0, most) };
  const days = reporter.days.slice(0, Math.max(1, Math.floor(most / 2)));
  return { ...reporter, days, reportDays: reportDays.filter(([day]) => days.some(([kept]) => kept === day)) };
}

/** How many days it holds. */
export function sizeOf({ days, reportDays = [] }: Reporter): number {
  return days.length + reportDays.length;
}

/** Null: not known. */
function reportDaysOf({ reports, labels, days, reportDays }: Reporter): Days | null {
  if (labels === 0) return days;
  return reports === 0 ? [] : reportDays ?? null;
}

function made(reporter: Reporter, reportDays: Days | null): Reporter {
  const isMixed = reporter.reports > 0 && reporter.labels > 0;
  return isMixed && reportDays !== null ? { ...reporter, reportDays } : reporter;
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
