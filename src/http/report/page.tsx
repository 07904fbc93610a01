/** `/console/report`: a month on one page, also on paper. Each figure leads to what it counts. */
import type { MonthReport } from "../../service/report/month_report.ts";
import { monthAt } from "../../service/report/month.ts";
import { type ScoreQuery, scoresAddress } from "../cases/pages/score_query.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { Day, Notice, Stat, thousands } from "../site/parts/marks.tsx";
import { PageLink } from "../site/parts/page_link.tsx";
import { type Column, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { LABEL_TYPE_NAMES } from "../site/words.ts";

interface Props {
  readonly view: View;
  readonly report: MonthReport;
  /** The month that is now: `2026-11`. */
  readonly present: string;
  /** That of the oldest scores that are kept: no earlier one has any. */
  readonly oldest: string;
}

export function ReportPage(props: Props) {
  const { view, report } = props;
  const { month, since, capped } = report;
  return (
    <Console view={view} title={`Report of ${titleOf(month.from)}`} actions={<Actions {...props} />}>
      {since > month.from
        ? (
          <Notice kind="warn">
            Scores of <Day at={since} /> and later: earlier ones have expired.
          </Notice>
        )
        : null}
      {capped
        ? (
          <Notice kind="warn">
            There are more scores or labels than one report reads: these are the newest.
          </Notice>
        )
        : null}
      <Verdicts report={report} />
      <Reviews view={view} report={report} />
      <Caught report={report} />
      <FalsePositives report={report} />
      <p class="muted small">
        Scores of live keys, UTC, kept for 180 days. A score counts in the month in which it was made, with
        the label that it has now.
      </p>
    </Console>
  );
}

function titleOf(at: number): string {
  return new Date(at).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
}

function Actions({ report: { month }, present, oldest }: Props) {
  const address = (name: string) => `/console/report?month=${name}`;
  return (
    <div>
      {month.name <= oldest
        ? null
        : <a class="button quiet small" href={address(monthAt(month.from - 1).name)}>Month before</a>}{" "}
      {month.name >= present
        ? null
        : <a class="button quiet small" href={address(monthAt(month.to).name)}>Month after</a>}
      <a class="button quiet small" href={`${address(month.name)}&format=csv`} download>Export CSV</a>
    </div>
  );
}

type Filter = Partial<ScoreQuery>;

/** A figure that leads to the scores that it counts. */
function Scores({ of, count, filter = {} }: { of: MonthReport; count: number; filter?: Filter }) {
  const [from, to] = of.month.days;
  return <a href={scoresAddress({ from, to, ...filter })}>{thousands(count)}</a>;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(100 * part / whole).toFixed(1)} %`;
}

const VERDICT_LABELS = [["allow", "Allowed"], ["review", "Review"], ["block", "Blocked"]] as const;

function Verdicts({ report }: { report: MonthReport }) {
  const { volume, verdicts } = report;
  return (
    <section aria-labelledby="verdicts">
      <h2 id="verdicts">Verdicts</h2>
      <div class="cards four">
        <Stat label="Scores">
          <Scores of={report} count={volume} />
        </Stat>
        {each(
          VERDICT_LABELS,
          ([verdict, label]) => (
            <Stat label={label} note={share(verdicts[verdict], volume)}>
              <Scores of={report} count={verdicts[verdict]} filter={{ verdict }} />
            </Stat>
          ),
        )}
      </div>
    </section>
  );
}

function Reviews({ view, report }: { view: View; report: MonthReport }) {
  const { toReview, decided, precision, fraud, decidedInMs, campaigns, appeals, month } = report;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">Reviews, appeals and campaigns</h2>
      <div class="cards six">
        <Stat label="To review" note="without a label">
          <Scores of={report} count={toReview} filter={{ verdict: "review", label: "none" }} />
        </Stat>
        <Stat label="Decided">
          <Scores of={report} count={decided} filter={{ verdict: "review", label: "any" }} />
        </Stat>
        <Stat label="Precision" note="fraud among the decided">
          {precision === null
            ? "–"
            : <a href={reviewsAddress(report, "fraud")}>{share(fraud.review, decided)}</a>}
        </Stat>
        <Stat
          label="Time to decide"
          note={decidedInMs.most === null
            ? "none was decided"
            : `half of them; nine of ten: ${durationWords(decidedInMs.most)}`}
        >
          {decidedInMs.half === null
            ? "–"
            : <a href={reviewsAddress(report, "any")}>{durationWords(decidedInMs.half)}</a>}
        </Stat>
        <Stat label="Overturned" note="appeals that were accepted">
          <PageLink
            view={view}
            reads="appeals.read"
            href={`/console/appeals?state=accepted&month=${month.name}`}
          >
            {thousands(appeals.accepted)}
          </PageLink>
        </Stat>
        <Stat label="Campaigns handled">
          <PageLink
            view={view}
            reads="campaigns.read"
            href={`/console/campaigns?state=handled&month=${month.name}`}
          >
            {thousands(campaigns.handled)}
          </PageLink>
        </Stat>
      </div>
    </section>
  );
}

function reviewsAddress({ month: { days: [from, to] } }: MonthReport, label: "fraud" | "any"): string {
  return scoresAddress({ from, to, verdict: "review", label });
}

function durationWords(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return "under a minute";
  if (minutes < 120) return `${Math.round(minutes)} minutes`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`;
}

function Caught({ report }: { report: MonthReport }) {
  const { fraud, caught } = report;
  const stopped = fraud.review + fraud.block;
  type Row = typeof caught[number];
  const cell = (row: Row, count: number, verdict: string) => (
    <Scores
      of={report}
      count={count}
      filter={{ verdict, label: "fraud", label_type: row.type ?? "none" }}
    />
  );
  const columns: readonly Column<Row>[] = [
    { name: "Type of fraud", cell: ({ type }) => type === null ? "not said" : LABEL_TYPE_NAMES[type] },
    { name: "Caught", right: true, cell: (row) => cell(row, row.blocked + row.reviewed, "stopped") },
    { name: "Blocked", right: true, cell: (row) => cell(row, row.blocked, "block") },
    { name: "Reviewed", right: true, cell: (row) => cell(row, row.reviewed, "review") },
    { name: "Missed", right: true, cell: (row) => cell(row, row.missed, "allow") },
  ];
  return (
    <section aria-labelledby="caught">
      <h2 id="caught">Caught</h2>
      <p>
        Labelled as fraud: reviewed or blocked{" "}
        <Scores of={report} count={stopped} filter={{ verdict: "stopped", label: "fraud" }} />, missed{" "}
        <Scores of={report} count={fraud.allow} filter={{ verdict: "allow", label: "fraud" }} />.
      </p>
      <Table
        caption="Caught by type of fraud"
        columns={columns}
        rows={caught}
        empty={<p>Nothing was labelled as fraud.</p>}
        dense
      />
    </section>
  );
}

type Named = MonthReport["falsePositivesByRule"][number];

function FalsePositives({ report }: { report: MonthReport }) {
  const { legit, falsePositivesByRule, falsePositivesByFinding } = report;
  const ours = { verdict: "stopped", label: "legit" } as const;
  const columns = (name: string, filter: (row: Named) => Filter): readonly Column<Named>[] => [
    { name, cell: ({ id, text }) => text ?? `a deleted rule (${id})` },
    {
      name: "Scores",
      right: true,
      cell: (row) => <Scores of={report} count={row.count} filter={{ ...ours, ...filter(row) }} />,
    },
  ];
  return (
    <section aria-labelledby="false-positives">
      <h2 id="false-positives">False positives</h2>
      <p>
        Labelled as legitimate: <Scores of={report} count={legit.review + legit.block} filter={ours} />{" "}
        not allowed, of these reviewed{" "}
        <Scores of={report} count={legit.review} filter={{ verdict: "review", label: "legit" }} /> and blocked
        {" "}
        <Scores of={report} count={legit.block} filter={{ verdict: "block", label: "legit" }} />.
      </p>
      <div>
        <Table
          caption="False positives by rule"
          columns={columns("Rule that decided", ({ id }) => ({ decided_by: id }))}
          rows={falsePositivesByRule}
          empty={<p>None by a rule.</p>}
          dense
        />
        <Table
          caption="False positives by finding"
          columns={columns("Finding", ({ id }) => ({ finding: id }))}
          rows={falsePositivesByFinding}
          empty={<p>None with a finding.</p>}
          dense
        />
      </div>
    </section>
  );
}
