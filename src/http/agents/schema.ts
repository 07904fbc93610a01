/** Schemas of the agent endpoints. Null means unknown; so is an agent that is not verified. */
import { z } from "@hono/zod-openapi";
import { REPLAY_PROTECTIONS } from "../../model/agent_policy.ts";
import { AGENT_POLICY_LIMITS as LIMITS } from "../../service/agents/agent_policy.ts";
import {
  agentAction,
  agentBlock,
  agentProfile,
  agentReason,
  CLAIMED_NAME,
  helpUrl,
  PROVEN_HOST,
  signatureFields,
} from "./agent_block.ts";
import {
  count,
  described,
  keyMode,
  moment,
  requestId,
  seconds,
  tail,
  text,
  timestamp,
} from "../common_schema.ts";
import { agentField } from "../score/input_schema.ts";

const KEY_ID = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

const docsTail = {
  docs: z.url().meta({ example: "https://winnow.example/docs/agents#not_yet_valid" }).describe(
    "The page that explains the result",
  ),
  ...tail,
};

const replayProtection = z.enum(REPLAY_PROTECTIONS).openapi("ReplayProtection", {
  description: "`nonce`: each signature is accepted once. `signature-window`: until it expires",
});

export const agentRequest = agentField.openapi("AgentRequest", {
  description: "The inbound request as received, with its signature headers",
});

export const authorizeRequest = z.object({
  ...agentField.shape,
  receipt: z.boolean().nullish().describe(
    "true: adds a signed receipt of the decision that you may give to the agent",
  ),
}).openapi("AgentAuthorizeRequest", {
  description: "The inbound request as received, with its signature headers",
});

export const agentRequestExample = {
  method: "GET",
  url: "https://shop.example/products?page=2",
  headers: {
    "Signature-Agent": 'sig1="https://agent.example"',
    "Signature-Input":
      'sig1=("@authority" "@method" "@path" "signature-agent";key="sig1");created=1800000000;expires=1800000060;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="web-bot-auth"',
    "Signature":
      "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:",
  },
};

export const verification = z.object({
  verified: z.boolean().describe("A signature was verified"),
  reason: agentReason,
  keyid: z.string().meta({ description: "As sent; empty when missing", example: KEY_ID }),
  agent: text.describe("The same as host. Null unless verified"),
  host: text.describe(PROVEN_HOST),
  claimed_name: text.describe(CLAIMED_NAME),
  purpose: text.describe("As the agent's card says. Not checked"),
  expires_in: count.describe("Seconds until the signature expires"),
  replay_protection: replayProtection,
  covered: z.array(z.string()).nullable().describe(
    "What the verified signature covers: components of the request (RFC 9421) and header fields. Nobody can change these afterwards. Null unless verified",
  ),
  not_covered: z.array(z.string()).nullable().describe(
    "What the request has and the signature does not cover, of @method, @authority, @path, @query (or its parameters), content-digest and content-type: anybody on the way may have added or changed it. Null unless verified",
  ),
  ...signatureFields,
  help_url: helpUrl,
  ...docsTail,
}).openapi("AgentVerification", { description: "Who signed a request" });

const decidedFields = {
  decision: agentAction.meta({ example: "deny" }),
  matched: z.string().meta({ example: "default:signature_failed" }).describe(
    "What decided: `rule:<index>`, or `default:` and one of verified, payer, not_web_bot_auth, unverifiable, signature_failed, none",
  ),
  reason: z.string().meta({
    description: "Why; a sentence, or the reason of your rule",
    example: "created is more than 60 seconds in the future. The signature is invalid.",
  }),
};

const receiptText = z.string().describe(
  "JSON Web Signature (EdDSA, typ `agent-receipt+jwt`) with iss, iat, jti (the request_id), decision, reason (the signature's), profile, host, request_digest and mode. Its key is at /.well-known/jwks.json",
);

export const authorization = z.object({
  ...decidedFields,
  agent: agentBlock,
  requests_last_hour: count.describe("Requests of this agent to your account, including this one"),
  receipt: receiptText.optional(),
  help_url: helpUrl,
  ...docsTail,
}).openapi("AgentAuthorization", { description: "What your agent policy decides about a request" });

const rule = z.object({
  host: z.string().min(1).max(LIMITS.host).optional().meta({ example: "*.agent.example" }).describe(
    "The host whose well-known key directory has the key, never the name in a card. A name matches that host only; `*.` in front of a name matches every host below it at any depth, but not the name itself. Saved in lower case and in A-labels (xn--). Schemes, ports, paths and IP addresses are refused",
  ),
  url: z.string().min(1).max(LIMITS.url).optional().meta({
    example: "https://files.example/bot/keys.json",
    description:
      "The https URL of a key that is not in a well-known directory (a JWK Set or a card), as the agent's Signature-Agent field has it. Compared whole",
  }),
  profile: agentProfile.optional().describe("The profile of the signature"),
  repeated: z.boolean().optional().describe(
    "true: the signature's nonce was presented before (`replay.seen` above 0); false: it was not. Requests without `replay` match neither",
  ),
  trigger: z.string().min(1).max(LIMITS.trigger).optional().meta({ example: "crawler" }).describe(
    "As the agent's card says. An agent whose card says none does not match",
  ),
  methods: z.array(z.string().min(1).max(LIMITS.method)).min(1).max(LIMITS.methods).optional().describe(
    "HTTP methods, in either case",
  ),
  action: agentAction.describe("What happens to a request that matches"),
  reason: z.string().max(LIMITS.reason).optional().describe("Your own words; returned with the decision"),
}).openapi("AgentRule", {
  description:
    "Applies to verified agents. Without host, profile, repeated, trigger or methods it matches all",
});

const RULES = "Evaluated in order; the first match decides";
const DEFAULTS = "False: an agent that no rule matches goes to review";

/** For the document only: the service checks the policy and names each invalid place. */
export const policyBody = z.looseObject({
  rules: z.array(z.unknown()),
}).openapi("AgentPolicyInput", {
  description: "Replaces the whole policy",
  type: "object",
  required: ["rules"],
  properties: {
    rules: {
      type: "array",
      maxItems: LIMITS.rules,
      items: { $ref: "#/components/schemas/AgentRule" },
      description: RULES,
    },
    defaults_apply_when_no_rule_matches: { type: ["boolean", "null"], default: true, description: DEFAULTS },
    replay_protection: {
      anyOf: [{ $ref: "#/components/schemas/ReplayProtection" }, { type: "null" }],
      description: "As in the policy; `signature-window` when absent",
    },
  },
});

export const policyExample = {
  rules: [
    { host: "*.agent.example", action: "review", reason: "Not known yet" },
    { profile: "visa-tap-payer", repeated: true, action: "deny", reason: "Sign each payment separately" },
    { trigger: "crawler", methods: ["POST", "PUT", "DELETE"], action: "deny", reason: "Crawlers only read" },
    { trigger: "fetcher", action: "allow", reason: "Fetchers act for a person" },
  ],
};

const policyFields = {
  rules: z.array(rule).meta({ description: RULES, example: policyExample.rules }),
  defaults_apply_when_no_rule_matches: z.boolean().meta({ description: DEFAULTS, example: true }),
  replay_protection: replayProtection,
  updated_at: timestamp.meta({ example: "2026-11-20T09:30:12.000Z" }).describe(
    "RFC 3339; null when you never set a policy",
  ),
};

export const policyResult = z.object({ ...policyFields, ...docsTail }).openapi("AgentPolicy", {
  description: "Your agent policy",
});

const trial = z.object(described(z.int(), {
  requests_checked:
    "Number of decisions of the last 30 days looked at, the newest 50,000 at most; not those for test keys",
  would_change: "Number of decisions that would be others",
  would_allow: "Number of those that would be allow",
  would_review: "Number of those that would be review",
  would_deny: "Number of those that would be deny",
})).openapi("AgentPolicyTrial", {
  description:
    "What the rules and defaults would have decided about the agents of your authorizations and scored sign-ups. A change of replay_protection cannot be tried",
});

export const policySaved = z.object({
  dry_run: z.literal(true).optional().describe("Present in a dry run: nothing was changed"),
  trial: trial.optional(),
  saved: z.int().meta({ description: "Number of rules that were saved; 0 in a dry run", example: 4 }),
  ...policyFields,
  note: z.string().meta({
    description: "How the policy is applied; a sentence",
    example:
      "Rules are evaluated in order and the first match wins; they apply to verified agents only. The defaults decide what no rule matches.",
  }),
  ...docsTail,
}).openapi("AgentPolicySaved", { description: "The policy as saved" });

export const agentDecision = z.object({
  request_id: requestId.describe("Of the authorization or the scored sign-up"),
  decided_at: moment.describe("RFC 3339"),
  expires_at: moment.describe("RFC 3339: when the decision is deleted"),
  via: z.enum(["authorize", "signup"]).describe("An authorization, or the agent of a sign-up"),
  mode: keyMode,
  method: z.string().meta({ description: "HTTP method of the agent's request", example: "GET" }),
  ...decidedFields,
  agent: agentBlock,
  keyid: z.string().meta({ example: KEY_ID }).describe(
    "As sent, the first 200 characters; empty when missing",
  ),
  request_digest: text.meta({ example: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU" }).describe(
    "SHA-256, base64url, of method, URL, Signature-Input, Signature and Signature-Agent, each followed by a line feed. Null when it can no longer be read",
  ),
  help_url: helpUrl,
  processing_time_sec: seconds,
}).openapi("StoredAgentDecision", { description: "A past decision about an agent's request" });

export const agentReceipt = z.object({
  receipt: receiptText.meta({ example: "eyJhbGciOiJFZERTQSJ9.eyJkZWNpc2lvbiI6ImRlbnkifQ.AAAA" }),
  jwks_url: z.url().meta({ example: "https://winnow.example/.well-known/jwks.json" }).describe(
    "Where the keys of receipts are published",
  ),
  request_id: requestId.describe("Of the decision"),
  processing_time_sec: seconds,
}).openapi("AgentReceipt", { description: "A signed statement of a decision, for the agent's operator" });
