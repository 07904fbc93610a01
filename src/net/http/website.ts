/** Whether a domain answers as a website. Never in a request's path: it is answered from the cache, and a check is started behind it. */
import { type Loaded, TtlCache } from "../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { type HttpClient, HttpFailed, HttpRefused } from "./http_client.ts";

export interface WebsiteOptions {
  readonly http: HttpClient;
  readonly offline: boolean;
  readonly now: () => number;
  /** Addresses of a host tried in this order; the default is https, then http. */
  readonly addresses?: (host: string) => readonly string[];
}

const KNOWN_MS = 7 * DAY_MS;
const FAILURE_MS = HOUR_MS;
/** A name without an address may get one any minute. */
const ADDRESSLESS_MS = HOUR_MS;
const CACHE_ENTRIES = 100_000;
const CONCURRENT = 8;
const WAITING = 1_000;
const TIMEOUT_MS = 2_000;
const REDIRECTS = 3;
/** A silent site proves nothing unless some site answered within this time: our own way out may be closed. */
const PROOF_MS = DAY_MS;

/** What came of asking one host. */
type Outcome =
  | "answered"
  | "silent"
  | "addressless" // known to have no address
  | "unasked"; // it could not be looked up, or we may not ask

export class Websites {
  readonly #options: WebsiteOptions;
  readonly #cache: TtlCache<Known<boolean>>;
  readonly #gate = new Bulkhead(CONCURRENT, WAITING);
  #provenAt = -Infinity;

  constructor(options: WebsiteOptions) {
    this.#options = options;
    this.#cache = new TtlCache({ max: CACHE_ENTRIES, now: options.now });
  }

  /** What is known now; `pending` when a check was started or is under way. */
  present(domain: string): Known<boolean> {
    if (this.#options.offline) return unknown("offline");
    const cached = this.#cache.peek(domain);
    if (cached !== undefined) return cached;
    this.check(domain).catch(() => {});
    return unknown("pending");
  }

  /** The check itself. */
  async check(domain: string): Promise<Known<boolean>> {
    return await this.#cache.get(domain, () =>
      this.#gate.run(
        () => this.#load(domain),
        () => ({ value: unknown("pending", "many websites wait to be checked"), ttlMs: 0 }),
      ));
  }

  async #load(domain: string): Promise<Loaded<Known<boolean>>> {
    let outcome = await this.#ask(domain);
    if (outcome === "addressless" || outcome === "unasked") {
      const www = await this.#ask(`www.${domain}`);
      outcome = www === "addressless" || (www === "silent" && outcome === "unasked") ? outcome : www;
    }
    if (outcome === "answered") return { value: known(true), ttlMs: KNOWN_MS };
    if (outcome === "addressless") return { value: known(false), ttlMs: ADDRESSLESS_MS };
    if (outcome === "silent" && this.#options.now() - this.#provenAt < PROOF_MS) {
      return { value: known(false), ttlMs: KNOWN_MS };
    }
    return { value: unknown("unavailable", "the website could not be asked"), ttlMs: FAILURE_MS };
  }

  async #ask(host: string): Promise<Outcome> {
    let outcome: Outcome = "silent";
    for (const url of this.#options.addresses?.(host) ?? [`https://${host}/`, `http://${host}/`]) {
      try {
        const answer = await this.#options.http.get(url, {
          maxBytes: 0,
          cut: true,
          timeoutMs: TIMEOUT_MS,
          redirects: REDIRECTS,
          allowHttp: true,
          untrusted: true,
        });
        this.#provenAt = this.#options.now();
        if (answer.status < 500) return "answered";
      } catch (error) {
        if (error instanceof HttpFailed && error.reason === "redirects") return "answered";
        outcome = outcomeOf(error, host) ?? outcome;
      }
    }
    return outcome;
  }
}

/** Null: nobody answered. */
function outcomeOf(error: unknown, host: string): Outcome | null {
  if (error instanceof HttpRefused) return error.reason === "offline" ? "unasked" : null;
  if (!(error instanceof HttpFailed)) return null;
  if (error.addressless === host) return "addressless";
  return error.reason === "unresolved" || error.reason === "aborted" ? "unasked" : null;
}
