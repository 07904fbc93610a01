/** Settings of an account: `/v1/settings`, the console and `accounts set`. */
import { type AuditOrigin, originOf } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Account, Caller, LinkageScoring } from "../../model/records.ts";
import type { Store } from "../../store/store.ts";

export interface Settings {
  readonly linkage_scoring: LinkageScoring;
}

export function settingsOf({ linkageScoring = "report" }: Account): Settings {
  return { linkage_scoring: linkageScoring };
}

/** @throws AppError test_key_refused */
export async function changeOwnSettings(store: Store, caller: Caller, settings: Settings): Promise<Settings> {
  if (caller.key.mode === "test") {
    throw new AppError("test_key_refused", "a test key cannot change settings; use a live key");
  }
  return settingsOf(await changeSettings(store, caller.account, settings, originOf(caller)));
}

/** In force in this process when it resolves, in others once they notice; the same settings again change nothing. */
export async function changeSettings(
  store: Store,
  account: Account,
  settings: Settings,
  origin: AuditOrigin,
): Promise<Account> {
  if (settingsOf(account).linkage_scoring === settings.linkage_scoring) return account;
  const details = { ...settings };
  const before = settingsOf(account);
  const changes = { linkage_scoring: [before.linkage_scoring, settings.linkage_scoring] } as const;
  const event = { account: account.id, action: "account_changed", details, changes } as const;
  const changed = store.audit.update(event, origin);
  return await store.accounts.changeAccount(account.id, (current) => {
    if (current === null) throw new AppError("not_found", "there is no such account");
    return { ...current, linkageScoring: settings.linkage_scoring };
  }, [changed]);
}
