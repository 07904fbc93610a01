/** Schemas of `POST /v1/report`. */
import { z } from "@hono/zod-openapi";
import { abuseReports, skippedValue, tail, valueKind } from "../common_schema.ts";

const skipped = z.array(skippedValue).openapi({ description: "Values that could not be read", example: [] });

export const reportBody = z.object({
  kind: valueKind,
  value: z.string().nullish().openapi({
    example: "fraudster@example.org",
    description: "One value",
  }),
  values: z.array(z.string()).nullish().openapi({ maxItems: 500, description: "Several values" }),
});

/** Each is given in the query or in the body. */
export const withdrawalQuery = z.object({
  kind: valueKind.optional(),
  value: z.string().optional().openapi({
    description: "May be repeated",
    example: "fraudster@example.org",
  }),
});

export const withdrawalBody = z.object({
  kind: valueKind.nullish(),
  value: z.string().nullish().openapi({
    example: "fraudster@example.org",
    description: "One value",
  }),
  values: z.array(z.string()).nullish().openapi({ maxItems: 500, description: "Several values" }),
});

export const withdrawalResult = z.object({
  withdrawn: z.int().openapi({ description: "Values of which your reports were taken back", example: 1 }),
  not_found: z.int().openapi({ description: "Values that you have not reported" }),
  results: z.array(z.object({
    kind: valueKind,
    withdrawn: z.int().openapi({ description: "How many of your reports were taken back", example: 2 }),
    abuse_reports: abuseReports,
  })).describe("Each value that was read"),
  skipped,
  ...tail,
}).openapi("WithdrawalResult", { description: "What became of each value" });

export const reportResult = z.object({
  reported: z.int().openapi({ description: "Values that were reported", example: 1 }),
  results: z.array(z.object({ kind: valueKind, abuse_reports: abuseReports })).describe("Each of them"),
  skipped,
  ...tail,
}).openapi("ReportResult", { description: "What became of each value" });
