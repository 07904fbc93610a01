/** What reports and fraud labels add to a score. Every signal that has a reputation uses this. */
import type { Finding, History, OwnHistory } from "../model/component.ts";
import type { Fired, WeightRow } from "./evaluate.ts";

/**
 * The most of its points that the row of own reports adds on a value that very many share (a free mail provider, a carrier's
 * address): with this share of 100 points they are below every threshold. Other accounts' reports add nothing there.
 */
export const SHARED_VALUE_SHARE = 0.15;

/**
 * The row of the caller's own reports and fraud labels, in every signal's table. They are the customer's own word, so the
 * whole gets their points in full, whatever share of its score the component can give (`combine.ts`).
 */
export const OWN_REPORTS = {
  points: 100,
  group: "own_reports",
  text: "reported by you",
} as const satisfies WeightRow;

/**
 * As OWN_REPORTS, of fraud labels on an e-mail address, phone number or domain that anybody could have given: at most a
 * review. They are of the same sign-ups on all of these, so they count on one of them (`combine.ts`).
 */
export const OWN_CLAIMS = {
  points: 100,
  group: "own_reports",
  text: "labelled by you, but not verified as theirs",
} as const satisfies WeightRow;

/** Points of the own reports among the findings of a component. */
export function ownPointsOf(findings: readonly Pick<Finding, "name" | "points">[]): number {
  for (const { name, points } of findings) if (name === "own_reports" || name === "own_claims") return points;
  return 0;
}

/** True when those are of labels on a value that anybody could have given. */
export function isOwnClaim({ name, points }: Pick<Finding, "name" | "points">): boolean {
  return name === "own_claims" && points > 0;
}

type Reported = Pick<History, "abuseReports" | "abuseRisk" | "recentAbuseCounts" | "own">;

/**
 * The row of other accounts' reports, that of the caller's own, and the row of the last 30 days when those count. What one
 * other account alone reported is shown but adds nothing.
 * @param how `words` and `doubt` go before and after how often others reported. `share`: of the points that their reports of
 * such a value deserve. `widelyShared`: very many people have this value
 */
export function reportsFired<const Row extends string>(
  history: Reported,
  row: Row,
  how: {
    readonly words?: string;
    readonly share?: number;
    readonly doubt?: string;
    readonly widelyShared?: boolean;
  } = {},
): Fired<Row | "own_reports" | "recent_abuse">[] {
  const { abuseReports, recentAbuseCounts, own } = history;
  const { words = "reported for abuse", share = 1, doubt = "", widelyShared = false } = how;
  const fired: Fired<Row | "own_reports" | "recent_abuse">[] = [];
  const others = widelyShared ? 0 : othersRisk(history) * share;
  if (others > 0) {
    fired.push({
      name: row,
      share: others,
      text: `${words} ${times(abuseReports - (own?.count ?? 0))}${doubt}`,
    });
  }
  if (own !== undefined && own.risk > 0 && own.isClaimed !== true) {
    const weight = widelyShared ? Math.min(own.risk, SHARED_VALUE_SHARE) : own.risk;
    fired.push({ name: "own_reports", share: weight, text: `${OWN_REPORTS.text} ${times(own.count)}` });
  }
  if (fired.length > 0 && recentAbuseCounts && !widelyShared) {
    fired.push({ name: "recent_abuse", share: own?.recent ? 1 : share });
  }
  return fired;
}

/** The row of own labels on a value that anybody could have given, for the signals of such values. */
export function ownClaimsFired(history: Reported, widelyShared = false): Fired<"own_claims">[] {
  const { own } = history;
  if (own?.isClaimed !== true) return [];
  const share = widelyShared ? Math.min(own.risk, SHARED_VALUE_SHARE) : own.risk;
  return [{
    name: "own_claims",
    share,
    text: `labelled by you ${times(own.count)}, but not verified as theirs`,
  }];
}

/**
 * What own labels of a value weigh that several people are known to have, whoever of them was labelled: each is one among
 * them.
 */
export function shareAmong(own: Pick<OwnHistory, "risk" | "count">, people: number): number {
  return Math.min(own.risk, own.count / people);
}

function othersRisk({ abuseRisk, own }: Reported): number {
  if (own === undefined) return abuseRisk;
  return own.risk >= 1 ? 0 : Math.max(0, 1 - (1 - abuseRisk) / (1 - own.risk));
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
