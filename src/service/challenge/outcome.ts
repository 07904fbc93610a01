/** What became of a challenge. */
import { type ChallengeKind, type ChallengeOutcome, MAX_WRONG } from "../../model/challenge/challenge.ts";
import type { Account } from "../../model/records.ts";
import { isRequestId } from "../../records/scores/request_id.ts";
import type { Services } from "../context.ts";
import { idOfScore } from "./challenge_id.ts";

interface FoundOutcome {
  readonly outcome: ChallengeOutcome;
  /** Null: not passed. */
  readonly kind: ChallengeKind | null;
  readonly seconds: number | null;
}

/**
 * For two days after it was shown. One that was shown to nobody is pending.
 * @param id of a challenge as `PassedChallenge` has it, or of its score
 */
export async function outcomeOf(
  { store, now }: Pick<Services, "store" | "now">,
  account: Account,
  id: string,
): Promise<FoundOutcome> {
  const found = await store.challenges.get(account.id, isRequestId(id) ? idOfScore(id) : id);
  const none = { kind: null, seconds: null };
  if (found === null) return { outcome: "pending", ...none };
  const { passed, wrong, endsAt } = found;
  if (passed !== null) return { outcome: "passed", kind: passed.kind, seconds: passed.tookMs / 1000 };
  if (wrong >= MAX_WRONG) return { outcome: "failed", ...none };
  if (endsAt > now()) return { outcome: "pending", ...none };
  return { outcome: wrong > 0 ? "failed" : "abandoned", ...none };
}
