/** The console's keys page: list, create, rotate and revoke keys of an account. */
import { originOf } from "../../model/access/audit.ts";
import { isActive, parseExpiry, parseSpan } from "../../model/access/key_expiry.ts";
import { exceeds, type Grant, requireAction, requireNoMore, roleOf } from "../../model/access/action.ts";
import { ALL_SCOPES, type KeyScope, parseScopes, scopesOf } from "../../model/access/key_scope.ts";
import { isRole, type Role, ROLES } from "../../model/access/role.ts";
import { AppError, invalidParameter } from "../../model/error.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import type { ApiKey, Caller, KeyMode } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { takeWork, WORK } from "../access/work.ts";
import { createKey, type NewKey, revokeKey, rotateKey, type Rotation } from "../access/keys.ts";

/** Keys of one account that are neither revoked nor expired. */
const MAX_KEYS = 50;
const KEY_NAME = /^[^\p{C}]{0,80}$/u;

/** Active keys first, newest first. */
export function listKeys(services: Services, caller: Caller): ApiKey[] {
  const now = services.now();
  return services.store.accounts.keysOf(caller.account.id).sort((a, b) =>
    Number(isActive(b, now)) - Number(isActive(a, now)) || b.createdAt - a.createdAt
  );
}

/** Ended keys of one page. */
const ENDED_PER_PAGE = 20;

interface KeyList {
  /** All that work, and a page of those that do not, newest first. */
  readonly keys: readonly ApiKey[];
  /** Where the page of older ended keys begins; null: there is none. */
  readonly older: number | null;
}

/** @param from how many ended keys are skipped */
export function pageOfKeys(services: Services, caller: Caller, from: number): KeyList {
  const now = services.now();
  const [active, ended] = [true, false].map((works) =>
    listKeys(services, caller).filter((key) => isActive(key, now) === works)
  ) as [ApiKey[], ApiKey[]];
  const next = from + ENDED_PER_PAGE;
  return { keys: [...active, ...ended.slice(from, next)], older: next < ended.length ? next : null };
}

interface KeyForm {
  readonly mode: KeyMode;
  readonly name: string;
  /** Unless the operator set one for the account. */
  readonly ratePerMinute: number;
  /** "": what the scopes say. */
  readonly role: string;
  /** Names of scopes, where there is no role; null: what the caller may do. */
  readonly scopes: readonly string[] | null;
  /** As `parseExpiry` takes it; empty: never. */
  readonly expires: string;
}

/** What a key can be given that may do no more than the caller. */
export function grantable(
  caller: Caller,
): { readonly scopes: readonly KeyScope[]; readonly roles: readonly Role[] } {
  return {
    scopes: ALL_SCOPES.filter((scope) => !exceeds({ scopes: [scope] }, caller)),
    roles: ROLES.filter((role) => !exceeds({ role }, caller)),
  };
}

/** @throws AppError invalid_value, naming the field */
function grantOf(caller: Caller, { role, scopes }: Pick<KeyForm, "role" | "scopes">): Grant {
  if (role !== "") {
    if (!isRole(role)) throw invalidParameter("role", `must be one of ${ROLES.join(", ")}`);
    return { role };
  }
  if (scopes === null) {
    const own = roleOf(caller);
    return own === null ? { scopes: scopesOf(caller.key) } : { role: own };
  }
  const parsed = parseScopes(scopes);
  if (parsed instanceof InvalidValue) throw invalidParameter("scope", parsed.reason);
  return { scopes: parsed };
}

/** @throws AppError invalid_value, too_many_items, account_paused, scope_missing, role_missing */
export async function addKey(services: Services, caller: Caller, given: KeyForm): Promise<NewKey> {
  requireAction(caller, "keys.manage");
  const name = given.name.trim().normalize("NFC");
  if (!KEY_NAME.test(name)) throw invalidParameter("name", "may have at most 80 printable characters");
  const grant = grantOf(caller, given);
  requireNoMore(caller, grant, "another key");
  const expires = given.expires.trim();
  const expiresAt = expires === "" ? null : parseExpiry(expires, services.now());
  if (expiresAt instanceof InvalidValue) throw invalidParameter("expires", expiresAt.reason);
  requireRoom(services, caller);
  takeWork(services, caller, WORK.key);
  const { mode } = given;
  const ratePerMinute = caller.account.ratePerMinute ?? given.ratePerMinute;
  const options = { mode, ratePerMinute, account: caller.account, name, ...grant, expiresAt };
  return await createKey(services, options, originOf(caller));
}

/** How long a replaced key stays valid, as `parseSpan` takes it: a lost key ends immediately, one in use later. */
export const OVERLAPS = ["0", "1h", "24h", "7d"] as const;
export type Overlap = (typeof OVERLAPS)[number];

/**
 * @param overlap one of OVERLAPS
 * @throws AppError not_found, invalid_value, too_many_items, account_paused, scope_missing, role_missing
 */
export async function rotateOwnKey(
  services: Services,
  caller: Caller,
  id: string,
  overlap: string,
): Promise<Rotation> {
  requireAction(caller, "keys.manage");
  requireNoMore(caller, requireOwn(services, caller, id), "another key");
  const chosen = OVERLAPS.find((known) => known === overlap);
  if (chosen === undefined) throw invalidParameter("overlap", `must be one of ${OVERLAPS.join(", ")}`);
  // A key that ends immediately leaves its place to the new one.
  if (chosen !== "0") requireRoom(services, caller);
  else requireUnpaused(caller);
  takeWork(services, caller, WORK.key);
  return await rotateKey(services, id, { overlapMs: parseSpan(chosen)! }, originOf(caller));
}

/** @throws AppError not_found, also for a key of another account; scope_missing, role_missing */
export async function revokeOwnKey(services: Services, caller: Caller, id: string): Promise<void> {
  requireAction(caller, "keys.manage");
  requireOwn(services, caller, id);
  await revokeKey(services, id, originOf(caller));
}

function requireOwn(services: Services, caller: Caller, id: string): ApiKey {
  const key = services.store.accounts.key(id);
  if (key?.account !== caller.account.id) throw new AppError("not_found", "Your account has no such key.");
  return key;
}

function requireUnpaused({ account }: Caller): void {
  if (account.paused) throw new AppError("account_paused", "A paused account cannot create keys.");
}

function requireRoom(services: Services, caller: Caller): void {
  requireUnpaused(caller);
  const now = services.now();
  const active = services.store.accounts.keysOf(caller.account.id).filter((key) => isActive(key, now)).length;
  if (active < MAX_KEYS) return;
  throw new AppError(
    "too_many_items",
    `An account can have at most ${MAX_KEYS} active keys; revoke one first.`,
  );
}
