/** What is counted of an account's scores and labels by day (UTC): names of counters, and how often each. Pure. */
import { DAY_MS } from "./duration.ts";
import type { FindingSource } from "./component.ts";
import {
  type KeyMode,
  linkedFindings,
  type OutcomeLabel,
  type ScoreRecord,
  type StoredFinding,
} from "./records.ts";
import type { Verdict } from "./verdict.ts";

export type DayTotals = Readonly<Record<string, number>>;

/** What counts together, each name once. `by`: -1 when it ended, otherwise 1. */
export interface Counted {
  readonly account: string;
  /** Of the score, in milliseconds since the epoch. */
  readonly at: number;
  readonly names: readonly (readonly string[])[];
  /** What test keys do is counted by itself, see `counterOf`. */
  readonly mode: KeyMode;
  readonly by?: -1 | 1;
}

/** Apart from them the verdicts, the kinds of components, and `<kind> <finding>` of findings with points; of links `linkage` as the kind. */
export const RULED = "ruled";
export const LABELLED = "labelled";

/** The counter of a name. */
export function counterOf(name: string, mode: KeyMode): string {
  return mode === "test" ? `test ${name}` : name;
}

/** Days since the epoch. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** `2026-11-20` */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function dayFrom(text: string): number {
  return dayOf(Date.parse(text));
}

export function scoreNames(verdict: Verdict, ruled: boolean): readonly string[] {
  return ruled ? [verdict, RULED] : [verdict];
}

const NO_NAMES: readonly string[] = [];

export function componentNames(kind: FindingSource, findings: readonly StoredFinding[]): readonly string[] {
  return [kind, ...findings.filter(([, , points]) => points > 0).map(([name]) => `${kind} ${name}`)];
}

/** Of what links a sign-up to others: whether they were part of its score or not. */
export function linkNames(findings: readonly StoredFinding[]): readonly string[] {
  return findings.length === 0 ? NO_NAMES : componentNames("linkage", findings);
}

/** A rule decided, one that names a value or one with a condition. */
export function isRuled({ rule, conditions }: {
  readonly rule: ScoreRecord["rule"];
  readonly conditions?: ScoreRecord["conditions"] | undefined;
}): boolean {
  return rule !== null || (conditions?.decided ?? null) !== null;
}

export function countedOf(record: ScoreRecord): Counted {
  const { account, at, verdict, mode, components, signup } = record;
  const parts = components.map(({ kind, findings }) => componentNames(kind, findings));
  const names = [scoreNames(verdict, isRuled(record)), ...parts, linkNames(linkedFindings(signup))];
  return { account, at, names, mode };
}

/** Null: a label of the score changes neither. */
export function countedLabel(
  { account, at, mode }: ScoreRecord,
  before: OutcomeLabel | null,
  isLabelled: boolean,
): Counted | null {
  if ((before !== null) === isLabelled) return null;
  return { account, at, names: [[LABELLED]], mode, by: isLabelled ? 1 : -1 };
}

export function addCounted({ names, mode, by = 1 }: Counted, totals: Map<string, number>): void {
  for (const part of names) {
    for (const name of part) {
      const counter = counterOf(name, mode);
      totals.set(counter, (totals.get(counter) ?? 0) + by);
    }
  }
}
