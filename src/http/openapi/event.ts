/** One event as a row: the schema of its body, when it is sent, and an example. */
import { z } from "@hono/zod-openapi";
import type { EventType } from "../../model/endpoints/webhook.ts";
import { moment, text } from "../common_schema.ts";

export const userId = text.describe("Your own reference of the user; null when it was not sent");
export const EXAMPLE_REQUEST_ID = "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";

export function event<T extends EventType, S extends z.ZodType>(
  type: T,
  name: string,
  description: string,
  data: S,
  example: z.infer<S>,
) {
  const schema = z.object({
    type: z.literal(type).describe("The event"),
    timestamp: moment.describe("When it happened, RFC 3339"),
    data: data.describe("What happened"),
  }).openapi(name, { description });
  return { schema, description, example: { type, timestamp: "2026-11-22T10:15:31.004Z", data: example } };
}
