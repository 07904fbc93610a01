/**
 * The closed list of verification reasons in the order of evaluation, with the class that decides each one's default and
 * the texts that the documentation shows to the agent's operator. A reason that means "could not decide" is never `invalid`.
 */
import TEXTS from "../../../data/agent_reasons.json" with { type: "json" };

/** `unsigned`: no signature claims the profile. `unverifiable`: it could not be checked. `invalid`: it is wrong. */
export type ReasonClass = "unsigned" | "invalid" | "unverifiable" | "verified";

const CLASSES = {
  not_web_bot_auth: "unsigned",
  malformed_signature: "invalid",
  keyid_misspelled: "invalid",
  missing_parameter: "invalid",
  alg_missing: "invalid",
  nonce_missing: "invalid",
  unsupported_algorithm: "unverifiable",
  not_yet_valid: "invalid",
  expired: "invalid",
  window_too_long: "invalid",
  insufficient_coverage: "invalid",
  path_not_covered: "invalid",
  keyset_not_configured: "unverifiable",
  signature_agent_missing: "unverifiable",
  signature_agent_not_covered: "invalid",
  signature_agent_invalid: "invalid",
  signature_agent_blocked: "unverifiable",
  invalid_component: "invalid",
  directory_unavailable: "unverifiable",
  directory_invalid: "unverifiable",
  unknown_key: "unverifiable",
  key_not_active: "invalid",
  test_key: "invalid",
  weak_key: "invalid",
  algorithm_mismatch: "invalid",
  signature_failed: "invalid",
  replayed: "invalid",
  verified: "verified",
} as const satisfies Record<keyof typeof TEXTS, ReasonClass>;

export type Reason = keyof typeof CLASSES;

export interface ReasonText {
  readonly class: ReasonClass;
  readonly meaning: string;
  /** What the agent's operator has to change. */
  readonly fix: string;
}

/** Every reason, in the order of evaluation. */
export const REASON_NAMES = Object.keys(CLASSES) as readonly Reason[];

export const REASONS = Object.fromEntries(
  REASON_NAMES.map((reason) => [reason, { class: CLASSES[reason], ...TEXTS[reason] }]),
) as Readonly<Record<Reason, ReasonText>>;

/** A reason other than success. */
export type Refusal = Exclude<Reason, "verified">;

/** A step that failed, with the detail that the command line shows. */
export interface Refused {
  readonly ok: false;
  readonly reason: Refusal;
  readonly detail: string;
}

export function refused(reason: Refusal, detail: string): Refused {
  return { ok: false, reason, detail };
}
