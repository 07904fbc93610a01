/** `/v1/decisions`: what bouncers and proxies are told. */
import { liftDecision, listDecisions } from "../../service/decisions/list_decisions.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import { decisionParams, decisionResult, decisionsQuery, decisionsResult } from "./schema.ts";

const DECISIONS = { family: "account", tag: "Decisions", free: true } as const;

const list = endpoint({
  ...DECISIONS,
  method: "get",
  path: "/v1/decisions",
  action: "decisions.read",
  summary: "List decisions",
  description:
    "What bouncers and proxies are told to refuse or to ask for proof of a person, and why: your rules that block addresses, networks, systems and countries; two or more of your fraud labels on one address, from different days or devices (4 hours); ten refused sign-ups or log-ins from one address within ten minutes (a captcha for an hour); hijacked ranges and Tor exits where you switched them on. An address that many people share is never banned, except by a rule. Free.",
  query: decisionsQuery,
  response: decisionsResult,
  handler: async (request) =>
    withRequestId(request, await listDecisions(request.services, request.caller, request.query)),
});

const lift = endpoint({
  ...DECISIONS,
  method: "delete",
  path: "/v1/decisions/{decision_id}",
  action: "decisions.lift",
  summary: "Lift a decision",
  description:
    "Bouncers are told at their next pull. It does not come back while what made it is the same. Free.",
  params: decisionParams,
  errors: ["not_found", "test_key_refused"],
  response: decisionResult,
  handler: async (request) => {
    const { services, caller, c } = request;
    return withRequestId(request, await liftDecision(services, caller, c.req.param("decision_id") ?? ""));
  },
});

export const decisionEndpoints: readonly Endpoint[] = [list, lift];
