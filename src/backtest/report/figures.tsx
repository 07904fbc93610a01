/** The figures of the report: verdicts by label, thresholds, strictness, findings, and the other score. */
import { LABELS } from "../../service/backtest/figures.ts";
import type { CurvePoint } from "../../service/backtest/curve.ts";
import type { BacktestReport } from "../run.ts";
import { type Column, percent, Table, thousands } from "./parts.tsx";

interface Props {
  readonly report: BacktestReport;
}

type VerdictRow = { readonly label: string } & BacktestReport["verdicts"]["fraud"];

const VERDICTS: readonly Column<VerdictRow>[] = [
  { name: "Label", cell: ({ label }) => label },
  { name: "Allow", right: true, cell: ({ allow }) => thousands(allow) },
  { name: "Review", right: true, cell: ({ review }) => thousands(review) },
  { name: "Block", right: true, cell: ({ block }) => thousands(block) },
];

export function Verdicts({ report: { verdicts } }: Props) {
  return (
    <section>
      <h2>Verdicts by label</h2>
      <Table
        caption="Rows"
        columns={VERDICTS}
        rows={LABELS.map((label) => ({ label, ...verdicts[label] }))}
      />
    </section>
  );
}

const THRESHOLDS = [10, 20, 30, 40, 50, 60, 70, 80, 90];

type ThresholdRow = Omit<CurvePoint, "score"> & { readonly from: number };

const THRESHOLD_COLUMNS: readonly Column<ThresholdRow>[] = [
  { name: "Score from", cell: ({ from }) => String(from) },
  { name: "Fraud stopped", right: true, cell: ({ fraud, fraud_stopped }) => shareOf(fraud, fraud_stopped) },
  {
    name: "Legitimate stopped",
    right: true,
    cell: ({ legit, legit_stopped }) => shareOf(legit, legit_stopped, 2),
  },
  { name: "Precision", right: true, cell: ({ precision }) => percent(precision) },
];

export function Thresholds({ report: { curve } }: Props) {
  if (curve.fraud + curve.legit === 0) return null;
  const none = { fraud: 0, legit: 0, fraud_stopped: 0, legit_stopped: 0, precision: null };
  const rows = THRESHOLDS.map((from) => ({
    ...curve.points.findLast(({ score }) => score >= from) ?? none,
    from,
  }));
  return (
    <section>
      <h2>Other thresholds</h2>
      <p>What would be stopped if everything from a score on were reviewed or blocked.</p>
      <Table caption="Thresholds of the score" columns={THRESHOLD_COLUMNS} rows={rows} />
    </section>
  );
}

type Level = BacktestReport["strictness"][number];

const LEVELS: readonly Column<Level>[] = [
  { name: "Strictness", cell: ({ name }) => name },
  { name: "Review from", right: true, cell: ({ review }) => String(review) },
  { name: "Block from", right: true, cell: ({ block }) => String(block) },
  { name: "Fraud stopped", right: true, cell: ({ fraud_stopped }) => percent(fraud_stopped) },
  { name: "Fraud blocked", right: true, cell: ({ fraud_blocked }) => percent(fraud_blocked) },
  { name: "Legitimate stopped", right: true, cell: ({ legit_stopped }) => percent(legit_stopped, 2) },
  { name: "Legitimate blocked", right: true, cell: ({ legit_blocked }) => percent(legit_blocked, 2) },
  { name: "Precision", right: true, cell: ({ precision }) => percent(precision) },
];

export function Strictness({ report: { strictness, settings, labels } }: Props) {
  if (labels.fraud + labels.legit === 0) return null;
  return (
    <section>
      <h2>Strictness</h2>
      <Table
        caption="The same rows at each strictness; stopped is reviewed or blocked"
        columns={LEVELS}
        rows={strictness}
        isHere={({ name }) => name === settings.strictness}
      />
    </section>
  );
}

type Finding = BacktestReport["findings"][number];

const FINDINGS: readonly Column<Finding>[] = [
  { name: "Finding", wide: true, cell: ({ text, lowers }) => lowers ? `${text} (lowers the score)` : text },
  { name: "Component", cell: ({ component }) => component },
  { name: "Fraud", right: true, cell: ({ fraud, share_of_fraud }) => shareOf(fraud, share_of_fraud) },
  { name: "Legitimate", right: true, cell: ({ legit, share_of_legit }) => shareOf(legit, share_of_legit, 2) },
  {
    name: "Times as often in fraud",
    right: true,
    cell: ({ lift, lift_low }) =>
      lift !== null ? lift.toFixed(1) : lift_low === null ? "–" : `over ${lift_low.toFixed(1)}`,
  },
];

const MAX_FINDINGS = 40;

export function Findings({ report: { findings, settings } }: Props) {
  if (findings.length === 0) return null;
  return (
    <section>
      <h2>Which findings carried it</h2>
      <p>
        How often each finding fired, by label.{settings.linkage === "score"
          ? ""
          : " Links between sign-ups (component linkage) were not part of the score."}
      </p>
      <Table caption="Findings" columns={FINDINGS} rows={findings.slice(0, MAX_FINDINGS)} />
    </section>
  );
}

export function Compared({ report: { other_score: other, rates } }: Props) {
  if (other === null) return null;
  const same = other.at_same_cost;
  return (
    <section>
      <h2>Against the other score</h2>
      <p>
        {thousands(other.rows)} rows have the other score
        {other.unreadable > 0 ? `, ${thousands(other.unreadable)} have one that is no number` : ""}. A higher
        one was taken as riskier{other.curve.auc !== null && other.curve.auc < 0.5
          ? "; its area under the curve is below 0.5, so it may mean the opposite"
          : ""}. Area under the ROC curve on the same labelled rows: {other.own_curve.auc ?? "–"} here,{" "}
        {other.curve.auc ?? "–"} for the other.
      </p>
      {same === null ? null : (
        <p>
          From {same.score} on, where it stops {percent(same.legit_stopped, 2)}{" "}
          of the legitimate rows, the other score stops {percent(same.fraud_stopped)} of the fraud; here it is
          {" "}
          {percent(rates.fraud_stopped)} at {percent(rates.legit_stopped, 2)}.
        </p>
      )}
    </section>
  );
}

function shareOf(count: number, share: number | null, digits = 1): string {
  return `${thousands(count)} (${percent(share, digits)})`;
}
