/** Velocity of a sign-up that is scored: what it is one of, and that it is counted for those after it. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { shortHash } from "../../model/conditions/identities.ts";
import type { Facts } from "../../model/facts/fact.ts";
import type { Burst } from "../../model/velocity/burst.ts";
import type { ScoringContext, Services } from "../context.ts";
import { type Decision, decisionOf } from "../score/decision.ts";

/** Of a telephone number, which is nowhere stored. */
const LAST_DIGITS = 4;

interface JudgedVelocity {
  readonly bursts: readonly Burst[];
  /** Counts the sign-up for those after it; taken back where it cannot be stored. @param store resolves when it is */
  noted<T>(store: () => Promise<T>): Promise<T>;
}

/** Undefined when the account's past is in memory, or cannot be had. */
export function readyVelocity({ velocity }: Services, { caller }: ScoringContext): Awaitable<void> {
  return velocity.ready(caller.account.id, caller.key.mode);
}

/** Synchronous up to what it returns. */
export function judgeVelocity(
  { velocity }: Services,
  { caller: { account: { id }, key: { mode } }, keep }: ScoringContext,
  { requestId, decisions, facts }: {
    readonly requestId: string;
    readonly decisions: readonly Decision[];
    readonly facts: Facts;
  },
): JudgedVelocity {
  const subnet = decisionOf(decisions, "ip")?.evaluation.relatedHashes[0];
  const device = decisionOf(decisions, "device")?.prepared.hash ?? undefined;
  const e164 = decisionOf(decisions, "phone")?.prepared.input.e164 ?? null;
  const signup = velocity.signup(id, mode, {
    requestId,
    facts,
    identities: {
      ...(subnet === undefined ? {} : { subnet: shortHash(subnet) }),
      ...(device === undefined ? {} : { device: shortHash(device) }),
    },
    number: e164 === null ? 0 : Number(e164.slice(-LAST_DIGITS)) + 1,
  });
  const bursts = signup === null ? [] : velocity.bursts(id, mode, signup);
  return {
    bursts,
    noted: async (store) => {
      if (signup === null || keep === false) return await store();
      velocity.note(id, mode, signup);
      try {
        return await store();
      } catch (error) {
        velocity.forget(id, mode, signup);
        throw error;
      }
    },
  };
}
