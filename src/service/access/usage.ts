/** What an account has used of this month's lookups. */
import type { Caller } from "../../model/records.ts";
import { monthOf, nextMonth } from "../../store/records/usage.ts";
import type { Services } from "../context.ts";

export async function usageOf(services: Services, caller: Caller) {
  const now = services.now();
  const month = monthOf(now);
  const used = await services.store.usage.used(caller.account.id, month);
  const quota = caller.account.monthlyQuota;
  return {
    account: caller.account.name,
    month,
    used,
    monthly_quota: quota,
    remaining: Math.max(0, quota - used),
    resets_at: new Date(nextMonth(now)).toISOString(),
    rate_limit_per_minute: caller.key.ratePerMinute,
  };
}
