/**
 * The limit of an account: work per minute, over all its keys. The limit per minute of a key counts requests, which cost very
 * different amounts of work; many keys of one account share this one.
 */
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";

/** What is counted, roughly in proportion to the processor time that it takes: a unit is a few microseconds. */
export const WORK = {
  request: 50,
  /** In addition to the request, as all below. */
  batchItem: 2,
  reportedValue: 5,
  label: 5,
  ruleValue: 1,
  importedLine: 1,
  /** Each rule of the account and each new one. */
  dryRunRule: 1,
  /** Each stored score that is looked at. */
  dryRunScore: 1,
  listedRule: 0.2,
  /** Each kilobyte of an answer that is kept for its Idempotency-Key, above the first four. */
  keptKilobyte: 12,
} as const;

/**
 * Units per minute for each request per minute that the account's fastest key may send. So all keys of an account together
 * may send twice the requests of the fastest.
 */
const UNITS_PER_RATE = 2 * WORK.request;

type WorkServices = Pick<Services, "store" | "workLimiter" | "now">;

/**
 * Takes a request from the account's minute.
 * @throws AppError rate_limited
 */
export function takeRequest(services: WorkServices, caller: Caller): void {
  take(services, caller, WORK.request, 0);
}

/**
 * Takes the work that a request asks for from the account's minute, before it is done. What costs more than a minute takes
 * the whole minute: otherwise it could never be done.
 * @throws AppError rate_limited; then none of it is taken
 */
export function takeWork(services: WorkServices, caller: Caller, units: number): void {
  take(services, caller, Math.min(units, limitOf(services, caller) - WORK.request), WORK.request);
}

/** @param before units that the same request has taken and would take again */
function take(services: WorkServices, caller: Caller, units: number, before: number): void {
  const { workLimiter } = services;
  const account = caller.account.id;
  const now = services.now();
  const limit = limitOf(services, caller);
  if (workLimiter.spend(account, limit, now, units)) return;
  throw new AppError(
    "rate_limited",
    `this account may do ${limit} units of work per minute with all its keys; a request counts ${WORK.request}, and what it contains (items of a batch, reported values, labels, rules) counts too`,
    { retryAfter: workLimiter.waitFor(account, limit, now, before + units) },
  );
}

/** Takes units for work whose amount was not known before. They delay what the account does next. */
export function addWork(services: WorkServices, caller: Caller, units: number): void {
  const limit = limitOf(services, caller);
  services.workLimiter.owe(caller.account.id, limit, services.now(), units);
}

function limitOf({ store, now }: WorkServices, { account, key }: Caller): number {
  return UNITS_PER_RATE * Math.max(key.ratePerMinute, store.accounts.highestRate(account.id, now()));
}
