/** `/console/outcomes`: how accurate the scores were, by their labels. */
import type { Child } from "hono/jsx";
import type { OutcomeLabel } from "../../model/records.ts";
import { type OutcomeSummary, SUMMARY_DAYS } from "../../service/feedback/outcome_summary.ts";
import type { AppealFigures } from "../../service/appeals/figures.ts";
import { findingText } from "../../service/score/finding_names.ts";
import { each } from "../site/each.ts";
import { Badge, Card, Notice, Stat, thousands, Time } from "../site/parts/marks.tsx";
import { ReliabilityChart } from "../site/parts/reliability.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { LABEL_TYPE_NAMES, SOURCE_NAMES } from "../site/words.ts";
import { Console } from "../console/frame.tsx";

type Overall = OutcomeSummary["overall"];
type Strict = Overall["at_strictness"][number];
type Finding = OutcomeSummary["findings"][number];

const FINDINGS_SHOWN = 20;

export function OutcomesPage(
  props: {
    view: View;
    summary: OutcomeSummary;
    labels: readonly OutcomeLabel[];
    /** Null: the account takes no appeals. */
    appeals: AppealFigures | null;
    /** Of rules, by their ids; none where the visitor does not read rules. */
    ruleTexts: ReadonlyMap<string, string>;
  },
) {
  const { view, summary, labels, appeals, ruleTexts } = props;
  return (
    <Console view={view} title="Outcomes">
      <Spans days={summary.days} />
      {view.mayOpen("imports.write")
        ? (
          <p>
            <a class="button quiet small" href="/console/outcomes/import">Import labels</a>
          </p>
        )
        : null}
      {labels.length === 0 ? <NoLabels /> : (
        <>
          <Basis summary={summary} />
          {summary.overall.labelled === 0 ? null : <Figures summary={summary} />}
          <h2>Recent labels</h2>
          <Table caption="Recent labels" columns={LABEL_COLUMNS} rows={labels} />
        </>
      )}
      {appeals === null ? null : <Overturned view={view} appeals={appeals} ruleTexts={ruleTexts} />}
    </Console>
  );
}

/** What appeals overturned. */
function Overturned(
  { view, appeals, ruleTexts }: {
    view: View;
    appeals: AppealFigures;
    ruleTexts: ReadonlyMap<string, string>;
  },
) {
  const { filed, open, accepted, overturned, by_rule, by_finding } = appeals;
  const rows: readonly OverturnedRow[] = [
    ...by_rule.map((row) => ({
      name: view.mayOpen("rules.read")
        ? <a href={`/console/rules/${row.rule_id}`}>Rule: {ruleTexts.get(row.rule_id) ?? row.rule_id}</a>
        : `Rule ${row.rule_id.slice(0, 8)}`,
      ...row,
    })),
    ...by_finding.map(({ component, name, ...row }) => ({
      name: `${SOURCE_NAMES[component]}: ${findingText(component, name)}`,
      ...row,
    })),
  ];
  return (
    <>
      <h2 id="appeals">Overturned by appeals</h2>
      <p>
        {thousands(filed)} <a href="/console/appeals">appeals</a>, {thousands(open)} open;{" "}
        {thousands(accepted)} accepted ({percent(overturned)} of those decided).
      </p>
      {rows.length === 0 ? null : <Table caption="Overturned by appeals" columns={OVERTURNED} rows={rows} />}
    </>
  );
}

interface OverturnedRow {
  readonly name: Child;
  readonly accepted: number;
  readonly refused: number;
  readonly overturned: number | null;
}

const OVERTURNED: readonly Column<OverturnedRow>[] = [
  { name: "What had decided", cell: ({ name }) => name },
  { name: "Accepted", right: true, cell: ({ accepted }) => thousands(accepted) },
  { name: "Refused", right: true, cell: ({ refused }) => thousands(refused) },
  { name: "Overturned", right: true, cell: ({ overturned }) => percent(overturned) },
];

const SPANS = [7, 30, 90, SUMMARY_DAYS] as const;

function Spans({ days }: { days: number }) {
  return (
    <div class="inline-form" role="group" aria-label="Scores of the last days">
      {each(SPANS, (span) => (
        <a
          class="button quiet small"
          href={`/console/outcomes?days=${span}`}
          aria-current={span === days ? "true" : undefined}
        >
          {span} days
        </a>
      ))}
    </div>
  );
}

function NoLabels() {
  return (
    <section class="card">
      <h2>No labels yet</h2>
      <p>
        Label scores as fraud or legitimate on their pages in this console, or with{" "}
        <code>POST /v1/outcome</code>. This page then shows how accurate the verdicts were.
      </p>
      <p>
        <a class="button quiet" href="/console/scores">Go to scores</a>
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
      : `${thousands(labels.test_mode)} labelled scores of test keys are not counted.`,
    labels.capped
      ? `There are more labels than one summary covers: these figures use the newest, of scores since ${
        labels.figures_since.slice(0, 10)
      }.`
      : "",
  ].filter((note) => note !== "");
  return (
    <>
      <p class="lead">How accurate the verdicts were, based on your labels.</p>
      <p class="muted">
        {notes.join(" ")} Labels are rarely a representative sample: a small share says little about the rest.
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
        <Stat label="Block precision" note="share of blocked scores that were fraud">
          {percent(answered.precision_of_block)}
        </Stat>
        <Stat
          label="Fraud caught"
          note={`${percent(answered.fraud_blocked)} blocked, the rest reviewed`}
        >
          {percent(answered.fraud_noticed)}
        </Stat>
        <Stat
          label="Legitimate blocked"
          note={`${percent(answered.legit_disturbed)} blocked or reviewed`}
        >
          {percent(answered.false_positive_rate)}
        </Stat>
      </div>
      <Card id="reliability" title="Does a higher score mean more fraud?">
        <ReliabilityChart deciles={overall.reliability} />
      </Card>
      <h2>Strictness levels</h2>
      <p class="muted">
        The same scores at each strictness: fraud caught, and legitimate scores affected.
      </p>
      <Table caption="Verdicts by strictness" columns={STRICT_COLUMNS} rows={overall.at_strictness} />
      {findings.length === 0 ? null : (
        <>
          <h2>Signals that predict fraud in your data</h2>
          <p class="muted">
            Lift: how much more often a signal occurs in fraud than in legitimate scores, with its 95 %
            confidence interval. Few labels make the interval wide.
          </p>
          <Table
            caption="Signals by lift"
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
  { name: "Block precision", right: true, cell: (row) => percent(row.precision_of_block) },
  { name: "Fraud blocked", right: true, cell: (row) => percent(row.fraud_blocked) },
  { name: "Fraud caught", right: true, cell: (row) => percent(row.fraud_noticed) },
  { name: "Legitimate blocked", right: true, cell: (row) => percent(row.false_positive_rate) },
  { name: "Would change", cell: ({ would_change }) => <span class="small">{would_change.text}</span> },
];

const FINDING_COLUMNS: readonly Column<Finding>[] = [
  {
    name: "Signal",
    cell: ({ component, text, lowers }) => (
      <>
        {text} <span class="muted small">{SOURCE_NAMES[component]}{lowers ? ", trust" : ""}</span>
      </>
    ),
  },
  { name: "In fraud", right: true, cell: ({ fraud }) => thousands(fraud) },
  { name: "In legitimate", right: true, cell: ({ legit }) => thousands(legit) },
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
  {
    name: "Label",
    cell: ({ outcome, type }) => (
      <>
        <Badge word={outcome} />
        {type === undefined ? null : <span class="muted small">({LABEL_TYPE_NAMES[type]})</span>}
      </>
    ),
  },
  { name: "Happened", cell: ({ happenedAt }) => happenedAt === undefined ? "–" : <Time at={happenedAt} /> },
  { name: "Labelled", cell: ({ at }) => <Time at={at} /> },
];

function percent(share: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}
