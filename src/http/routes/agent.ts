/** The agent endpoints: verify a signature, apply the policy, read and replace the policy. */
import { agentPolicy, replaceAgentPolicy } from "../../service/agents/agent_policy.ts";
import {
  authorizeAgent,
  type AuthorizedAgent,
  type DocsLink,
  type VerifiedAgent,
  verifyAgent,
} from "../../service/agents/agents.ts";
import { answeredWith } from "../../service/idempotency/once.ts";
import { BODY_LIMIT } from "../body.ts";
import { endpoint, type ValidRequest, withRequestId } from "../endpoint.ts";
import { helpUrl } from "../site/agent_help.ts";
import {
  agentRequest,
  agentRequestExample,
  authorization,
  policyBody,
  policyExample,
  policyResult,
  policySaved,
  verification,
} from "../schemas/agent.ts";

const AGENTS = { family: "general", scope: "agents", tag: "Agents" } as const;
const LIMITS_OF_PROOF =
  "The agent's request body is not sent to this API, so a covered Content-Digest proves the header field, not the content. `@authority` and the other derived components come from `url`: send the public URL that the agent requested.";

export const verify = endpoint({
  method: "post",
  path: "/v1/verify/agent",
  ...AGENTS,
  summary: "Verify an agent's signature",
  idempotent: true,
  description: LIMITS_OF_PROOF,
  body: { schema: agentRequest, limit: BODY_LIMIT, example: agentRequestExample },
  response: verification,
  handler: async (request) => {
    const answer = (body: VerifiedAgent) => withHelp(request, body, body.verified ? null : body.reason);
    const kept = (body: VerifiedAgent) => answeredWith(request.once, () => answer(body));
    return answer(await verifyAgent(request.services, request.caller, request.body, docsLink(request), kept));
  },
});

export const authorize = endpoint({
  method: "post",
  path: "/v1/agent/authorize",
  ...AGENTS,
  summary: "Authorize an agent's request",
  idempotent: true,
  description: `Verifies the signature and applies your agent policy. ${LIMITS_OF_PROOF}`,
  body: { schema: agentRequest, limit: BODY_LIMIT, example: agentRequestExample },
  response: authorization,
  handler: async (request) => {
    const answer = (body: AuthorizedAgent) =>
      withHelp(request, body, body.decision === "allow" ? null : body.agent.signature_reason);
    const kept = (body: AuthorizedAgent) => answeredWith(request.once, () => answer(body));
    return answer(
      await authorizeAgent(request.services, request.caller, request.body, docsLink(request), kept),
    );
  },
});

export const readPolicy = endpoint({
  method: "get",
  path: "/v1/agent/policy",
  ...AGENTS,
  summary: "Get the agent policy",
  description: "Your rules for verified agents, and whether the defaults decide what no rule matches. Free.",
  free: true,
  response: policyResult,
  handler: async (request) => withPolicyDocs(request, await agentPolicy(request.services, request.caller)),
});

export const replacePolicy = endpoint({
  method: "put",
  path: "/v1/agent/policy",
  ...AGENTS,
  summary: "Replace the agent policy",
  description: "Replaces the whole policy. Rules are evaluated in order and the first match wins.",
  body: { schema: policyBody, limit: BODY_LIMIT, example: policyExample },
  free: true,
  errors: ["too_many_items"],
  response: policySaved,
  handler: async (request) =>
    withPolicyDocs(request, await replaceAgentPolicy(request.services, request.caller, request.body)),
});

/** @param reason of a request that was not accepted; null: it was */
function withHelp<T extends object>(request: ValidRequest, body: T, reason: string | null) {
  const answer = withRequestId(request, body);
  return { ...answer, help_url: reason === null ? null : helpUrl(request, reason, answer.request_id) };
}

/** A link to a section of the page about agents. */
function docsLink({ c, services }: ValidRequest): DocsLink {
  const base = services.baseUrl ?? new URL(c.req.url).origin;
  return (anchor) => `${base}/docs/agents#${anchor}`;
}

function withPolicyDocs<T extends object>(request: ValidRequest, policy: T) {
  return withRequestId(request, { ...policy, docs: docsLink(request)("policy") });
}
