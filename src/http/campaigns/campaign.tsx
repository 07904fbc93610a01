/** `/console/campaigns/<campaign_id>`: a campaign, all of its sign-ups, its state with its history, and its rules. */
import type { Child } from "hono/jsx";
import { CAMPAIGN_STATES } from "../../model/campaigns/campaign.ts";
import type { CampaignView } from "../../service/site/campaigns.ts";
import { ScoreRows } from "../cases/pages/score_row.tsx";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import { Choice, Field, PostForm, Submit } from "../site/parts/form.tsx";
import { PageLink } from "../site/parts/page_link.tsx";
import { Badge, Card, Crumb, Day, Pairs, Problem, Time } from "../site/parts/marks.tsx";
import { Pager } from "../site/parts/table.tsx";
import type { View } from "../site/view.ts";
import { Actions, Figures } from "./card.tsx";
import { valuesOf } from "./links.ts";
import { OverTime } from "./over_time.tsx";
import { STATE_WORDS } from "./words.ts";

interface Props {
  readonly view: View;
  readonly shown: CampaignView;
  /** The first page of its sign-ups. */
  readonly first: boolean;
  readonly notice: Child;
  readonly problem: string | undefined;
}

export function CampaignPage({ view, shown, first, notice, problem }: Props) {
  const { campaign, members, next } = shown;
  const id = campaign.campaign_id;
  const address = `/console/campaigns/${id}`;
  return (
    <Console view={view} title={campaign.text} needs="campaigns.write">
      <Crumb to="/console/campaigns" name="Campaigns">
        <code>{id}</code>
      </Crumb>
      <Problem text={problem} />
      {notice}
      <section class="card campaign" aria-labelledby={id}>
        <h2 id={id} class="visually-hidden">{campaign.text}</h2>
        <Figures campaign={campaign} />
        <OverTime campaign={campaign} />
        <p class="small muted">
          The first <Time at={campaign.first} />, the newest <Time at={campaign.last} />.
          {each(valuesOf(campaign), ([href, name]) => (
            <>
              {" "}
              <a href={href}>{name}</a>
            </>
          ))}
        </p>
        <Actions view={view} campaign={campaign} back={address} />
      </section>
      <div class="cards">
        <State view={view} shown={shown} />
        <Rules view={view} shown={shown} />
      </div>
      <h2>Sign-ups</h2>
      <ScoreRows found={members} empty="Its sign-ups are no longer stored." />
      <Pager
        back={first ? null : ["Newest", address]}
        on={next === null ? null : ["Older", `${address}?after=${encodeURIComponent(next)}`]}
      />
    </Console>
  );
}

function State({ view, shown: { campaign } }: { view: View; shown: CampaignView }) {
  const { campaign_id: id, state, note, until } = campaign;
  return (
    <Card id="state" title="State">
      <Pairs
        pairs={[
          ["State", Badge({ word: state, text: STATE_WORDS[state] })],
          ...(until === null ? [] : [["Until", Day({ at: until })] as const]),
          ["Note", note ?? "none"],
        ]}
      />
      <PostForm view={view} action={`/console/campaigns/${id}/state`}>
        <div class="fields">
          <Choice
            name="state"
            label="State"
            value={state}
            options={CAMPAIGN_STATES.map((name) => [name, STATE_WORDS[name]] as const)}
          />
          <Field name="note" label="Note" value={note ?? ""} max={500} hint="For your team" />
        </div>
        <Submit class="quiet">Save state and note</Submit>
      </PostForm>
      <History campaign={campaign} />
    </Card>
  );
}

function History({ campaign: { history } }: Pick<CampaignView, "campaign">) {
  if (history.length === 0) return null;
  return (
    <>
      <h3>History</h3>
      <ol class="small">
        {each(history, ({ at, state, note }) => (
          <li>
            <Time at={at} />: {STATE_WORDS[state]}
            {note === null ? "" : `: ${note}`}
          </li>
        ))}
      </ol>
    </>
  );
}

function Rules({ view, shown: { campaign, rules } }: { view: View; shown: CampaignView }) {
  return (
    <Card id="rule" title="Rule">
      {rules.length === 0 ? <p class="muted">No rule was made of this campaign.</p> : (
        <ul>
          {each(rules, ({ id, when, action, state }) => (
            <li>
              <PageLink view={view} reads="rules.read" href={`/console/rules/${id}`}>
                <code>{when}</code>
              </PageLink>: {action}, {state}
            </li>
          ))}
        </ul>
      )}
      <p>Suggested: {campaign.suggested_rule.text}.</p>
      <p>
        <code class="when">{campaign.suggested_rule.when}</code>
      </p>
    </Card>
  );
}
