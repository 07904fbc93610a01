/** The verification of a request's signatures: verified or not, the reason, and the agent. It has no points. */
import type { AgentProfile } from "../../model/agent_profile.ts";
import type { CommerceResult } from "./commerce/status.ts";
import { provenBy } from "./directory/agent_url.ts";
import type { Card } from "./directory/card.ts";
import type { PublishedKey } from "./directory/keys.ts";
import type { Candidate, ReadyCandidate } from "./profile.ts";
import { type Reason, type Refused, refused } from "./reasons.ts";

/** One signature with its final result. */
export interface Attempt {
  readonly candidate: Candidate;
  readonly reason: Reason;
  /** For the command line, never for a response. */
  readonly detail: string;
  /** The card of the agent; null unless verified. */
  readonly card: Card | null;
}

/** The result of looking up a candidate's key. */
export type DirectoryAnswer =
  | { readonly ok: true; readonly key: PublishedKey | null; readonly card: Card }
  | Refused;

/** Wire field `agent`. Everything about the agent is null unless verified. */
export interface AgentResult {
  readonly verified: boolean;
  readonly signature_reason: Reason;
  /** The profile that the signature's tag names, verified or not; null when there is none. */
  readonly profile: AgentProfile | null;
  /** What the card says, unverified. */
  readonly name: string | null;
  /** The same, under a name that says so. */
  readonly claimed_name: string | null;
  /** What the signature proves: the host of the well-known directory or configured key set, otherwise the URL of the key. */
  readonly host: string | null;
  readonly purpose: string | null;
  readonly trigger: string | null;
  readonly rate_expectation: string | null;
  /** Whole seconds. */
  readonly expires_in: number | null;
  readonly publishes_card: boolean;
  /** How often the signature's nonce was presented before, where the profile lets requests share one; null: not counted. */
  readonly replay: { readonly seen: number } | null;
  /** What could be checked of the objects that the caller passed along; null: none were. */
  readonly commerce: CommerceResult | null;
}

export interface Verification {
  readonly reason: Reason;
  /** As sent by the signature that decided; "" when there is none. */
  readonly keyid: string;
  readonly result: AgentResult;
  /** URL that names the agent; null unless verified. */
  readonly identifier: string | null;
  /** The signature that verified; null when none did. */
  readonly proof: ReadyCandidate | null;
}

const encoder = new TextEncoder();

/**
 * Checks a candidate with the key that its directory returned.
 * @param now seconds
 */
export async function judgeCandidate(
  candidate: ReadyCandidate,
  answer: DirectoryAnswer,
  now: number,
): Promise<Attempt> {
  function refuse({ reason, detail }: Refused): Attempt {
    return { candidate, reason, detail, card: null };
  }
  if (!answer.ok) return refuse(answer);
  const { key } = answer;
  if (key === null) return refuse(refused("unknown_key", "no key of the directory has this thumbprint"));
  const problem = key.problem(now);
  if (problem !== null) return refuse(problem);
  const algorithm = key.algorithm(candidate.algorithm);
  if (algorithm === null) {
    return refuse(refused("algorithm_mismatch", "the signature, the key and its alg do not agree"));
  }
  const { signature, base, baseAsReceived } = candidate;
  let valid = await key.verifies(algorithm, signature, encoder.encode(base.text));
  if (valid === false && baseAsReceived !== null) {
    valid = await key.verifies(algorithm, signature, encoder.encode(baseAsReceived));
  }
  if (valid === null) {
    return refuse(refused("unknown_key", "the entry with this thumbprint is not a usable key"));
  }
  if (!valid) return refuse(refused("signature_failed", `${algorithm} does not verify`));
  return { candidate, reason: "verified", detail: algorithm, card: answer.card };
}

/**
 * The first verified attempt decides, otherwise the first attempt.
 * @param now seconds
 */
export function verificationOf(attempts: readonly Attempt[], now: number): Verification {
  const attempt = attempts.find(({ reason }) => reason === "verified") ?? attempts[0];
  if (attempt === undefined) return unverified("not_web_bot_auth", "", null);
  const { candidate, card, reason } = attempt;
  if (reason !== "verified" || !candidate.ready || card === null) {
    return unverified(reason, candidate.keyid, candidate.profile?.name ?? null);
  }
  const { identifier } = candidate.target;
  const host = provenBy(candidate.target);
  return {
    reason,
    keyid: candidate.keyid,
    identifier,
    proof: candidate,
    result: {
      verified: true,
      signature_reason: reason,
      profile: candidate.profile.name,
      name: card.name,
      claimed_name: card.name,
      host,
      purpose: card.purpose,
      trigger: card.trigger,
      rate_expectation: card.rateExpectation,
      expires_in: Math.max(0, candidate.expires - now),
      publishes_card: card.published,
      replay: null,
      commerce: null,
    },
  };
}

/** The result when no signature verified. */
export function unverified(reason: Reason, keyid: string, profile: AgentProfile | null): Verification {
  return {
    reason,
    keyid,
    identifier: null,
    proof: null,
    result: {
      verified: false,
      signature_reason: reason,
      profile,
      name: null,
      claimed_name: null,
      host: null,
      purpose: null,
      trigger: null,
      rate_expectation: null,
      expires_in: null,
      publishes_card: false,
      replay: null,
      commerce: null,
    },
  };
}

/**
 * Identifies one use of an agent's key: by the nonce where it is for one use, otherwise by what was signed. Never by the
 * signature's bytes: for ECDSA anyone can turn (r, s) into (r, n − s), which is valid too.
 */
export function signatureId({ profile, target, keyid, nonce, base }: ReadyCandidate): string {
  const isByNonce = nonce !== null && profile.nonce !== "session";
  return JSON.stringify([
    target.identifier,
    keyid,
    isByNonce ? "nonce" : "base",
    isByNonce ? nonce : base.text,
  ]);
}

/** Identifies the session that a signature belongs to; null where the profile has none. */
export function sessionId({ profile, target, keyid, nonce }: ReadyCandidate): string | null {
  return profile.nonce === "session" ? JSON.stringify([target.identifier, keyid, "session", nonce]) : null;
}
