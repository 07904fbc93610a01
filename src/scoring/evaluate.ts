/** Findings to a component's score: of each group the strongest counts, groups combine by noisy-or, trust multiplies. */
import type { Breakdown, Finding, FindingSource, Trust } from "../model/component.ts";

/** A row of a weight table. */
export interface WeightRow {
  /** 0 to 100. The groups' points combine like probabilities in per cent. */
  readonly points: number;
  readonly group: string;
  readonly text: string;
}

/** A row for a fact that lowers the score: it is multiplied by `factor`. */
export interface TrustRow {
  readonly factor: number;
  readonly text: string;
}

/** A fact that applies: its row's name, or the name with a share of the points (0 to 1) and a more exact text. */
export type Fired<Name extends string> = Name | {
  readonly name: Name;
  readonly share?: number;
  readonly text?: string;
};

/** The same of a row that lowers the score. */
export type Trusted<Name extends string> = Name | { readonly name: Name; readonly text: string };

/** All trust facts together leave at least this share of the score. */
const TRUST_FLOOR = 0.6;

/** With a finding of this many points, trust no longer lowers the score. */
const TRUST_WAIVED_AT = 60;

const NOTHING_FOUND: Breakdown = { score: 0, findings: [], trust: [] };

/**
 * Weighs the facts that apply by a weight table; a misspelt name is a compile error.
 * Findings come strongest first, those of equal points in the given order.
 */
export function evaluate<
  const Rows extends Readonly<Record<string, WeightRow>>,
  const Trusts extends Readonly<Record<string, TrustRow>>,
>(given: {
  component: FindingSource;
  weights: Rows;
  trusts?: Trusts;
  fired: readonly Fired<keyof Rows & string>[];
  trusted?: readonly Trusted<keyof Trusts & string>[];
}): Breakdown {
  const { component, weights, fired, trusted = [] } = given;
  if (fired.length === 0 && trusted.length === 0) return NOTHING_FOUND;
  const findings: Finding[] = [];
  for (const entry of fired) {
    const name = typeof entry === "string" ? entry : entry.name;
    const row = weights[name] as WeightRow;
    const share = typeof entry === "string" ? 1 : Math.min(1, Math.max(0, entry.share ?? 1));
    const text = typeof entry === "string" ? row.text : entry.text ?? row.text;
    const points = Math.round(row.points * share * 10) / 10;
    if (points > 0) findings.push({ component, name, group: row.group, points, text });
  }
  findings.sort((a, b) => b.points - a.points);
  const groups = new Set<string>();
  const counted = findings.map((finding) => {
    if (groups.has(finding.group)) return { ...finding, points: 0 };
    groups.add(finding.group);
    return finding;
  });
  const trust = trusted.map((entry) => {
    const name = typeof entry === "string" ? entry : entry.name;
    const row = (given.trusts as Readonly<Record<string, TrustRow>>)[name]!;
    const text = typeof entry === "string" ? row.text : entry.text;
    return { component, name, factor: row.factor, text } satisfies Trust;
  });
  return { score: scoreOf(counted, trust), findings: counted, trust };
}

/** Integer 0 to 100. */
export function scoreOf(findings: readonly Finding[], trust: readonly Trust[]): number {
  const points = new Map<string, number>();
  let strongest = 0;
  for (const finding of findings) {
    points.set(finding.group, Math.max(points.get(finding.group) ?? 0, finding.points));
    strongest = Math.max(strongest, finding.points);
  }
  let clean = 1;
  for (const weight of points.values()) clean *= 1 - weight / 100;
  const kept = strongest >= TRUST_WAIVED_AT
    ? 1
    : Math.max(TRUST_FLOOR, trust.reduce((product, fact) => product * fact.factor, 1));
  return Math.min(100, Math.max(0, Math.round(100 * kept * (1 - clean))));
}
