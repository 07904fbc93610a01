/** A person's log-ins, for requests about their data. */
import { hasLoggedIn } from "../../model/login/history.ts";
import { KEY_MODES, type KeyMode } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Services } from "../context.ts";
import { userHash } from "./identity.ts";

type Parts = Pick<Services, "store" | "hasher" | "now">;

export async function eraseLogins(
  { store, hasher, now }: Parts,
  account: string,
  { userIds, modes }: { readonly userIds: readonly string[]; readonly modes: readonly KeyMode[] },
): Promise<void> {
  const users = userIds.flatMap((id) => modes.map((mode) => userHash(hasher, mode, id)))
    .flatMap((hash) => [hash, ...hasher.earlier(hash)]);
  await eraseLoginsOf({ store, now }, account, users);
}

/** @param users hashes under all secrets */
export async function eraseLoginsOf(
  { store, now }: Pick<Parts, "store" | "now">,
  account: string,
  users: readonly string[],
): Promise<void> {
  if (users.length === 0) return;
  await store.loginUsers.erase(account, users);
  await store.loginNotices.erase(account, users);
  await store.loginAttempts.erase(account, new Set(users), now());
}

export async function exportedLogins({ store, hasher }: Parts, account: string, userIds: readonly string[]) {
  const found = [];
  for (const user_id of userIds) {
    for (const mode of KEY_MODES) {
      const user = userHash(hasher, mode, user_id);
      const history = await store.loginUsers.get(account, user);
      const notices = await store.loginNotices.of(account, user);
      if (history === null && notices.length === 0) continue;
      found.push({
        user_id,
        mode,
        known_since: hasLoggedIn(history) ? timestamp(history.since) : null,
        last_login: hasLoggedIn(history) ? timestamp(history.last) : null,
        logins: history?.logins ?? 0,
        notices: notices.map(({ requestId, answer }) => ({ request_id: requestId, answer })),
        places: (history?.rows ?? []).map((
          { country, network, browser, os, first, last, count, isConfirmed },
        ) => ({
          country,
          network,
          browser,
          os,
          first: timestamp(first),
          last: timestamp(last),
          logins: count,
          confirmed: isConfirmed,
        })),
      });
    }
  }
  return found;
}
