/** `POST /v1/report`: confirmed fraud by value. */
import { invalidField } from "../../model/error.ts";
import { MAX_REPORT_VALUES, report as reportFraud } from "../../service/feedback/report.ts";
import { BODY_LIMIT } from "../body.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { reportBody, reportResult } from "../schemas/report.ts";
import { limitItems } from "../validate.ts";

export const report = endpoint({
  method: "post",
  path: "/v1/report",
  family: "general",
  scope: "feedback",
  tag: "Feedback",
  summary: "Report confirmed fraud",
  body: { schema: reportBody, limit: BODY_LIMIT, example: { kind: "email", value: "fraudster@example.org" } },
  errors: ["too_many_items", "test_key_refused", "unavailable"],
  description:
    "One lookup for any number of values. Resend an interrupted report within 24 hours to resume it; resending a completed report counts it again.",
  response: reportResult,
  handler: async (request) => {
    const { kind, value, values } = request.body;
    const all = [
      ...(value === null || value === undefined || value === "" ? [] : [value]),
      ...(values ?? []),
    ];
    if (all.length === 0) throw invalidField("/value", "give value or values");
    limitItems("/values", all.length, MAX_REPORT_VALUES);
    const result = await reportFraud(request.services, request.caller, { kind, values: all });
    return withRequestId(request, result);
  },
});
