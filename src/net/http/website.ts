/** Whether a domain has a website. Requests get the cached result; a miss starts a background check. */
import { hasPassed } from "../../concurrency/clock_rules.ts";
import { Budget } from "../../concurrency/budget.ts";
import { FairScheduler } from "../../concurrency/fair_scheduler.ts";
import { SharedCache } from "../../concurrency/shared_cache.ts";
import type { SourceMeter } from "../../concurrency/measure/source_meter.ts";
import type { Loaded } from "../../concurrency/ttl_cache.ts";
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { type HttpClient, HttpFailed, HttpRefused } from "./http_client.ts";

interface WebsiteOptions {
  readonly http: HttpClient;
  readonly offline: boolean;
  readonly meter?: SourceMeter | undefined;
  readonly now: () => number;
  /** URLs of a host, in the order in which they are tried; the default is https, then http. */
  readonly addresses?: (host: string) => readonly string[];
}

const KNOWN_MS = 7 * DAY_MS;
const FAILURE_MS = HOUR_MS;
/** A name without an address may get one at any time. */
const NO_ADDRESS_MS = HOUR_MS;
const CACHE_ENTRIES = 100_000;
/** One account alone has 8 checks at a time, and half of the queue. */
const LIMITS = { slots: 15, zoneSlots: 15, maxWaiting: 2_000, lingerMs: 0 };
/** How long a check waits for its turn; a later call asks for it again. */
const PATIENCE_MS = 30_000;
const TIMEOUT_MS = 2_000;
/** Of a whole check: a host that is tried at several addresses does not hold its slot for longer. */
const CHECK_MS = 6_000;
const MAX_REDIRECTS = 3;
/** A site that does not respond counts as missing only if any site responded within this time: outgoing traffic may be blocked. */
const EGRESS_PROOF_MS = DAY_MS;

/** The result for one host. */
type WebsiteState =
  | "responded"
  | "no_response"
  | "no_address" // known to have no address
  | "unchecked" // it could not be resolved, or requests are not allowed
  | "not_asked"; // it was not looked up for this account now

interface CheckLimits {
  readonly budget: Budget;
  /** By `performance.now()`. */
  readonly deadline: number;
}

export class Websites {
  readonly #options: WebsiteOptions;
  readonly #cache: SharedCache<Known<boolean>>;
  readonly #scheduler: FairScheduler<Loaded<Known<boolean>>>;
  #lastResponseAt = -Infinity;

  constructor(options: WebsiteOptions) {
    this.#options = options;
    this.#cache = new SharedCache({ max: CACHE_ENTRIES, now: options.now });
    this.#scheduler = new FairScheduler<Loaded<Known<boolean>>>({
      ...LIMITS,
      meter: options.meter,
      declined: () => ({ value: unknown("pending", "many websites are waiting to be checked"), ttlMs: 0 }),
    });
  }

  /** The cached result; `pending` while a check runs, which this starts if necessary. @param budget of the request, whose account it is counted to */
  present(domain: string, budget: Budget = new Budget(Infinity)): Known<boolean> {
    if (this.#options.offline) return unknown("offline");
    const cached = this.#cache.peek(domain);
    if (cached !== undefined) return cached;
    this.check(domain, budget.forFetch(PATIENCE_MS)).catch(() => {});
    return unknown("pending");
  }

  /** Waits for the check. */
  async check(domain: string, budget = new Budget(PATIENCE_MS)): Promise<Known<boolean>> {
    const work = () => this.#load(domain, budget);
    return await this.#cache.ask(this.#scheduler, { key: domain, zone: domain, work }, budget);
  }

  async #load(domain: string, budget: Budget): Promise<Loaded<Known<boolean>>> {
    const limits = { budget, deadline: performance.now() + CHECK_MS };
    let state = await this.#request(domain, limits);
    if (state === "no_address" || state === "unchecked") {
      const www = await this.#request(`www.${domain}`, limits);
      state = www === "no_address" || (www === "no_response" && state === "unchecked") ? state : www;
    }
    if (state === "not_asked") return { value: unknown("pending"), ttlMs: 0 };
    if (state === "responded") return { value: known(true), ttlMs: KNOWN_MS };
    if (state === "no_address") return { value: known(false), ttlMs: NO_ADDRESS_MS };
    if (state === "no_response" && !hasPassed(this.#lastResponseAt, this.#options.now(), EGRESS_PROOF_MS)) {
      return { value: known(false), ttlMs: KNOWN_MS };
    }
    return { value: unknown("unavailable", "the website could not be checked"), ttlMs: FAILURE_MS };
  }

  async #request(host: string, { budget, deadline }: CheckLimits): Promise<WebsiteState> {
    let state: WebsiteState = "no_response";
    for (const url of this.#options.addresses?.(host) ?? [`https://${host}/`, `http://${host}/`]) {
      const left = deadline - performance.now();
      if (left <= 0) return "unchecked";
      try {
        const answer = await this.#options.http.get(url, {
          maxBytes: 0,
          cut: true,
          timeoutMs: Math.min(TIMEOUT_MS, left),
          redirects: MAX_REDIRECTS,
          allowHttp: true,
          untrusted: true,
          budget,
        });
        this.#lastResponseAt = this.#options.now();
        if (answer.status < 500) return "responded";
      } catch (error) {
        if (error instanceof HttpFailed && error.reason === "redirects") return "responded";
        if (error instanceof HttpFailed && error.reason === "busy") return "not_asked";
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
