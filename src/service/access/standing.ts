/** The operator's word on an account: admitted as a member, dismissed, or forgotten with everything it left. */
import { COMMAND_LINE } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Account, Standing } from "../../model/records.ts";
import type { KeyServices } from "./keys.ts";

/**
 * From now on the account's reports count for others, or no longer do; in every process once it has noticed.
 * @param noticed resolves when running processes know of what was written before
 */
export async function setStanding(
  { store }: KeyServices,
  account: Account,
  standing: Standing,
  noticed: () => Promise<void>,
): Promise<void> {
  const action = standing === "member" ? "account_admitted" : "account_dismissed";
  const admitted = store.audit.entry({ account: account.id, action }, COMMAND_LINE);
  await store.accounts.changeAccount(account.id, (current) => ({ ...known(current), standing }), admitted);
  await noticed();
  if (standing === "guest") return;
  // What it reported as a guest is moved to where others see it, once no process adds more of that.
  await store.histories.admit(account.id);
  await noticed();
}

/**
 * Removes the account with its keys and everything that it left. When it is interrupted, the account is paused and its keys
 * are revoked; it can be repeated.
 * @param settled resolves when running processes know of what was written before and have written what they had counted
 */
export async function forgetAccount(
  { store, now }: KeyServices,
  account: Account,
  settled: () => Promise<void>,
): Promise<void> {
  await store.accounts.close(account, now());
  await settled();
  await store.accountData.remove(account.id);
  await store.accounts.removeAccount(account);
  await store.audit.record({ account: null, action: "account_forgotten" }, COMMAND_LINE);
  // Requests that were under way wrote until then, and no longer.
  await settled();
  await store.accountData.remove(account.id);
}

/** The account as it is now: another command may have changed it, or forgotten it. @throws AppError not_found */
export function known(account: Account | null): Account {
  if (account === null) throw new AppError("not_found", "there is no such account any more");
  return account;
}
