/** Rows of the file that were judged otherwise than their label, and rows that could not be read. */
import type { ShownRow } from "../../service/backtest/figures.ts";
import type { BacktestReport } from "../run.ts";
import { type Column, moment, Table, thousands } from "./parts.tsx";

type UnreadableRow = BacktestReport["rows"]["unreadable_rows"][number];

function columns(hasOther: boolean): Column<ShownRow>[] {
  const other: Column<ShownRow> = {
    name: "Other score",
    right: true,
    cell: ({ other_score }) => other_score ?? "–",
  };
  return [
    { name: "Line", cell: ({ line }) => String(line) },
    { name: "Time (UTC)", cell: ({ at }) => <span class="moment">{moment(at)}</span> },
    { name: "Score", right: true, cell: ({ risk_score }) => String(risk_score) },
    ...(hasOther ? [other] : []),
    { name: "Verdict", cell: ({ verdict }) => <span class={verdict}>{verdict}</span> },
    { name: "Values (masked)", wide: true, cell: ({ values }) => values.join(" · ") },
    { name: "Why", wide: true, cell: ({ top_signals }) => top_signals.join("; ") || "nothing was found" },
  ];
}

export function JudgedRows(props: {
  title: string;
  about: string;
  none: string;
  judged: BacktestReport["missed"];
  hasOther: boolean;
}) {
  const { title, about, none, judged: { count, rows }, hasOther } = props;
  return (
    <section>
      <h2>{title}</h2>
      {count === 0 ? <p>{none}</p> : (
        <>
          <p>{about}</p>
          <Table
            caption={rows.length < count
              ? `${thousands(rows.length)} of ${thousands(count)} rows: those with the highest scores`
              : `${thousands(count)} rows, the highest scores first`}
            columns={columns(hasOther)}
            rows={rows}
          />
        </>
      )}
    </section>
  );
}

const UNREADABLE: readonly Column<UnreadableRow>[] = [
  { name: "Line", cell: ({ line }) => String(line) },
  { name: "Why", wide: true, cell: ({ reason }) => reason },
];

export function UnreadableRows({ rows: { unreadable, unreadable_rows } }: Pick<BacktestReport, "rows">) {
  if (unreadable === 0) return <p>Every row of the file was read and scored.</p>;
  return (
    <Table
      caption={`Rows that could not be read and are in no figure: ${thousands(unreadable)}${
        unreadable_rows.length < unreadable ? `, of which ${unreadable_rows.length} are listed` : ""
      }`}
      columns={UNREADABLE}
      rows={unreadable_rows}
    />
  );
}
