/** What a request costs: lookups are taken out of the month's quota before the work, and billed with the record that proves it. */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Key } from "../../store/engine.ts";
import type { Store } from "../../store/store.ts";
import { monthOf, nextMonth } from "../../store/records/usage.ts";

export interface Charge {
  /** Counter mutations for the batch of the record, for what was really used. */
  adds(lookups: number): { key: Key; by: number }[];
  /** Ends the charge: `lookups` were billed (0 after a failure), the rest is given back. */
  settle(lookups: number): void;
}

const FREE: Charge = { adds: () => [], settle: () => {} };

/** @throws AppError account_paused */
export function requireActive(caller: Caller): void {
  if (caller.account.paused) {
    throw new AppError("account_paused", "this account is paused; its owner can resume it");
  }
}

/**
 * Takes lookups out of the month's quota; test keys are free.
 * @throws AppError quota_exceeded when they do not all fit; then nothing is taken
 */
export async function charge(store: Store, caller: Caller, lookups: number, now: number): Promise<Charge> {
  if (caller.key.mode === "test" || lookups === 0) return FREE;
  const month = monthOf(now);
  const quota = caller.account.monthlyQuota;
  const reservation = await store.usage.reserve(caller.account.id, month, quota, lookups);
  if (reservation !== null) return reservation;
  const used = await store.usage.taken(caller.account.id, month);
  const end = nextMonth(now);
  throw new AppError(
    "quota_exceeded",
    `${
      lookups === 1 ? "this lookup needs" : `these ${lookups} lookups need`
    } more than is left of this month's ${quota} (${used} used); the next month begins ${
      new Date(end).toISOString().slice(0, 10)
    }`,
    { retryAfter: Math.ceil((end - now) / 1000) },
  );
}
