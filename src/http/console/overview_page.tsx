/**
 * `/console`: what changed and new campaigns, then the month's lookups, verdicts over time, response times, most common signals.
 */
import type { Child } from "hono/jsx";
import type { ToReview } from "../../service/cases/to_review.ts";
import type { Morning } from "../../service/site/morning.ts";
import type { DayCount, Overview, OverviewSpan } from "../../service/site/overview.ts";
import { OVERVIEW_SPANS } from "../../service/site/overview.ts";
import { curlSignup } from "../docs/curl.ts";
import { each } from "../site/each.ts";
import { Bar, DaysChart } from "../site/parts/drawings.tsx";
import { Card, Code, Notice, Stat, thousands } from "../site/parts/marks.tsx";
import { CollapsibleTable, type Column } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { COMPONENT_NAMES, reviewWords, SOURCE_NAMES } from "../site/words.ts";
import { Cards } from "../campaigns/list.tsx";
import { Changes, Grown, UnusualRules } from "./changes.tsx";
import { Console } from "./frame.tsx";

const DAY_COLUMNS: readonly Column<DayCount>[] = [
  { name: "Day", cell: ({ day }) => day },
  { name: "Allow", right: true, cell: ({ allow }) => thousands(allow) },
  { name: "Review", right: true, cell: ({ review }) => thousands(review) },
  { name: "Block", right: true, cell: ({ block }) => thousands(block) },
];

interface Props {
  readonly view: View;
  readonly overview: Overview;
  readonly span: OverviewSpan;
  readonly morning: Morning;
  /** Of what was just done. */
  readonly notice: Child;
}

export function OverviewPage(props: Props) {
  const { view, overview, span, morning, notice } = props;
  return (
    <Console view={view} title="Overview">
      {notice}
      <Changes view={view} morning={morning} />
      <div class="page-head">
        <h2 id="new-campaigns">New campaigns</h2>
        <a href="/console/campaigns">All campaigns</a>
      </div>
      <Cards view={view} page={morning.campaigns} state="new" back="/console" />
      <Grown morning={morning} />
      <UnusualRules view={view} morning={morning} />
      <div class="page-head">
        <h2 id="days">The last {span} days</h2>
        <Spans span={span} />
      </div>
      <Month overview={overview} span={span} toReview={morning.toReview} />
      {overview.capped
        ? (
          <Notice kind="warn">
            These figures cover the scores since{" "}
            {new Date(overview.since).toISOString().slice(0, 16).replace("T", " ")} UTC; the last {span}{" "}
            days have more.
          </Notice>
        )
        : null}
      {overview.total === 0
        ? <NothingYet view={view} span={span} tests={overview.tests} />
        : <Figures overview={overview} span={span} />}
    </Console>
  );
}

function Spans({ span }: { span: OverviewSpan }) {
  return (
    <div class="inline-form" role="group" aria-label="Time range">
      {each(OVERVIEW_SPANS, (days) => (
        <a
          class="button quiet small"
          href={`/console?days=${days}#days`}
          aria-current={days === span ? "true" : undefined}
        >
          {days} days
        </a>
      ))}
    </div>
  );
}

function Month({ overview, span, toReview }: Pick<Props, "overview" | "span"> & { toReview: ToReview }) {
  const { usage, latency } = overview;
  return (
    <div class="cards four">
      <div class="card">
        <p class="stat-label">Lookups used this month</p>
        <p class="stat">{thousands(usage.used)}</p>
        <Quota usage={usage} />
      </div>
      <Stat
        label="Scores this month"
        note={overview.tests === 0
          ? "one per request or batch item"
          : `${thousands(overview.tests)} with test keys in the last ${span} days`}
      >
        {thousands(overview.month.count)}
        {overview.month.capped ? "+" : ""}
      </Stat>
      <Stat label={`Blocked, last ${span} days`} note={<a href="/console/review">{reviewWords(toReview)}</a>}>
        {overview.total === 0 ? "–" : `${(100 * overview.verdicts.block / overview.total).toFixed(1)} %`}
      </Stat>
      <Stat
        label="Median response time"
        note={latency === null
          ? "no scores since the service started"
          : `95th percentile ${milliseconds(latency.p95)}, 99th ${milliseconds(latency.p99)}`}
      >
        {latency === null ? "–" : milliseconds(latency.p50)}
      </Stat>
    </div>
  );
}

function Quota({ usage }: Pick<Overview, "usage">) {
  const { used, monthly_quota: quota, remaining, resets_at } = usage;
  if (quota === null || remaining === null) return <p class="muted small">no monthly limit</p>;
  const share = quota === 0 ? 1 : used / quota;
  return (
    <>
      <Bar to={share} kind={share > 0.9 ? "block" : "plain"} />
      <p class="muted small">
        of {thousands(quota)}; {thousands(remaining)} left until {resets_at.slice(0, 10)}
      </p>
    </>
  );
}

function Figures({ overview, span }: { overview: Overview; span: OverviewSpan }) {
  const most = Math.max(1, ...overview.findings.map(({ count }) => count));
  return (
    <>
      <Card id="verdicts" title={<>Verdicts, last {span} days</>}>
        <DaysChart days={overview.days} />
        <CollapsibleTable caption="Verdicts by day" columns={DAY_COLUMNS} rows={overview.days.toReversed()} />
      </Card>
      <div class="cards">
        <Card id="findings" title="Most common signals">
          {overview.findings.length === 0 ? <p class="muted">No suspicious signals.</p> : null}
          <ul class="top-list">
            {each(overview.findings, ({ component, text, count }) => (
              <li>
                <span>
                  {text} <span class="muted small">{SOURCE_NAMES[component]}</span>
                </span>
                <span class="numbers">{thousands(count)}</span>
                <Bar to={count / most} kind="plain" />
              </li>
            ))}
          </ul>
        </Card>
        <Card id="parts" title="Scored components">
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
        </Card>
      </div>
    </>
  );
}

function NothingYet({ view, span, tests }: { view: View; span: OverviewSpan; tests: number }) {
  return (
    <section class="card">
      <h2>No scores in the last {span} days{tests > 0 ? " but those of test keys" : ""}</h2>
      <p>Send your first request. Its score appears here immediately.</p>
      <Code id="empty-curl" text={curlSignup(view.origin)} run="bash" wrapped />
    </section>
  );
}

function milliseconds(time: number): string {
  return time < 10 ? `${time.toFixed(1)} ms` : `${thousands(Math.round(time))} ms`;
}
