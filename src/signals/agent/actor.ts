/** Who is acting, as far as an agent's signature tells. */
import type { SignatureHint } from "../../scoring/explain.ts";
import { type Reason, REASONS } from "./reasons.ts";
import type { AgentBlock } from "./score.ts";

/** A signature that fails for one of these was not made by who it names. Any other failure is an accident of automation. */
const IMPERSONATION: ReadonlySet<Reason> = new Set<Reason>([
  "signature_failed",
  "weak_key",
  "test_key",
  "algorithm_mismatch",
  "replayed",
]);

/** Null when no signature makes the claim. */
export function signatureHint(reason: Reason, block: AgentBlock): SignatureHint | null {
  if (reason === "not_web_bot_auth") return null;
  if (reason === "verified") {
    return {
      type: "verified_agent",
      operator: block.name ?? block.host,
      trigger: block.trigger,
      detail: `A Web Bot Auth signature by ${block.host} verified.`,
    };
  }
  const impersonated = IMPERSONATION.has(reason);
  return {
    type: impersonated ? "impersonated_agent" : "automation",
    operator: null,
    trigger: null,
    detail: `${
      impersonated
        ? "The request claims to be an agent it is not"
        : "The request is signed as an agent's, unproven"
    }: ${REASONS[reason].meaning}`,
  };
}
