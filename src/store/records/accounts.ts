/** Accounts and API keys: all of them in memory, changes followed from other processes. Keys are found by hash only. */
import type { Account, ApiKey } from "../../model/records.ts";
import type { Changes } from "../cluster/change_log.ts";
import type { Engine, Json, Key, SetOp } from "../engine.ts";
import type { CellUpdate } from "../commit/write_batch.ts";
import type { Writer } from "../commit/writer.ts";

const ACCOUNTS: Key = ["account"];
const KEYS: Key = ["key"];

/** Another account has the name, or the e-mail address, already. */
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
  /** Counts what this process wrote, so that a read that was under way meanwhile is repeated. */
  #written = 0;

  constructor(engine: Engine, writer: Writer, changes: Changes) {
    this.#engine = engine;
    this.#writer = writer;
    changes.follow("account", (scope) => scope === null ? this.load() : this.#reload(["account", scope[0]!]));
    changes.follow("key", (scope) => scope === null ? this.load() : this.#reload(["key", scope[0]!]));
  }

  /** Reads all accounts and keys. */
  async load(): Promise<void> {
    const written = this.#written;
    const accounts: Account[] = [];
    const keys: ApiKey[] = [];
    for await (const { value } of this.#engine.scan(ACCOUNTS)) accounts.push(value as unknown as Account);
    for await (const { value } of this.#engine.scan(KEYS)) keys.push(value as unknown as ApiKey);
    if (written !== this.#written) return await this.load();
    // All at once: a server that reloads never lacks a key meanwhile.
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
   * With its first keys, whole or not at all. Durable when it resolves, and in force here at once.
   * @throws AccountTaken when there is one with its name or e-mail address, whichever process made it
   */
  async addAccount(account: Account, keys: readonly ApiKey[] = []): Promise<Account> {
    const { id, name, email } = account;
    const taken = [claim(["account-name", name], id, "name", `an account named ${name} exists`)];
    if (email !== undefined) {
      const problem = `an account of ${email.mask} exists`;
      taken.unshift(claim(["account-email", email.hash], id, "email", problem));
    }
    await this.#writer.write({
      set: [setAccount(account), ...keys.map(setKey)],
      cells: taken,
      changes: [["account", id], ...keys.map((key) => ["key", key.id])],
    });
    this.#written++;
    this.#keepAccount(account);
    for (const key of keys) this.#keepKey(key);
    return account;
  }

  async putAccount(account: Account): Promise<void> {
    await this.#writer.write({
      set: [setAccount(account)],
      changes: [["account", account.id]],
    });
    this.#written++;
    this.#keepAccount(account);
  }

  async putKey(key: ApiKey): Promise<void> {
    await this.#writer.write({
      set: [setKey(key)],
      changes: [["key", key.id]],
    });
    this.#written++;
    this.#keepKey(key);
  }

  async #reload(key: Key): Promise<void> {
    const written = this.#written;
    const [entry] = await this.#engine.get([key]);
    if (written !== this.#written) return await this.#reload(key);
    if (!entry) return;
    if (key[0] === "account") this.#keepAccount(entry.value as unknown as Account);
    else this.#keepKey(entry.value as unknown as ApiKey);
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

/** A key of the store that one account may hold, and no other. */
function claim(key: Key, id: string, by: AccountTaken["by"], problem: string): CellUpdate {
  const change = (current: unknown) => {
    if (current !== null && current !== id) throw new AccountTaken(by, problem);
    return id;
  };
  return { key, exact: true, change };
}

function setAccount(account: Account): SetOp {
  return { key: [...ACCOUNTS, account.id], value: account as unknown as Json };
}

function setKey(key: ApiKey): SetOp {
  return { key: [...KEYS, key.id], value: key as unknown as Json };
}
