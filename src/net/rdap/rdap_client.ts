/** Registration data of domains by RDAP (RFC 9082, 9083). Servers are few and shared, so requests are limited and answers cached for long. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { CircuitBreaker } from "../../concurrency/circuit_breaker.ts";
import { type Loaded, TtlCache } from "../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import { type Known, unknown, type UnknownFact } from "../../model/evidence.ts";
import { parseJson } from "../../model/json.ts";
import type { Registration } from "../../model/outside_facts.ts";
import { type HttpClient, HttpFailed, HttpRefused, type HttpResponse } from "../http/http_client.ts";
import { readRegistration } from "./rdap_answer.ts";
import { baseFor, baseUrl, curatedBases, readBootstrap } from "./rdap_bootstrap.ts";

export interface RdapOptions {
  readonly http: HttpClient;
  readonly now: () => number;
  /** Base URL of one server for all domains. */
  readonly url?: string | null;
}

interface Server {
  readonly bulkhead: Bulkhead;
  readonly breaker: CircuitBreaker;
}

/** How long an answer is kept. */
const KNOWN_MS = 7 * DAY_MS;
const NO_DATA_MS = HOUR_MS;
const FAILURE_MS = 5 * MINUTE_MS;
/** The server was not queried because of failures or the number of other queries. */
const REJECTED_MS = 15_000;
const CACHE_ENTRIES = 100_000;
const TIMEOUT_MS = 4_000;
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;
const MAX_CONCURRENT_QUERIES = 4;
const MAX_WAITING_QUERIES = 1_000;
const DEFAULT_PAUSE_MS = MINUTE_MS;
const MAX_PAUSE_MS = HOUR_MS;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export class RdapClient {
  readonly #options: RdapOptions;
  readonly #url: string | null;
  readonly #cache: TtlCache<Known<Registration>>;
  readonly #servers = new Map<string, Server>();
  #bases: ReadonlyMap<string, string> = curatedBases();

  constructor(options: RdapOptions) {
    this.#options = options;
    this.#url = baseUrl(options.url);
    this.#cache = new TtlCache({ max: CACHE_ENTRIES, now: options.now });
  }

  /** Uses a fetched bootstrap. Zones that it does not contain keep the built-in server. */
  useBootstrap(text: string): void {
    this.#bases = new Map([...curatedBases(), ...readBootstrap(text)]);
  }

  /**
   * @param domain a registrable domain in lower-case A-labels, not a public suffix
   * @returns `no_data` when there is no such registration or the zone has no RDAP server
   */
  of(domain: string): Awaitable<Known<Registration>> {
    if (!DOMAIN.test(domain)) return unknown("not_supported", "not a registrable domain");
    const base = this.#url ?? baseFor(domain, this.#bases);
    if (base === null) return unknown("no_data", "the zone has no RDAP server");
    if (this.#options.http.offline) return unknown("offline");
    return this.#cache.peek(domain) ?? this.#cache.get(domain, () => this.#load(domain, base));
  }

  async #load(domain: string, base: string): Promise<Loaded<Known<Registration>>> {
    const server = this.#server(base);
    const rejected = (): Loaded<Known<Registration>> => ({
      value: unknown("unavailable", "the RDAP server is busy or keeps failing"),
      ttlMs: REJECTED_MS,
    });
    return await server.bulkhead.run(
      () => server.breaker.allows() ? this.#request(domain, base, server) : Promise.resolve(rejected()),
      rejected,
    );
  }

  async #request(domain: string, base: string, server: Server): Promise<Loaded<Known<Registration>>> {
    let answer: HttpResponse;
    try {
      answer = await this.#options.http.get(`${base}domain/${domain}`, {
        accept: "application/rdap+json, application/json;q=0.9",
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        redirects: MAX_REDIRECTS,
        allowHttp: this.#url?.startsWith("http:") ?? false,
      });
    } catch (error) {
      if (isUp(error)) server.breaker.success();
      else server.breaker.failure();
      const timeout = error instanceof HttpFailed && error.reason === "timeout";
      return failed(unknown(timeout ? "timeout" : "unavailable", "the RDAP server gave no answer"));
    }
    if (answer.status === 429 || answer.status === 503) {
      server.breaker.open(pauseOf(answer.headers.get("retry-after"), this.#options.now()));
      return failed(unknown("unavailable", "the RDAP server asks for a pause"));
    }
    if (answer.status >= 500) server.breaker.failure();
    else server.breaker.success();
    if (answer.status === 404) {
      return { value: unknown("no_data", "no such registration"), ttlMs: NO_DATA_MS };
    }
    if (answer.status !== 200) {
      return failed(unknown("unavailable", `the RDAP server answered ${answer.status}`));
    }
    const value = readRegistration(parseJson(answer.body), domain, this.#options.now());
    if (value.known) return { value, ttlMs: KNOWN_MS };
    return failed(value, value.why === "no_data" ? NO_DATA_MS : FAILURE_MS);
  }

  #server(base: string): Server {
    let server = this.#servers.get(base);
    if (server === undefined) {
      server = {
        bulkhead: new Bulkhead(MAX_CONCURRENT_QUERIES, MAX_WAITING_QUERIES),
        breaker: new CircuitBreaker({ failures: 5, openMs: MINUTE_MS, now: this.#options.now }),
      };
      this.#servers.set(base, server);
    }
    return server;
  }
}

/** True when the redirect is not allowed or the body is too large: nothing is known of the domain, but the server is up. */
function isUp(error: unknown): boolean {
  return error instanceof HttpRefused || (error instanceof HttpFailed && error.reason === "too_large");
}

function failed(value: UnknownFact, ttlMs = FAILURE_MS): Loaded<Known<Registration>> {
  return { value, ttlMs };
}

/** Retry-After (RFC 9110 section 10.2.3): seconds or a date. */
function pauseOf(header: string | null, now: number): number {
  const text = header?.trim() ?? "";
  const requested = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(requested) ? DEFAULT_PAUSE_MS : Math.min(MAX_PAUSE_MS, Math.max(1_000, requested));
}
