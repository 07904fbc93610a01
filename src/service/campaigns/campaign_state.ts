/** The state of a campaign now. */
import type { CampaignState } from "../../model/campaigns/campaign.ts";
import type { StoredCampaign } from "../../records/campaigns.ts";

/** What was ignored for a time is new again after it. */
export function stateOf({ state, until }: StoredCampaign, now: number): CampaignState {
  return state === "ignored" && until !== null && until <= now ? "new" : state;
}

/** Whether somebody marked it as handled then. */
export function wasHandledIn(
  { history }: StoredCampaign,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  return history.some(({ at, state }) =>
    state === "handled" && Date.parse(at) >= from && Date.parse(at) < to
  );
}
