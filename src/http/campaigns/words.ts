/** Words of campaigns that several pages show. */
import type { CampaignState } from "../../model/campaigns/campaign.ts";

export const STATE_WORDS: Readonly<Record<CampaignState, string>> = {
  new: "new",
  watched: "watched",
  handled: "handled",
  ignored: "ignored",
};

export const PERIOD_WORDS: Readonly<Record<1 | 7 | 30, string>> = {
  1: "in 24 hours",
  7: "in 7 days",
  30: "in 30 days",
};
