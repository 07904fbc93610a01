/** Creates accounts and keys, rotates and revokes keys. A key is shown once; only its hash is stored. */
import {
  type AuditAction,
  type AuditEvent,
  type AuditOrigin,
  COMMAND_LINE,
} from "../../model/access/audit.ts";
import { isActive, isExpired } from "../../model/access/key_expiry.ts";
import { ALL_SCOPES, grantText, type KeyScope, scopesField, scopesOf } from "../../model/access/key_scope.ts";
import type { Role } from "../../model/access/role.ts";
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Account, ApiKey, KeyMode } from "../../model/records.ts";
import type { Store } from "../../records/store.ts";
import { keyHash } from "./identifier_hasher.ts";

export { isNameTaken } from "../../records/accounts.ts";

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

type AccountOptions = Pick<Account, "name" | "monthlyQuota" | "madeBy" | "email" | "signupNetwork">;

export interface NewAccount {
  readonly account: Account;
  readonly live: NewKey;
  readonly test: NewKey;
}

/** @throws Abandoned (`isNameTaken`) */
export async function createAccount(services: KeyServices, given: AccountOptions): Promise<Account> {
  const account = accountOf(services, given);
  const audit = services.store.audit.entry({ account: account.id, action: "account_created" }, COMMAND_LINE);
  return await services.store.accounts.addAccount(account, [], audit);
}

/** Creates an account with a live and a test key in one write. @throws Abandoned (`isNameTaken`) */
export async function createAccountWithKeys(
  services: KeyServices,
  given: AccountOptions,
  ratePerMinute: number,
  origin: AuditOrigin = COMMAND_LINE,
): Promise<NewAccount> {
  const account = accountOf(services, given);
  const first = (mode: KeyMode) =>
    keyOf(services, { account, mode, name: `first ${mode} key`, ratePerMinute });
  const [live, test] = [first("live"), first("test")];
  const { accounts, audit } = services.store;
  const subjects = [live.key.id, test.key.id];
  const created = audit.entry({ account: account.id, action: "account_created", subjects }, origin);
  await accounts.addAccount(account, [live.key, test.key], created);
  return { account, live, test };
}

function accountOf({ randomBytes, now }: KeyServices, given: AccountOptions): Account {
  return { id: `acc_${token(randomBytes(12))}`, ...given, createdAt: now(), paused: false };
}

interface KeyOptions {
  readonly account: Account;
  readonly mode: KeyMode;
  readonly name: string;
  readonly ratePerMinute: number;
  /** All by default. */
  readonly scopes?: readonly KeyScope[];
  /** In place of scopes. */
  readonly role?: Role | undefined;
  /** Milliseconds since the epoch; null or absent: never. */
  readonly expiresAt?: number | null;
}

/** Durable when it resolves. */
export async function createKey(
  services: KeyServices,
  given: KeyOptions,
  origin: AuditOrigin = COMMAND_LINE,
): Promise<NewKey> {
  await removeOldestEnded(services, given.account.id);
  const made = keyOf(services, given);
  const { accounts, audit } = services.store;
  await accounts.putKey(made.key, audit.entry(keyEvent("key_created", made.key), origin));
  return made;
}

function keyEvent(action: AuditAction, key: ApiKey, ...others: string[]): AuditEvent {
  const { id, account, mode, name, tail } = key;
  const names = [`${name === "" ? "unnamed" : name} …${tail}: ${grantText(key)}`];
  return { account, action, subjects: [id, ...others], names, details: { mode } };
}

/** Keys of an account that no longer work: of more, the oldest are removed. A removed key is refused as an unknown one. */
export const MAX_ENDED_KEYS = 100;

/** Before a key is made or revoked, so that ended ones do not pile up. */
async function removeOldestEnded({ store: { accounts }, now }: KeyServices, account: string): Promise<void> {
  const at = now();
  const ended = accounts.keysOf(account).filter((key) => !isActive(key, at));
  if (ended.length < MAX_ENDED_KEYS) return;
  const endOf = ({ revokedAt, expiresAt = Infinity }: ApiKey) => Math.min(revokedAt ?? Infinity, expiresAt);
  ended.sort((a, b) => endOf(a) - endOf(b));
  await accounts.removeKeys(ended.slice(0, ended.length - MAX_ENDED_KEYS + 1));
}

/** 256 random bits as `wk_live_…` or `wk_test_…`. */
function keyOf({ randomBytes, now }: KeyServices, given: KeyOptions): NewKey {
  const { account, mode, name, ratePerMinute, scopes = ALL_SCOPES, role, expiresAt = null } = given;
  const secret = `wk_${mode}_${token(randomBytes(32))}`;
  const id = `key_${token(randomBytes(9))}`;
  const issued = { hash: keyHash(secret), tail: secret.slice(-4), createdAt: now(), revokedAt: null };
  // Without scopes beside it, so that a version which knows no roles refuses the key.
  const may = role === undefined ? scopesField(scopes) : { scopes: [], role };
  const limits = { ...may, ...(expiresAt === null ? {} : { expiresAt }) };
  return { key: { id, account: account.id, mode, name, ratePerMinute, ...issued, ...limits }, secret };
}

/** How long a replaced key stays valid by default. */
export const ROTATION_OVERLAP_MS = DAY_MS;

export interface Rotation {
  /** It can do what the replaced one can, and lasts as long from now as that one did from its creation. */
  readonly made: NewKey;
  readonly replaced: ApiKey;
}

/**
 * Makes a key in place of another, which ends after the overlap. Both are written together; durable when it resolves.
 * @param expiresAt the new key's end instead; null: never
 * @throws AppError not_found, invalid_value for a key that is revoked, expired or already replaced; then nothing is changed
 */
export async function rotateKey(
  services: KeyServices,
  id: string,
  { overlapMs = ROTATION_OVERLAP_MS, expiresAt }: { overlapMs?: number; expiresAt?: number | null } = {},
  origin: AuditOrigin = COMMAND_LINE,
): Promise<Rotation> {
  const { store: { accounts, audit }, now } = services;
  const at = now();
  const old = requireRotatable(requireKey(accounts.key(id), id), at);
  const account = accounts.account(old.account)!;
  const lifetime = old.expiresAt === undefined ? null : old.expiresAt - old.createdAt;
  const made = keyOf(services, {
    account,
    mode: old.mode,
    name: old.name,
    ratePerMinute: old.ratePerMinute,
    scopes: scopesOf(old),
    role: old.role,
    expiresAt: expiresAt !== undefined ? expiresAt : lifetime === null ? null : at + lifetime,
  });
  const replaced = await accounts.changeKey(
    id,
    (current) => {
      const key = requireRotatable(requireKey(current, id), at);
      const end = Math.min(key.expiresAt ?? Infinity, at + overlapMs);
      return { ...key, expiresAt: end, replacedBy: made.key.id };
    },
    [made.key],
    audit.entry(keyEvent("key_rotated", old, made.key.id), origin),
  );
  return { made, replaced };
}

function requireRotatable(key: ApiKey, now: number): ApiKey {
  const { id, revokedAt, replacedBy } = key;
  const refuse = (why: string) => new AppError("invalid_value", `The key ${id} ${why}.`);
  if (revokedAt !== null) throw refuse("is revoked; create a new one");
  if (replacedBy !== undefined) throw refuse(`was already replaced, by ${replacedBy}; rotate that one`);
  if (isExpired(key, now)) throw refuse("has expired; create a new one");
  return key;
}

/** A revoked key keeps its date. @throws AppError not_found */
export async function revokeKey(
  services: KeyServices,
  id: string,
  origin: AuditOrigin = COMMAND_LINE,
): Promise<void> {
  const { store: { accounts, audit }, now } = services;
  const at = now();
  const known = requireKey(accounts.key(id), id);
  // From the stored version: another process may have replaced the key meanwhile.
  await accounts.changeKey(
    id,
    (current) => {
      const key = requireKey(current, id);
      return key.revokedAt === null ? { ...key, revokedAt: at } : key;
    },
    [],
    audit.entry(keyEvent("key_revoked", known), origin),
  );
  await removeOldestEnded(services, known.account);
}

function requireKey(key: ApiKey | null, id: string): ApiKey {
  if (key === null) throw new AppError("not_found", `There is no key ${JSON.stringify(id)}.`);
  return key;
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
