/** On whose behalf a hook acts: its account's, in live mode; its id is in place of a key's in stored scores. */
import { AppError } from "../../model/error.ts";
import { type Caller, standingOf } from "../../model/records.ts";
import type { HookName } from "../../records/endpoints/hooks.ts";
import { takeRequest } from "../access/work.ts";
import type { Services } from "../context.ts";

/** Requests per minute of the hooks of an account without a working key. */
const LEAST_RATE = 60;

/** Null: the account is gone. */
export function hookCaller({ store, now }: Pick<Services, "store" | "now">, hook: HookName): Caller | null {
  const account = store.accounts.account(hook.account);
  if (account === null) return null;
  const ratePerMinute = Math.max(LEAST_RATE, store.accounts.highestRate(account.id, now()));
  const key = {
    id: hook.id,
    account: account.id,
    mode: "live",
    name: "",
    hash: "",
    tail: "",
    ratePerMinute,
    createdAt: 0,
    revokedAt: null,
  } as const;
  return { account, key };
}

/** The caller of a message, which counts against the limits of the hook and of the account. @throws AppError rate_limited */
export async function limitedCaller(services: Services, hook: HookName): Promise<Caller> {
  const caller = hookCaller(services, hook);
  if (caller === null) throw new AppError("signature_invalid");
  await takeRequest(
    services,
    caller,
    (rate) =>
      new AppError("rate_limited", `this hook may be used ${rate.limit} times per minute`, {
        retryAfter: rate.retryAfterSeconds,
      }),
  );
  return caller;
}

/**
 * As `limitedCaller`; beyond its limits a member's message is still judged, by what is at hand: whoever floods a form or asks
 * for codes faster than that would open the door otherwise.
 * @throws AppError rate_limited for a guest
 */
export async function callerWithin(
  services: Services,
  hook: HookName,
): Promise<{ readonly caller: Caller; readonly isLimited: boolean }> {
  try {
    return { caller: await limitedCaller(services, hook), isLimited: false };
  } catch (error) {
    const caller = hookCaller(services, hook);
    const isMember = caller !== null && standingOf(caller.account) === "member";
    if (!isMember || !(error instanceof AppError) || error.code !== "rate_limited") throw error;
    return { caller, isLimited: true };
  }
}
