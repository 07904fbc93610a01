/** Schema of an agent in a response. A signature proves a host; all else is what the agent's own card says. */
import { z } from "@hono/zod-openapi";
import { AGENT_ACTIONS } from "../../model/agent_policy.ts";
import { AGENT_PROFILES } from "../../model/agent_profile.ts";
import { COMMERCE_STATUSES } from "../../signals/agent/commerce/status.ts";
import { REASON_NAMES } from "../../signals/agent/reasons.ts";
import { count, described, text } from "../common_schema.ts";

export const PROVEN_HOST =
  "All that a signature proves about who sent the request: the host whose well-known directory (or configured key set) has the key, in lower case and A-labels; or the URL of the key where it is published at another place, which says nothing about the host. Null unless verified";
export const CLAIMED_NAME =
  "The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified";

/** The closed list of verification reasons. */
export const agentReason = z.enum(REASON_NAMES).openapi("AgentReason", {
  description: "The result of the verification; /docs/agents explains each. A later version may add reasons",
  example: "not_yet_valid",
});

/** A later version may add profiles. */
export const agentProfile = z.enum(AGENT_PROFILES).openapi("AgentProfile", {
  description: "How the agent signs. A later version may add profiles",
});

export const agentAction = z.enum(AGENT_ACTIONS).openapi("AgentAction", {
  description: "What your policy decides about an agent's request",
});

const commerceStatus = z.enum(COMMERCE_STATUSES).nullable();

/** Members that every answer about a signature has. */
export const signatureFields = {
  profile: agentProfile.nullable().meta({ example: "web-bot-auth" }).describe(
    "The profile that the signature claims, verified or not; null when there is none",
  ),
  replay: z.object({
    seen: z.int().min(0).describe(
      "How often the nonce was presented before, to any of your keys of this mode",
    ),
  }).nullable().describe(
    "Where a nonce names a session that several requests share (Visa): repeats within the window. Every call counts. Null for other profiles, and when it could not be counted",
  ),
  commerce: z.object({
    consumer: commerceStatus.describe(
      "`verified`: nonce and key id are the signature's, and the identity token's signature, audience and time are valid. Null: there is no such object",
    ),
    payment: commerceStatus.describe("At best `present_not_verified`. Null: there is no such object"),
  }).nullable().describe(
    "What could be checked of the objects sent as `commerce`; null when none were. The objects' own signatures are not checked: how they are serialised is published nowhere",
  ),
};

export const agentBlock = z.object({
  verified: z.boolean().describe("A signature was verified"),
  signature_reason: agentReason,
  name: text.describe("The same as claimed_name"),
  claimed_name: text.describe(CLAIMED_NAME),
  host: text.describe(PROVEN_HOST),
  ...described(text, {
    purpose: "As the agent's card says. Not checked",
    trigger: "What makes the agent send requests, as its card says. Not checked",
    rate_expectation: "As the agent's card says. Not checked",
  }),
  expires_in: count.describe("Seconds until the signature expires"),
  publishes_card: z.boolean().describe("The agent publishes a card about itself"),
  ...signatureFields,
}).openapi("AgentBlock", {
  description: "name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card",
});

export const helpUrl = z.url().nullable().meta({
  description:
    "A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse",
  example:
    "https://winnow.example/agents/denied?reason=not_yet_valid&request_id=req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
});
