/** `/console/outcomes`: what the labels say about the scores. */
import type { OutcomeLabel } from "../../../model/records.ts";
import type { OutcomeSummary } from "../../../service/feedback/outcome_summary.ts";
import { Badge, Notice, Stat, thousands, Time } from "../parts/marks.tsx";
import { ReliabilityChart } from "../parts/reliability.tsx";
import { type Column, Table } from "../parts/table.tsx";
import type { View } from "../view.ts";
import { COMPONENT_NAMES } from "../words.ts";
import { Console } from "./frame.tsx";

type Overall = OutcomeSummary["overall"];
type Strict = Overall["at_strictness"][number];
type Finding = OutcomeSummary["findings"][number];

const FINDINGS_SHOWN = 20;

export function OutcomesPage(
  props: { view: View; summary: OutcomeSummary; labels: readonly OutcomeLabel[] },
) {
  const { view, summary, labels } = props;
  return (
    <Console view={view} title="Outcomes">
      {labels.length === 0 ? <NoLabels /> : (
        <>
          <Basis summary={summary} />
          {summary.overall.labelled === 0 ? null : <Figures summary={summary} />}
          <h2>Newest labels</h2>
          <Table caption="Newest labels" columns={LABEL_COLUMNS} rows={labels} />
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

function Basis({ summary: { labels, overall } }: { summary: OutcomeSummary }) {
  const notes = [
    `${thousands(labels.labelled)} of ${thousands(labels.scored)} scores since ${
      labels.since.slice(0, 10)
    } are labelled (${percent(labels.share_labelled)}).`,
    overall.ruled === 0
      ? ""
      : `${thousands(overall.ruled)} of them were decided by your rules and are not counted here.`,
    labels.test_mode === 0
      ? ""
      : `${thousands(labels.test_mode)} were scored with test keys and are not counted either.`,
    labels.capped ? "There are more than one summary reads: these figures are of the newest." : "",
  ].filter((note) => note !== "");
  return (
    <>
      <p class="lead">How often the service was right for you, by the labels you gave.</p>
      <p class="muted">
        {notes.join(" ")} Labels are rarely a fair sample: a small share says little about the rest.
      </p>
    </>
  );
}

function Figures({ summary: { overall, findings } }: { summary: OutcomeSummary }) {
  const { as_answered: answered } = overall;
  return (
    <>
      <div class="cards four">
        <Stat
          label="Labels counted"
          note={`${thousands(overall.fraud)} fraud, ${thousands(overall.legit)} legitimate`}
        >
          {thousands(overall.labelled)}
        </Stat>
        <Stat label="Blocks that were right" note="fraud among what was blocked">
          {percent(answered.precision_of_block)}
        </Stat>
        <Stat
          label="Fraud that was noticed"
          note={`${percent(answered.fraud_blocked)} was blocked, the rest reviewed`}
        >
          {percent(answered.fraud_noticed)}
        </Stat>
        <Stat
          label="Legitimate that was blocked"
          note={`${percent(answered.legit_disturbed)} was blocked or reviewed`}
        >
          {percent(answered.false_positive_rate)}
        </Stat>
      </div>
      <section class="card" aria-labelledby="reliability">
        <h2 id="reliability">Does a higher score mean more fraud?</h2>
        <ReliabilityChart deciles={overall.reliability} />
      </section>
      <h2>Another strictness</h2>
      <p class="muted">
        The same scores at each strictness: what it would have caught, and what it would have cost.
      </p>
      <Table caption="Verdicts by strictness" columns={STRICT_COLUMNS} rows={overall.at_strictness} />
      {findings.length === 0 ? null : (
        <>
          <h2>What tells fraud apart for you</h2>
          <p class="muted">
            Lift: how much more often a finding stood on fraud than on legitimate scores. The range is where
            it lies with 95 % certainty; few labels make it wide.
          </p>
          <Table
            caption="Findings by lift"
            columns={FINDING_COLUMNS}
            rows={findings.slice(0, FINDINGS_SHOWN)}
          />
        </>
      )}
      {overall.agent_denied === 0 ? null : (
        <Notice>
          {thousands(overall.agent_denied)} of these scores were blocked by your agent policy.
        </Notice>
      )}
    </>
  );
}

const STRICT_COLUMNS: readonly Column<Strict>[] = [
  { name: "Strictness", cell: ({ name }) => name },
  { name: "Blocks right", right: true, cell: (row) => percent(row.precision_of_block) },
  { name: "Fraud blocked", right: true, cell: (row) => percent(row.fraud_blocked) },
  { name: "Fraud noticed", right: true, cell: (row) => percent(row.fraud_noticed) },
  { name: "Legitimate blocked", right: true, cell: (row) => percent(row.false_positive_rate) },
  { name: "Would change", cell: ({ would_change }) => <span class="small">{would_change.text}</span> },
];

const FINDING_COLUMNS: readonly Column<Finding>[] = [
  {
    name: "Finding",
    cell: ({ component, name, lowers }) => (
      <>
        {name.replaceAll("_", " ")}{" "}
        <span class="muted small">{COMPONENT_NAMES[component]}{lowers ? ", trust" : ""}</span>
      </>
    ),
  },
  { name: "On fraud", right: true, cell: ({ fraud }) => thousands(fraud) },
  { name: "On legitimate", right: true, cell: ({ legit }) => thousands(legit) },
  {
    name: "Lift",
    right: true,
    cell: ({ lift, lift_low, lift_high }) =>
      lift === null ? "–" : (
        <>
          × {lift.toFixed(1)}{" "}
          <span class="muted small">{lift_low?.toFixed(1)} to {lift_high?.toFixed(1)}</span>
        </>
      ),
  },
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

function percent(share: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}
