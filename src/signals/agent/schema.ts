/** The inbound request of an agent, as customers send it. */
import { z } from "zod";

const object = z.record(z.string(), z.unknown()).nullish();

export const agentRequestSchema = z.object({
  method: z.string().max(64).nullish().transform((method) => method ?? undefined)
    .describe("HTTP method; GET when not given"),
  url: z.string().max(16_384).describe("The public URL that the agent requested"),
  headers: z.record(z.string(), z.string()).describe("The headers of the request by name"),
  commerce: z.object({
    consumer: object.describe("The `agenticConsumer` object of the agent's request, as received"),
    payment: object.describe("The `agenticPaymentContainer` object of the agent's request, as received"),
  }).nullish().describe(
    "What the agent sent about its user and the payment. Checked against the signature, not stored, not scored",
  ),
});
