/** Schemas of decisions that are read back, and of their receipts. */
import { z } from "@hono/zod-openapi";
import { decidedFields, receiptText } from "./agent.ts";
import { agentBlock, helpUrl } from "./agent_block.ts";
import { keyMode, moment, requestId, seconds, text } from "./common.ts";

export const agentDecision = z.object({
  request_id: requestId.describe("Of the authorization or the scored sign-up"),
  decided_at: moment.describe("RFC 3339"),
  expires_at: moment.describe("RFC 3339: when the decision is deleted"),
  via: z.enum(["authorize", "signup"]).describe("An authorization, or the agent of a sign-up"),
  mode: keyMode,
  method: z.string().describe("HTTP method of the agent's request"),
  ...decidedFields,
  agent: agentBlock,
  keyid: z.string().describe("As sent, the first 200 characters; empty when missing"),
  request_digest: text.openapi({
    description:
      "SHA-256, base64url, of method, URL, Signature-Input, Signature and Signature-Agent, each followed by a line feed. Null when it can no longer be read",
  }),
  help_url: helpUrl,
  processing_time_sec: seconds,
}).openapi("StoredAgentDecision", { description: "A past decision about an agent's request" });

export const agentReceipt = z.object({
  receipt: receiptText,
  jwks_url: z.url().describe("Where the keys of receipts are published"),
  request_id: requestId.describe("Of the decision"),
  processing_time_sec: seconds,
}).openapi("AgentReceipt", { description: "A signed statement of a decision, for the agent's operator" });
