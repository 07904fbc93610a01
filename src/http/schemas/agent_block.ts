/** Schema of an agent in a response. A signature proves a host; all else is what the agent's own card says. */
import { z } from "@hono/zod-openapi";
import { REASON_NAMES } from "../../signals/agent/reasons.ts";
import { count, described, text } from "./common.ts";

export const PROVEN_HOST =
  "The host that published the key: all that a signature proves about who sent the request. In lower case and A-labels; null unless verified";
export const CLAIMED_NAME =
  "The name in the agent's card. Anyone can claim any name, so branch on host; null without a card that has one, and unless verified";

/** The closed list of verification reasons. */
export const agentReason = z.enum(REASON_NAMES).openapi("AgentReason", {
  description: "The result of the verification; /docs/agents explains each. A later version may add reasons",
});

export const agentBlock = z.object({
  verified: z.boolean().describe("A signature was verified"),
  signature_reason: agentReason,
  name: text.openapi({ description: "The same as claimed_name" }),
  claimed_name: text.openapi({ description: CLAIMED_NAME }),
  host: text.openapi({ description: PROVEN_HOST }),
  ...described(text, {
    purpose: "As the agent's card says. Not checked",
    trigger: "What makes the agent send requests, as its card says. Not checked",
    rate_expectation: "As the agent's card says. Not checked",
  }),
  expires_in: count.openapi({ description: "Seconds until the signature expires" }),
  publishes_card: z.boolean().describe("The agent publishes a card about itself"),
}).openapi("AgentBlock", {
  description: "name, claimed_name, purpose, trigger and rate_expectation are claims of the agent's card",
});

export const helpUrl = z.url().nullable().openapi({
  description:
    "A public page that tells the agent's operator what was wrong: send it with your refusal. Null when there is nothing to refuse",
});
