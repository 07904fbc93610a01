/** What reports and fraud labels add to a score. Every signal that has a reputation uses this. */
import type { History } from "../model/component.ts";
import type { Fired } from "./evaluate.ts";

/**
 * The most of its points that the reports' row adds on a value that very many share (a free mail provider, a carrier's
 * address): only the caller's own reports count there, and with this share of 100 points they are below every threshold.
 */
export const SHARED_VALUE_SHARE = 0.15;

type Reported = Pick<History, "abuseReports" | "abuseRisk" | "recentAbuseCounts" | "own">;

/**
 * The reports' row by their weight for the caller, and the row of the last 30 days when those count. What one other account
 * alone reported is shown but adds nothing.
 * @param how `words` and `doubt` go before and after how often. `share`: of the points that other accounts' reports of such
 * a value deserve; the caller's own count in full. `widelyShared`: very many people have this value
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
): Fired<Row | "recent_abuse">[] {
  const { abuseReports, recentAbuseCounts, own } = history;
  const { words = "reported for abuse", share = 1, doubt = "", widelyShared = false } = how;
  const weight = widelyShared ? Math.min(own?.risk ?? 0, SHARED_VALUE_SHARE) : weightOf(history, share);
  if (weight <= 0) return [];
  const times = abuseReports === 1 ? "once" : `${abuseReports} times`;
  return [
    { name: row, share: weight, text: `${words} ${times}${doubt}` },
    ...(recentAbuseCounts && !widelyShared
      ? [{ name: "recent_abuse" as const, share: own?.recent ? 1 : share }]
      : []),
  ];
}

/** @param share of the weight of other accounts' reports */
function weightOf({ abuseRisk, own }: Reported, share: number): number {
  if (own === undefined) return abuseRisk * share;
  if (share === 1 || own.risk >= 1) return abuseRisk;
  const others = 1 - (1 - abuseRisk) / (1 - own.risk);
  return 1 - (1 - own.risk) * (1 - others * share);
}
