/** Accounts and API keys: all of them in memory, kept up to date by the change log. A key is found by its hash only. */
import { retryOnConflict } from "../concurrency/retry.ts";
import { type Account, type ApiKey, LINKAGE_SCORING } from "../model/records.ts";
import type { ChangeLog } from "../db/cluster/change_log.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { type Change, changeOf, NO_CHANGE, together } from "../db/commit/change.ts";
import { Abandoned, isAbandoned, State } from "./state.ts";
import { changeNewest, type Keyspace } from "../db/keyspace.ts";
import { anything, count, flag, label, list, number, object, oneOf, orNull, record, text } from "./define.ts";
import { ALL_SCOPES } from "../model/access/key_scope.ts";

export const ACCOUNT = record({
  prefix: "account",
  key: ["id"],
  value: object<Account>({
    id: text,
    name: label,
    createdAt: number,
    paused: flag,
    monthlyQuota: orNull(count),
    madeBy: oneOf("operator", "signup"),
  }, {
    ratePerMinute: count,
    standing: oneOf("member", "guest"),
    linkageScoring: oneOf(...LINKAGE_SCORING),
    signupNetwork: text,
    email: object({ hash: text, mask: label }),
    compat: anything,
  }),
  repeats: ["id"],
  announced: true,
});
/** The id of the account that has the name. */
export const ACCOUNT_NAME = record({ prefix: "account-name", key: ["name"], value: text });
/** Older versions let an e-mail address have one account. No longer read or written. */
export const ACCOUNT_EMAIL = record({ prefix: "account-email", key: ["hash"], value: text });
export const API_KEY = record({
  prefix: "key",
  key: ["id"],
  value: object<ApiKey>({
    id: text,
    account: text,
    mode: oneOf("live", "test"),
    name: text,
    hash: text,
    tail: text,
    ratePerMinute: count,
    createdAt: number,
    revokedAt: orNull(number),
  }, { scopes: list(oneOf(...ALL_SCOPES)), expiresAt: number, replacedBy: text }),
  repeats: ["id"],
  announced: true,
});

const AGAIN = { when: () => true, attempts: 30, pauseMs: () => 1000 } as const;

/** Why a commit is abandoned: another account has the name. */
const NAME_TAKEN = "account name taken";

export function isNameTaken(error: unknown): boolean {
  return isAbandoned(error, NAME_TAKEN);
}

export class Accounts {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #ids: State<string, [name: string]>;
  #accounts = new Map<string, Account>();
  #names = new Map<string, string>();
  #keys = new Map<string, ApiKey>();
  #byHash = new Map<string, ApiKey>();
  /** The answers of `highestRate` by account, and until when they hold. */
  #rates = new Map<string, { readonly rate: number; readonly until: number }>();
  /** Counts the writes of this process, so that a read that one of them overtook is repeated. */
  #written = 0;

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#engine = engine;
    this.#writer = writer;
    this.#ids = new State(writer, ACCOUNT_NAME);
    changes.follow(ACCOUNT.topic, (scope) => scope === null ? this.load() : this.#reloadAccount(scope[0]!));
    changes.follow(API_KEY.topic, (scope) => scope === null ? undefined : this.#reloadKey(scope[0]!));
  }

  /** Reads all accounts and keys. A key that was known to be revoked stays revoked, also when the store lost that. */
  async load(): Promise<void> {
    const written = this.#written;
    const [accounts, keys] = [await this.#readAll(ACCOUNT), await this.#readAll(API_KEY)];
    if (written !== this.#written) return await this.load();
    const known = (id: string) => this.#keys.get(id)?.revokedAt ?? null;
    const revoked = keys.filter(({ id, revokedAt }) => revokedAt === null && known(id) !== null)
      .map((key) => ({ ...key, revokedAt: known(key.id) }));
    // Replaced in one step: requests that are answered during a reload must not miss a key.
    [this.#accounts, this.#names] = [new Map(), new Map()];
    [this.#keys, this.#byHash, this.#rates] = [new Map(), new Map(), new Map()];
    this.#keep(accounts, [...keys, ...revoked]);
    // Not awaited: a commit in progress may be waiting for this reload.
    if (revoked.length > 0) void retryOnConflict(() => this.#put([], revoked), AGAIN).catch(() => {});
  }

  account(id: string): Account | null {
    return this.#accounts.get(id) ?? null;
  }

  accountNamed(name: string): Account | null {
    return this.account(this.#names.get(name) ?? "");
  }

  all(): Account[] {
    return [...this.#accounts.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  /** @param hash SHA-256 of the key, hex */
  keyByHash(hash: string): ApiKey | null {
    return this.#byHash.get(hash) ?? null;
  }

  key(id: string): ApiKey | null {
    return this.#keys.get(id) ?? null;
  }

  keysOf(account: string): ApiKey[] {
    return [...this.#keys.values()].filter((key) => key.account === account).sort((a, b) =>
      a.createdAt - b.createdAt
    );
  }

  /** The requests per minute of the account's fastest key that is in use at this time; 0 without one. */
  highestRate(account: string, now: number): number {
    const known = this.#rates.get(account);
    if (known !== undefined && now < known.until) return known.rate;
    let [rate, until] = [0, Infinity];
    for (const { account: owner, revokedAt, expiresAt = Infinity, ratePerMinute } of this.#keys.values()) {
      if (owner !== account || revokedAt !== null || expiresAt <= now) continue;
      rate = Math.max(rate, ratePerMinute);
      until = Math.min(until, expiresAt);
    }
    this.#rates.set(account, { rate, until });
    return rate;
  }

  /**
   * Adds an account with its first keys, or nothing. Durable and usable in this process when it resolves.
   * @param also what else is in the same commit, here and below
   * @throws Abandoned (`isNameTaken`) when another account, made by any process, has its name
   */
  async addAccount(
    account: Account,
    keys: readonly ApiKey[] = [],
    also: Change = NO_CHANGE,
  ): Promise<Account> {
    await this.#put([account], keys, together(this.#claimingName(account), also));
    return account;
  }

  putAccount(account: Account, also: Change = NO_CHANGE): Promise<void> {
    return this.#put([account], [], also);
  }

  async changeAccount(
    id: string,
    change: (current: Account | null) => Account,
    also: Change = NO_CHANGE,
  ): Promise<Account> {
    const { cell, stored } = changeNewest(ACCOUNT, ACCOUNT.key(id), change);
    await this.#put([], [], together(changeOf({ cells: [cell], changes: [ACCOUNT.key(id)] }), also));
    this.#keep([stored()], []);
    return stored();
  }

  /** The account without access: paused, its keys revoked. */
  async close(account: Account, now: number): Promise<void> {
    const open = this.keysOf(account.id).filter(({ revokedAt }) => revokedAt === null);
    await this.#put([{ ...account, paused: true }], open.map((key) => ({ ...key, revokedAt: now })));
  }

  /** Removes the account with its keys; its name can be used again. Durable when it resolves. */
  async removeAccount(account: Account): Promise<void> {
    const { id, name, email } = account;
    const keys = this.keysOf(id);
    const claimed = [ACCOUNT_NAME.key(name)];
    // Written by earlier versions, for one account per address.
    if (email !== undefined) claimed.push(ACCOUNT_EMAIL.key(email.hash));
    await this.#writer.write({
      delete: [ACCOUNT.key(id), ...keys.map((key) => API_KEY.key(key.id))],
      cells: claimed.map((key) => ({ key, exact: true, change: (owner) => owner === id ? null : owner })),
      changes: [ACCOUNT.key(id), ...keys.map((key) => API_KEY.key(key.id))],
    });
    this.#written++;
    this.#dropAccount(id);
  }

  async putKey(key: ApiKey, also: Change = NO_CHANGE): Promise<void> {
    await this.#put([], [key], also);
  }

  /**
   * Changes a key, starting from its newest version, and adds another in the same write. Durable when it resolves.
   * @throws what `change` throws, which is given null when there is no such key; then nothing is written
   */
  async changeKey(
    id: string,
    change: (current: ApiKey | null) => ApiKey,
    added: readonly ApiKey[] = [],
    also: Change = NO_CHANGE,
  ): Promise<ApiKey> {
    const { cell, stored } = changeNewest(API_KEY, API_KEY.key(id), change);
    await this.#put([], added, together(changeOf({ cells: [cell], changes: [API_KEY.key(id)] }), also));
    this.#keep([], [stored()]);
    return stored();
  }

  /** Durable when it resolves. */
  async removeKeys(keys: readonly ApiKey[]): Promise<void> {
    await this.#writer.write({
      delete: keys.map(({ id }) => API_KEY.key(id)),
      changes: keys.map(({ id }) => API_KEY.key(id)),
    });
    this.#written++;
    for (const { id } of keys) this.#dropKey(id);
  }

  async #put(
    accounts: readonly Account[],
    keys: readonly ApiKey[],
    also: Change = NO_CHANGE,
  ): Promise<void> {
    const put = changeOf({
      set: [
        ...accounts.map((account) => ACCOUNT.set(ACCOUNT.key(account.id), account)),
        ...keys.map((key) => API_KEY.set(API_KEY.key(key.id), key)),
      ],
      changes: [
        ...accounts.map(({ id }) => ACCOUNT.key(id)),
        ...keys.map(({ id }) => API_KEY.key(id)),
      ],
    });
    await this.#writer.write(together(put, also));
    this.#written++;
    this.#keep(accounts, keys);
  }

  /** Takes its name for an account; only one account may have it. */
  #claimingName({ id, name }: Account): Change {
    return this.#ids.changing([name], (current) => {
      if (current !== null && current !== id) {
        throw new Abandoned(NAME_TAKEN, `an account named ${name} exists`);
      }
      return id;
    });
  }

  async #reloadAccount(id: string): Promise<void> {
    const account = await this.#read(ACCOUNT, id);
    if (account !== null) this.#keep([account], []);
    else this.#dropAccount(id);
  }

  async #reloadKey(id: string): Promise<void> {
    const key = await this.#read(API_KEY, id);
    if (key !== null) this.#keep([], [key]);
    else this.#dropKey(id);
  }

  #dropAccount(id: string): void {
    for (const key of this.keysOf(id)) this.#dropKey(key.id);
    const account = this.#accounts.get(id);
    if (account === undefined) return;
    this.#accounts.delete(id);
    if (this.#names.get(account.name) === id) this.#names.delete(account.name);
    this.#writer.forget(ACCOUNT_NAME.key(account.name));
  }

  #dropKey(id: string): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    this.#rates.delete(key.account);
    this.#byHash.delete(key.hash);
    this.#writer.forget(API_KEY.key(id));
  }

  async #readAll<T>(keyspace: Keyspace<T, [id: string]>): Promise<T[]> {
    return await Array.fromAsync(this.#engine.scan(keyspace.prefix), ({ value }) => keyspace.read(value));
  }

  async #read<T>(keyspace: Keyspace<T, [id: string]>, id: string): Promise<T | null> {
    for (;;) {
      const written = this.#written;
      const [entry] = await this.#engine.get([keyspace.key(id)]);
      if (written === this.#written) return keyspace.read(entry?.value);
    }
  }

  #keep(accounts: readonly Account[], keys: readonly ApiKey[]): void {
    for (const account of accounts) {
      this.#accounts.set(account.id, account);
      this.#names.set(account.name, account.id);
    }
    for (const key of keys) {
      this.#keys.set(key.id, key);
      this.#byHash.set(key.hash, key);
      this.#rates.delete(key.account);
    }
  }
}
