/** Who asks: an API key to its account. */
import { LRUCache } from "lru-cache";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Store } from "../../store/store.ts";
import { keyHash } from "./identifier_hasher.ts";

/** What keys look like; other texts are not worth a look into the store. */
const KEY_FORM = /^wk_(?:live|test)_[\w-]{43}$/;

/** Longer texts are no keys. */
const MAX_KEY_LENGTH = 200;

/** Hashes of the keys that ask often. */
const hashes = new LRUCache<string, string>({ max: 1000 });

/**
 * @param presented the key as sent, or null
 * @throws AppError key_missing, key_invalid, key_revoked
 */
export async function authenticate(store: Store, presented: string | null): Promise<Caller> {
  try {
    return known(store, presented);
  } catch (error) {
    if (presented === null || !KEY_FORM.test(presented)) throw error;
    // Another process may have made it a moment ago: a command beside the server, another worker.
    await store.changes.catchUp().catch(() => {});
    return known(store, presented);
  }
}

function known(store: Store, presented: string | null): Caller {
  if (presented === null || presented === "") {
    throw new AppError(
      "key_missing",
      "send your API key as X-Api-Key, or as a Bearer token in Authorization",
    );
  }
  const remembered = hashes.get(presented);
  const hash = remembered ?? (presented.length > MAX_KEY_LENGTH ? "" : keyHash(presented));
  const key = store.accounts.keyByHash(hash);
  const account = key === null ? null : store.accounts.account(key.account);
  if (key === null || account === null) throw new AppError("key_invalid");
  if (key.revokedAt !== null) throw new AppError("key_revoked");
  if (remembered === undefined) hashes.set(presented, hash);
  return { account, key };
}
