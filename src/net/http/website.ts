/** Whether a domain has a website. Requests get the cached result; a miss starts a background check. */
import { type Loaded, TtlCache } from "../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { type HttpClient, HttpFailed, HttpRefused } from "./http_client.ts";

export interface WebsiteOptions {
  readonly http: HttpClient;
  readonly offline: boolean;
  readonly now: () => number;
  /** URLs of a host, in the order in which they are tried; the default is https, then http. */
  readonly addresses?: (host: string) => readonly string[];
}

const KNOWN_MS = 7 * DAY_MS;
const FAILURE_MS = HOUR_MS;
/** A name without an address may get one at any time. */
const NO_ADDRESS_MS = HOUR_MS;
const CACHE_ENTRIES = 100_000;
const MAX_CONCURRENT_CHECKS = 8;
const MAX_WAITING_CHECKS = 1_000;
const TIMEOUT_MS = 2_000;
const MAX_REDIRECTS = 3;
/** A site that does not respond counts as missing only if any site responded within this time: outgoing traffic may be blocked. */
const EGRESS_PROOF_MS = DAY_MS;

/** The result for one host. */
type WebsiteState =
  | "responded"
  | "no_response"
  | "no_address" // known to have no address
  | "unchecked"; // it could not be resolved, or requests are not allowed

export class Websites {
  readonly #options: WebsiteOptions;
  readonly #cache: TtlCache<Known<boolean>>;
  readonly #bulkhead = new Bulkhead(MAX_CONCURRENT_CHECKS, MAX_WAITING_CHECKS);
  #lastResponseAt = -Infinity;

  constructor(options: WebsiteOptions) {
    this.#options = options;
    this.#cache = new TtlCache({ max: CACHE_ENTRIES, now: options.now });
  }

  /** The cached result; `pending` while a check runs, which this starts if necessary. */
  present(domain: string): Known<boolean> {
    if (this.#options.offline) return unknown("offline");
    const cached = this.#cache.peek(domain);
    if (cached !== undefined) return cached;
    this.check(domain).catch(() => {});
    return unknown("pending");
  }

  /** Waits for the check. */
  async check(domain: string): Promise<Known<boolean>> {
    return await this.#cache.get(domain, () =>
      this.#bulkhead.run(
        () => this.#load(domain),
        () => ({ value: unknown("pending", "many websites are waiting to be checked"), ttlMs: 0 }),
      ));
  }

  async #load(domain: string): Promise<Loaded<Known<boolean>>> {
    let state = await this.#request(domain);
    if (state === "no_address" || state === "unchecked") {
      const www = await this.#request(`www.${domain}`);
      state = www === "no_address" || (www === "no_response" && state === "unchecked") ? state : www;
    }
    if (state === "responded") return { value: known(true), ttlMs: KNOWN_MS };
    if (state === "no_address") return { value: known(false), ttlMs: NO_ADDRESS_MS };
    if (state === "no_response" && this.#options.now() - this.#lastResponseAt < EGRESS_PROOF_MS) {
      return { value: known(false), ttlMs: KNOWN_MS };
    }
    return { value: unknown("unavailable", "the website could not be checked"), ttlMs: FAILURE_MS };
  }

  async #request(host: string): Promise<WebsiteState> {
    let state: WebsiteState = "no_response";
    for (const url of this.#options.addresses?.(host) ?? [`https://${host}/`, `http://${host}/`]) {
      try {
        const answer = await this.#options.http.get(url, {
          maxBytes: 0,
          cut: true,
          timeoutMs: TIMEOUT_MS,
          redirects: MAX_REDIRECTS,
          allowHttp: true,
          untrusted: true,
        });
        this.#lastResponseAt = this.#options.now();
        if (answer.status < 500) return "responded";
      } catch (error) {
        if (error instanceof HttpFailed && error.reason === "redirects") return "responded";
        state = stateAfter(error, host) ?? state;
      }
    }
    return state;
  }
}

/** Null: no response. */
function stateAfter(error: unknown, host: string): WebsiteState | null {
  if (error instanceof HttpRefused) return error.reason === "offline" ? "unchecked" : null;
  if (!(error instanceof HttpFailed)) return null;
  if (error.addressless === host) return "no_address";
  return error.reason === "unresolved" || error.reason === "aborted" ? "unchecked" : null;
}
