/** The facts of a score: those of its components, of the sign-up as a whole, and the customer's own. */
import type { Actor } from "../../model/actor.ts";
import { orNull } from "../../model/evidence.ts";
import { type Attestation, attestationFacts } from "../../model/facts/attestation.ts";
import type { CustomFields } from "../../model/facts/custom.ts";
import { type Facts, type FactValue, knownFacts } from "../../model/facts/fact.ts";
import { impliedFacts } from "../../model/facts/implied.ts";
import type { FactName } from "../../model/facts/table.ts";
import { claimedAgent } from "../../signals/device/browser.ts";
import { readUserAgent } from "../../signals/device/user_agent.ts";
import { type Decision, decisionOf } from "../score/decision.ts";

/** Of a sign-up, in addition to its components. */
interface SignupFacts {
  readonly actor: Actor;
  /** Of the browser or agent, where the device has none. */
  readonly userAgent: string | null;
  /** The customer's own fields. */
  readonly custom: CustomFields | undefined;
  readonly attestation?: Attestation | undefined;
}

/** @param at ms since the epoch */
export function scoreFacts(
  decisions: readonly Decision[],
  at: number,
  signup: SignupFacts | null = null,
): Facts {
  const known: Record<string, FactValue> = {};
  for (const { evaluation } of decisions) Object.assign(known, evaluation.facts);
  const custom = signup?.custom ?? {};
  for (const key in custom) known[`custom.${key}`] = custom[key]!;
  Object.assign(known, attestationFacts(signup?.attestation));
  const device = decisionOf(decisions, "device")?.prepared.input.device;
  const userAgent = (device === undefined ? null : orNull(device.userAgent)) ?? signup?.userAgent ?? null;
  if (userAgent !== null && !isOrdinary(known)) Object.assign(known, userAgentFacts(userAgent));
  const record = signup === null ? { at } : { at, signup };
  const implied = impliedFacts(record, known);
  for (const name in implied) known[name] ??= implied[name as FactName]!;
  const proven = signup?.actor.operator ?? null;
  if (proven !== null) known["signup.agent"] = proven;
  return known;
}

/** A browser, which is the family too, and no program. */
function isOrdinary(known: Facts): boolean {
  return known["device.browser"] !== undefined && known["device.device_class"] !== "program";
}

function userAgentFacts(userAgent: string): Facts {
  return knownFacts({
    "signup.user_agent_family": readUserAgent(userAgent).family,
    "signup.agent": claimedAgent(userAgent)?.toLowerCase() ?? null,
  });
}
