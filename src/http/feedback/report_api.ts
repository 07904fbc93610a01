/** `POST /v1/report`: confirmed fraud by value; `DELETE /v1/report` takes it back. */
import { z } from "@hono/zod-openapi";
import { invalidField, invalidParameter } from "../../model/error.ts";
import { MAX_REPORT_VALUES, report as reportFraud } from "../../service/feedback/report.ts";
import { withdrawReport } from "../../service/feedback/withdraw_report.ts";
import { BODY_LIMIT } from "../body.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { valuesWithPlus } from "../raw_query.ts";
import { limitItems } from "../validate.ts";
import { abuseReports, skippedValue, tail, valueKind } from "../common_schema.ts";

const skipped = z.array(skippedValue).meta({ description: "Values that could not be read", example: [] });

const reportBody = z.object({
  kind: valueKind,
  value: z.string().nullish().meta({ example: "fraudster@example.org" }).describe("One value"),
  values: z.array(z.string()).nullish().meta({ maxItems: 500, description: "Several values" }),
});

/** Each is given in the query or in the body. */
const withdrawalQuery = z.object({
  kind: valueKind.optional(),
  value: z.string().optional().meta({ example: "fraudster@example.org" }).describe("May be repeated"),
});

const withdrawalBody = z.object({
  kind: valueKind.nullish(),
  value: z.string().nullish().meta({ example: "fraudster@example.org" }).describe("One value"),
  values: z.array(z.string()).nullish().meta({ maxItems: 500, description: "Several values" }),
});

export const withdrawalResult = z.object({
  withdrawn: z.int().meta({ description: "Values of which your reports were taken back", example: 1 }),
  not_found: z.int().describe("Values that you have not reported"),
  results: z.array(z.object({
    kind: valueKind,
    withdrawn: z.int().meta({ description: "How many of your reports were taken back", example: 2 }),
    abuse_reports: abuseReports,
  })).describe("Each value that was read"),
  skipped,
  ...tail,
}).openapi("WithdrawalResult", { description: "What became of each value" });

const reportResult = z.object({
  reported: z.int().meta({ description: "Values that were reported", example: 1 }),
  results: z.array(z.object({ kind: valueKind, abuse_reports: abuseReports })).describe("Each of them"),
  skipped,
  ...tail,
}).openapi("ReportResult", { description: "What became of each value" });

export const report = endpoint({
  method: "post",
  path: "/v1/report",
  family: "general",
  action: "values.report",
  tag: "Feedback",
  summary: "Report confirmed fraud",
  idempotent: true,
  body: {
    schema: reportBody,
    limit: BODY_LIMIT,
    maxItems: { "/values": MAX_REPORT_VALUES },
    example: { kind: "email", value: "fraudster@example.org" },
  },
  errors: ["too_many_items", "test_key_refused", "unavailable"],
  description:
    "One lookup for any number of values. Resend an interrupted report within 24 hours to resume it; resending a completed report counts it again, unless it has the same Idempotency-Key.",
  response: reportResult,
  exampleParts: { results: [{ kind: "email", abuse_reports: 1 }] },
  handler: async (request) => {
    const { kind } = request.body;
    const all = valuesOf(request.body);
    if (all.length === 0) throw invalidField("/value", "give value or values");
    limitItems("/values", all.length, MAX_REPORT_VALUES);
    const result = await reportFraud(
      request.services,
      request.caller,
      { kind, values: all },
      request.single,
    );
    return withRequestId(request, result);
  },
});

export const withdrawal = endpoint({
  method: "delete",
  path: "/v1/report",
  family: "general",
  action: "values.report",
  tag: "Feedback",
  summary: "Withdraw your reports of values",
  description:
    "All your own reports of each value are taken back, for every account; your labels stay. The values are given in the query or in a JSON body.",
  query: withdrawalQuery,
  body: {
    schema: withdrawalBody,
    limit: BODY_LIMIT,
    maxItems: { "/values": MAX_REPORT_VALUES },
    optional: true,
    example: { kind: "email", value: "fraudster@example.org" },
  },
  free: true,
  errors: ["too_many_items", "test_key_refused", "account_paused"],
  response: withdrawalResult,
  exampleParts: { results: [{ kind: "email", abuse_reports: 3 }] },
  handler: async (request) => {
    const { c, services, caller, query, body } = request;
    const kind = body.kind ?? query.kind;
    if (kind === undefined) throw invalidParameter("kind", "is required");
    if (query.kind !== undefined && query.kind !== kind) {
      throw invalidParameter("kind", "must be the same in the query and in the body");
    }
    const inQuery = valuesWithPlus(c.req.url, kind).filter((value) => value !== "");
    const values = [...inQuery, ...valuesOf(body)];
    if (values.length === 0) throw invalidParameter("value", "give value or values");
    limitItems("/values", values.length, MAX_REPORT_VALUES);
    return withRequestId(request, await withdrawReport(services, caller, { kind, values }));
  },
});

function valuesOf({ value, values }: Pick<z.infer<typeof withdrawalBody>, "value" | "values">): string[] {
  return [...(value === null || value === undefined || value === "" ? [] : [value]), ...(values ?? [])];
}
