/** What a rule would have done: its counts, each of which opens the scores behind it, and a bar for each day. */
import type { Child } from "hono/jsx";
import { VERDICTS } from "../../model/verdict.ts";
import type { listedScores } from "../../service/dry_run/listed_scores.ts";
import type { DryRunList } from "../../service/dry_run/tally.ts";
import type { BacktestCounts } from "../../service/rules/backtest.ts";
import { each } from "../site/each.ts";
import { BarChart } from "../site/parts/drawings.tsx";
import { Badge, Card, Stat, thousands, Time } from "../site/parts/marks.tsx";
import { CollapsibleTable, Pager, Table } from "../site/parts/table.tsx";

type TrialScores = NonNullable<Awaited<ReturnType<typeof listedScores>>>;

export interface Trial {
  readonly trial: BacktestCounts;
  /** That was opened. */
  readonly list?: TrialScores;
}

/** The address of the page with the list of a count. @param cursor of its next page; null: the first one */
export type ListAddress = (list: DryRunList, cursor: string | null) => string;

const LIST_NAMES: Readonly<Record<DryRunList, string>> = {
  touched: "All that it is true of",
  would_change: "Verdict would change",
  fraud: "Labelled fraud hit",
  good: "Good customers hit",
  unlabelled: "Without a label hit",
  not_judged: "Not judged",
};

export function TrialCard({ trial, list, address }: Trial & { address: ListAddress }) {
  const { days, scores_checked, since, capped, touched, would_change, not_judged } = trial;
  return (
    <Card id="trial" title={`What it would have done in the last ${days} days`}>
      {scores_checked === 0 ? <p>There are no stored sign-ups to try it on.</p> : (
        <>
          <p>
            Of {thousands(scores_checked)} stored{" "}
            {scores_checked === 1 ? "sign-up" : "sign-ups"}, it is true of{" "}
            <strong>{thousands(touched)}</strong>; the verdict of <strong>{thousands(would_change)}</strong>
            {" "}
            would change.
            {capped ? ` There are more: these are the newest, since ${minute(since)} UTC.` : null}
          </p>
          <div class="cards four">
            {each(
              ["fraud", "good", "unlabelled"] as const,
              (name) => (
                <Stat label={LIST_NAMES[name]} note={opened(address, name, trial[name])}>
                  {thousands(trial[name])}
                </Stat>
              ),
            )}
            <Stat label={LIST_NAMES.would_change} note={opened(address, "would_change", would_change)}>
              {thousands(would_change)}
            </Stat>
          </div>
          {touched === 0 ? null : (
            <>
              <BeforeAfter trial={trial} />
              <Days trial={trial} />
            </>
          )}
          {not_judged === 0 ? null : <NotJudged trial={trial} address={address} />}
          {list === undefined ? null : <Scores list={list} address={address} />}
        </>
      )}
    </Card>
  );
}

function opened(address: ListAddress, name: DryRunList, count: number): Child {
  return count === 0 ? "none" : <ListLink to={address(name, null)}>Open the list</ListLink>;
}

function ListLink({ to, children }: { to: string; children?: Child }) {
  return <a class="button quiet small" href={`${to}#list`}>{children}</a>;
}

function minute(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

function BeforeAfter({ trial: { before, after } }: Pick<Trial, "trial">) {
  return (
    <Table
      caption="Verdicts of those that it is true of"
      dense
      columns={[
        { name: "Verdict", cell: (verdict) => <Badge word={verdict} /> },
        { name: "Before", right: true, cell: (verdict) => thousands(before[verdict]) },
        { name: "After", right: true, cell: (verdict) => thousands(after[verdict]) },
      ]}
      rows={VERDICTS}
    />
  );
}

/** Height of a bar's chart, in its own units. */
const FULL = 100;

function Days({ trial: { per_day } }: Pick<Trial, "trial">) {
  const highest = Math.max(1, ...per_day.map(({ touched }) => touched));
  const [first, last] = [per_day[0]?.day, per_day.at(-1)?.day];
  const others = ({ touched, fraud, good }: typeof per_day[number]) => touched - fraud - good;
  const height = (count: number) => count / highest * FULL;
  return (
    <figure class="chart">
      <ul class="legend">
        {each(
          [["fraud", "labelled fraud"], ["legit", "good customers"], ["taken", "no label"]],
          ([kind, name]) => (
            <li>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect class={`swatch ${kind}`} width="10" height="10" rx="3" />
              </svg>
              {name}
            </li>
          ),
        )}
      </ul>
      <BarChart
        label={`Sign-ups that it is true of by day, ${first} to ${last}. The figures are in the table below.`}
        bars={per_day.map((day) => ({
          title:
            `${day.day}: ${day.touched}, of them ${day.fraud} labelled fraud, ${day.good} good customers; ${day.would_change} would change`,
          pieces: [
            { kind: "fraud", height: height(day.fraud) },
            { kind: "legit", height: height(day.good) },
            { kind: "taken", height: height(others(day)) },
          ],
        }))}
        fill={0.76}
        axis={[first, `peak: ${thousands(highest)}`, last]}
      />
      <CollapsibleTable
        caption="By day"
        dense
        columns={[
          { name: "Day", cell: ({ day }) => day },
          { name: "True of", right: true, cell: ({ touched }) => thousands(touched) },
          { name: "Would change", right: true, cell: ({ would_change }) => thousands(would_change) },
          { name: "Labelled fraud", right: true, cell: ({ fraud }) => thousands(fraud) },
          { name: "Good customers", right: true, cell: ({ good }) => thousands(good) },
        ]}
        rows={per_day.filter(({ touched }) => touched > 0)}
      />
    </figure>
  );
}

function NotJudged({ trial: { not_judged, not_judged_because }, address }: Trial & { address: ListAddress }) {
  return (
    <>
      <h3>Not judged: {thousands(not_judged)}</h3>
      <ul>
        {each(not_judged_because, ({ reason, scores }) => (
          <li>
            {thousands(scores)}: {reason}
          </li>
        ))}
      </ul>
      <p>
        <ListLink to={address("not_judged", null)}>Open the list of those not judged</ListLink>
      </p>
    </>
  );
}

function Scores({ list: { name, scores, cursor }, address }: { list: TrialScores; address: ListAddress }) {
  return (
    <section id="list" aria-labelledby="list-name">
      <h3 id="list-name">{LIST_NAMES[name]}</h3>
      <Table
        caption={LIST_NAMES[name]}
        dense
        columns={[
          {
            name: "Score",
            cell: ({ request_id, risk_score, values }) => (
              <>
                <a href={`/console/scores/${request_id}`}>{risk_score}</a>{" "}
                <small class="muted">{values.map(({ masked }) => masked).join(" · ")}</small>
              </>
            ),
          },
          { name: "Verdict", cell: ({ verdict }) => <Badge word={verdict} /> },
          {
            name: "Would be",
            cell: ({ would_be }) => would_be === null ? "cannot be told" : <Badge word={would_be} />,
          },
          { name: "Label", cell: ({ label }) => label === null ? "" : <Badge word={label} /> },
          { name: "Scored", cell: ({ scored_at }) => <Time at={scored_at} /> },
        ]}
        rows={scores}
        empty={<p>No scores any more.</p>}
      />
      <Pager
        back={null}
        on={cursor === null ? null : ["Older", `${address(name, cursor)}#list`]}
      />
    </section>
  );
}
