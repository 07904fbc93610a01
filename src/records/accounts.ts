/** Accounts and API keys: all of them in memory, kept up to date by the change log. A key is found by its hash only. */
import { retryOnConflict } from "../concurrency/retry.ts";
import { ALL_SCOPES } from "../model/access/key_scope.ts";
import { ROLES } from "../model/access/role.ts";
import { type Account, type ApiKey, LINKAGE_SCORING } from "../model/records.ts";
import type { ChangeLog } from "../db/cluster/change_log.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { type Change, together } from "./change.ts";
import { anything, count, flag, label, list, number, object, oneOf, orNull, record, text } from "./define.ts";
import { commitMirrored, Mirror } from "./mirror.ts";
import { Abandoned, isAbandoned, State } from "./state.ts";

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
    appeals: oneOf(true),
    signupNetwork: text,
    keySignIn: flag,
    challenges: oneOf(true),
    decisionsTor: oneOf(true),
    decisionsDrop: oneOf(true),
    appsecReview: oneOf("challenge"),
    edgeHosts: list(text),
    edgePaths: anything,
    email: object({ hash: text, mask: label }),
    compat: anything,
    thresholds: object({ review: count, block: count }),
    reviewTarget: count,
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
  }, { scopes: list(oneOf(...ALL_SCOPES)), role: oneOf(...ROLES), expiresAt: number, replacedBy: text }),
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
  readonly #writer: Writer;
  /** The id of the account that has a name. */
  readonly #owners: State<string, [name: string]>;
  /** The id of the account that had an address: written by earlier versions, for one account per address. */
  readonly #emails: State<string, [hash: string]>;
  readonly #accounts: Mirror<Account>;
  readonly #keys: Mirror<ApiKey>;
  readonly #names = new Map<string, string>();
  readonly #byHash = new Map<string, ApiKey>();
  /** The answers of `highestRate` by account, and until when they hold. */
  readonly #rates = new Map<string, { readonly rate: number; readonly until: number }>();

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#writer = writer;
    this.#owners = new State(writer, ACCOUNT_NAME);
    this.#emails = new State(writer, ACCOUNT_EMAIL);
    const of = { engine, writer, changes };
    this.#accounts = new Mirror({
      ...of,
      row: ACCOUNT,
      onKept: (before, after) => this.#accountKept(before, after),
    });
    this.#keys = new Mirror({
      ...of,
      row: API_KEY,
      onKept: (before, after) => this.#keyKept(before, after),
      merge: (stored, known) => this.#stillRevoked(stored, known),
    });
  }

  /** Reads all accounts and keys. */
  async load(): Promise<void> {
    await this.#accounts.load();
    await this.#keys.load();
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
  async addAccount(account: Account, keys: readonly ApiKey[] = [], also?: Change): Promise<Account> {
    const { id, name } = account;
    const named = this.#owners.changing([name], (current) => {
      if (current === null || current === id) return id;
      throw new Abandoned(NAME_TAKEN, `an account named ${name} exists`);
    });
    await this.#put([account], keys, together(named, also));
    return account;
  }

  putAccount(account: Account, also?: Change): Promise<void> {
    return this.#put([account], [], also);
  }

  /** @throws what `change` throws, which is given null when there is no such account; then nothing is written */
  async changeAccount(
    id: string,
    change: (current: Account | null) => Account,
    also?: Change,
  ): Promise<Account> {
    const changed = this.#accounts.change(id, change);
    await commitMirrored(this.#writer, [changed], also);
    return changed.stored();
  }

  /** The account without access: paused, its keys revoked. */
  async close(account: Account, now: number): Promise<void> {
    const open = this.keysOf(account.id).filter(({ revokedAt }) => revokedAt === null);
    await this.#put(
      [{ ...this.account(account.id) ?? account, paused: true }],
      open.map((key) => ({ ...key, revokedAt: now })),
    );
  }

  /** Removes the account with its keys; its name can be used again. Durable when it resolves. */
  async removeAccount({ id, name, email }: Account): Promise<void> {
    const freed = (owner: string | null) => owner === id ? null : owner;
    const claims = together(
      this.#owners.changing([name], freed),
      email === undefined ? undefined : this.#emails.changing([email.hash], freed),
    );
    const removed = [this.#accounts.remove(id), ...this.keysOf(id).map((key) => this.#keys.remove(key.id))];
    await commitMirrored(this.#writer, removed, claims);
  }

  putKey(key: ApiKey, also?: Change): Promise<void> {
    return this.#put([], [key], also);
  }

  /**
   * Changes a key, starting from its newest version, and adds another in the same write. Durable when it resolves.
   * @throws what `change` throws, which is given null when there is no such key; then nothing is written
   */
  async changeKey(
    id: string,
    change: (current: ApiKey | null) => ApiKey,
    added: readonly ApiKey[] = [],
    also?: Change,
  ): Promise<ApiKey> {
    const changed = this.#keys.change(id, change);
    await commitMirrored(this.#writer, [changed, ...added.map((key) => this.#keys.put(key.id, key))], also);
    return changed.stored();
  }

  /** Durable when it resolves. */
  async removeKeys(keys: readonly ApiKey[]): Promise<void> {
    await commitMirrored(this.#writer, keys.map(({ id }) => this.#keys.remove(id)));
  }

  async #put(accounts: readonly Account[], keys: readonly ApiKey[], also?: Change): Promise<void> {
    const put = [
      ...accounts.map((account) => this.#accounts.put(account.id, account)),
      ...keys.map((key) => this.#keys.put(key.id, key)),
    ];
    await commitMirrored(this.#writer, put, also);
  }

  #accountKept(before: Account | null, after: Account | null): void {
    if (after !== null) this.#names.set(after.name, after.id);
    else if (before !== null) {
      for (const { id } of this.keysOf(before.id)) this.#keys.drop(id);
      if (this.#names.get(before.name) === before.id) this.#names.delete(before.name);
      this.#owners.forget(before.name);
    }
  }

  #keyKept(before: ApiKey | null, after: ApiKey | null): void {
    if (before !== null) this.#byHash.delete(before.hash);
    if (after !== null) this.#byHash.set(after.hash, after);
    for (const key of [before, after]) if (key !== null) this.#rates.delete(key.account);
  }

  /** A key that was known to be revoked stays revoked, also when the store lost that. */
  #stillRevoked(stored: ApiKey, { revokedAt }: ApiKey): ApiKey {
    if (stored.revokedAt !== null || revokedAt === null) return stored;
    const revoked = { ...stored, revokedAt };
    // Not awaited: a commit in progress may be waiting for this reload.
    void retryOnConflict(() => this.putKey(revoked), AGAIN).catch(() => {});
    return revoked;
  }
}
