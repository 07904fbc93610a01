/** `/console`: the month's lookups, verdicts over time, how long scoring took, what was found most. */
import type { DayCount, Overview, OverviewSpan } from "../../../service/site/overview.ts";
import { MAX_OVERVIEW_RECORDS, OVERVIEW_SPANS } from "../../../service/site/overview.ts";
import { each } from "../each.ts";
import { Bar, DaysChart } from "../parts/drawings.tsx";
import { Code, Notice, Stat, thousands } from "../parts/marks.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { firstCurl } from "../pages/landing.tsx";
import type { View } from "../view.ts";
import { COMPONENT_NAMES } from "../words.ts";
import { Console } from "./frame.tsx";

const DAY_COLUMNS: readonly Column<DayCount>[] = [
  { name: "Day", cell: ({ day }) => day },
  { name: "Allow", right: true, cell: ({ allow }) => thousands(allow) },
  { name: "Review", right: true, cell: ({ review }) => thousands(review) },
  { name: "Block", right: true, cell: ({ block }) => thousands(block) },
];

export function OverviewPage(props: { view: View; overview: Overview; span: OverviewSpan }) {
  const { view, overview, span } = props;
  return (
    <Console view={view} title="Overview" actions={<Spans span={span} />}>
      <Month overview={overview} span={span} />
      {overview.truncated
        ? (
          <Notice kind="warn">
            These figures are of the newest {thousands(MAX_OVERVIEW_RECORDS)} scores; there are more in these
            {" "}
            {span} days.
          </Notice>
        )
        : null}
      {overview.total === 0
        ? <NothingYet view={view} span={span} />
        : <Figures overview={overview} span={span} />}
    </Console>
  );
}

function Spans({ span }: { span: OverviewSpan }) {
  return (
    <div class="inline-form" role="group" aria-label="Span of time">
      {each(OVERVIEW_SPANS, (days) => (
        <a
          class="button quiet small"
          href={`/console?days=${days}`}
          aria-current={days === span ? "true" : undefined}
        >
          {days} days
        </a>
      ))}
    </div>
  );
}

function Month({ overview, span }: { overview: Overview; span: OverviewSpan }) {
  const { usage, latency } = overview;
  const share = usage.monthly_quota === 0 ? 1 : usage.used / usage.monthly_quota;
  return (
    <div class="cards four">
      <div class="card">
        <p class="stat-label">Credits used this month</p>
        <p class="stat">{thousands(usage.used)}</p>
        <Bar to={share} kind={share > 0.9 ? "block" : "plain"} />
        <p class="muted small">
          of {thousands(usage.monthly_quota)}; {thousands(usage.remaining)} left until{" "}
          {usage.resets_at.slice(0, 10)}
        </p>
      </div>
      <Stat
        label="Scores this month"
        note={overview.tests === 0
          ? "one for each request, and for each value of a batch"
          : `${thousands(overview.tests)} of the last ${span} days with test keys`}
      >
        {thousands(overview.month.count)}
        {overview.month.capped ? "+" : ""}
      </Stat>
      <Stat label={`Blocked in ${span} days`} note={`${thousands(overview.verdicts.review)} to review`}>
        {overview.total === 0 ? "–" : `${(100 * overview.verdicts.block / overview.total).toFixed(1)} %`}
      </Stat>
      <Stat
        label="Time to score (median)"
        note={latency === null
          ? "nothing was scored since the service started"
          : `95 of 100 within ${milliseconds(latency.p95)}, 99 within ${milliseconds(latency.p99)}`}
      >
        {latency === null ? "–" : milliseconds(latency.p50)}
      </Stat>
    </div>
  );
}

function Figures({ overview, span }: { overview: Overview; span: OverviewSpan }) {
  const most = Math.max(1, ...overview.findings.map(({ count }) => count));
  return (
    <>
      <section class="card" aria-labelledby="verdicts">
        <h2 id="verdicts">Verdicts of {span} days</h2>
        <DaysChart days={overview.days} />
        <details>
          <summary>The same as a table</summary>
          <Table caption="Verdicts by day" columns={DAY_COLUMNS} rows={overview.days.toReversed()} />
        </details>
      </section>
      <div class="cards">
        <section class="card" aria-labelledby="findings">
          <h2 id="findings">Found most</h2>
          {overview.findings.length === 0 ? <p class="muted">Nothing suspicious was found.</p> : null}
          <ul class="top-list">
            {each(overview.findings, ({ component, text, count }) => (
              <li>
                <span>
                  {text} <span class="muted small">{COMPONENT_NAMES[component]}</span>
                </span>
                <span class="numbers">{thousands(count)}</span>
                <Bar to={count / most} kind="plain" />
              </li>
            ))}
          </ul>
        </section>
        <section class="card" aria-labelledby="parts">
          <h2 id="parts">Scored parts</h2>
          <ul class="top-list">
            {each(overview.components, ({ kind, count }) => (
              <li>
                <a href={`/console/scores?component=${kind}`}>{COMPONENT_NAMES[kind]}</a>
                <span class="numbers">{thousands(count)}</span>
                <Bar to={count / Math.max(1, overview.total)} kind="plain" />
              </li>
            ))}
          </ul>
          <p class="muted small">Your rules decided {thousands(overview.ruled)} of these scores.</p>
        </section>
      </div>
    </>
  );
}

function NothingYet({ view, span }: { view: View; span: OverviewSpan }) {
  return (
    <section class="card">
      <h2>No scores in the last {span} days</h2>
      <p>Send the first one. It shows up here at once.</p>
      <Code id="empty-curl" text={firstCurl(view.origin, "$API_KEY")} run="bash" wrapped />
    </section>
  );
}

function milliseconds(time: number): string {
  return time < 10 ? `${time.toFixed(1)} ms` : `${thousands(Math.round(time))} ms`;
}
