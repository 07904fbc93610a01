/** Who is acting, by an agent's signature. */
import type { SignatureHint } from "../../scoring/explain.ts";
import { profileOf } from "./profiles.ts";
import { type Reason, REASONS } from "./reasons.ts";
import type { AgentResult } from "./score.ts";

/** Reasons that show that the signature was not made by the agent it names. Other failures may be mistakes of a genuine agent. */
const IMPERSONATION: ReadonlySet<Reason> = new Set<Reason>([
  "signature_failed",
  "weak_key",
  "test_key",
  "algorithm_mismatch",
  "replayed",
]);

/** Null when no signature claims a profile. */
export function signatureHint(reason: Reason, result: AgentResult): SignatureHint | null {
  if (reason === "not_web_bot_auth") return null;
  if (reason === "verified") {
    const profile = result.profile === null ? "agent" : profileOf(result.profile).title;
    return {
      type: "verified_agent",
      agentOperator: result.host,
      trigger: result.trigger,
      detail: `The request has a valid ${profile} signature by ${result.host}.`,
    };
  }
  const impersonated = IMPERSONATION.has(reason);
  const what = impersonated
    ? "The request impersonates an agent"
    : "The request has an agent signature that could not be verified";
  return {
    type: impersonated ? "impersonated_agent" : "automation",
    agentOperator: null,
    trigger: null,
    detail: `${what}: ${REASONS[reason].meaning}`,
  };
}
