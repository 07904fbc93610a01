/** The share of fraud by score range: the closer to the line, the better calibrated the score. */
import type { OutcomeSummary } from "../../../service/feedback/outcome_summary.ts";
import { BarChart } from "./drawings.tsx";
import { thousands } from "./marks.tsx";
import { CollapsibleTable, type Column } from "./table.tsx";

type Decile = OutcomeSummary["overall"]["reliability"][number];

const COLUMNS: readonly Column<Decile>[] = [
  { name: "Score", cell: ({ from, to }) => `${from} to ${to}` },
  { name: "Labels", right: true, cell: ({ count }) => thousands(count) },
  { name: "Fraud", right: true, cell: ({ fraud }) => thousands(fraud) },
  { name: "Share of fraud", right: true, cell: ({ share_of_fraud }) => percent(share_of_fraud) },
];

export function ReliabilityChart({ deciles }: { deciles: readonly Decile[] }) {
  const bars = deciles.map(({ from, to, count, share_of_fraud }) => ({
    title: `${from} to ${to}: ${percent(share_of_fraud)} fraud of ${count} labels`,
    pieces: [{ kind: "block", height: Math.max((share_of_fraud ?? 0) * 100, count > 0 ? 0.6 : 0) }],
  }));
  return (
    <figure class="chart">
      <BarChart
        label="Share of fraud among labelled scores, by score range. The figures are in the table below."
        bars={bars}
        fill={0.7}
        axis={["score 0", "bars: share of fraud; line: perfect calibration", "100"]}
      >
        <line class="ideal" x1="0" y1="100" x2="100" y2="0" />
      </BarChart>
      <CollapsibleTable caption="Share of fraud by score" columns={COLUMNS} rows={deciles} />
    </figure>
  );
}

function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(100 * share)} %`;
}
