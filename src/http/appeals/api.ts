/** `/v1/customer-reasons` and `/v1/appeals`: what customers may hear, and what they answer. */
import { CUSTOMER_REASON_CODES, CUSTOMER_REASONS } from "../../model/customer_reason.ts";
import { decideAppeal, getAppeal, listAppeals } from "../../service/appeals/appeals.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import {
  appealDecision,
  appealParams,
  appealResult,
  appealsQuery,
  appealsResult,
  customerReasonsResult,
} from "./schema.ts";

const APPEALS = { family: "account", tag: "Cases", free: true } as const;

const reasons = endpoint({
  method: "get",
  path: "/v1/customer-reasons",
  family: "account",
  action: "scores.read",
  tag: "Scoring",
  free: true,
  summary: "List what customers may hear",
  description:
    "The sentences of all codes of `customer_reason`. None of them names a rule, a list, a group or another person: all of those are `general`. Free.",
  response: customerReasonsResult,
  handler: () => Promise.resolve(CUSTOMER_REASON_CODES.map((code) => ({ code, ...CUSTOMER_REASONS[code] }))),
});

const list = endpoint({
  ...APPEALS,
  action: "appeals.read",
  method: "get",
  path: "/v1/appeals",
  summary: "List appeals",
  description:
    "What people wrote whose sign-up was not allowed, at the page of `appeal.url`; the newest first. Switched on by `appeals` of `/v1/settings`. Free.",
  query: appealsQuery,
  response: appealsResult,
  handler: async (request) =>
    withRequestId(request, await listAppeals(request.services, request.caller, request.query)),
});

const read = endpoint({
  ...APPEALS,
  action: "appeals.read",
  method: "get",
  path: "/v1/appeals/{appeal_id}",
  summary: "Get an appeal",
  description: "With what the person wrote. Free.",
  params: appealParams,
  errors: ["not_found"],
  response: appealResult,
  handler: async (request) => {
    const { services, caller, c } = request;
    return withRequestId(request, await getAppeal(services, caller, c.req.param("appeal_id") ?? ""));
  },
});

const decide = endpoint({
  ...APPEALS,
  action: "appeals.decide",
  method: "post",
  path: "/v1/appeals/{appeal_id}",
  summary: "Decide an appeal",
  description:
    "Once. `accepted` labels the score as legitimate and trusts the user id and e-mail address of its sign-up (where neither can be trusted, the phone number). The person reads the decision and the note at the same address. Free.",
  params: appealParams,
  body: {
    schema: appealDecision,
    limit: BODY_LIMIT,
    example: { decision: "accepted", note: "Sorry for the trouble: please sign up again." },
  },
  errors: ["not_found", "conflict", "test_key_refused", "account_paused"],
  response: appealResult,
  handler: async (request) => {
    const { services, caller, c, body } = request;
    return withRequestId(
      request,
      await decideAppeal(services, caller, c.req.param("appeal_id") ?? "", body),
    );
  },
});

export const appealEndpoints: readonly Endpoint[] = [reasons, list, read, decide];
