/** The event of the guard. */
import { z } from "@hono/zod-openapi";
import { described } from "../common_schema.ts";

export const guardTripped = z.object({
  tripped_at: z.iso.datetime().describe("RFC 3339"),
  ...described(z.number(), {
    sends_last_hour: "Number of sends of the last hour that no other reason refused",
    usual_hour: "How many the middle one of the last 48 hours has",
  }),
});
