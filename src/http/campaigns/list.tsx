/** `/console/campaigns`: the campaigns of a state. */
import type { Child } from "hono/jsx";
import { CAMPAIGN_STATES, type CampaignState } from "../../model/campaigns/campaign.ts";
import type { CampaignPage } from "../../service/site/campaigns.ts";
import { Console } from "../console/frame.tsx";
import { each } from "../site/each.ts";
import type { View } from "../site/view.ts";
import { CampaignCard } from "./card.tsx";
import { STATE_WORDS } from "./words.ts";

interface Props {
  readonly view: View;
  readonly page: CampaignPage;
  readonly state: CampaignState;
  readonly notice: Child;
}

export function CampaignsPage({ view, page, state, notice }: Props) {
  return (
    <Console view={view} title="Campaigns" needs="campaigns.write" actions={<States state={state} />}>
      {notice}
      <p class="muted">
        Groups of sign-ups that share something far more often than is usual for you.{" "}
        <a href="/docs/campaigns">How they are found</a>
      </p>
      <Cards view={view} page={page} state={state} back={`/console/campaigns?state=${state}`} />
    </Console>
  );
}

/** @param back the page to return to */
export function Cards(
  { view, page, state, back }: Omit<Props, "notice"> & { readonly back: string },
) {
  if (page.shown.length === 0) {
    return (
      <div class="table empty">
        <p>{EMPTY[state]}</p>
      </div>
    );
  }
  return (
    <>
      <ol class="plain campaigns">
        {each(page.shown, (shown) => <CampaignCard view={view} shown={shown} back={back} />)}
      </ol>
      {page.more ? <p class="muted small">These are the first {page.shown.length}; there are more.</p> : null}
    </>
  );
}

const EMPTY: Readonly<Record<CampaignState, string>> = {
  new: "No campaigns: nothing that your sign-ups of the last 30 days share is far above the usual.",
  watched: "You watch no campaign.",
  handled: "No campaign is marked as handled.",
  ignored: "You ignore no campaign.",
};

function States({ state }: { state: CampaignState }) {
  return (
    <div class="inline-form" role="group" aria-label="State">
      {each(CAMPAIGN_STATES, (name) => (
        <a
          class="button quiet small"
          href={`/console/campaigns?state=${name}`}
          aria-current={name === state ? "true" : undefined}
        >
          {STATE_NAMES(name)}
        </a>
      ))}
    </div>
  );
}

function STATE_NAMES(state: CampaignState): string {
  return STATE_WORDS[state][0]!.toUpperCase() + STATE_WORDS[state].slice(1);
}
