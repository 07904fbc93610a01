/** The state of a campaign now. */
import type { CampaignState } from "../../model/campaigns/campaign.ts";
import type { StoredCampaign } from "../../records/campaigns.ts";

/** What was ignored for a time is new again after it. */
export function stateOf({ state, until }: StoredCampaign, now: number): CampaignState {
  return state === "ignored" && until !== null && until <= now ? "new" : state;
}
