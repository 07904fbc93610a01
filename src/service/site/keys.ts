/** The console's keys page: list, create and revoke keys of an account. */
import { AppError, invalidParameter } from "../../model/error.ts";
import type { ApiKey, Caller, KeyMode } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { createKey, type NewKey, revokeKey } from "../access/keys.ts";

/** Keys of one account that are not revoked. */
export const MAX_KEYS = 50;
const KEY_NAME = /^[^\p{C}]{0,80}$/u;

/** Active keys first, newest first. */
export function listKeys(services: Services, caller: Caller): ApiKey[] {
  return services.store.accounts.keysOf(caller.account.id).sort((a, b) =>
    Number(a.revokedAt !== null) - Number(b.revokedAt !== null) || b.createdAt - a.createdAt
  );
}

/** @throws AppError invalid_value, too_many_items, account_paused */
export async function addKey(
  services: Services,
  caller: Caller,
  given: { mode: KeyMode; name: string; ratePerMinute: number },
): Promise<NewKey> {
  const name = given.name.trim().normalize("NFC");
  if (!KEY_NAME.test(name)) throw invalidParameter("name", "may have at most 80 printable characters");
  if (caller.account.paused) throw new AppError("account_paused", "A paused account cannot create keys.");
  const active = listKeys(services, caller).filter((key) => key.revokedAt === null).length;
  if (active >= MAX_KEYS) {
    throw new AppError(
      "too_many_items",
      `An account can have at most ${MAX_KEYS} active keys; revoke one first.`,
    );
  }
  return await createKey(services, { ...given, account: caller.account, name });
}

/** @throws AppError not_found, also for a key of another account */
export async function revokeOwnKey(services: Services, caller: Caller, id: string): Promise<void> {
  if (services.store.accounts.key(id)?.account !== caller.account.id) {
    throw new AppError("not_found", "Your account has no such key.");
  }
  await revokeKey(services, id);
}
