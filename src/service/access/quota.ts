/** The monthly quota: lookups are reserved before the work and billed in the same write as the record of the work. */
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { roleOf } from "../../model/access/action.ts";
import { scopesOf } from "../../model/access/key_scope.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { NO_CHANGE } from "../../records/change.ts";
import type { Store } from "../../records/store.ts";
import { type Charge, monthStart } from "../../records/usage.ts";
import type { Services } from "../context.ts";

/** Nothing is billed. */
export const FREE: Charge = { billed: () => NO_CHANGE, settle: () => {} };

/** @throws AppError account_paused */
export function requireActive(caller: Caller): void {
  if (caller.account.paused) {
    throw new AppError(
      "account_paused",
      "this account is paused; the operator of this service can resume it",
    );
  }
}

/**
 * Reserves lookups of the month's quota; test keys are free.
 * @throws AppError quota_exceeded when not all are left; then none is reserved
 */
export function charge(store: Store, caller: Caller, lookups: number, now: number): Awaitable<Charge> {
  if (caller.key.mode === "test" || lookups === 0) return FREE;
  const { id, monthlyQuota } = caller.account;
  const quota = monthlyQuota ?? Infinity;
  const reserved = store.usage.reserve(id, store.usage.monthOf(now), quota, lookups, caller);
  return chain(
    reserved,
    (reservation) =>
      reservation ?? quotaExceeded(store, caller, lookups, now).then((error) => Promise.reject(error)),
  );
}

/**
 * For work that is done and billed later.
 * @throws AppError quota_exceeded when nothing is left of it
 */
export async function requireQuota(store: Store, caller: Caller, now: number): Promise<void> {
  const { id, monthlyQuota } = caller.account;
  if (monthlyQuota === null || await store.usage.taken(id, store.usage.monthOf(now)) < monthlyQuota) return;
  throw await quotaExceeded(store, caller, 1, now);
}

async function quotaExceeded(store: Store, caller: Caller, lookups: number, now: number): Promise<AppError> {
  const quota = caller.account.monthlyQuota;
  const used = await store.usage.taken(caller.account.id, store.usage.monthOf(now));
  const end = monthStart(now, 1);
  const exceeds = lookups === 1 ? "this lookup exceeds" : `these ${lookups} lookups exceed`;
  const resets = new Date(end).toISOString().slice(0, 10);
  return new AppError(
    "quota_exceeded",
    `${exceeds} this month's quota of ${quota} (${used} used); the quota resets on ${resets}`,
    { retryAfter: Math.ceil((end - now) / 1000) },
  );
}

/** The `GET /v1/usage` response. */
export async function usageOf(services: Services, caller: Caller) {
  const now = services.now();
  const month = services.store.usage.monthOf(now);
  const used = await services.store.usage.used(caller.account.id, month);
  const quota = caller.account.monthlyQuota;
  return {
    account: caller.account.name,
    month,
    used,
    monthly_quota: quota,
    remaining: quota === null ? null : Math.max(0, quota - used),
    resets_at: new Date(monthStart(now, 1)).toISOString(),
    rate_limit_per_minute: caller.key.ratePerMinute,
    key: {
      id: caller.key.id,
      mode: caller.key.mode,
      scopes: [...scopesOf(caller.key)],
      role: roleOf(caller),
      expires_at: caller.key.expiresAt === undefined ? null : timestamp(caller.key.expiresAt),
    },
  };
}
