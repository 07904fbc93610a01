/** `/console/settings/thresholds`: where verdicts begin, what they cost by the account's labels, and what others would change. */
import type { Settings } from "../../service/access/settings.ts";
import {
  type CostReport,
  type Costs,
  MIN_LABELS,
  type PairCost,
} from "../../service/site/threshold_costs.ts";
import type { Thresholds } from "../../model/verdict.ts";
import { Console } from "../console/frame.tsx";
import { Field, PostForm, Submit } from "../site/parts/form.tsx";
import { Card, Crumb, Notice, Problem, Stat, thousands } from "../site/parts/marks.tsx";
import { CollapsibleTable, Table } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { CostChart, costText } from "./cost_chart.tsx";
import { byAddress } from "../rules/trial.tsx";
import { type SettingsTrial, SettingsTrialCard } from "./settings_trial.tsx";

/** As they were typed. */
export type CostFields = Readonly<Record<keyof Costs, string>>;

interface Props {
  readonly view: View;
  readonly settings: Settings;
  /** In force. */
  readonly present: Thresholds;
  readonly fields: CostFields;
  /** With the costs that were asked about; null: none were. */
  readonly report: CostReport | null;
  /** Of thresholds that are tried. */
  readonly tried: { readonly thresholds: Thresholds; readonly trial: SettingsTrial } | null;
  readonly saved: boolean;
  readonly problem?: string;
}

export const THRESHOLDS_PAGE = "/console/settings/thresholds";

export function ThresholdsPage(props: Props) {
  const { view, settings, present, fields, report, tried, saved, problem } = props;
  const typed = tried?.thresholds ?? present;
  return (
    <Console view={view} needs="thresholds.write" title="Where verdicts begin">
      <Crumb to="/console/settings" name="Settings">thresholds</Crumb>
      {saved ? <Notice>Saved. It applies to every request from now on.</Notice> : null}
      <Problem text={problem} />
      <Card id="thresholds" title="Thresholds">
        <p>
          A score from <strong>{present.review}</strong> on is a review, from <strong>{present.block}</strong>
          {" "}
          on a block, where a request names no strictness. {settings.thresholds === null
            ? "These are the service’s own, of the strictness balanced."
            : "These are your own."}
        </p>
        <form method="get" action={THRESHOLDS_PAGE} class="filters">
          <NumberField name="review" label="Review from" value={String(typed.review)} />
          <NumberField name="block" label="Block from" value={String(typed.block)} />
          <div class="field">
            <button type="submit" class="quiet">Try on 30 days</button>
          </div>
        </form>
        {settings.thresholds === null
          ? null
          : (
            <PostForm view={view} action={THRESHOLDS_PAGE} class="inline-form" fields={{ reset: "1" }}>
              <button type="submit" class="quiet small">Go back to the service’s thresholds</button>
            </PostForm>
          )}
      </Card>
      {tried === null ? null : (
        <>
          <Save view={view} thresholds={tried.thresholds} present={present} />
          <SettingsTrialCard
            trial={tried.trial}
            open={byAddress((list, cursor) =>
              `${THRESHOLDS_PAGE}?${triedQuery(tried.thresholds, list, cursor)}`
            )}
          />
        </>
      )}
      <Card id="costs" title="What they cost">
        <p>
          Say what mistakes and reviews cost you, in any unit, the same for all three. Your labels of the last
          180 days say how often each would happen; every label weighs the same.
        </p>
        <form method="get" action={THRESHOLDS_PAGE} class="filters">
          <NumberField name="missedFraud" label="A missed fraud" value={fields.missedFraud} of="cost" />
          <NumberField
            name="blockedGood"
            label="A blocked good customer"
            value={fields.blockedGood}
            of="cost"
          />
          <NumberField name="cost_review" label="A review" value={fields.review} of="cost" />
          <div class="field">
            <button type="submit" class="quiet">Compute the costs</button>
          </div>
        </form>
        {report === null ? null : <Report view={view} report={report} present={present} />}
      </Card>
    </Console>
  );
}

function triedQuery(
  { review, block }: Thresholds,
  list: string,
  cursor: string | null,
): URLSearchParams {
  return new URLSearchParams({
    review: String(review),
    block: String(block),
    list,
    ...(cursor === null ? {} : { cursor }),
  });
}

function NumberField(
  { name, label, value, of = "threshold" }: {
    name: string;
    label: string;
    value: string;
    of?: "threshold" | "cost";
  },
) {
  return (
    <Field
      name={name}
      label={label}
      value={value}
      max={of === "cost" ? 12 : 3}
      required
    />
  );
}

function Save({ view, thresholds, present }: { view: View; thresholds: Thresholds; present: Thresholds }) {
  const { review, block } = thresholds;
  if (review === present.review && block === present.block) {
    return <p class="muted">These thresholds are in force.</p>;
  }
  return (
    <PostForm
      view={view}
      action={THRESHOLDS_PAGE}
      fields={{ review: String(review), block: String(block) }}
      confirm={`Review from ${review} and block from ${block}, from now on, for every request that names no strictness?`}
    >
      <Submit>{`Use ${review} and ${block}`}</Submit>
    </PostForm>
  );
}

function Report({ view, report, present }: { view: View; report: CostReport; present: Thresholds }) {
  const { fraud, good, others, capped, offer } = report;
  const labels = `${counted(fraud, "fraud label")} and ${counted(good, "good label")}`;
  const left = others === 0
    ? ""
    : ` ${counted(others, "label")} of scores that a rule or your agent policy decided ${
      others === 1 ? "is" : "are"
    } left out: thresholds do not move these.`;
  const newest = capped ? " There are more labels: these are the newest." : "";
  if (offer === null) {
    return (
      <Notice kind="warn">
        With {labels} nobody can know which thresholds are the cheapest: it takes {MIN_LABELS}{" "}
        of each kind. Label more scores, good ones too.{left}
      </Notice>
    );
  }
  const { cheapest, alongReview, alongBlock } = offer;
  const isSame = cheapest.thresholds.review === present.review && cheapest.thresholds.block === present.block;
  const isClear = isSame || cheapest.cost.high < report.present.cost.low;
  return (
    <>
      <p>By {labels}.{left}{newest}</p>
      <div class="cards four">
        <Stat label="Now" note={interval(report.present)}>{costText(report.present.cost.value)}</Stat>
        <Stat
          label={`Cheapest: review ${cheapest.thresholds.review}, block ${cheapest.thresholds.block}`}
          note={interval(cheapest)}
        >
          {costText(cheapest.cost.value)}
        </Stat>
      </div>
      <p class="muted small">
        Cost of 100 sign-ups with the same share of fraud as your labels. The intervals are 95 %: each of the
        three shares lies within its Wilson interval, and their bounds are added, which is rather too wide
        than too narrow.
      </p>
      {isClear ? null : (
        <Notice kind="warn">
          The two intervals overlap: so few labels do not tell for certain that the cheapest is cheaper.
        </Notice>
      )}
      {isSame ? <p>The thresholds in force are the cheapest.</p> : (
        <div class="actions">
          <Save view={view} thresholds={cheapest.thresholds} present={present} />
          <a
            class="button quiet small"
            href={`${THRESHOLDS_PAGE}?${triedQuery(cheapest.thresholds, "would_change", null)}`}
          >
            See which scores would change
          </a>
        </div>
      )}
      <CostChart
        id="along-review"
        name="review"
        title={`Cost by the review threshold, block from ${cheapest.thresholds.block}`}
        pairs={alongReview}
        cheapest={cheapest}
      />
      <CostChart
        id="along-block"
        name="block"
        title={`Cost by the block threshold, review from ${cheapest.thresholds.review}`}
        pairs={alongBlock}
        cheapest={cheapest}
      />
      <Table
        caption="What would happen to your labelled scores"
        columns={[
          {
            name: "Thresholds",
            cell: ({ name, thresholds: { review, block } }) => `${name}: ${review}, ${block}`,
          },
          {
            name: "Missed fraud",
            right: true,
            cell: ({ missed }) => `${thousands(missed)} of ${thousands(fraud)}`,
          },
          {
            name: "Blocked good",
            right: true,
            cell: ({ blocked }) => `${thousands(blocked)} of ${thousands(good)}`,
          },
          { name: "Reviewed", right: true, cell: ({ reviewed }) => thousands(reviewed) },
          { name: "Cost of 100", right: true, cell: (pair) => costText(pair.cost.value) },
          { name: "95 % interval", right: true, cell: (pair) => interval(pair) },
        ]}
        rows={[{ name: "now", ...report.present }, ...(isSame ? [] : [{ name: "cheapest", ...cheapest }])]}
      />
      <CollapsibleTable
        caption="Costs as figures"
        dense
        columns={[
          { name: "Review from", right: true, cell: ({ thresholds }) => thresholds.review },
          { name: "Block from", right: true, cell: ({ thresholds }) => thresholds.block },
          { name: "Cost of 100", right: true, cell: (pair) => costText(pair.cost.value) },
          { name: "95 % interval", right: true, cell: interval },
        ]}
        rows={[...alongReview, ...alongBlock].filter(({ thresholds: { review, block } }) =>
          review % 5 === 0 && block % 5 === 0 || (review === cheapest.thresholds.review && block % 5 === 0) ||
          (block === cheapest.thresholds.block && review % 5 === 0)
        )}
      />
    </>
  );
}

function interval({ cost: { low, high } }: PairCost): string {
  return `${costText(low)} to ${costText(high)}`;
}

function counted(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}
