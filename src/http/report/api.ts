/** `GET /v1/report`: what a month came to. */
import { monthAt } from "../../service/report/month.ts";
import { monthCsv } from "../../service/report/month_csv.ts";
import { monthReport, reportBody } from "../../service/report/month_report.ts";
import { type Endpoint, endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { csv, wantsCsv } from "../respond.ts";
import { reportQuery, reportResult } from "./schema.ts";

const report = endpoint({
  method: "get",
  path: "/v1/report",
  family: "account",
  action: "report.read",
  tag: "Account",
  free: true,
  weight: HEAVY,
  summary: "Get the report of a month",
  description:
    "Of the scores of live keys of a calendar month: volume, verdicts, what was caught by kind of fraud, false positives by rule and finding, precision of reviews and the time that they took, campaigns. Free. " +
    "With `format=csv` a line of names and one of figures.",
  query: reportQuery,
  errors: ["test_key_refused", "unavailable"],
  csv: {
    description: "A line of names and one of figures; several figures of one kind are in one cell",
    example:
      "month,since,capped,volume,allow,review,block,to_review,…\r\n2026-11,2026-11-01T00:00:00.000Z,false,48210,45010,1800,1400,240,…\r\n",
  },
  response: reportResult,
  handler: async (request) => {
    const { c, services, caller, query } = request;
    const month = query.month ?? monthAt(services.now());
    const body = reportBody(await monthReport(services, caller, month));
    if (query.format || wantsCsv(c)) return csv(c, `report-${month.name}.csv`, monthCsv(body));
    return withRequestId(request, body);
  },
});

export const reportEndpoints: readonly Endpoint[] = [report];
