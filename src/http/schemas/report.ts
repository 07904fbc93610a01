/** Schemas of `POST /v1/report`. */
import { z } from "@hono/zod-openapi";
import { skippedValue, tail, valueKind } from "./common.ts";

export const reportBody = z.object({
  kind: valueKind,
  value: z.string().nullish().openapi({ type: "string", example: "fraudster@example.org" }),
  values: z.array(z.string()).nullish().openapi({ maxItems: 500 }),
});

export const reportResult = z.object({
  reported: z.int(),
  results: z.array(z.object({ kind: valueKind, abuse_reports: z.int() })),
  skipped: z.array(skippedValue),
  ...tail,
}).openapi("ReportResult");
