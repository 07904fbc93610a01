/** Limits dry runs of rules, each of which may read 100,000 stored scores: one at a time per account, two at a time in all. */
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { AppError } from "../../model/error.ts";

const MAX_RUNNING = 2;
const MAX_WAITING = 50;
const MAX_WAITING_PER_ACCOUNT = 2;
const RETRY_SECONDS = 5;

export class DryRunLimit {
  readonly #all = new Bulkhead(MAX_RUNNING, MAX_WAITING);
  /** Accounts with a dry run running or waiting. */
  readonly #accounts = new Map<string, { readonly limit: Bulkhead; users: number }>();

  /** @throws AppError rate_limited when too many of the account wait, unavailable when too many of all accounts do */
  async run<T>(account: string, dryRun: () => Promise<T>): Promise<T> {
    let own = this.#accounts.get(account);
    if (own === undefined) {
      this.#accounts.set(account, own = { limit: new Bulkhead(1, MAX_WAITING_PER_ACCOUNT), users: 0 });
    }
    own.users++;
    try {
      return await own.limit.run(() => this.#all.run(dryRun, tooManyOfAll), tooManyOfAccount);
    } finally {
      own.users--;
      if (own.users === 0) this.#accounts.delete(account);
    }
  }
}

function tooManyOfAccount(): never {
  throw new AppError(
    "rate_limited",
    `a dry_run of your account is in progress and ${MAX_WAITING_PER_ACCOUNT} more are waiting; try again when they are done`,
    { retryAfter: RETRY_SECONDS },
  );
}

function tooManyOfAll(): never {
  throw new AppError("unavailable", "too many dry runs of rules are in progress; try again", {
    retryAfter: RETRY_SECONDS,
  });
}
