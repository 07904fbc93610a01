/**
 * Key directories, cached by URL and looked up by thumbprint, so a key learned at one URL never speaks for another. A
 * directory that answers replaces what was known; one that fails does not, and its last answer serves for a day.
 */
import { DAY_MS, MINUTE_MS } from "../../../model/duration.ts";
import { TtlCache } from "../../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../../concurrency/bulkhead.ts";
import type { DirectoryOverrides, DirectoryTarget } from "./agent_url.ts";
import type { Card } from "./card.ts";
import {
  fetchDirectory,
  type Fetched,
  type FetchOptions,
  type Getter,
  type Validators,
} from "./directory_fetch.ts";
import type { PublishedKey } from "./keys.ts";
import type { Refusal } from "../reasons.ts";
import type { DirectoryAnswer } from "../score.ts";

interface Directory {
  readonly keys: ReadonlyMap<string, PublishedKey>;
  readonly card: Card;
  readonly validators: Validators;
  /** Milliseconds since the epoch, like the next two: until then an unknown keyid does not ask again. */
  readonly settledUntil: number;
  readonly freshUntil: number;
  readonly staleUntil: number;
}

interface Failure {
  readonly reason: Refusal;
  readonly detail: string;
}

export interface AgentDirectoriesOptions {
  /** Refuses private addresses. */
  readonly guarded: Getter;
  /** For overridden hosts only: any address, http too. */
  readonly unguarded: Getter;
  /** Base URL by lower-case host (WINNOW_AGENT_DIRECTORY_OVERRIDES). */
  readonly overrides: Readonly<Record<string, string>>;
  readonly now: () => number;
  /** URLs kept. */
  readonly max?: number;
  /** Wall clock of a fetch in milliseconds: waiting for the host's turn, connecting, both hops of a card and the bodies. */
  readonly timeoutMs?: number;
  /** Ends the fetches that are under way. */
  readonly close?: () => Promise<void>;
}

export const MAX_DIRECTORIES = 10_000;
/** A directory of more keys than this is rare and heavy; fewer of them are kept, so that strangers cannot fill the memory. */
const ORDINARY_KEYS = 8;
const MAX_LARGE_DIRECTORIES = 500;
const FETCH_MS = 5_000;
const STALE_IF_ERROR_MS = DAY_MS;
/** Unknown keyids ask a fresh directory again at most this often: keys are rotated. */
const ROTATION_MS = MINUTE_MS;
/** Fetches of one host that may wait for their turn. */
const MAX_WAITING = 64;
/** URLs nobody asked for yet that one account may have fetched a minute. */
export const NEW_URLS_PER_MINUTE = 60;

export class AgentDirectories {
  readonly overrides: DirectoryOverrides;
  readonly #fetch: FetchOptions;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #close: () => Promise<void>;
  readonly #directories: TtlCache<Directory>;
  readonly #large: TtlCache<Directory>;
  readonly #failures: TtlCache<Failure>;
  readonly #flights = new Map<string, Promise<Failure | null>>();
  readonly #hosts = new Map<string, { readonly gate: Bulkhead; users: number }>();
  readonly #asked = new Map<string, number>();
  #askedMinute = 0;

  constructor(options: AgentDirectoriesOptions) {
    this.overrides = new Map(Object.entries(options.overrides));
    this.#now = options.now;
    this.#close = options.close ?? (() => Promise.resolve());
    this.#timeoutMs = options.timeoutMs ?? FETCH_MS;
    this.#fetch = { ...options, overrides: this.overrides };
    const max = options.max ?? MAX_DIRECTORIES;
    this.#directories = new TtlCache({ max, now: options.now });
    this.#large = new TtlCache({ max: Math.min(max, MAX_LARGE_DIRECTORIES), now: options.now });
    this.#failures = new TtlCache({ max, now: options.now });
  }

  /** Ends the fetches that are under way; nothing is fetched afterwards. */
  async close(): Promise<void> {
    await this.#close();
    await Promise.allSettled(this.#flights.values());
  }

  /** URLs whose keys are known. */
  get size(): number {
    return this.#directories.size + this.#large.size;
  }

  /**
   * The key with this thumbprint at this URL; at once when it is known. Never throws.
   * @param account who asks; bounds how many new URLs it can make us fetch
   */
  lookup(
    target: DirectoryTarget,
    thumbprint: string,
    account: string,
  ): DirectoryAnswer | Promise<DirectoryAnswer> {
    const name = nameOf(target);
    const now = this.#now();
    const known = this.#known(name);
    if (known !== undefined && now < known.freshUntil) {
      const key = known.keys.get(thumbprint);
      if (key !== undefined) return { ok: true, key, card: known.card };
      if (now < known.settledUntil) return { ok: true, key: null, card: known.card };
    }
    return this.#lookupLater(name, target, thumbprint, known, account);
  }

  async #lookupLater(
    name: string,
    target: DirectoryTarget,
    thumbprint: string,
    known: Directory | undefined,
    account: string,
  ): Promise<DirectoryAnswer> {
    const failure = this.#failures.peek(name) ??
      await this.#refresh(name, target, thumbprint, known, account);
    const directory = this.#known(name);
    if (directory !== undefined && (failure === null || this.#now() < directory.staleUntil)) {
      return { ok: true, key: directory.keys.get(thumbprint) ?? null, card: directory.card };
    }
    return { ok: false, ...(failure ?? { reason: "directory_unavailable", detail: "not kept" }) };
  }

  /** What the last answer of the URL says, however old, without asking; null when there is none. */
  remembered(target: DirectoryTarget, thumbprint: string): DirectoryAnswer | null {
    const directory = this.#known(nameOf(target));
    if (directory === undefined) return null;
    return { ok: true, key: directory.keys.get(thumbprint) ?? null, card: directory.card };
  }

  #known(name: string): Directory | undefined {
    return this.#directories.peek(name) ?? this.#large.peek(name);
  }

  /** One flight for all who wait. The failure, or null. */
  #refresh(
    name: string,
    target: DirectoryTarget,
    thumbprint: string,
    known: Directory | undefined,
    account: string,
  ): Promise<Failure | null> {
    const flying = this.#flights.get(name);
    if (flying !== undefined) return flying;
    if (known === undefined && target.override === null && !this.#mayAskNew(account)) {
      return Promise.resolve({
        reason: "directory_unavailable",
        detail: `this account had ${NEW_URLS_PER_MINUTE} new directories fetched this minute`,
      });
    }
    const flight = this.#fetchInTurn(target, known?.validators ?? null)
      .then((fetched) => this.#keep(name, fetched, thumbprint, known))
      .finally(() => this.#flights.delete(name));
    this.#flights.set(name, flight);
    return flight;
  }

  /** @param thumbprint of the key the fetch was made for */
  #keep(
    name: string,
    fetched: Fetched,
    thumbprint: string,
    known: Directory | undefined,
  ): Failure | null {
    const now = this.#now();
    if (fetched.is === "failed") {
      const failure = { reason: fetched.reason, detail: fetched.detail };
      this.#failures.set(name, failure, fetched.retryMs);
      return failure;
    }
    const content = fetched.is === "new" ? fetched : known!;
    const freshUntil = now + fetched.freshMs;
    const staleUntil = freshUntil + STALE_IF_ERROR_MS;
    const wasFresh = known !== undefined && now < known.freshUntil;
    const answersUnknown = wasFresh || !content.keys.has(thumbprint);
    const isLarge = content.keys.size > ORDINARY_KEYS;
    const [home, other] = isLarge ? [this.#large, this.#directories] : [this.#directories, this.#large];
    if (known !== undefined) other.set(name, known, 0);
    home.set(name, {
      keys: content.keys,
      card: content.card,
      validators: content.validators,
      settledUntil: answersUnknown ? now + ROTATION_MS : now,
      freshUntil,
      staleUntil,
    }, staleUntil - now);
    return null;
  }

  /** One fetch of a host at a time. */
  async #fetchInTurn(target: DirectoryTarget, validators: Validators | null): Promise<Fetched> {
    const deadline = this.#now() + this.#timeoutMs;
    const host = this.#hosts.get(target.host) ?? { gate: new Bulkhead(1, MAX_WAITING), users: 0 };
    this.#hosts.set(target.host, host);
    host.users++;
    const busy = (): Fetched => ({
      is: "failed",
      reason: "directory_unavailable",
      detail: "too many fetches of this host are waiting",
      retryMs: 0,
    });
    try {
      return await host.gate.run(async () => {
        const left = deadline - this.#now();
        return left > 0 ? await fetchDirectory(this.#fetch, target, validators, left) : busy();
      }, busy);
    } finally {
      if (--host.users === 0) this.#hosts.delete(target.host);
    }
  }

  #mayAskNew(account: string): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#askedMinute) {
      this.#askedMinute = minute;
      this.#asked.clear();
    }
    const asked = this.#asked.get(account) ?? 0;
    if (asked >= NEW_URLS_PER_MINUTE) return false;
    this.#asked.set(account, asked + 1);
    return true;
  }
}

function nameOf(target: DirectoryTarget): string {
  return `${target.kind} ${target.url}`;
}
