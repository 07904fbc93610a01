/** A backtest's report as a few lines of text. */
import type { BacktestReport } from "../../backtest/run.ts";
import { type Role, ROLES } from "../../service/backtest/columns.ts";
import { invalidLine, noLabels, readingLines, type ReadingWords } from "../../service/backtest/reading.ts";
import { table } from "../table.ts";

/** @param options how a column is named on the command line */
export function summaryLines(
  report: BacktestReport,
  options: Readonly<Record<Role, string>>,
  words: ReadingWords,
): string[] {
  const { rows, labels, rates, verdicts, other_score, curve, columns } = report;
  return [
    ...readingLines(rows.reading, columns.used, words),
    ...rows.invalid.map((counted) => invalidLine(counted)),
    ...columnLines(report, options),
    `${rows.scored} rows scored, ${rows.unreadable} could not be read`,
    ...rows.unreadable_rows.slice(0, 5).map(({ line, reason }) => `  line ${line}: ${reason}`),
    "",
    table(Object.entries(verdicts).map(([label, counts]) => ({ label, ...counts }))),
    "",
    ...(labels.fraud + labels.legit === 0
      ? [`${noLabels(report)}: nothing can be said about what was right.`]
      : [
        `reviewed or blocked: ${percent(rates.fraud_stopped)} of the fraud, ${
          percent(rates.legit_stopped)
        } of the legitimate`,
        `fraud among these: ${percent(rates.precision)}; area under the ROC curve: ${curve.auc ?? "unknown"}`,
      ]),
    ...(other_score === null ? [] : [
      `the other score, on the same rows: ${other_score.curve.auc ?? "unknown"} against ${
        other_score.own_curve.auc ?? "unknown"
      }`,
    ]),
  ];
}

function columnLines(
  { columns: { used, guessed } }: BacktestReport,
  options: Readonly<Record<Role, string>>,
) {
  const found = ROLES.filter((role) => used[role] !== undefined)
    .map((role) => `${role} = ${JSON.stringify(used[role])}${guessed.includes(role) ? " (guessed)" : ""}`);
  const missing = ROLES.filter((role) => used[role] === undefined).map((role) => options[role]);
  return [
    `columns: ${found.join(", ")}`,
    ...(missing.length === 0 ? [] : [`no column found for: ${missing.join(", ")}`]),
  ];
}

function percent(share: number | null): string {
  return share === null ? "unknown" : `${(100 * share).toFixed(2)} %`;
}
