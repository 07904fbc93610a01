/**
 * Sessions of the console. A session is a random token in a cookie, stored as its hash. It belongs to the key it was opened
 * with, or to the person who signed in, and ends when that key is revoked or expires or that person is removed, after 12 hours
 * without a visit, or after 7 days (30 days of a person).
 */
import { hasPassed } from "../../concurrency/clock_rules.ts";
import { originOf } from "../../model/access/audit.ts";
import { isActive } from "../../model/access/key_expiry.ts";
import { requireAction } from "../../model/access/action.ts";
import { isActive as isSigningIn, isPersonId, type Person } from "../../model/access/person.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { callerOf } from "../people/caller.ts";
import { keyHash } from "./identifier_hasher.ts";
import type { Session } from "../../records/people/sessions.ts";

const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_MAX_MS = 7 * DAY_MS;
export const PERSON_SESSION_MAX_MS = 30 * DAY_MS;
/** Of one person; of more, the oldest end. */
const MAX_SESSIONS = 50;
/** A visit is stored at most this often. */
const TOUCH_MS = 5 * MINUTE_MS;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface SignedIn {
  readonly caller: Caller;
  /** In every form of the session; cannot be computed without the service's secret. */
  readonly csrf: string;
  /** Names the session in the store. */
  readonly hash: string;
}

const NO_KEYS =
  "Your account has switched off signing in with a key. Sign in with your e-mail address and password.";

type Origin = NonNullable<Caller["origin"]>;

type SessionServices = Pick<
  Services,
  "store" | "authenticator" | "people" | "now" | "randomBytes" | "hasher"
>;

/** Over by time. */
export function isOver({ expiresAt, seenAt }: Pick<Session, "expiresAt" | "seenAt">, now: number): boolean {
  return now >= expiresAt || now >= seenAt + SESSION_IDLE_MS;
}

export class ConsoleSessions {
  readonly #services: SessionServices;

  constructor(services: SessionServices) {
    this.#services = services;
  }

  /**
   * @param key a live key as typed by its owner
   * @param from where the visitor comes from, for the audit log
   * @returns the token for the cookie
   * @throws AppError key_missing, key_invalid, key_revoked, key_expired, forbidden for a test key, scope_missing
   */
  async open(key: string, from: Origin): Promise<{ token: string; signed: SignedIn }> {
    const caller = await this.#mayOpen(key).catch(async (error) => {
      if (error instanceof AppError && error.code !== "key_missing") await this.#recordRefusal(error, from);
      throw error;
    });
    return await this.#open({ ...caller, origin: from }, SESSION_MAX_MS);
  }

  /**
   * A session of a person who has proven to be that person: by a password with a code, by a link, or through a provider.
   * @throws AppError not_found when the account is gone
   */
  async openSessionOf(person: Person, from: Origin): Promise<{ token: string; signed: SignedIn }> {
    const { store } = this.#services;
    const account = store.accounts.account(person.account);
    if (account === null) throw new AppError("not_found", "there is no such account");
    const opened = await this.#open(
      { ...callerOf(this.#services, account, person), origin: from },
      PERSON_SESSION_MAX_MS,
    );
    const all = await store.sessions.ofPerson(account.id, person.id);
    for (const { hash, session } of all.slice(MAX_SESSIONS)) await store.sessions.end(hash, session);
    return opened;
  }

  async #open(
    caller: Caller & { readonly origin: Origin },
    lifetimeMs: number,
  ): Promise<{ token: string; signed: SignedIn }> {
    const { store, now, randomBytes } = this.#services;
    const token = randomBytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
    const hash = keyHash(token);
    const at = now();
    const { network } = caller.origin();
    await store.sessions.open(hash, {
      account: caller.account.id,
      key: caller.key.id,
      createdAt: at,
      seenAt: at,
      expiresAt: Math.min(at + lifetimeMs, caller.key.expiresAt ?? Infinity),
      ...(network === null ? {} : { network }),
    });
    await this.#record("signed_in", caller);
    return { token, signed: this.#signed(caller, hash) };
  }

  async #mayOpen(key: string): Promise<Caller> {
    const caller = await this.#services.authenticator.authenticate(key);
    if (caller.key.mode === "test") {
      throw new AppError(
        "forbidden",
        "That is a test key. Sign in with a live key, which starts with wk_live_.",
      );
    }
    requireAction(caller, "sessions.open");
    if (caller.account.keySignIn === false) throw new AppError("forbidden", NO_KEYS);
    return caller;
  }

  /** Null when the token is missing or invalid, or its session has ended. */
  async find(token: string | undefined): Promise<SignedIn | null> {
    if (token === undefined || !TOKEN.test(token)) return null;
    const hash = keyHash(token);
    const session = await this.#services.store.sessions.get(hash);
    if (session === null) return null;
    const now = this.#services.now();
    const caller = await this.#callerOf(session, now);
    if (caller === null) {
      await this.#services.store.sessions.end(hash, session);
      return null;
    }
    // What is over by time is left to expire: a clock that is wrong for a moment must not end it.
    if (isOver(session, now)) return null;
    if (hasPassed(session.seenAt, now, TOUCH_MS)) {
      await this.#services.store.sessions.touch(hash, now, session);
    }
    return this.#signed(caller, hash);
  }

  async end(signed: SignedIn): Promise<void> {
    const { account, key } = signed.caller;
    await this.#services.store.sessions.end(signed.hash, { account: account.id, key: key.id });
    await this.#record("signed_out", signed.caller);
  }

  /** Ends every session of the account. */
  async endAll(signed: SignedIn): Promise<number> {
    const ended = await this.#services.store.sessions.endAll(signed.caller.account.id);
    await this.#record("signed_out_everywhere", signed.caller);
    return ended;
  }

  async #record(action: "signed_in" | "signed_out" | "signed_out_everywhere", caller: Caller): Promise<void> {
    await this.#services.store.audit.record({ account: caller.account.id, action }, originOf(caller));
  }

  /** Under no account: who the visitor is was not shown. */
  async #recordRefusal({ code }: AppError, from: Origin): Promise<void> {
    const event = { account: null, action: "sign_in_failed", details: { reason: code } } as const;
    await this.#services.store.audit.record(event, { key: null, person: null, ...from() });
  }

  /**
   * Null once its key is revoked or has expired (a rotation may have shortened its time), or may no longer sign in, and once its
   * person was removed. The person is read again each time: a role that was changed holds from the next page on.
   */
  async #callerOf(session: Session, now: number): Promise<Caller | null> {
    const { accounts, people } = this.#services.store;
    const account = accounts.account(session.account);
    if (account === null) return null;
    if (isPersonId(session.key)) {
      const person = await people.get(account.id, session.key);
      return person === null || !isSigningIn(person) ? null : callerOf(this.#services, account, person);
    }
    const key = accounts.key(session.key);
    return key === null || !isActive(key, now) || account.keySignIn === false ? null : { account, key };
  }

  #signed(caller: Caller, hash: string): SignedIn {
    return { caller, hash, csrf: this.#services.hasher.hash("csrf", hash) };
  }
}
