/** Trials of rules take turns: each may read 100,000 stored scores. One at a time for an account, few at a time for all. */
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { AppError } from "../../model/error.ts";
import type { Store } from "../../store/store.ts";

/** Trials under way, and waiting, in this process. An account has one of them, and few that wait for it. */
const AT_ONCE = 2;
const WAITING = 50;
const WAITING_OF_ACCOUNT = 2;
const RETRY_SECONDS = 5;

interface Turns {
  readonly all: Bulkhead;
  /** Of those who have a trial under way or waiting. */
  readonly accounts: Map<string, { readonly gate: Bulkhead; users: number }>;
}

const turnsOf = new WeakMap<Store, Turns>();

/** @throws AppError rate_limited when the account has too many waiting, unavailable when all together have */
export async function inTurn<T>(store: Store, account: string, trial: () => Promise<T>): Promise<T> {
  let turns = turnsOf.get(store);
  if (turns === undefined) {
    turnsOf.set(store, turns = { all: new Bulkhead(AT_ONCE, WAITING), accounts: new Map() });
  }
  const { all, accounts } = turns;
  let own = accounts.get(account);
  if (own === undefined) accounts.set(account, own = { gate: new Bulkhead(1, WAITING_OF_ACCOUNT), users: 0 });
  own.users++;
  try {
    return await own.gate.run(() => all.run(trial, tooManyOfAll), tooManyOfAccount);
  } finally {
    own.users--;
    if (own.users === 0) accounts.delete(account);
  }
}

function tooManyOfAccount(): never {
  throw new AppError(
    "rate_limited",
    `dry_run is under way for your account already, and ${WAITING_OF_ACCOUNT} more are waiting; try again when they are done`,
    { retryAfter: RETRY_SECONDS },
  );
}

function tooManyOfAll(): never {
  throw new AppError("unavailable", "many trials of rules are under way; try again", {
    retryAfter: RETRY_SECONDS,
  });
}
