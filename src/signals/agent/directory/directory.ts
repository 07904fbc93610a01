/**
 * Key directories, cached by URL and looked up by thumbprint, so that a key from one URL is never used for another. A
 * successful fetch replaces the cached directory; after a failed one the cached directory is used for up to a day.
 */
import type { KeySetName } from "../../../model/agent_profile.ts";
import { DAY_MS, MINUTE_MS } from "../../../model/duration.ts";
import { TtlCache } from "../../../concurrency/ttl_cache.ts";
import { Budget } from "../../../concurrency/budget.ts";
import { FairScheduler } from "../../../concurrency/fair_scheduler.ts";
import type { SourceMeter } from "../../../concurrency/measure/source_meter.ts";
import { DECLINED_TEXT } from "../../../concurrency/outside_question.ts";
import {
  type DirectoryOverrides,
  type DirectoryTarget,
  type KeySources,
  resolveKeySets,
} from "./agent_url.ts";
import type { Card } from "./card.ts";
import { fetchDirectory, type Fetched, type FetchOptions, type Validators } from "./directory_fetch.ts";
import type { PublishedKey } from "./keys.ts";
import { type Refused, refused } from "../reasons.ts";
import type { DirectoryAnswer } from "../score.ts";

interface Directory {
  readonly keys: ReadonlyMap<string, PublishedKey>;
  readonly card: Card;
  readonly validators: Validators;
  /** Milliseconds since the epoch, like the next two. Until then an unknown keyid does not cause a fetch. */
  readonly settledUntil: number;
  readonly freshUntil: number;
  readonly staleUntil: number;
}

/** What a fetch is made for. */
interface Sought {
  readonly name: string;
  readonly target: DirectoryTarget;
  readonly thumbprint: string;
  /** Id of the caller. */
  readonly account: string;
  /** The caller's. */
  readonly budget: Budget;
  /** The cached directory. */
  readonly known: Directory | undefined;
}

interface AgentDirectoriesOptions extends Omit<FetchOptions, "overrides"> {
  /** Base URL by lower-case host (WINNOW_AGENT_DIRECTORY_OVERRIDES). */
  readonly overrides: Readonly<Record<string, string>>;
  /** URL by name (WINNOW_AGENT_KEYSETS). */
  readonly keySets?: Readonly<Partial<Record<KeySetName, string>>>;
  /** Most URLs in the cache. */
  readonly max?: number;
  /** Total time of a fetch in milliseconds: connecting, both hops of a card and the bodies; and how long it waits for others. */
  readonly timeoutMs?: number;
  readonly meter?: SourceMeter | undefined;
  /** Aborts running fetches. */
  readonly close?: () => Promise<void>;
}

const MAX_DIRECTORIES = 10_000;
/** Larger directories are rare. They have a smaller cache of their own, which bounds the memory that untrusted hosts can fill. */
const ORDINARY_KEYS = 8;
const MAX_LARGE_DIRECTORIES = 500;
const FETCH_MS = 5_000;
const STALE_IF_ERROR_MS = DAY_MS;
/** An unknown keyid refetches a fresh directory at most this often, since keys are rotated. */
const ROTATION_MS = MINUTE_MS;
/** Fetches. One account alone has half of them, and one host one at a time. */
const LIMITS = { slots: 64, zoneSlots: 1, maxWaiting: 2_000, lingerMs: 0 };
/** Fetches of uncached URLs per account and minute. */
export const NEW_URLS_PER_MINUTE = 60;

export class AgentDirectories implements KeySources {
  readonly overrides: DirectoryOverrides;
  readonly keySets: KeySources["keySets"];
  readonly #fetch: FetchOptions;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #close: () => Promise<void>;
  readonly #directories: TtlCache<Directory>;
  readonly #large: TtlCache<Directory>;
  readonly #failures: TtlCache<Refused>;
  readonly #fetches: FairScheduler<Refused | null>;
  /** Fetches of uncached URLs in the current minute by account. */
  readonly #newFetches = new Map<string, number>();
  #currentMinute = 0;

  constructor(options: AgentDirectoriesOptions) {
    this.overrides = new Map(Object.entries(options.overrides));
    this.keySets = resolveKeySets(options.keySets ?? {}, this.overrides);
    this.#now = options.now;
    this.#fetches = new FairScheduler<Refused | null>({
      ...LIMITS,
      meter: options.meter,
      declined: (why) => refused("directory_unavailable", DECLINED_TEXT[why]),
    });
    this.#close = options.close ?? (() => Promise.resolve());
    this.#timeoutMs = options.timeoutMs ?? FETCH_MS;
    this.#fetch = { ...options, overrides: this.overrides };
    const max = options.max ?? MAX_DIRECTORIES;
    this.#directories = new TtlCache({ max, now: options.now });
    this.#large = new TtlCache({ max: Math.min(max, MAX_LARGE_DIRECTORIES), now: options.now });
    this.#failures = new TtlCache({ max, now: options.now });
  }

  /** Aborts running fetches; nothing is fetched afterwards. */
  async close(): Promise<void> {
    await this.#close();
    await this.#fetches.close();
  }

  /** Number of cached directories. */
  get size(): number {
    return this.#directories.size + this.#large.size;
  }

  /**
   * The key with this thumbprint at this URL; synchronously when it is cached. Never throws.
   * @param account id of the caller, whose fetches of uncached URLs are limited
   * @param budget of the request; a fetch continues without it
   */
  lookup(
    target: DirectoryTarget,
    thumbprint: string,
    account: string,
    budget: Budget | null = null,
  ): DirectoryAnswer | Promise<DirectoryAnswer> {
    const name = nameOf(target);
    const now = this.#now();
    const known = this.#known(name);
    if (known !== undefined && now < known.freshUntil) {
      if (now < known.settledUntil || known.keys.has(thumbprint)) return answerOf(known, thumbprint);
    }
    const asker = budget ?? new Budget(0, { id: account, madeBy: "operator" });
    return this.#fetchKey({ name, target, thumbprint, account, budget: asker, known });
  }

  async #fetchKey(sought: Sought): Promise<DirectoryAnswer> {
    const { name, thumbprint } = sought;
    const failure = this.#failures.peek(name) ?? await this.#refresh(sought);
    const directory = this.#known(name);
    if (directory !== undefined && (failure === null || this.#now() < directory.staleUntil)) {
      return answerOf(directory, thumbprint);
    }
    return failure ?? refused("directory_unavailable", "not cached");
  }

  /** The key in the cached directory, however old, without a fetch; null when the URL is not cached. */
  cached(target: DirectoryTarget, thumbprint: string): DirectoryAnswer | null {
    const directory = this.#known(nameOf(target));
    return directory === undefined ? null : answerOf(directory, thumbprint);
  }

  #known(name: string): Directory | undefined {
    return this.#directories.peek(name) ?? this.#large.peek(name);
  }

  /** Shared by concurrent callers. The failure, or null. */
  #refresh(sought: Sought): Promise<Refused | null> {
    const { name, target, account, budget, known } = sought;
    if (known === undefined && target.override === null && !this.#fetches.has(name)) {
      if (!this.#mayFetchNew(account)) {
        const detail = `this account has reached ${NEW_URLS_PER_MINUTE} new directories per minute`;
        return Promise.resolve(refused("directory_unavailable", detail));
      }
    }
    const work = async () => {
      const own = budget.forFetch(this.#timeoutMs);
      const validators = known?.validators ?? null;
      return this.#keep(sought, await fetchDirectory(this.#fetch, target, validators, this.#timeoutMs, own));
    };
    return this.#fetches.ask({ key: name, zone: target.host, work }, budget.forFetch(this.#timeoutMs));
  }

  #keep({ name, thumbprint, known }: Sought, fetched: Fetched): Refused | null {
    const now = this.#now();
    if (fetched.is === "failed") {
      this.#failures.set(name, fetched, fetched.retryMs);
      return fetched;
    }
    const content = fetched.is === "new" ? fetched : known!;
    const freshUntil = now + fetched.freshMs;
    const staleUntil = freshUntil + STALE_IF_ERROR_MS;
    const wasFresh = known !== undefined && now < known.freshUntil;
    const answersUnknown = wasFresh || !content.keys.has(thumbprint);
    const isLarge = content.keys.size > ORDINARY_KEYS;
    const [cache, other] = isLarge ? [this.#large, this.#directories] : [this.#directories, this.#large];
    if (known !== undefined) other.set(name, known, 0);
    const { keys, card, validators } = content;
    const settledUntil = answersUnknown ? now + ROTATION_MS : now;
    const directory = { keys, card, validators, settledUntil, freshUntil, staleUntil };
    cache.set(name, directory, staleUntil - now);
    return null;
  }

  #mayFetchNew(account: string): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#currentMinute) {
      this.#currentMinute = minute;
      this.#newFetches.clear();
    }
    const count = this.#newFetches.get(account) ?? 0;
    if (count >= NEW_URLS_PER_MINUTE) return false;
    this.#newFetches.set(account, count + 1);
    return true;
  }
}

function answerOf({ keys, card }: Directory, thumbprint: string): DirectoryAnswer {
  return { ok: true, key: keys.get(thumbprint) ?? null, card };
}

function nameOf(target: DirectoryTarget): string {
  return `${target.byKid === true ? "named " : ""}${target.kind} ${target.url}`;
}
