/** How well the scoring did, by the account's labels. */
import { endpoint, withRequestId } from "../endpoint.ts";
import { outcomeSummaryQuery, outcomeSummaryResult } from "../schemas/outcome_summary.ts";

export const outcomeSummary = endpoint({
  method: "get",
  path: "/v1/outcomes/summary",
  family: "account",
  tag: "Account",
  free: true,
  errors: ["unavailable"],
  summary: "How good the verdicts were, by your labels",
  description:
    "Confusion, precision, false positives, calibration and what each finding told, for the whole and by component; and what another strictness would have changed. Free.",
  query: outcomeSummaryQuery,
  response: outcomeSummaryResult,
  handler: async (request) =>
    withRequestId(
      request,
      await request.services.outcomeSummaries.get(request.caller.account.id, request.query.days),
    ),
});
