/** The inbound request of an agent, as customers send it. */
import { z } from "zod";

export const agentRequestSchema = z.object({
  method: z.string().max(64).nullish().transform((method) => method ?? undefined)
    .describe("HTTP method; GET when not given"),
  url: z.string().max(16_384).describe("The public URL that the agent requested"),
  headers: z.record(z.string(), z.string()).describe("The headers of the request by name"),
});
