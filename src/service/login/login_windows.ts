/**
 * Log-ins of each account in the last two days, in memory: read from what is stored when an account's next log-in comes, then
 * kept up with what this process and others store.
 */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { within } from "../../concurrency/time_limit.ts";
import { LoginWindow, WINDOW_MS } from "../../model/login/window.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { KeyMode } from "../../model/records.ts";
import type { StoredLogin } from "../../records/login/attempts.ts";
import { requestTime } from "../../records/scores/request_id.ts";
import type { Store } from "../../records/store.ts";
import type { ToldMark } from "../../records/change.ts";

interface LoginWindowsParts {
  readonly store: Pick<Store, "loginAttempts" | "peers" | "told">;
  readonly now: () => number;
}

/** A log-in waits this long for what is stored; then nothing is known of what fails around it. */
const WAIT_MS = 300;
/** What others stored is read when they tell; where they do not, this often. */
const LOOK_MS = 250;
/** A log-in waits for it when it was not read for this long. */
const OLD_MS = 700;
const OVERLAP_MS = 2_000;
/** Others may have been there for so long before that was known. */
const FIRST_OVERLAP_MS = 15_000;
/** Ids are known for so long, alone and with others: longer than what is read again. */
const SEEN_MS = { alone: 2 * FIRST_OVERLAP_MS, following: 4 * MINUTE_MS } as const;
const MAX_ACCOUNTS = 500;
/** Log-ins that are read back, the newest. */
const MAX_READ = 200_000;
const CONCURRENT_LOADS = 2;

interface Held {
  readonly windows: Readonly<Record<KeyMode, LoginWindow>>;
  /** Ids of a moment ago, which are not noted twice, and when they were noted. */
  readonly seen: Map<string, number>;
  loading: Promise<void> | null;
  looking: Promise<void> | null;
  lookedAt: number;
  isFollowing: boolean;
  /** What others told up to here is noted, or being read; null: it has to be looked for. */
  told: ToldMark | null;
  /** What was stored before has been read. */
  isLoaded: boolean;
}

export class LoginWindows {
  readonly #parts: LoginWindowsParts;
  /** The least recently used first. */
  readonly #held = new Map<string, Held>();
  readonly #loads = new Bulkhead(CONCURRENT_LOADS, MAX_ACCOUNTS);

  constructor(parts: LoginWindowsParts) {
    this.#parts = parts;
  }

  /**
   * The window of an account, with what others stored until a moment ago. Waits for that within a bound of time; null: what is
   * stored could not be read in it.
   */
  of(account: string, mode: KeyMode): Awaitable<LoginWindow | null> {
    const held = this.#use(account);
    const window = held.windows[mode];
    if (held.loading !== null) {
      return within(held.loading, WAIT_MS).then(() => held.isLoaded ? window : null);
    }
    const waits = this.#follow(account, held);
    return waits === null ? window : within(waits, WAIT_MS).then(() => window);
  }

  /** A log-in that was stored. */
  note(account: string, requestId: string, login: StoredLogin): void {
    const held = this.#held.get(account);
    if (held !== undefined) this.#note(held, requestId, login);
  }

  /** Forgets an account, which is read again when its next log-in comes. */
  drop(account: string): void {
    this.#held.delete(account);
  }

  #note({ seen, windows, isFollowing }: Held, id: string, login: StoredLogin): void {
    const now = this.#parts.now();
    if (seen.has(id) || login.at < now - WINDOW_MS) return;
    seen.set(id, now);
    windows[login.mode].note(login);
    const kept = isFollowing ? SEEN_MS.following : SEEN_MS.alone;
    for (const [first, at] of seen) {
      if (at > now - kept) return;
      seen.delete(first);
    }
  }

  #use(account: string): Held {
    const held = this.#held.get(account) ?? this.#begin(account);
    this.#held.delete(account);
    this.#held.set(account, held);
    if (this.#held.size > MAX_ACCOUNTS) this.#held.delete(this.#held.keys().next().value!);
    return held;
  }

  #begin(account: string): Held {
    const now = this.#parts.now();
    const held: Held = {
      windows: { live: new LoginWindow(), test: new LoginWindow() },
      seen: new Map(),
      loading: null,
      looking: null,
      lookedAt: now,
      isFollowing: false,
      told: this.#parts.store.told.mark(),
      isLoaded: false,
    };
    const load = async () => {
      await this.#read(account, held, now - WINDOW_MS);
      held.isLoaded = true;
    };
    held.loading = this.#loads.run(load, () => Promise.reject(new Error("too many accounts wait")))
      // It is read again with the account's next log-in.
      .catch(() => void this.#held.delete(account))
      .finally(() => held.loading = null);
    return held;
  }

  /** Null: what is known is new enough. */
  #follow(account: string, held: Held): Promise<void> | null {
    const now = this.#parts.now();
    const following = !this.#parts.store.peers.isSoleProcess;
    const overlap = following && !held.isFollowing ? FIRST_OVERLAP_MS : OVERLAP_MS;
    held.isFollowing = following;
    const age = Math.abs(now - held.lookedAt);
    if (!following) {
      held.lookedAt = now;
      held.told = null;
      return null;
    }
    if (held.told !== null) {
      const ids = this.#parts.store.told.after("logins", account, held.told);
      if (ids !== null) return this.#readTold(account, held, ids);
    }
    if (held.looking === null && age >= LOOK_MS) {
      const mark = this.#parts.store.told.mark();
      const reading = this.#read(account, held, Math.min(now, held.lookedAt) - overlap).then(() => {
        held.lookedAt = now;
        held.told = mark;
      });
      lookUntil(held, reading.catch(() => {})); // read again with the next log-in
    }
    return age >= OLD_MS ? held.looking : null;
  }

  #readTold(account: string, held: Held, ids: readonly string[]): Promise<void> | null {
    held.told = this.#parts.store.told.mark();
    held.lookedAt = this.#parts.now();
    const news = ids.filter((id) => !held.seen.has(id));
    if (news.length > 0) {
      const before = held.looking;
      const times = news.map(requestTime);
      const since = Math.min(...times);
      const read = async () => {
        await before;
        await this.#read(account, held, since, Math.max(...times));
      };
      lookUntil(held, read().catch(() => void (held.told = null))); // they are looked for
    }
    return held.looking;
  }

  /** @param until the last time; absent: all since then */
  async #read(account: string, held: Held, since: number, until?: number): Promise<void> {
    const found: { readonly id: string; readonly login: StoredLogin }[] = [];
    for await (const each of this.#parts.store.loginAttempts.since(account, since, until)) {
      found.push(each);
      if (found.length >= MAX_READ) break;
    }
    for (const { id, login } of found.reverse()) this.#note(held, id, login);
  }
}

function lookUntil(held: Held, reading: Promise<void>): void {
  const looking = reading.finally(() => {
    // Another one may wait for it.
    if (held.looking === looking) held.looking = null;
  });
  held.looking = looking;
}
