/** The agent endpoints: verify a signature, decide by the policy, read and replace the policy. */
import { agentPolicy, replaceAgentPolicy } from "../../service/agents/agent_policy.ts";
import { authorizeAgent, type DocsLink, verifyAgent } from "../../service/agents/agents.ts";
import { processingTime, type Services } from "../../service/context.ts";
import { BODY_LIMIT } from "../body.ts";
import type { AppContext } from "../context.ts";
import { endpoint } from "../endpoint.ts";
import { newRequestId } from "../request_id.ts";
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

const LIMITS_OF_PROOF =
  "The body never reaches this API, so a covered Content-Digest binds the field and not the content. `@authority` and the other derived components come from `url`: send the public URL the agent asked for.";

export const verify = endpoint({
  method: "post",
  path: "/v1/verify/agent",
  family: "network",
  tag: "Agents",
  summary: "Verify an agent's signature",
  description: LIMITS_OF_PROOF,
  body: { schema: agentRequest, limit: BODY_LIMIT, example: agentRequestExample },
  response: verification,
  handle: async ({ c, services, caller, body, started }) => ({
    ...await verifyAgent(services, caller, body, docsLink(c, services)),
    ...tail(started),
  }),
});

export const authorize = endpoint({
  method: "post",
  path: "/v1/agent/authorize",
  family: "network",
  tag: "Agents",
  summary: "Decide on an agent's request",
  description: `Applies your agent policy to what the signature proves. ${LIMITS_OF_PROOF}`,
  body: { schema: agentRequest, limit: BODY_LIMIT, example: agentRequestExample },
  response: authorization,
  handle: async ({ c, services, caller, body, started }) => ({
    ...await authorizeAgent(services, caller, body, docsLink(c, services)),
    ...tail(started),
  }),
});

export const readPolicy = endpoint({
  method: "get",
  path: "/v1/agent/policy",
  family: "network",
  tag: "Agents",
  summary: "Read the agent policy",
  free: true,
  response: policyResult,
  handle: async ({ c, services, caller, started }) => ({
    ...await agentPolicy(services, caller, docsLink(c, services)),
    ...tail(started),
  }),
});

export const replacePolicy = endpoint({
  method: "put",
  path: "/v1/agent/policy",
  family: "network",
  tag: "Agents",
  summary: "Replace the agent policy",
  description: "The policy is replaced whole. Rules are evaluated in order and the first match wins.",
  body: { schema: policyBody, limit: BODY_LIMIT, example: policyExample },
  free: true,
  errors: ["too_many_items"],
  response: policySaved,
  handle: async ({ c, services, caller, body, started }) => ({
    ...await replaceAgentPolicy(services, caller, body, docsLink(c, services)),
    ...tail(started),
  }),
});

function tail(started: number) {
  return { request_id: newRequestId(), processing_time_sec: processingTime(started) };
}

function docsLink(c: AppContext, services: Services): DocsLink {
  const base = services.baseUrl ?? new URL(c.req.url).origin;
  return (anchor) => `${base}/docs/agents#${anchor}`;
}
