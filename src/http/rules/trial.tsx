/** What a rule would have done: its counts, each of which opens the scores behind it, and a bar for each day. */
import type { Child } from "hono/jsx";
import { VERDICTS } from "../../model/verdict.ts";
import type { DryRunRequest, listedScores } from "../../service/dry_run/listed_scores.ts";
import { DRY_RUN_LISTS, type DryRunList } from "../../service/dry_run/tally.ts";
import type { BacktestCounts } from "../../service/rules/backtest.ts";
import { each } from "../site/each.ts";
import { BarChart } from "../site/parts/drawings.tsx";
import { Badge, Card, Stat, thousands, Time } from "../site/parts/marks.tsx";
import { Masks } from "../site/parts/masks.tsx";
import { CollapsibleTable, Table } from "../site/parts/table.tsx";

export type TrialScores = NonNullable<Awaited<ReturnType<typeof listedScores>>>;

export interface Trial {
  readonly trial: BacktestCounts;
  /** That was opened. */
  readonly list?: TrialScores;
}

/** What opens the list of a count. @param cursor of its next page; null: the first one */
export type OpenList = (list: DryRunList, cursor: string | null, text: string) => Child;

/** Opens lists by the address of the page. */
export function byAddress(addressOf: (list: DryRunList, cursor: string | null) => string): OpenList {
  return (list, cursor, text) => (
    <a class="button quiet small" href={`${addressOf(list, cursor)}#list`}>{text}</a>
  );
}

/** Opens lists by the form of the page, which has more than an address can hold. @param form its id */
export function byForm(form: string): OpenList {
  return (list, cursor, text) => (
    <button
      type="submit"
      form={form}
      name="list"
      value={cursor === null ? list : `${list}:${cursor}`}
      class="quiet small"
    >
      {text}
    </button>
  );
}

/** @param text the value of a button of `byForm` */
export function listOf(text: string): Pick<DryRunRequest, "list" | "cursor"> {
  const [name, cursor = null] = text.split(":", 2);
  return { list: DRY_RUN_LISTS.find((list) => list === name) ?? null, cursor };
}

const LIST_NAMES: Readonly<Record<DryRunList, string>> = {
  touched: "All that it is true of",
  would_change: "Verdict would change",
  fraud: "Labelled fraud hit",
  good: "Good customers hit",
  unlabelled: "Unlabelled hit",
  not_judged: "Not judged",
};

export function TrialCard({ trial, list, open }: Trial & { open: OpenList }) {
  const { days, scores_checked, since, capped, touched, would_change } = trial;
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
          <TrialFigures trial={trial} list={list} open={open} />
        </>
      )}
    </Card>
  );
}

/** The scores that are touched: by label, verdict and day, with what opens their lists. */
export function TrialFigures(
  { trial, list, open }: { trial: BacktestCounts; list: TrialScores | undefined; open: OpenList },
) {
  const { touched, would_change, not_judged } = trial;
  return (
    <>
      <div class="cards four">
        {each(
          ["fraud", "good", "unlabelled"] as const,
          (name) => (
            <Stat label={LIST_NAMES[name]} note={opened(open, name, trial[name])}>
              {thousands(trial[name])}
            </Stat>
          ),
        )}
        <Stat label={LIST_NAMES.would_change} note={opened(open, "would_change", would_change)}>
          {thousands(would_change)}
        </Stat>
      </div>
      {touched === 0 ? null : (
        <>
          <BeforeAfter trial={trial} />
          <Days trial={trial} />
        </>
      )}
      {not_judged === 0 ? null : <NotJudged trial={trial} open={open} />}
      {list === undefined ? null : <TrialList list={list} open={open} />}
    </>
  );
}

function opened(open: OpenList, name: DryRunList, count: number): Child {
  return count === 0 ? "none" : open(name, null, "Open the list");
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

function NotJudged({ trial: { not_judged, not_judged_because }, open }: Trial & { open: OpenList }) {
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
      <p>{open("not_judged", null, "Open the list of those not judged")}</p>
    </>
  );
}

/** The scores behind a count, each with the verdict that it would have. */
export function TrialList({ list: { name, scores, cursor }, open }: { list: TrialScores; open: OpenList }) {
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
                <small class="muted">
                  <Masks masks={values.map(({ masked }) => masked)} />
                </small>
              </>
            ),
          },
          { name: "Verdict", cell: ({ verdict }) => <Badge word={verdict} /> },
          {
            name: "Would be",
            cell: ({ would_be }) => would_be === null ? "cannot be told" : <Badge word={would_be} />,
          },
          { name: "Label", cell: ({ label }) => label === null ? "none" : <Badge word={label} /> },
          { name: "Scored", cell: ({ scored_at }) => <Time at={scored_at} /> },
        ]}
        rows={scores}
        empty={<p>No scores any more.</p>}
      />
      {cursor === null ? null : <p>{open(name, cursor, "Older")}</p>}
    </section>
  );
}
