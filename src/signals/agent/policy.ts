/** The decision about a signature: the customer's rules for verified agents in order, then the defaults. */
import { isProven } from "./directory/agent_url.ts";
import type { AgentAction, AgentPolicy, AgentRule } from "../../model/agent_policy.ts";
import type { AgentProfile } from "../../model/agent_profile.ts";
import { matchesHost } from "./host_pattern.ts";
import { profileOf } from "./profiles.ts";
import { type Reason, type ReasonClass, REASONS } from "./reasons.ts";

/** What a rule looks at. */
interface DecidedRequest {
  readonly method: string;
  /** The host or URL that the signature proves; null unless verified. */
  readonly host: string | null;
  /** Of the signature; null when it has none. */
  readonly profile: AgentProfile | null;
  readonly replay: { readonly seen: number } | null;
  /** As the verified agent's card says; null when it says none. */
  readonly trigger: string | null;
}

export interface AgentDecision {
  readonly decision: AgentAction;
  /** `rule:<0-based index>` or `default:<bucket>`. */
  readonly matched: `rule:${number}` | `default:${AgentDefault}`;
  readonly reason: string;
}

const AGENT_DEFAULTS = [
  "verified",
  "payer",
  "not_web_bot_auth",
  "unverifiable",
  "signature_failed",
  "none",
] as const;
type AgentDefault = (typeof AGENT_DEFAULTS)[number];

interface Default {
  readonly bucket: AgentDefault;
  readonly action: AgentAction;
  readonly text: string;
}

const DEFAULTS: Readonly<Record<ReasonClass, Default>> = {
  verified: {
    bucket: "verified",
    action: "allow",
    text: "Verified agents are allowed unless a rule decides otherwise.",
  },
  unsigned: {
    bucket: "not_web_bot_auth",
    action: "review",
    text: "The sender of the request is unknown.",
  },
  unverifiable: {
    bucket: "unverifiable",
    action: "review",
    text: "The signature could be neither confirmed nor refuted.",
  },
  invalid: {
    bucket: "signature_failed",
    action: "deny",
    text: "The signature is invalid.",
  },
};

/** Of verified signatures that ask to pay. */
const PAYER: Default = {
  bucket: "payer",
  action: "review",
  text: "Signatures that ask to pay are reviewed unless a rule decides otherwise.",
};

/** Rules apply to verified agents only. */
export function decideAgent(policy: AgentPolicy, reason: Reason, request: DecidedRequest): AgentDecision {
  if (reason === "verified") {
    const index = policy.rules.findIndex((rule) => matches(rule, request));
    const rule = policy.rules[index];
    if (rule !== undefined) {
      return { decision: rule.action, matched: `rule:${index}`, reason: rule.reason };
    }
    if (!policy.defaultsApply) {
      return {
        decision: "review",
        matched: "default:none",
        reason: `No rule matches the agent of ${request.host}, and the policy disables the defaults.`,
      };
    }
  }
  const pays = reason === "verified" && request.profile !== null && profileOf(request.profile).pays;
  const { bucket, action, text } = pays ? PAYER : DEFAULTS[REASONS[reason].class];
  const meaning = reason === "verified"
    ? `The request is signed with a key of ${request.host}.`
    : REASONS[reason].meaning;
  return { decision: action, matched: `default:${bucket}`, reason: `${meaning} ${text}` };
}

function matches(rule: AgentRule, { host, method, trigger, profile, replay }: DecidedRequest): boolean {
  if (rule.host !== undefined && !matchesHost(rule.host, host)) return false;
  if (rule.url !== undefined && !isProven(rule.url, host)) return false;
  if (rule.profile !== undefined && rule.profile !== profile) return false;
  if (rule.repeated !== undefined && (replay === null || rule.repeated !== replay.seen > 0)) return false;
  if (rule.trigger !== undefined && rule.trigger !== trigger) return false;
  const wanted = method.toUpperCase();
  return rule.methods === undefined || rule.methods.some((name) => name.toUpperCase() === wanted);
}
