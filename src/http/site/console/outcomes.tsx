/** `/console/outcomes`: what the labels say about the scores. */
import type { Child } from "hono/jsx";
import type { OutcomeLabel } from "../../../domain/records.ts";
import type { LabelCounts } from "../../../service/console_outcomes.ts";
import { Badge, Stat, thousands, Time } from "../parts/marks.tsx";
import { type Column, Table } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { Console } from "./frame.tsx";

const COUNT_COLUMNS: readonly Column<readonly ["fraud" | "legit", LabelCounts]>[] = [
  { name: "It was", cell: ([outcome]) => <Badge word={outcome} /> },
  { name: "Allowed", right: true, cell: ([outcome, counts]) => thousands(counts[outcome].allow) },
  { name: "Reviewed", right: true, cell: ([outcome, counts]) => thousands(counts[outcome].review) },
  { name: "Blocked", right: true, cell: ([outcome, counts]) => thousands(counts[outcome].block) },
];

const LABEL_COLUMNS: readonly Column<OutcomeLabel>[] = [
  {
    name: "Score",
    cell: ({ requestId, score }) => (
      <a href={`/console/scores/${requestId}`}>{score}: {requestId.slice(0, 17)}…</a>
    ),
  },
  { name: "Verdict", cell: ({ verdict }) => <Badge word={verdict} /> },
  { name: "Label", cell: ({ outcome }) => <Badge word={outcome} /> },
  { name: "Labelled", cell: ({ at }) => <Time at={at} /> },
];

/** @param props.children the calibration, when there is one */
export function OutcomesPage(props: { view: View; counts: LabelCounts; children?: Child }) {
  const { view, counts } = props;
  return (
    <Console view={view} title="Outcomes">
      {counts.total === 0 ? <NoLabels /> : (
        <>
          <Shares counts={counts} />
          <Table
            caption="Labels by verdict"
            columns={COUNT_COLUMNS}
            rows={[["fraud", counts], ["legit", counts]]}
          />
          {props.children}
          <h2>Newest labels</h2>
          <Table caption="Newest labels" columns={LABEL_COLUMNS} rows={counts.newest} />
        </>
      )}
    </Console>
  );
}

function NoLabels() {
  return (
    <section class="card">
      <h2>No labels yet</h2>
      <p>
        Label scores as fraud or legitimate, here on a score's page or with{" "}
        <code>POST /v1/outcome</code>. From the labels this page works out how often the service was right for
        you.
      </p>
      <p>
        <a class="button quiet" href="/console/scores">Go to the scores</a>
      </p>
    </section>
  );
}

function Shares({ counts: { fraud, legit, total } }: { counts: LabelCounts }) {
  const [frauds, legits] = [
    fraud.allow + fraud.review + fraud.block,
    legit.allow + legit.review + legit.block,
  ];
  return (
    <div class="cards four">
      <Stat label="Labels" note={`${thousands(frauds)} fraud, ${thousands(legits)} legitimate`}>
        {thousands(total)}
      </Stat>
      <Stat label="Fraud that was blocked" note={`${share(fraud.review, frauds)} was held for review`}>
        {share(fraud.block, frauds)}
      </Stat>
      <Stat
        label="Blocks that were right"
        note={`of ${thousands(fraud.block + legit.block)} blocks with a label`}
      >
        {share(fraud.block, fraud.block + legit.block)}
      </Stat>
      <Stat label="Legitimate that was blocked" note={`${share(legit.review, legits)} was held for review`}>
        {share(legit.block, legits)}
      </Stat>
    </div>
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(100 * part / whole).toFixed(1)} %`;
}
