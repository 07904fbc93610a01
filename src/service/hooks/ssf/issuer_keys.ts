/**
 * The public keys of issuers of security events, by the URL where they are published. Whatever tokens name, a URL is fetched at
 * most once a minute (after a failure every 30 seconds), so that a stranger cannot make this service fetch in a loop.
 */
import { TtlCache } from "../../../concurrency/ttl_cache.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../model/duration.ts";
import { AppError } from "../../../model/error.ts";
import type { JsonObject } from "../../../model/json.ts";
import { readKeys } from "../../../signals/email/token/issuer.ts";
import { keyFits } from "../../../signals/email/token/jws.ts";

interface IssuerKeysOptions {
  /** The document at the URL; null: it cannot be had. */
  readonly fetch: (url: string, account: string) => Promise<unknown>;
  readonly now: () => number;
}

interface KeySet {
  readonly keys: readonly JsonObject[];
  readonly fetchedAt: number;
}

interface WantedKey {
  /** Null: the token names none. */
  readonly kid: string | null;
  readonly alg: string;
}

const MAX_URLS = 1_000;
const FRESH_MS = HOUR_MS;
/** While newer ones cannot be had. */
const STALE_MS = DAY_MS;
/** Keys are rotated: one that is not known may be new. */
const ROTATION_MS = MINUTE_MS;
const FAILURE_MS = 30_000;

export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  readonly #known: TtlCache<KeySet>;
  /** Whether the last fetch had the keys. */
  readonly #fetched: TtlCache<boolean>;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
    this.#known = new TtlCache({ max: MAX_URLS, now: options.now });
    this.#fetched = new TtlCache({ max: MAX_URLS, now: options.now });
  }

  /**
   * The keys that the token may be signed with; empty: the issuer publishes none.
   * @param account on whose behalf they are fetched
   * @throws AppError unavailable when that cannot be known now
   */
  async find(url: string, account: string, wanted: WantedKey): Promise<readonly JsonObject[]> {
    const { now } = this.#options;
    const known = this.#known.peek(url);
    if (known !== undefined && now() - known.fetchedAt < FRESH_MS) {
      const found = fitting(known, wanted);
      if (found.length > 0) return found;
    }
    const isFetched = await this.#fetched.get(url, () => this.#fetch(url, account));
    const newest = this.#known.peek(url);
    const found = newest === undefined ? [] : fitting(newest, wanted);
    if (isFetched || found.length > 0) return found;
    throw new AppError(
      "unavailable",
      "the keys of the issuer cannot be had now; send the token again later",
      {
        retryAfter: FAILURE_MS / 1000,
      },
    );
  }

  async #fetch(url: string, account: string) {
    const keys = readKeys(await this.#options.fetch(url, account));
    if (keys === null) return { value: false, ttlMs: FAILURE_MS };
    this.#known.set(url, { keys, fetchedAt: this.#options.now() }, STALE_MS);
    return { value: true, ttlMs: ROTATION_MS };
  }
}

/** A token without `kid` is checked only where there is no choice. */
function fitting({ keys }: KeySet, { kid, alg }: WantedKey): readonly JsonObject[] {
  const usable = keys.filter((key) => keyFits(alg, key));
  if (kid !== null) return usable.filter((key) => key["kid"] === kid);
  return usable.length === 1 ? usable : [];
}
