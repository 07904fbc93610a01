/** Schema of the events of campaigns. */
import { z } from "@hono/zod-openapi";
import { campaign } from "./schema.ts";

/** The data of `campaign.found` and `campaign.grew`. */
export const campaignEvent = campaign.pick({
  campaign_id: true,
  text: true,
  facts: true,
  days: true,
  signups: true,
  usual: true,
  first: true,
  last: true,
  verdicts: true,
  state: true,
}).extend({
  signups_before: z.int().min(0).describe("Sign-ups when you were told last; of a new one all"),
});
export const EXAMPLE_CAMPAIGN: z.infer<typeof campaignEvent> = {
  campaign_id: "cmp_019a9f3c2b7e000001000Zr1c0d3E",
  text: "network AS16276, e-mail shape letters+9999",
  facts: { "ip.asn": [16276], "email.shape": ["letters+9999"] },
  days: 1,
  signups: 24,
  signups_before: 24,
  usual: 0.1,
  first: "2026-11-22T09:58:12.000Z",
  last: "2026-11-22T10:15:30.000Z",
  verdicts: { allow: 20, review: 4, block: 0 },
  state: "new",
};
