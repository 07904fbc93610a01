/** Challenges of sign-ups: the one that is offered with a review, and the token of one that was passed, which comes with the next try. */
import type { Address } from "../../model/address/address.ts";
import type { ChallengeKind, PassedChallenge } from "../../model/challenge/challenge.ts";
import type { ComponentKind } from "../../model/component.ts";
import type { Facts } from "../../model/facts/fact.ts";
import type { Ring } from "../../model/linkage/ring.ts";
import type { ScoreRecord } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { ScoringContext, Services } from "../context.ts";
import { type Decision, decisionOf } from "../score/decision.ts";
import { offerChallenge, type OfferedChallenge } from "./offer.ts";
import { redeemToken } from "./token.ts";

/** The action of a challenge that a score offers; one that was made for another action is none of a sign-up. */
const SIGNUP = "signup";

/** `other_signup`: it was passed for a score of another person. */
export const ANSWER_STATES = ["passed", "invalid", "expired_or_used", "other_signup"] as const;

/** What a token says of the sign-up that it came with. */
export interface SignupAnswer {
  readonly state: typeof ANSWER_STATES[number];
  /** Null: not passed. */
  readonly kind: ChallengeKind | null;
  readonly facts: Facts;
}

/** A token that is used up, and the score that it was passed for. */
interface TakenAnswer {
  readonly passed: PassedChallenge | "invalid" | "expired_or_used";
  /** Null: it was for no score. */
  readonly record: ScoreRecord | null;
}

/** Uses the token up: whatever becomes of the sign-up, it counts once. */
export async function takeAnswer(
  services: Services,
  { caller: { account, key } }: ScoringContext,
  token: string,
  { address, userAgent }: { readonly address: Address | null; readonly userAgent: string | null },
): Promise<TakenAnswer> {
  const asked = { action: SIGNUP, address: address?.text, userAgent };
  const taken = await redeemToken(services, account, token, asked);
  if (!taken.ok) return { passed: taken.error, record: null };
  const { requestId } = taken.challenge;
  if (requestId === null) return { passed: taken.challenge, record: null };
  const record = await services.store.scores.get(account.id, requestId, services.now());
  // What a page with a test key gives to anybody is nothing to a live key.
  if (record === null || record.mode !== key.mode) return { passed: "invalid", record: null };
  return { passed: taken.challenge, record };
}

/** A challenge that was passed for one person lets no other in: who has another e-mail address or number is another. */
export function answerOf({ passed, record }: TakenAnswer, decisions: readonly Decision[]): SignupAnswer {
  if (typeof passed === "string") return refused(passed);
  if (record !== null && PERSONAL.some((kind) => isOther(record, decisions, kind))) {
    return refused("other_signup");
  }
  const { kind, tookMs } = passed;
  return {
    state: "passed",
    kind,
    facts: {
      "challenge.outcome": "passed",
      "challenge.kind": kind,
      "challenge.seconds": Math.max(0, Math.round(tookMs / 1000)),
    },
  };
}

/** The fact adds no points: conditions can ask for it. */
function refused(state: Exclude<SignupAnswer["state"], "passed">): SignupAnswer {
  return { state, kind: null, facts: { "challenge.outcome": "failed" } };
}

const PERSONAL: readonly ComponentKind[] = ["email", "phone"];

function isOther({ components }: ScoreRecord, decisions: readonly Decision[], kind: ComponentKind): boolean {
  const before = components.find((component) => component.kind === kind)?.hash;
  return before !== undefined && before !== (decisionOf(decisions, kind)?.prepared.hash ?? "");
}

/** Null: the account offers none, the verdict is no review, or nobody could show it. Stores nothing. */
export function offerForSignup(
  services: Services,
  { caller: { account }, via, keep }: ScoringContext,
  decisions: readonly Decision[],
  { requestId, score, verdict, ring }: {
    readonly requestId: string;
    readonly score: number;
    readonly verdict: Verdict;
    readonly ring: Ring | null;
  },
): OfferedChallenge | null {
  if (account.challenges !== true || via !== "user" || keep === false || verdict !== "review") return null;
  return offerChallenge(services, {
    account,
    requestId,
    action: SIGNUP,
    hostname: null,
    address: decisionOf(decisions, "ip")?.prepared.input.text ?? null,
    deviceHash: decisionOf(decisions, "device")?.prepared.hash ?? null,
    ring: ring?.ring_id ?? null,
    email: decisionOf(decisions, "email")?.prepared.input.email.email ?? null,
    score,
    verdict,
  });
}
