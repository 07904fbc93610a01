/** `login.takeover`: a user's account was taken over, or is being taken over. */
import type { LoginPlace } from "../../model/login/login.ts";
import type { TakeoverCause } from "../../model/login/takeover.ts";
import type { KeyMode } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { type Change, NO_CHANGE } from "../../records/change.ts";
import type { Services } from "../context.ts";

interface Takeover {
  readonly account: string;
  readonly mode: KeyMode;
  /** As the site sent it. */
  readonly userId: string;
  readonly cause: TakeoverCause;
  readonly at: number;
  /** Of the log-in that it began with. */
  readonly loginAt: number;
  /** Null: unknown which one of that time it was. */
  readonly requestId: string | null;
  /** Null: it was not remembered. */
  readonly login: Pick<LoginPlace, "country" | "browser" | "os"> | null;
}

/** Part of the commit that marks the user. Nothing is sent of test keys. */
export function takeoverEvent({ webhooks, randomBytes }: Services, takeover: Takeover): Change {
  const { account, mode, userId, cause, at, loginAt, requestId, login } = takeover;
  if (mode !== "live") return NO_CHANGE;
  return webhooks.events.change([{
    account,
    type: "login.takeover",
    id: `login_takeover_${at}_${randomBytes(8).toHex()}`,
    data: {
      user_id: userId,
      cause,
      at: timestamp(at),
      login_at: timestamp(loginAt),
      request_id: requestId,
      country: login?.country ?? null,
      browser: login?.browser ?? null,
      os: login?.os ?? null,
    },
  }]);
}
