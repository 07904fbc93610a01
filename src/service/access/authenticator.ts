/** Finds the account of an API key. */
import { lruOf } from "../../concurrency/lru.ts";
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { isExpired } from "../../model/access/key_expiry.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Store } from "../../records/store.ts";
import { keyHash } from "./identifier_hasher.ts";

/** The form of a key. */
const KEY_FORM = /^wk_(?:live|test)_[\w-]{43}$/;
/** Longer texts are not hashed. */
const MAX_KEY_LENGTH = 200;
const MAX_CACHED_HASHES = 1000;

export class Authenticator {
  readonly #store: Store;
  readonly #now: () => number;
  /** Hashes of recently used valid keys. */
  readonly #hashes = lruOf<string>(MAX_CACHED_HASHES);

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Synchronous for a valid key that this process knows. Never throws: a refusal is a promise that rejects with AppError
   * key_missing, key_invalid, key_revoked or key_expired.
   * @param presented the key as sent, or null
   */
  authenticate(presented: string | null): Awaitable<Caller> {
    try {
      return this.#find(presented);
    } catch (error) {
      return this.#findAgain(presented, error);
    }
  }

  async #findAgain(presented: string | null, error: unknown): Promise<Caller> {
    if (presented === null || !KEY_FORM.test(presented)) throw error;
    // Another process may have created it a moment ago: without the store this is not known.
    await this.#store.changes.catchUp();
    return this.#find(presented);
  }

  #find(presented: string | null): Caller {
    if (presented === null || presented === "") {
      throw new AppError(
        "key_missing",
        "send your API key as X-Api-Key, or as a Bearer token in Authorization",
      );
    }
    const cached = this.#hashes.get(presented);
    const hash = cached ?? (presented.length > MAX_KEY_LENGTH ? "" : keyHash(presented));
    const { accounts } = this.#store;
    const key = accounts.keyByHash(hash);
    const account = key === null ? null : accounts.account(key.account);
    if (key === null || account === null) throw new AppError("key_invalid");
    if (key.revokedAt !== null) throw new AppError("key_revoked");
    if (key.expiresAt !== undefined && isExpired(key, this.#now())) {
      throw new AppError("key_expired", `this API key expired at ${timestamp(key.expiresAt)}`);
    }
    if (cached === undefined) this.#hashes.set(presented, hash);
    return { account, key };
  }
}
