/** What reports and fraud labels add to a score. Every signal that has a reputation uses this. */
import type { History } from "../model/component.ts";
import type { Fired } from "./evaluate.ts";

/**
 * The reports' row by their weight for the caller, and the row of the last 30 days when those count. Reports of accounts
 * that are not eligible reporters are shown but add nothing, and no single account decides for others.
 * @param how `share` of the points that reports of such a value deserve; `words` and `doubt` go before and after how often
 */
export function reportsFired<const Row extends string>(
  history: Pick<History, "abuseReports" | "abuseRisk" | "recentAbuseCounts">,
  row: Row,
  how: { readonly words?: string; readonly share?: number; readonly doubt?: string } = {},
): Fired<Row | "recent_abuse">[] {
  const { abuseReports, abuseRisk, recentAbuseCounts } = history;
  const { words = "reported for abuse", share = 1, doubt = "" } = how;
  if (abuseRisk <= 0) return [];
  const times = abuseReports === 1 ? "once" : `${abuseReports} times`;
  return [
    { name: row, share: abuseRisk * share, text: `${words} ${times}${doubt}` },
    ...(recentAbuseCounts ? [{ name: "recent_abuse" as const, share }] : []),
  ];
}
