/** Accounts and API keys: all of them in memory, kept up to date by the change log. A key is found by its hash only. */
import type { Account, ApiKey } from "../../model/records.ts";
import type { ChangeLog } from "../cluster/change_log.ts";
import type { CellUpdate } from "../commit/cell.ts";
import type { Writer } from "../commit/writer.ts";
import type { Engine, Key, SetOp } from "../engine.ts";
import { KEYS, TOPICS } from "../keys.ts";
import type { Keyspace } from "../keyspace.ts";

/** Another account already has the name, or the e-mail address. */
export class AccountTaken extends Error {
  override readonly name = "AccountTaken";
  readonly by: "name" | "email";

  constructor(by: "name" | "email", message: string) {
    super(message);
    this.by = by;
  }
}

export class Accounts {
  readonly #engine: Engine;
  readonly #writer: Writer;
  #accounts = new Map<string, Account>();
  #names = new Map<string, string>();
  #keys = new Map<string, ApiKey>();
  #byHash = new Map<string, ApiKey>();
  /** Counts the writes of this process, so that a read that one of them overtook is repeated. */
  #written = 0;

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#engine = engine;
    this.#writer = writer;
    changes.follow(TOPICS.account, (scope) => scope === null ? this.load() : this.#reloadAccount(scope[0]!));
    changes.follow(TOPICS.apiKey, (scope) => scope === null ? this.load() : this.#reloadKey(scope[0]!));
  }

  /** Reads all accounts and keys. */
  async load(): Promise<void> {
    const written = this.#written;
    const accounts: Account[] = [];
    const keys: ApiKey[] = [];
    for await (const { value } of this.#engine.scan(KEYS.account.prefix)) {
      accounts.push(KEYS.account.read(value));
    }
    for await (const { value } of this.#engine.scan(KEYS.apiKey.prefix)) keys.push(KEYS.apiKey.read(value));
    if (written !== this.#written) return await this.load();
    // Replaced in one step: requests that are answered during a reload must not miss a key.
    this.#accounts = new Map();
    this.#names = new Map();
    this.#keys = new Map();
    this.#byHash = new Map();
    for (const account of accounts) this.#keepAccount(account);
    for (const key of keys) this.#keepKey(key);
  }

  account(id: string): Account | null {
    return this.#accounts.get(id) ?? null;
  }

  accountNamed(name: string): Account | null {
    const id = this.#names.get(name);
    return id === undefined ? null : this.account(id);
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

  /**
   * Adds an account with its first keys, or nothing. Durable and usable in this process when it resolves.
   * @throws AccountTaken when another account, made by any process, has its name or e-mail address
   */
  async addAccount(account: Account, keys: readonly ApiKey[] = []): Promise<Account> {
    const { id, name, email } = account;
    const { accountName, accountEmail } = KEYS;
    const claims = [claim(accountName, accountName.key(name), id, "name", `an account named ${name} exists`)];
    if (email !== undefined) {
      const problem = `an account of ${email.mask} exists`;
      claims.unshift(claim(accountEmail, accountEmail.key(email.hash), id, "email", problem));
    }
    await this.#writer.write({
      set: [setAccount(account), ...keys.map(setKey)],
      cells: claims,
      changes: [[TOPICS.account, id], ...keys.map((key) => [TOPICS.apiKey, key.id])],
    });
    this.#written++;
    this.#keepAccount(account);
    for (const key of keys) this.#keepKey(key);
    return account;
  }

  async putAccount(account: Account): Promise<void> {
    await this.#writer.write({
      set: [setAccount(account)],
      changes: [[TOPICS.account, account.id]],
    });
    this.#written++;
    this.#keepAccount(account);
  }

  async putKey(key: ApiKey): Promise<void> {
    await this.#writer.write({
      set: [setKey(key)],
      changes: [[TOPICS.apiKey, key.id]],
    });
    this.#written++;
    this.#keepKey(key);
  }

  async #reloadAccount(id: string): Promise<void> {
    const account = await this.#read(KEYS.account, KEYS.account.key(id));
    if (account !== null) this.#keepAccount(account);
  }

  async #reloadKey(id: string): Promise<void> {
    const key = await this.#read(KEYS.apiKey, KEYS.apiKey.key(id));
    if (key !== null) this.#keepKey(key);
  }

  async #read<T>(keyspace: Keyspace<T, readonly string[]>, key: Key): Promise<T | null> {
    for (;;) {
      const written = this.#written;
      const [entry] = await this.#engine.get([key]);
      if (written === this.#written) return keyspace.read(entry?.value);
    }
  }

  #keepAccount(account: Account): void {
    this.#accounts.set(account.id, account);
    this.#names.set(account.name, account.id);
  }

  #keepKey(key: ApiKey): void {
    this.#keys.set(key.id, key);
    this.#byHash.set(key.hash, key);
  }
}

/** Takes a name or address for an account; only one account may have it. */
function claim(
  keyspace: Keyspace<string, readonly string[]>,
  key: Key,
  id: string,
  by: AccountTaken["by"],
  problem: string,
): CellUpdate {
  const change = (current: string | null) => {
    if (current !== null && current !== id) throw new AccountTaken(by, problem);
    return id;
  };
  return keyspace.update(key, { exact: true, change });
}

function setAccount(account: Account): SetOp {
  return KEYS.account.set(KEYS.account.key(account.id), account);
}

function setKey(key: ApiKey): SetOp {
  return KEYS.apiKey.set(KEYS.apiKey.key(key.id), key);
}
