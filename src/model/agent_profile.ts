/** The profiles of HTTP Message Signatures (RFC 9421) that agents use, by the names that answers and rules give them. */

export const AGENT_PROFILES = [
  "web-bot-auth",
  "visa-tap-browser",
  "visa-tap-payer",
  "mastercard-agent-pay",
] as const;
export type AgentProfile = (typeof AGENT_PROFILES)[number];

/** Key sets that the operator configures (WINNOW_AGENT_KEYSETS): the profiles that use them name no directory. */
export const KEY_SET_NAMES = ["visa-tap", "mastercard-agent-pay"] as const;
export type KeySetName = (typeof KEY_SET_NAMES)[number];
