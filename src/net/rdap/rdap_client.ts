/** Registration data of domains by RDAP (RFC 9082, 9083). Servers are few and shared, so requests are limited and answers cached for long. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { Budget } from "../../concurrency/budget.ts";
import { FairScheduler } from "../../concurrency/fair_scheduler.ts";
import { type Declined, DECLINED_TEXT } from "../../concurrency/outside_question.ts";
import { SharedCache } from "../../concurrency/shared_cache.ts";
import type { SourceMeter } from "../../concurrency/measure/source_meter.ts";
import type { Loaded } from "../../concurrency/ttl_cache.ts";
import { isAhead } from "../../concurrency/clock_rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import { type Known, unknown, type UnknownFact } from "../../model/evidence.ts";
import { parseJson } from "../../model/json.ts";
import type { Registration } from "../../model/outside_facts.ts";
import { type HttpClient, HttpFailed, HttpRefused, type HttpResponse } from "../http/http_client.ts";
import { readRegistration } from "./rdap_answer.ts";
import { baseFor, baseUrl, curatedBases, readBootstrap } from "./rdap_bootstrap.ts";

interface RdapOptions {
  readonly http: HttpClient;
  readonly now: () => number;
  /** Base URL of one server for all domains. */
  readonly url?: string | null;
  readonly meter?: SourceMeter | undefined;
}

interface Lookup extends Loaded<Known<Registration>> {
  /** The server gave no answer, or failed. */
  readonly isFailure?: boolean;
}

interface Server {
  readonly scheduler: FairScheduler<Lookup>;
  /** It asked for a pause until then. */
  pausedUntil: number;
}

/** How long an answer is kept. */
const KNOWN_MS = 7 * DAY_MS;
const NO_DATA_MS = HOUR_MS;
const FAILURE_MS = 5 * MINUTE_MS;
/** The server was not queried because it asked for a pause. */
const PAUSED_MS = 15_000;
const CACHE_ENTRIES = 100_000;
const TIMEOUT_MS = 4_000;
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;
/** Queries of one server; one account alone has 4 at a time, and half of the queue. They take longer than most budgets. */
const LIMITS = { slots: 7, zoneSlots: 7, maxWaiting: 2_000, lingerMs: 30_000 };
/** An account whose queries of a zone fail so often in a row queries it again after this time. */
const CUT_OFF = { failures: 5, openMs: MINUTE_MS };
const DEFAULT_PAUSE_MS = MINUTE_MS;
const MAX_PAUSE_MS = HOUR_MS;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

const BUSY = unknown("unavailable", "the RDAP server is busy or keeps failing");
const DECLINED: Readonly<Record<Declined, UnknownFact>> = {
  full: BUSY,
  silent: BUSY,
  dropped: unknown("timeout", DECLINED_TEXT.dropped),
  memory: unknown("timeout", DECLINED_TEXT.memory),
};

export class RdapClient {
  readonly #options: RdapOptions;
  readonly #url: string | null;
  readonly #cache: SharedCache<Known<Registration>>;
  readonly #servers = new Map<string, Server>();
  #bases: ReadonlyMap<string, string> = curatedBases();

  constructor(options: RdapOptions) {
    this.#options = options;
    this.#url = baseUrl(options.url);
    this.#cache = new SharedCache({ max: CACHE_ENTRIES, now: options.now });
  }

  /** Uses a fetched bootstrap. Zones that it does not contain keep the built-in server. */
  useBootstrap(text: string): void {
    this.#bases = new Map([...curatedBases(), ...readBootstrap(text)]);
  }

  /**
   * @param domain a registrable domain in lower-case A-labels, not a public suffix
   * @param budget whose account the query is counted to
   * @returns `no_data` when there is no such registration or the zone has no RDAP server
   */
  of(domain: string, budget: Budget = new Budget(Infinity)): Awaitable<Known<Registration>> {
    if (!DOMAIN.test(domain)) return unknown("not_supported", "not a registrable domain");
    const base = this.#url ?? baseFor(domain, this.#bases);
    if (base === null) return unknown("no_data", "the zone has no RDAP server");
    if (this.#options.http.offline) return unknown("offline");
    return this.#cache.peek(domain) ?? this.#ask(domain, base, budget);
  }

  #ask(domain: string, base: string, budget: Budget): Promise<Known<Registration>> {
    const server = this.#server(base);
    // One server for all domains passes on to others, of which one may fail.
    const zone = this.#url === null ? "" : domain.slice(domain.indexOf(".") + 1);
    const work = (): Promise<Lookup> =>
      isAhead(server.pausedUntil, this.#options.now(), MAX_PAUSE_MS)
        ? Promise.resolve(failed(unknown("unavailable", "the RDAP server asked for a pause"), PAUSED_MS))
        : this.#request(domain, base, server);
    return this.#cache.ask(server.scheduler, { key: domain, zone, work }, budget);
  }

  async #request(domain: string, base: string, server: Server): Promise<Lookup> {
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
      const timeout = error instanceof HttpFailed && error.reason === "timeout";
      const why = unknown(timeout ? "timeout" : "unavailable", "the RDAP server gave no answer");
      return { ...failed(why), isFailure: !isUp(error) };
    }
    if (answer.status === 429 || answer.status === 503) {
      const now = this.#options.now();
      server.pausedUntil = now + pauseOf(answer.headers.get("retry-after"), now);
      return failed(unknown("unavailable", "the RDAP server asks for a pause"));
    }
    if (answer.status === 404) {
      return { value: unknown("no_data", "no such registration"), ttlMs: NO_DATA_MS };
    }
    if (answer.status !== 200) {
      const why = unknown("unavailable", `the RDAP server answered ${answer.status}`);
      return { ...failed(why), isFailure: answer.status >= 500 };
    }
    const value = readRegistration(parseJson(answer.body), domain, this.#options.now());
    if (value.known) return { value, ttlMs: KNOWN_MS };
    return failed(value, value.why === "no_data" ? NO_DATA_MS : FAILURE_MS);
  }

  #server(base: string): Server {
    let server = this.#servers.get(base);
    if (server === undefined) {
      server = {
        scheduler: new FairScheduler<Lookup>({
          ...LIMITS,
          meter: this.#options.meter,
          declined: (why) => ({ value: DECLINED[why], ttlMs: 0 }),
          cutOff: { ...CUT_OFF, now: this.#options.now, isSilent: ({ isFailure }) => isFailure === true },
        }),
        pausedUntil: -Infinity,
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
