/** The agent endpoints: verify a signature, apply the policy, read and replace the policy. */
import { z } from "@hono/zod-openapi";
import { agentPolicy, dryRunAgentPolicy, replaceAgentPolicy } from "../../service/agents/agent_policy.ts";
import {
  authorizeAgent,
  type AuthorizedAgent,
  type DocsLink,
  type VerifiedAgent,
  verifyAgent,
} from "../../service/agents/agents.ts";
import { readDecision, readReceipt } from "../../service/agents/decisions.ts";
import { processingTime } from "../../service/context.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, type ValidRequest, withRequestId } from "../endpoint.ts";
import { helpUrl } from "./help.ts";
import {
  agentDecision,
  agentReceipt,
  agentRequest,
  agentRequestExample,
  authorization,
  authorizeRequest,
  policyBody,
  policyExample,
  policyResult,
  policySaved,
  verification,
} from "./schema.ts";
import { booleanQuery, requestId } from "../common_schema.ts";
import { JWKS_PATH } from "./receipt_keys.ts";

const AGENTS = { family: "general", tag: "Agents" } as const;
const LIMITS_OF_PROOF =
  "The agent's request body is not sent to this API, so a covered Content-Digest proves the header field, not the content. `@authority` and the other derived components come from `url`: send the public URL that the agent requested.";

const verify = endpoint({
  method: "post",
  path: "/v1/verify/agent",
  action: "agents.verify",
  ...AGENTS,
  summary: "Verify an agent's signature",
  idempotent: true,
  description: LIMITS_OF_PROOF,
  body: { schema: agentRequest, limit: BODY_LIMIT, example: agentRequestExample },
  response: verification,
  handler: async (request) => {
    const answer = (body: VerifiedAgent) => withHelp(request, body, body.verified ? null : body.reason);
    const kept = (body: VerifiedAgent) => request.single?.answered(answer(body));
    return answer(await verifyAgent(request.services, request.caller, request.body, docsLink(request), kept));
  },
});

const authorize = endpoint({
  method: "post",
  path: "/v1/agent/authorize",
  action: "agents.verify",
  ...AGENTS,
  summary: "Authorize an agent's request",
  idempotent: true,
  description:
    `Verifies the signature and applies your agent policy. The decision is kept for 180 days. ${LIMITS_OF_PROOF}`,
  body: { schema: authorizeRequest, limit: BODY_LIMIT, example: agentRequestExample },
  response: authorization,
  handler: async (request) => {
    const answer = (body: AuthorizedAgent) => ({
      ...body,
      help_url: decisionHelp(request, body.decision, body.agent.signature_reason, body.request_id),
      processing_time_sec: processingTime(request.started),
    });
    const kept = (body: AuthorizedAgent) => request.single?.answered(answer(body));
    const issuer = request.body.receipt === true ? origin(request) : null;
    const { services, caller, body } = request;
    return answer(await authorizeAgent(services, caller, body, { docs: docsLink(request), issuer }, kept));
  },
});

const DECISIONS = { ...AGENTS, params: z.object({ request_id: requestId }), free: true } as const;

const decision = endpoint({
  method: "get",
  path: "/v1/agent/decisions/{request_id}",
  action: "agents.read",
  ...DECISIONS,
  errors: ["not_found"],
  summary: "Get a past decision about an agent",
  description:
    "By the request_id of an authorization or of a scored sign-up with an agent. Kept for 180 days. Free.",
  response: agentDecision,
  handler: async (request) => {
    const { c, services, caller, started } = request;
    const stored = await readDecision(services, caller, c.req.param("request_id") ?? "");
    const { decision, agent, request_id } = stored;
    return {
      ...stored,
      help_url: decisionHelp(request, decision, agent.signature_reason, request_id),
      processing_time_sec: processingTime(started),
    };
  },
});

const receipt = endpoint({
  method: "get",
  path: "/v1/agent/decisions/{request_id}/receipt",
  action: "agents.read",
  ...DECISIONS,
  errors: ["not_found"],
  summary: "Get the receipt of a decision about an agent",
  description:
    "A signed statement that the agent's operator can check with `winnow verify-receipt`, or with any library for JSON Web Signatures and the keys at /.well-known/jwks.json. It says nothing about your policy. Free.",
  response: agentReceipt,
  handler: async (request) => {
    const { c, services, caller, started } = request;
    const request_id = c.req.param("request_id") ?? "";
    return {
      receipt: await readReceipt(services, caller, request_id, origin(request)),
      jwks_url: `${origin(request)}${JWKS_PATH}`,
      request_id,
      processing_time_sec: processingTime(started),
    };
  },
});

const POLICY_DOCS = { docs: "https://winnow.example/docs/agents#policy" };

const readPolicy = endpoint({
  method: "get",
  path: "/v1/agent/policy",
  action: "policy.read",
  ...AGENTS,
  summary: "Get the agent policy",
  description: "Your rules for verified agents, and whether the defaults decide what no rule matches. Free.",
  free: true,
  response: policyResult,
  exampleParts: POLICY_DOCS,
  handler: async (request) => withPolicyDocs(request, await agentPolicy(request.services, request.caller)),
});

const replacePolicy = endpoint({
  method: "put",
  path: "/v1/agent/policy",
  action: "policy.write",
  ...AGENTS,
  summary: "Replace the agent policy",
  description:
    "Replaces the whole policy. Rules are evaluated in order and the first match wins. With `dry_run=true` nothing is saved: the answer says what the policy would have decided in the last 30 days.",
  query: z.object({
    dry_run: booleanQuery.describe("true: tries the policy and changes nothing"),
  }),
  body: { schema: policyBody, limit: BODY_LIMIT, example: policyExample },
  free: true,
  errors: ["too_many_items", "unavailable"],
  response: policySaved,
  exampleParts: POLICY_DOCS,
  handler: async (request) => {
    const { services, caller, body, query } = request;
    const apply = query.dry_run ? dryRunAgentPolicy : replaceAgentPolicy;
    return withPolicyDocs(request, await apply(services, caller, body));
  },
});

/** @param reason of a request that was not accepted; null: it was */
function withHelp<T extends object>(request: ValidRequest, body: T, reason: string | null) {
  const answer = withRequestId(request, body);
  return { ...answer, help_url: reason === null ? null : helpUrl(request, reason, answer.request_id) };
}

/** Null: there is nothing to refuse. */
function decisionHelp(request: ValidRequest, decision: string, reason: string, id: string): string | null {
  return decision === "allow" ? null : helpUrl(request, reason, id);
}

/** The service's address. */
function origin({ c, services }: ValidRequest): string {
  return services.baseUrl ?? new URL(c.req.url).origin;
}

/** A link to a section of the page about agents. */
function docsLink(request: ValidRequest): DocsLink {
  const base = origin(request);
  return (anchor) => `${base}/docs/agents#${anchor}`;
}

function withPolicyDocs<T extends object>(request: ValidRequest, policy: T) {
  return withRequestId(request, { ...policy, docs: docsLink(request)("policy") });
}

export const agentEndpoints: readonly Endpoint[] = [
  verify,
  authorize,
  decision,
  receipt,
  readPolicy,
  replacePolicy,
];
