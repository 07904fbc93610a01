/** Optional traces that an e-mail address is in use: a Gravatar picture, breaches known to Have I Been Pwned. Only hashes are sent. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { Budget } from "../../concurrency/budget.ts";
import { FairScheduler } from "../../concurrency/fair_scheduler.ts";
import { DECLINED_TEXT } from "../../concurrency/outside_question.ts";
import { SharedCache } from "../../concurrency/shared_cache.ts";
import type { SourceMeter } from "../../concurrency/measure/source_meter.ts";
import type { Loaded } from "../../concurrency/ttl_cache.ts";
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { parseJson } from "../../model/json.ts";
import type { Footprint } from "../../model/outside_facts.ts";
import { type GetOptions, type HttpClient, HttpRefused, type HttpResponse } from "./http_client.ts";

interface FootprintOptions {
  readonly http: HttpClient;
  readonly now: () => number;
  /** Whether Gravatar is queried. */
  readonly gravatar: boolean;
  /** An API key whose subscription includes the search by hash range; null: not queried. */
  readonly hibpKey: string | null;
  /** Bases of the two services. */
  readonly urls?: { readonly gravatar: string; readonly hibp: string };
  readonly meters?: { readonly avatar: SourceMeter; readonly breach: SourceMeter };
}

const URLS = { gravatar: "https://gravatar.com/avatar/", hibp: "https://haveibeenpwned.com/api/v3/" };
const KNOWN_MS = 7 * DAY_MS;
const FAILURE_MS = HOUR_MS / 6;
const CACHE_ENTRIES = 50_000;
const LIMITS: GetOptions = { maxBytes: 2_000_000, timeoutMs: 4_000, redirects: 1 };
/** The smallest subscription allows 10 requests per minute; more parallel ones are answered 429. One account alone has two. */
const LOOKUPS = { slots: 3, zoneSlots: 3, maxWaiting: 400, lingerMs: 10_000 };
/** Hex digits of the SHA-1 that are sent; the others are compared locally. */
const SENT_HASH_DIGITS = 6;

const DISABLED: Footprint = {
  hasAvatar: unknown("disabled"),
  avatarUrl: null,
  breachCount: unknown("disabled"),
};

export class Footprints {
  readonly #options: FootprintOptions;
  readonly #avatars: SharedCache<Known<boolean>>;
  readonly #breaches: SharedCache<Known<number>>;
  readonly #avatarLookups: FairScheduler<Loaded<Known<boolean>>>;
  readonly #breachLookups: FairScheduler<Loaded<Known<number>>>;

  constructor(options: FootprintOptions) {
    this.#options = options;
    this.#avatars = new SharedCache({ max: CACHE_ENTRIES, now: options.now });
    this.#breaches = new SharedCache({ max: CACHE_ENTRIES, now: options.now });
    this.#avatarLookups = lookups(options.meters?.avatar);
    this.#breachLookups = lookups(options.meters?.breach);
  }

  /** @param email the address as it was given, in lower case; both services hash that form @param budget whose account the queries are counted to */
  of(email: string, budget: Budget = new Budget(Infinity)): Awaitable<Footprint> {
    return this.#options.gravatar || this.#options.hibpKey !== null ? this.#ask(email, budget) : DISABLED;
  }

  async #ask(email: string, budget: Budget): Promise<Footprint> {
    const [avatar, breachCount] = await Promise.all([
      this.#avatar(email, budget),
      this.#breachCount(email, budget),
    ]);
    return { hasAvatar: avatar.has, avatarUrl: avatar.url, breachCount };
  }

  async #avatar(email: string, budget: Budget): Promise<{ has: Known<boolean>; url: string | null }> {
    if (!this.#options.gravatar) return { has: unknown("disabled"), url: null };
    const url = (this.#options.urls ?? URLS).gravatar + await hexHash("SHA-256", email);
    const work = async (): Promise<Loaded<Known<boolean>>> => {
      const answer = await this.#get(`${url}?d=404&s=1`, { ...LIMITS, maxBytes: 0, cut: true });
      if (!("status" in answer)) return answer;
      if (answer.status === 200) return { value: known(true), ttlMs: KNOWN_MS };
      if (answer.status === 404) return { value: known(false), ttlMs: KNOWN_MS };
      return { value: unknown("unavailable", `Gravatar answered ${answer.status}`), ttlMs: FAILURE_MS };
    };
    const has = await this.#avatars.ask(this.#avatarLookups, { key: url, zone: "", work }, budget);
    return { has, url: has.known && has.value ? url : null };
  }

  async #breachCount(email: string, budget: Budget): Promise<Known<number>> {
    const key = this.#options.hibpKey;
    if (key === null) return unknown("disabled");
    const hash = (await hexHash("SHA-1", email)).toUpperCase();
    const work = async (): Promise<Loaded<Known<number>>> => {
      const url = `${(this.#options.urls ?? URLS).hibp}breachedaccount/range/${
        hash.slice(0, SENT_HASH_DIGITS)
      }`;
      const answer = await this.#get(url, { ...LIMITS, headers: { "hibp-api-key": key } });
      if (!("status" in answer)) return answer;
      if (answer.status !== 200) {
        return {
          value: unknown("unavailable", `Have I Been Pwned answered ${answer.status}`),
          ttlMs: FAILURE_MS,
        };
      }
      const value = countIn(answer.body, hash.slice(SENT_HASH_DIGITS));
      return { value, ttlMs: value.known ? KNOWN_MS : FAILURE_MS };
    };
    return await this.#breaches.ask(this.#breachLookups, { key: hash, zone: "", work }, budget);
  }

  async #get(url: string, options: GetOptions): Promise<HttpResponse | Loaded<Known<never>>> {
    const failed = (why: "offline" | "unavailable"): Loaded<Known<never>> => ({
      value: unknown(why),
      ttlMs: FAILURE_MS,
    });
    try {
      return await this.#options.http.get(url, options);
    } catch (error) {
      return failed(error instanceof HttpRefused && error.reason === "offline" ? "offline" : "unavailable");
    }
  }
}

/** One service's. */
function lookups<T>(meter: SourceMeter | undefined): FairScheduler<Loaded<Known<T>>> {
  return new FairScheduler<Loaded<Known<T>>>({
    ...LOOKUPS,
    meter,
    declined: (why) => ({ value: unknown("timeout", DECLINED_TEXT[why]), ttlMs: 0 }),
  });
}

/** The number of breaches of the hash that ends with `suffix`, from `[{ hashSuffix, websites }]`. */
function countIn(body: Uint8Array, suffix: string): Known<number> {
  const rows = parseJson(body);
  if (!Array.isArray(rows)) return unknown("unavailable", "the breach answer is not a list");
  for (const row of rows as readonly { readonly hashSuffix?: unknown; readonly websites?: unknown }[]) {
    if (typeof row?.hashSuffix !== "string" || row.hashSuffix.toUpperCase() !== suffix) continue;
    return known(Array.isArray(row.websites) ? row.websites.length : 0);
  }
  return known(0);
}

async function hexHash(algorithm: "SHA-1" | "SHA-256", email: string): Promise<string> {
  const bytes = new TextEncoder().encode(email.trim().toLowerCase());
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes)).toHex();
}
