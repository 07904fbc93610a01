/** `GET /v1/outcomes/summary`: how accurate the scores were, by the account's labels. */
import { STRICTNESS_NAMES } from "../../model/verdict.ts";
import { appealFigures } from "../../service/appeals/figures.ts";
import { seenMode } from "../../service/access/seen_mode.ts";
import type { ComponentFinding, LinkageFinding, TrustName } from "../../service/score/finding_names.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { outcomeSummaryQuery, outcomeSummaryResult } from "./summary_schema.ts";

export const outcomeSummary = endpoint({
  method: "get",
  path: "/v1/outcomes/summary",
  family: "account",
  action: "outcomes.read",
  tag: "Account",
  free: true,
  errors: ["unavailable", "test_key_refused"],
  summary: "Get the accuracy of your scores, by your labels",
  description:
    "Confusion matrix, precision, false positives, calibration and the predictive value of each finding, overall and by component, and what another strictness would have changed. Free.",
  query: outcomeSummaryQuery,
  response: outcomeSummaryResult,
  exampleParts: {
    since: "2026-05-26T10:00:00.000Z",
    overall: { at_strictness: STRICTNESS_NAMES.map((name, strictness) => ({ strictness, name })) },
    findings: [{
      component: "email",
      name: "disposable",
      fraud: 7,
      legit: 5,
      share_of_fraud: 1,
      share_of_legit: 0.4545,
      lift: 2.2,
      lift_low: 1.0779,
      lift_high: 3.8814,
    }],
  },
  handler: async (request) => {
    const { services: { outcomeSummaries }, caller, query } = request;
    const mode = seenMode(caller, query.mode);
    const { findings, ...figures } = await outcomeSummaries.get(caller.account.id, query.days, mode);
    const appeals = mode === "test" ? null : await appealFigures(request.services, caller, figures.days);
    // Their texts are for the console. Records hold only names that the weight tables gave.
    return withRequestId(request, {
      ...figures,
      ...(appeals === null ? {} : { appeals }),
      findings: findings.map(({ text: _, name, ...finding }) => ({
        ...finding,
        name: name as ComponentFinding | LinkageFinding | TrustName,
      })),
    });
  },
});
