/**
 * Sessions of the console. A session is a random token in a cookie, stored as its hash. It belongs to the key it was opened
 * with and ends when that key is revoked or expires, after 12 hours without a visit, or after 7 days.
 */
import { hasPassed } from "../../concurrency/clock_rules.ts";
import { originOf } from "../../model/access/audit.ts";
import { isActive } from "../../model/access/key_expiry.ts";
import { requireAction } from "../../model/access/action.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { keyHash } from "./identifier_hasher.ts";
import type { Session } from "../../records/sessions.ts";

const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_MAX_MS = 7 * DAY_MS;
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

type Origin = NonNullable<Caller["origin"]>;

type SessionServices = Pick<Services, "store" | "authenticator" | "now" | "randomBytes" | "hasher">;

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
    const { store, now, randomBytes } = this.#services;
    const caller = await this.#mayOpen(key).catch(async (error) => {
      if (error instanceof AppError && error.code !== "key_missing") await this.#recordRefusal(error, from);
      throw error;
    });
    const token = randomBytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
    const hash = keyHash(token);
    const at = now();
    await store.sessions.open(hash, {
      account: caller.account.id,
      key: caller.key.id,
      createdAt: at,
      seenAt: at,
      expiresAt: Math.min(at + SESSION_MAX_MS, caller.key.expiresAt ?? Infinity),
    });
    await this.#record("signed_in", { ...caller, origin: from });
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
    return caller;
  }

  /** Null when the token is missing or invalid, or its session has ended. */
  async find(token: string | undefined): Promise<SignedIn | null> {
    if (token === undefined || !TOKEN.test(token)) return null;
    const hash = keyHash(token);
    const session = await this.#services.store.sessions.get(hash);
    if (session === null) return null;
    const now = this.#services.now();
    const caller = this.#callerOf(session, now);
    if (caller === null) {
      await this.#services.store.sessions.end(hash, session.account);
      return null;
    }
    // What is over by time is left to expire: a clock that is wrong for a moment must not end it.
    if (now >= session.expiresAt || now >= session.seenAt + SESSION_IDLE_MS) return null;
    if (hasPassed(session.seenAt, now, TOUCH_MS)) {
      await this.#services.store.sessions.touch(hash, now, session);
    }
    return this.#signed(caller, hash);
  }

  async end(signed: SignedIn): Promise<void> {
    await this.#services.store.sessions.end(signed.hash, signed.caller.account.id);
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

  /** Null once its key is revoked or has expired: a rotation may have shortened its time. */
  #callerOf(session: Session, now: number): Caller | null {
    const { accounts } = this.#services.store;
    const [account, key] = [accounts.account(session.account), accounts.key(session.key)];
    return account === null || key === null || !isActive(key, now) ? null : { account, key };
  }

  #signed(caller: Caller, hash: string): SignedIn {
    return { caller, hash, csrf: this.#services.hasher.hash("csrf", hash) };
  }
}
