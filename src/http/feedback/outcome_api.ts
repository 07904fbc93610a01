/** `POST /v1/outcome`: fraud or legitimate labels for past scores. */
import { labelOutcomes, MAX_OUTCOMES } from "../../service/feedback/outcome.ts";
import { BODY_LIMIT } from "../body.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { OUTCOME_LISTS, outcomeBody, outcomeResult } from "./outcome_schema.ts";

export const outcome = endpoint({
  method: "post",
  path: "/v1/outcome",
  family: "general",
  scope: "feedback",
  tag: "Feedback",
  summary: "Label past scores as fraud or legitimate",
  description:
    "A fraud label counts on every value of the score until it is replaced or removed. It weighs in full on the address and device of who signed up, on what the sign-up had `verified` and on the `values` that the label names. One label, or up to 500. Free.",
  // The same label again changes nothing, so a request that ended between its labels and its answer is repeated.
  idempotent: true,
  body: {
    schema: outcomeBody,
    limit: BODY_LIMIT,
    lists: OUTCOME_LISTS,
    maxItems: { "": MAX_OUTCOMES, "/outcomes": MAX_OUTCOMES },
    example: { request_id: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", outcome: "fraud" },
  },
  free: true,
  errors: ["too_many_items", "test_key_refused", "account_paused"],
  response: outcomeResult,
  handler: async (request) => {
    const { outcomes } = request.body;
    const entries = outcomes.map(({ request_id, outcome, values = [] }) => ({
      requestId: request_id,
      outcome,
      values,
    }));
    return withRequestId(request, await labelOutcomes(request.services, request.caller, entries));
  },
});
