/** Schemas of `POST /v1/batch`. */
import { z } from "@hono/zod-openapi";
import { fields, seconds, strictnessBody, valueKind } from "./common.ts";

export const batchBody = z.object({
  type: valueKind,
  items: z.array(z.string()).min(1).openapi({ maxItems: 500, example: ["185.220.101.1", "8.8.8.8"] }),
  strictness: strictnessBody,
  phone_country: z.string().nullish().openapi({ type: "string", example: "GB" }),
});

export const batchResult = z.object({
  type: valueKind,
  ...fields(z.int(), "count", "succeeded", "failed", "billable_lookups"),
  processing_time_sec: seconds,
  results: z.array(z.looseObject({ input: z.string(), error: z.string().optional() })).openapi({
    description:
      "In the order of the items: the result of the single endpoint plus `input`, or `input` and `error`",
  }),
}).openapi("BatchResult");
