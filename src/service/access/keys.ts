/** Creates accounts and keys, and revokes keys. A key is shown once; only its hash is stored. */
import type { Account, ApiKey, KeyMode } from "../../model/records.ts";
import { AccountTaken } from "../../store/records/accounts.ts";
import type { Store } from "../../store/store.ts";
import { keyHash } from "./identifier_hasher.ts";

export { AccountTaken };

export interface NewKey {
  readonly key: ApiKey;
  /** The key itself, to be shown once. */
  readonly secret: string;
}

export interface KeyServices {
  readonly store: Store;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** Account names are 1 to 80 printable characters without control characters. */
export const ACCOUNT_NAME = /^[^\p{C}]{1,80}$/u;

type AccountOptions = Pick<Account, "name" | "monthlyQuota" | "madeBy" | "email">;

export interface NewAccount {
  readonly account: Account;
  readonly live: NewKey;
  readonly test: NewKey;
}

/** @throws AccountTaken */
export async function createAccount(services: KeyServices, given: AccountOptions): Promise<Account> {
  return await services.store.accounts.addAccount(accountOf(services, given));
}

/** Creates an account with a live and a test key in one write. @throws AccountTaken */
export async function createAccountWithKeys(
  services: KeyServices,
  given: AccountOptions,
  ratePerMinute: number,
): Promise<NewAccount> {
  const account = accountOf(services, given);
  const first = (mode: KeyMode) =>
    keyOf(services, { account, mode, name: `first ${mode} key`, ratePerMinute });
  const [live, test] = [first("live"), first("test")];
  await services.store.accounts.addAccount(account, [live.key, test.key]);
  return { account, live, test };
}

function accountOf({ randomBytes, now }: KeyServices, given: AccountOptions): Account {
  const { name, monthlyQuota, madeBy, email } = given;
  const account = { id: `acc_${token(randomBytes(12))}`, name, monthlyQuota, madeBy };
  return { ...account, createdAt: now(), paused: false, ...(email === undefined ? {} : { email }) };
}

interface KeyOptions {
  readonly account: Account;
  readonly mode: KeyMode;
  readonly name: string;
  readonly ratePerMinute: number;
}

/** Durable when it resolves. */
export async function createKey(services: KeyServices, given: KeyOptions): Promise<NewKey> {
  const made = keyOf(services, given);
  await services.store.accounts.putKey(made.key);
  return made;
}

/** 256 random bits as `wk_live_…` or `wk_test_…`. */
function keyOf({ randomBytes, now }: KeyServices, given: KeyOptions): NewKey {
  const { account, mode, name, ratePerMinute } = given;
  const secret = `wk_${mode}_${token(randomBytes(32))}`;
  const id = `key_${token(randomBytes(9))}`;
  const issued = { hash: keyHash(secret), tail: secret.slice(-4), createdAt: now(), revokedAt: null };
  return { key: { id, account: account.id, mode, name, ratePerMinute, ...issued }, secret };
}

/** False when there is no such key. A revoked key keeps its date. */
export async function revokeKey(services: KeyServices, id: string): Promise<boolean> {
  const key = services.store.accounts.key(id);
  if (key === null) return false;
  if (key.revokedAt === null) await services.store.accounts.putKey({ ...key, revokedAt: services.now() });
  return true;
}

/** Base 62, so that a double click selects all of it. 32 bytes give 43 characters. */
function token(bytes: Uint8Array): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (let digits = Math.ceil(bytes.length * 8 / Math.log2(62)); digits > 0; digits--) {
    text = alphabet[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
}
