/** `/v1/campaigns`: groups of sign-ups that share facts far above the usual. */
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { campaignChange, campaignParams, campaignResult, campaignsQuery, campaignsResult } from "./schema.ts";

const CAMPAIGNS = { family: "account", tag: "Cases", free: true } as const;

const list = endpoint({
  ...CAMPAIGNS,
  method: "get",
  path: "/v1/campaigns",
  action: "campaigns.read",
  weight: HEAVY,
  summary: "List campaigns",
  description:
    "Groups of sign-ups of the last 1, 7 or 30 days that share facts, or a device, an address or a ring, far above what your own past lets expect. They are looked for each minute. Test keys see campaigns among sign-ups of test keys. Free.",
  query: campaignsQuery,
  errors: ["unavailable"],
  response: campaignsResult,
  handler: async (request) => {
    const { services, caller, query: { since, state, fresh, limit } } = request;
    const campaigns = await services.campaigns.list(caller, { since, states: state, fresh, limit });
    return withRequestId(request, { campaigns });
  },
});

const read = endpoint({
  ...CAMPAIGNS,
  method: "get",
  path: "/v1/campaigns/{campaign_id}",
  action: "campaigns.read",
  summary: "Get a campaign",
  description: "As it was found last, with the labels of now. Free.",
  params: campaignParams,
  errors: ["not_found"],
  response: campaignResult,
  handler: async (request) => {
    const { services, caller, c } = request;
    return withRequestId(request, await services.campaigns.get(caller, c.req.param("campaign_id") ?? ""));
  },
});

const change = endpoint({
  ...CAMPAIGNS,
  method: "post",
  path: "/v1/campaigns/{campaign_id}",
  action: "campaigns.write",
  summary: "Say what becomes of a campaign",
  description:
    "Sets its state, with a note. `watched`: a `campaign.grew` event when it grows by half or by 10. What you set stays until you set something else; an ignored one is new again after `until`. Free.",
  params: campaignParams,
  body: { schema: campaignChange, limit: BODY_LIMIT, example: { state: "watched", note: "ask Payments" } },
  errors: ["not_found"],
  response: campaignResult,
  handler: async (request) => {
    const { services, caller, c, body } = request;
    const id = c.req.param("campaign_id") ?? "";
    return withRequestId(request, await services.campaigns.setState(caller, id, body));
  },
});

export const campaignEndpoints: readonly Endpoint[] = [list, read, change];
