/** Schemas of campaigns. */
import { z } from "@hono/zod-openapi";
import { CAMPAIGN_STATES, type CampaignState } from "../../model/campaigns/campaign.ts";
import { OUTCOMES } from "../../model/records.ts";
import { MAX_CAMPAIGN_NOTE, MAX_LISTED } from "../../service/campaigns/campaigns.ts";
import { factValue } from "../cases/fact_schema.ts";
import {
  booleanQuery,
  described,
  moment,
  requestId,
  score,
  tail,
  text,
  timestamp,
  verdict,
} from "../common_schema.ts";

export const campaignsQuery = z.object({
  since: z.string().optional().transform((given, context): number | null => {
    if (given === undefined || given === "") return null;
    if (z.iso.datetime({ offset: true }).safeParse(given).success) return Date.parse(given);
    context.issues.push({ code: "custom", message: "must be a time, RFC 3339", input: given });
    return z.NEVER;
  }).meta({
    type: "string",
    format: "date-time",
    description: "RFC 3339: campaigns with a sign-up from this time on",
  }),
  state: z.string().optional().transform((given, context): readonly CampaignState[] | null => {
    if (given === undefined || given === "") return null;
    const states = given.split(",");
    if (states.every((state) => (CAMPAIGN_STATES as readonly string[]).includes(state))) {
      return states as CampaignState[];
    }
    context.issues.push({ code: "custom", message: `must be ${CAMPAIGN_STATES.join(", ")}`, input: given });
    return z.NEVER;
  }).meta({
    type: "string",
    example: "new,watched",
    description: `Only these: ${CAMPAIGN_STATES.join(", ")}; several with commas between`,
  }),
  fresh: booleanQuery.describe("true: they are looked for now, and not up to a minute ago"),
  limit: z.string().optional().transform((given, context) => {
    const limit = given === undefined || given === "" ? 50 : /^\d{1,3}$/.test(given) ? Number(given) : 0;
    if (limit >= 1 && limit <= MAX_LISTED) return limit;
    context.issues.push({ code: "custom", message: `must be from 1 to ${MAX_LISTED}`, input: given });
    return z.NEVER;
  }).meta({
    type: "integer",
    minimum: 1,
    maximum: MAX_LISTED,
    default: 50,
    description: "Campaigns to return",
  }),
});

export const campaignParams = z.object({
  campaign_id: z.string().meta({ example: "cmp_019a9f3c2b7e000001000Zr1c0d3E" }).describe(
    "As in the list",
  ),
});

export const campaignChange = z.object({
  state: z.enum(CAMPAIGN_STATES).describe("What you make of it. `watched`: an event when it grows"),
  note: z.string().max(MAX_CAMPAIGN_NOTE).nullish().describe("Why; stays where it is absent"),
  until: z.iso.datetime({ offset: true }).nullish().describe(
    "Of `ignored`, RFC 3339: it is new again from then on; null: it stays ignored",
  ),
});

export const campaign = z.object({
  campaign_id: campaignParams.shape.campaign_id.describe("Stays while the group stays"),
  text: z.string().meta({ example: "network AS16276, e-mail shape letters+9999" }).describe(
    "What they share, in words",
  ),
  facts: z.record(z.string(), z.array(factValue.nullable())).meta({
    example: { "ip.asn": [16276], "email.shape": ["letters+9999"] },
    description:
      "What they share, as `facts` of `/v1/scores/search` takes it; empty where it is no fact: a device, an address, a ring",
  }),
  days: z.union([z.literal(1), z.literal(7), z.literal(30)]).meta({ example: 1 }).describe(
    "The window in which it was found, in days up to now",
  ),
  signups: z.int().meta({ example: 120 }).describe("Sign-ups of the window that fit"),
  usual: z.number().min(0).meta({ example: 0.4 }).describe(
    "How many would be expected in the same window",
  ),
  first: moment.describe("RFC 3339: the first of these sign-ups"),
  last: moment.describe("RFC 3339: the last"),
  verdicts: z.object(described(z.int(), {
    allow: "Of them, with this verdict",
    review: "Of them, with this verdict",
    block: "Of them, with this verdict",
  }, { allow: 112, review: 8, block: 0 })).describe("The sign-ups by verdict"),
  labels: z.object(described(z.int(), {
    fraud: "Of them, labelled as fraud",
    legit: "Of them, labelled as legitimate",
  }, { fraud: 3, legit: 0 })).describe("The sign-ups by label"),
  share_of_good: z.number().min(0).max(1).meta({ example: 0.002 }).describe(
    "Of your allowed sign-ups of 30 days that are unlabelled or legitimate: the share that fits",
  ),
  sample: z.array(z.object({
    request_id: requestId,
    at: moment.describe("RFC 3339"),
    score,
    verdict,
    label: z.enum(OUTCOMES).nullable().describe("Your label; null without one"),
    user_id: text.describe("Your own reference of the user"),
  })).describe("Up to 10 of them, the newest first"),
  over_time: z.array(z.int()).meta({ example: [0, 0, 4, 116] }).describe(
    "The sign-ups in equal steps of the window, the oldest first",
  ),
  links: z.record(z.string(), z.string()).meta({
    example: { self: "/v1/campaigns/cmp_019a9f3c2b7e000001000Zr1c0d3E", search: "/v1/scores/search" },
    description:
      "Paths by name: `self`, `search`, and where they share one `ring`, `device`, `ip`, `network`, `email`, `phone`",
  }),
  suggested_rule: z.object({
    when: z.string().meta({ example: "ip.asn == 16276" }).describe("A condition for `POST /v1/rules`"),
    text: z.string().meta({ example: "Review sign-ups with network AS16276" }).describe("In words"),
    action: z.enum(["review", "block"]).describe("What it would do"),
  }).describe("A rule that fits them and few other people"),
  state: z.enum(CAMPAIGN_STATES).describe("What you made of it"),
  note: text.describe("Your note; null: none"),
  until: timestamp.describe("Of an ignored one: when it is new again; null: never"),
  history: z.array(z.object({
    at: moment.describe("RFC 3339"),
    state: z.enum(CAMPAIGN_STATES).describe("What it was set to"),
    note: text.describe("The note that it had then"),
  })).describe("What it was set to, the oldest first: the last 10 times"),
  found_at: moment.describe("RFC 3339: when it was found first"),
  grown: z.int().describe("Sign-ups since its state was set, or since it was found"),
}).openapi("Campaign", { description: "Sign-ups that share facts far above the usual" });

export const campaignsResult = z.object({
  campaigns: z.array(campaign).describe("The largest first"),
  ...tail,
}).openapi("CampaignList", { description: "Campaigns among your sign-ups" });

export const campaignResult = campaign.extend(tail).openapi("OneCampaign", { description: "A campaign" });
