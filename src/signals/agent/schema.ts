/** The inbound request of an agent, as customers send it. */
import { z } from "zod";

export const agentRequestSchema = z.object({
  method: z.string().max(64).nullish().transform((method) => method ?? undefined),
  url: z.string().max(16_384),
  headers: z.record(z.string(), z.string()),
});
