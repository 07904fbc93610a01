/**
 * The limits of an account, over all its keys: requests per minute, and processor time. The limit of a key counts its own
 * requests; all keys of an account together may send what the fastest of them may.
 */
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { type RateState, rateState } from "./rate_limit.ts";

/**
 * Microseconds of processor time of what requests contain, measured (`bench/work_bench.ts`). The request itself is not in
 * them: requests have a limit of their own.
 */
export const WORK = {
  batchItem: 100,
  reportedValue: 80,
  label: 200,
  ruleValue: 12,
  importedLine: 12,
  /** Each rule of the account and each new one. */
  dryRunRule: 2,
  /** Each stored score that is looked at. */
  dryRunScore: 8,
  /** Each step that conditions cost, for each of them. */
  conditionStep: 0.01,
  /** Each stored sign-up before those, where a dry run counts. */
  countedScore: 2,
  /** Each stored sign-up among which campaigns are looked for. */
  campaignScore: 20,
  searchedScore: 50,
  /** Whose scores are looked for, with one score: many are read together. */
  searchedPerson: 30,
  /** Each column of each stored score that a search or a count looks through. */
  searchedCell: 0.01,
  listedRule: 1.5,
  /** Each ring that is looked through for a list. */
  listedRing: 10,
  /** Each kilobyte of an answer that is kept for its Idempotency-Key, above the first four. */
  keptKilobyte: 60,
  /** Each kilobyte of a body, above the first few. */
  bodyKilobyte: 6,
  /** Each entry of the audit log that is looked at, and each twenty ids in it. */
  auditEntry: 30,
  /** Each decision that a bouncer or a list reads. */
  listedDecision: 2,
  /** A page of the console. */
  page: 5_000,
  /** A key that is made or replaced: more than its time, as every process reads it again and an ended one stays for a while. */
  key: 50_000,
} as const;

/** Microseconds of work per minute for each request per minute that the account's fastest key may send. */
const WORK_PER_RATE = 6_000;
/** How much work may be outstanding when more is begun. */
const BURST_MS = 10_000;
const ROUNDING_MS = 1e-3;
/** Kilobytes of a body that belong to its request. */
const SMALL_KILOBYTES = 16;

type WorkServices = Pick<Services, "store" | "workLimiter" | "now">;
type RequestServices = Pick<Services, "store" | "limiter" | "accountLimiter" | "now">;

/**
 * Takes a request from the minutes of the key and of its account; from neither when one refuses it.
 * @param id of the key, or of what is limited like one
 * @param refuse makes the error of the key's limit
 * @returns the state of the limit that binds
 * @throws AppError rate_limited
 */
export function takeRequest(
  services: RequestServices,
  { account, key }: Caller,
  refuse: (rate: RateState) => AppError,
): Awaitable<RateState> {
  const { store, limiter, accountLimiter } = services;
  const now = services.now();
  const limit = Math.max(key.ratePerMinute, store.accounts.highestRate(account.id, now));
  // With another limit the account has another minute: one is not measured in requests of the other.
  const minute = `${account.id} ${limit}`;
  const before = accountLimiter.peek(minute, limit, now);
  if (!before.allowed) {
    const own = limiter.peek(key.id, key.ratePerMinute, now);
    throw own.allowed ? accountRefusal(before) : refuse(own);
  }
  return chain(limiter.take(key.id, key.ratePerMinute, now), (own) => {
    if (!own.allowed) throw refuse(own);
    const ofAccount = accountLimiter.take(minute, limit, now);
    return ofAccount.remaining < own.remaining ? { ...ofAccount, policy: "account" } : own;
  });
}

function accountRefusal(state: RateState): AppError {
  return new AppError(
    "rate_limited",
    `this account may send ${state.limit} requests per minute with all its keys`,
    { retryAfter: state.retryAfterSeconds, rate: { ...state, policy: "account" } },
  );
}

/**
 * Refuses an account that has too much work outstanding.
 * @throws AppError rate_limited
 */
export function requireWork(services: WorkServices, caller: Caller): void {
  const { limit, outstandingMs } = outstanding(services, caller);
  if (outstandingMs <= BURST_MS + ROUNDING_MS) return;
  const over = outstandingMs - BURST_MS;
  const rate = rateState({ periodMs: MINUTE_MS, limit, ahead: outstandingMs, over });
  throw new AppError(
    "rate_limited",
    `this account may cause ${limit} microseconds of work per minute with all its keys; what requests contain (items of a batch, reported values, labels, rules, kilobytes) and what searches and pages read counts`,
    { retryAfter: rate.retryAfterSeconds, rate: { ...rate, remaining: 0, policy: "work" } },
  );
}

/**
 * Takes work before it is done: what it exceeds the burst by delays what the account does next, up to a minute.
 * @param units microseconds
 * @throws AppError rate_limited; then none of it is taken
 */
export function takeWork(services: WorkServices, caller: Caller, units: number): void {
  requireWork(services, caller);
  addWork(services, caller, units);
}

/** Takes units for work whose amount was not known before. They delay what the account does next. */
export function addWork(services: WorkServices, caller: Caller, units: number): void {
  const { workLimiter, now } = services;
  workLimiter.owe(caller.account.id, limitOf(services, caller), now(), units);
}

/**
 * The work of receiving a body. It is taken after that of what the body holds, which is one piece of work with it.
 * @throws AppError rate_limited; then the body is not to be read
 */
export function requireBodyWork(
  services: WorkServices,
  caller: Caller,
  bytes: number,
): { take(): void } | null {
  const kilobytes = bytes / 1024 - SMALL_KILOBYTES;
  if (!(kilobytes > 0)) return null;
  requireWork(services, caller);
  return { take: () => addWork(services, caller, WORK.bodyKilobyte * kilobytes) };
}

/** Resolves when the account may do more: for an answer that has begun. */
export async function workRoom(services: WorkServices, caller: Caller): Promise<void> {
  const over = outstanding(services, caller).outstandingMs - BURST_MS;
  if (over > 0) await new Promise((resolve) => setTimeout(resolve, over));
}

function outstanding(services: WorkServices, caller: Caller) {
  const limit = limitOf(services, caller);
  const room = services.workLimiter.room(caller.account.id, limit, services.now());
  return { limit, outstandingMs: (1 - room / limit) * MINUTE_MS };
}

function limitOf({ store, now }: WorkServices, { account, key }: Caller): number {
  return WORK_PER_RATE * Math.max(key.ratePerMinute, store.accounts.highestRate(account.id, now()));
}
