/** The report of a month as CSV: a line of names and one of figures; in a cell with several, one after the other. */
import { csvLine } from "../csv.ts";
import type { reportBody } from "./month_report.ts";

type Body = ReturnType<typeof reportBody>;

export async function* monthCsv(body: Body): AsyncGenerator<Uint8Array> {
  const { caught_by_type, false_positives_by_rule, false_positives_by_finding, ...figures } = body;
  const cells: Record<string, string> = Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, figure === null ? "" : String(figure)]),
  );
  cells["caught_by_type"] = caught_by_type.map(({ type, caught, missed }) =>
    `${type ?? "not said"}: ${caught} caught, ${missed} missed`
  ).join("; ");
  cells["false_positives_by_rule"] = false_positives_by_rule.map(({ rule_id, text, count }) =>
    `${text ?? "a deleted rule"} (${rule_id}): ${count}`
  ).join("; ");
  cells["false_positives_by_finding"] = false_positives_by_finding.map(({ finding, count }) =>
    `${finding}: ${count}`
  ).join("; ");
  yield await Promise.resolve(
    new TextEncoder().encode(csvLine(Object.keys(cells)) + csvLine(Object.values(cells))),
  );
}
