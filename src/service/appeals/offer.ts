/** Whether a verdict can be appealed, and the token that leads to its page. */
import { APPEAL_MS } from "../../model/appeal.ts";
import type { Account, KeyMode } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Verdict } from "../../model/verdict.ts";
import { requestTime } from "../../records/scores/request_id.ts";
import type { Services } from "../context.ts";
import { issueAppealToken } from "./appeal_token.ts";

export interface AppealOffer {
  readonly token: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

interface Decided {
  readonly requestId: string;
  readonly mode: KeyMode;
  readonly verdict: Verdict;
}

/** Null where the account has not switched appeals on, for scores of test keys, on allow, and after 30 days. */
export function appealOffer(
  { appeals, now }: Pick<Services, "appeals" | "now">,
  account: Account,
  { requestId, mode, verdict }: Decided,
): AppealOffer | null {
  if (account.appeals !== true || mode === "test" || verdict === "allow") return null;
  const end = requestTime(requestId) + APPEAL_MS;
  if (end <= now()) return null;
  return {
    token: issueAppealToken(appeals.tokens, { account: account.id, requestId }),
    expiresAt: timestamp(end),
  };
}

/** The path of the page. */
export const APPEAL_PATH = "/appeal";
