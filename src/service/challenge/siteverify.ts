/** What the token of a challenge stands for, to a site whose captcha plug-in asks. */
import { parseAddress } from "../../model/address/address.ts";
import type { Account } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { levelOf, scoredBy } from "../../model/verdict.ts";
import { afterChallenge } from "../../scoring/challenge.ts";
import type { Services } from "../context.ts";
import { redeemToken } from "./token.ts";

interface VerifiedToken {
  /** False: the sign-up behind it is a block, which a challenge does not change. */
  readonly success: boolean;
  readonly passedAt: string;
  readonly hostname: string | null;
  readonly action: string | null;
  /** 0 to 100, after the challenge; null: it was of no score. */
  readonly risk: number | null;
}

/**
 * Uses the token up, whatever it says.
 * @param address of the visitor as the site's server saw it; null: it did not say
 */
export async function verifyToken(
  services: Pick<Services, "challenges" | "store" | "now">,
  account: Account,
  token: string,
  address: string | null,
): Promise<VerifiedToken | "invalid" | "expired_or_used"> {
  const isAddress = address !== null && parseAddress(address) !== null;
  const taken = await redeemToken(services, account, token, { address: isAddress ? address : null });
  if (!taken.ok) return taken.error;
  const { requestId, passedAt, hostname, action, score, verdict } = taken.challenge;
  const record = requestId === null
    ? null
    : await services.store.scores.get(account.id, requestId, services.now());
  const decided = record ?? (score === null || verdict === null ? null : { score, verdict });
  const level = levelOf(record ?? scoredBy(null, account.thresholds));
  const after = decided === null ? null : afterChallenge(decided, true, level);
  return {
    success: after?.verdict !== "block",
    passedAt: timestamp(passedAt),
    hostname,
    action,
    risk: after?.score ?? null,
  };
}
