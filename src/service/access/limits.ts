/** The limits of an account: lookups per month, and requests per minute of its keys. The operator sets them. */
import type { AuditOrigin } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Account } from "../../model/records.ts";
import type { Store } from "../../records/store.ts";

export interface Limits {
  /** Lookups per month; null: no limit. */
  readonly monthlyQuota?: number | null;
  /** Of all keys of the account that are not revoked, and of those it gets from now on. */
  readonly ratePerMinute?: number;
}

/**
 * In force in this process when it resolves, in others once they notice. The keys are changed first: after a failure the
 * same call again completes it.
 */
export async function changeLimits(
  { accounts, audit }: Store,
  account: Account,
  limits: Limits,
  origin: AuditOrigin,
): Promise<Account> {
  const { id } = account;
  const { monthlyQuota, ratePerMinute } = limits;
  const details = {
    ...(monthlyQuota === undefined ? {} : { monthly_quota: `${quotaText(monthlyQuota)} per month` }),
    ...(ratePerMinute === undefined ? {} : { rate_limit: `${ratePerMinute} requests per minute` }),
  };
  const noAccount = () => new AppError("not_found", "there is no such account");
  if (ratePerMinute !== undefined) {
    const open = accounts.keysOf(id).filter(({ revokedAt }) => revokedAt === null);
    await Promise.all(open.map((key) =>
      accounts.changeKey(key.id, (current) => {
        if (current === null) throw noAccount();
        return { ...current, ratePerMinute };
      })
    ));
  }
  const changes = {
    ...(monthlyQuota === undefined
      ? {}
      : { monthly_quota: [quotaText(account.monthlyQuota), quotaText(monthlyQuota)] as const }),
    ...(ratePerMinute === undefined ? {} : {
      rate_limit: [
        account.ratePerMinute === undefined ? "default" : String(account.ratePerMinute),
        String(ratePerMinute),
      ] as const,
    }),
  };
  const changed = audit.entry({ account: id, action: "account_changed", details, changes }, origin);
  return await accounts.changeAccount(id, (current) => {
    if (current === null) throw noAccount();
    return { ...current, ...limits };
  }, changed);
}

export function quotaText(monthlyQuota: number | null): string {
  return monthlyQuota === null ? "unlimited lookups" : `${monthlyQuota} lookups`;
}
