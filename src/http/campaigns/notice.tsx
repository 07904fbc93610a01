/** What became of a campaign, with its undo. */
import type { Child } from "hono/jsx";
import type { Campaign, CampaignState } from "../../model/campaigns/campaign.ts";
import { CAMPAIGN_STATES } from "../../model/campaigns/campaign.ts";
import { AppError } from "../../model/error.ts";
import type { SignedVisit } from "../site/page_handler.ts";
import { PostButton } from "../site/parts/form.tsx";
import { Day, Notice } from "../site/parts/marks.tsx";

/** Of the campaign that the address names; null: it names none of the account. @param back the page to return to */
export async function stateNotice({ c, view, services, signed }: SignedVisit, back: string): Promise<Child> {
  const id = c.req.query("campaign") ?? "";
  if (id === "") return null;
  const campaign = await services.campaigns.get(signed.caller, id).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (campaign === null) return null;
  const was = CAMPAIGN_STATES.find((state) => state === c.req.query("was"));
  return (
    <Notice>
      {SAID[campaign.state](campaign)}: <a href={`/console/campaigns/${id}`}>{campaign.text}</a>.{" "}
      {was === undefined || was === campaign.state
        ? null
        : (
          <PostButton view={view} action={`/console/campaigns/${id}/state`} fields={{ state: was, back }}>
            Undo
          </PostButton>
        )}
    </Notice>
  );
}

const SAID: Readonly<Record<CampaignState, (campaign: Campaign) => Child>> = {
  new: () => "This campaign is among the new ones again",
  watched: () => "Watched, with an event when it grows",
  handled: () => "Handled",
  ignored: ({ until }) =>
    until === null ? "Ignored" : (
      <>
        Ignored until <Day at={until} />
      </>
    ),
};
