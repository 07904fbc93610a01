/** Share of fraud by tens of the score: bars should climb along the line. */
import type { OutcomeSummary } from "../../../service/feedback/outcome_summary.ts";
import { each } from "../each.ts";
import { thousands } from "./marks.tsx";
import { type Column, Table } from "./table.tsx";

type Decile = OutcomeSummary["overall"]["reliability"][number];

const COLUMNS: readonly Column<Decile>[] = [
  { name: "Score", cell: ({ from, to }) => `${from} to ${to}` },
  { name: "Labels", right: true, cell: ({ count }) => thousands(count) },
  { name: "Fraud", right: true, cell: ({ fraud }) => thousands(fraud) },
  { name: "Share of fraud", right: true, cell: ({ share_of_fraud }) => percent(share_of_fraud) },
];

export function ReliabilityChart({ deciles }: { deciles: readonly Decile[] }) {
  const width = 100 / deciles.length;
  return (
    <figure class="chart">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label="Share of fraud among labelled scores, by tens of the score. The figures are in the table below."
      >
        {each([0, 0.5, 1], (share) => <line x1="0" x2="100" y1={100 * share} y2={100 * share} />)}
        {each(deciles, ({ from, to, count, share_of_fraud }, index) => {
          const height = Math.max((share_of_fraud ?? 0) * 100, count > 0 ? 0.6 : 0);
          return (
            <g>
              <title>{`${from} to ${to}: ${percent(share_of_fraud)} fraud of ${count} labels`}</title>
              <rect
                class="bar block"
                x={(index * width + width * 0.15).toFixed(2)}
                width={(width * 0.7).toFixed(2)}
                y={(100 - height).toFixed(2)}
                height={height.toFixed(2)}
              />
            </g>
          );
        })}
        <line class="ideal" x1="0" y1="100" x2="100" y2="0" />
      </svg>
      <div class="axis" aria-hidden="true">
        <span>score 0</span>
        <span>bars: share of fraud, the line: as the score says</span>
        <span>100</span>
      </div>
      <details>
        <summary>The same as a table</summary>
        <Table caption="Share of fraud by score" columns={COLUMNS} rows={deciles} />
      </details>
    </figure>
  );
}

function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(100 * share)} %`;
}
