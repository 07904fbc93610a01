/** A campaign on the first page of the console and in lists: what its sign-ups share, how many, and what can be done about them. */
import type { Child } from "hono/jsx";
import type { Campaign } from "../../model/campaigns/campaign.ts";
import { VERDICTS } from "../../model/verdict.ts";
import type { ShownCampaign } from "../../service/site/campaigns.ts";
import { TypeOfFraud } from "../cases/pages/undo.tsx";
import { each } from "../site/each.ts";
import { PostButton, PostForm } from "../site/parts/form.tsx";
import { Masks } from "../site/parts/masks.tsx";
import { Badge, Day, thousands, Time } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { ruleAddress, scoresOf } from "./links.ts";
import { OverTime } from "./over_time.tsx";
import { PERIOD_WORDS, STATE_WORDS } from "./words.ts";

interface Props {
  readonly view: View;
  readonly shown: ShownCampaign;
  /** The page to return to. */
  readonly back: string;
}

export function CampaignCard({ view, shown, back }: Props) {
  const { campaign } = shown;
  const id = campaign.campaign_id;
  return (
    <li>
      <article class="card campaign" aria-labelledby={id}>
        <div class="sides">
          <div>
            <h3 id={id}>
              <a href={`/console/campaigns/${id}`}>{campaign.text}</a>
            </h3>
            <Figures campaign={campaign} />
            <OverTime campaign={campaign} />
          </div>
          <Examples shown={shown} />
        </div>
        <Actions view={view} campaign={campaign} back={back} />
      </article>
    </li>
  );
}

/** How many, what is usual, by verdict and label: each count leads to its scores. */
export function Figures({ campaign }: { campaign: Campaign }) {
  const { signups, usual, days, verdicts, labels, state, until, note } = campaign;
  const link = (query: Parameters<typeof scoresOf>[1], text: Child) => (
    <a href={scoresOf(campaign, query)}>{text}</a>
  );
  return (
    <>
      <p class="count">
        {link({}, <strong>{thousands(signups)} sign-ups</strong>)} {PERIOD_WORDS[days]}; usual:{" "}
        {usual.toLocaleString("en-US")}.{" "}
        {state === "new" ? null : <Badge word={state} text={STATE_WORDS[state]} />}
        {until === null ? null : (
          <>
            {" "}
            until <Day at={until} />
          </>
        )}
      </p>
      {note === null ? null : <p class="small">{note}</p>}
      <p class="small counts">
        {each(VERDICTS, (verdict) =>
          verdicts[verdict] === 0 ? null : (
            <span>
              {link(
                { verdict },
                <Badge word={verdict} text={`${thousands(verdicts[verdict])} ${verdict}`} />,
              )}
            </span>
          ))}
        <span>{link({ label: "fraud" }, labelWords(campaign))}</span>
        {labels.legit === 0
          ? null
          : <span>{link({ label: "legit" }, `${thousands(labels.legit)} labelled legitimate`)}</span>}
        <span class="muted">{goodWords(campaign.share_of_good)}</span>
      </p>
    </>
  );
}

function labelWords({ labels, signups }: Campaign): string {
  if (labels.fraud + labels.legit === 0) return "none labelled";
  return `${percent(labels.fraud / Math.max(1, signups))} labelled fraud (${thousands(labels.fraud)})`;
}

/** Of what the account lets in and takes for good. */
function goodWords(share: number): string {
  return share === 0
    ? "fits none of your good sign-ups of 30 days"
    : `fits ${percent(share)} of your good sign-ups of 30 days`;
}

function percent(share: number): string {
  const value = 100 * share;
  return value > 0 && value < 0.1
    ? "less than 0.1 %"
    : `${value.toFixed(value < 10 ? 1 : 0).replace(/\.0$/, "")} %`;
}

function Examples({ shown: { examples, campaign } }: { shown: ShownCampaign }) {
  if (examples.length === 0) return null;
  return (
    <ul class="plain examples small" aria-label={`Examples of ${campaign.text}`}>
      {each(examples, ({ record, label }) => (
        <li>
          <a href={`/console/scores/${record.id}`}>
            <span class="numbers">{record.score}</span>{" "}
            <Masks masks={record.components.map(({ mask }) => mask)} />
          </a>{" "}
          {label === null ? null : <Badge word={label} />}{" "}
          <span class="muted">
            <Time at={record.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How long a campaign can be ignored, in days; "": until it is taken back. */
const IGNORED_DAYS = [["7", "for 7 days"], ["30", "for 30 days"], ["90", "for 90 days"], [
  "",
  "for good",
]] as const;

export function Actions({ view, campaign, back }: Omit<Props, "shown"> & { campaign: Campaign }) {
  const { campaign_id: id, last, state, signups } = campaign;
  const address = `/console/campaigns/${id}`;
  return (
    <div class="actions">
      <a class="button small" href={scoresOf(campaign, {})} aria-describedby={id}>See all</a>
      <PostForm
        view={view}
        action={`${address}/label`}
        class="inline-form"
        fields={{ outcome: "fraud", until: last, back }}
      >
        <button type="submit" class="danger small" aria-describedby={id}>Label all</button>
        <span class="small">{thousands(signups)} as fraud:</span>
        <TypeOfFraud chosen="fake_account" />
      </PostForm>
      {view.mayOpen("rules.write")
        ? <a class="button quiet small" href={ruleAddress(campaign)} aria-describedby={id}>Make a rule</a>
        : null}
      {state === "new"
        ? null
        : (
          <PostButton view={view} action={`${address}/state`} fields={{ state: "new", back }}>
            Back to new
          </PostButton>
        )}
      {state === "watched" ? null : (
        <PostForm
          view={view}
          action={`${address}/state`}
          class="inline-form"
          fields={{ state: "watched", back }}
        >
          <button
            type="submit"
            class="quiet small"
            aria-describedby={id}
            title="An event campaign.grew when it grows"
          >
            Watch
          </button>
        </PostForm>
      )}
      {state === "ignored" ? null : (
        <PostForm
          view={view}
          action={`${address}/state`}
          class="inline-form"
          fields={{ state: "ignored", back }}
        >
          <button type="submit" class="quiet small" aria-describedby={id}>Ignore</button>
          <select name="days" aria-label="Ignore for">
            {each(
              IGNORED_DAYS,
              ([days, text]) => <option value={days} selected={days === "30"}>{text}</option>,
            )}
          </select>
        </PostForm>
      )}
    </div>
  );
}
