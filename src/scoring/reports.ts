/** What remembered reports fire. Every signal that has a reputation goes through here. */
import type { History } from "../model/component.ts";
import type { Fired } from "./evaluate.ts";

/**
 * The reports' own row, by their weight for the caller, and the row of the last 30 days when the caller or several voices
 * gave them: reports of throw-away accounts are shown and move nothing, and one account alone does not decide for others.
 * @param how `share` of the points these reports deserve at all; `words` and `doubt` stand around how often
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
