/** Documents of issuers (metadata, key sets): fetched through the guarded client, cached by their HTTP headers, shared by all accounts. */
import type { Asker, Budget } from "../../../concurrency/budget.ts";
import { FairScheduler } from "../../../concurrency/fair_scheduler.ts";
import type { SourceMeter } from "../../../concurrency/measure/source_meter.ts";
import { SharedCache } from "../../../concurrency/shared_cache.ts";
import { type Loaded, TtlCache } from "../../../concurrency/ttl_cache.ts";
import { MINUTE_MS } from "../../../model/duration.ts";
import { type Known, known, unknown } from "../../../model/evidence.ts";
import { asObject, parseJson } from "../../../model/json.ts";
import { freshFor, retryAfter } from "../../../net/http/freshness.ts";
import { type GetOptions, HttpRefused, type HttpResponse } from "../../../net/http/http_client.ts";

interface Getter {
  get(url: string, options: GetOptions): Promise<HttpResponse>;
}

interface IssuerClients {
  /** Refuses private addresses. */
  readonly guarded: Getter;
  /** For hosts that the operator overrides: allows any address, and http. */
  readonly unguarded: Getter;
  /** Base URL by lower-case host (WINNOW_EMAIL_ISSUER_OVERRIDES). */
  readonly overrides: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly meter?: SourceMeter;
}

/** A document as it was read. */
interface Read {
  readonly document: object;
  /** When the question began, in milliseconds. */
  readonly asked: number;
}

type Document = Known<Read>;

const CACHE_ENTRIES = 2_000;
const MIN_FRESH_MS = 5 * MINUTE_MS;
/** Key sets are read again, because a token fits none of the keys, at most this often. */
const REREAD_MS = 5 * MINUTE_MS;
const FETCH_MS = 5_000;
const MAX_BYTES = 256 * 1024;
/** Fetches. One account alone has half of them, and one host two at a time. */
const LIMITS = { slots: 32, zoneSlots: 2, maxWaiting: 1_000, lingerMs: 5_000 };
/** Documents that are in no memory yet, for each account and minute. */
const NEW_URLS_PER_MINUTE = 60;

export class IssuerDocuments {
  readonly #clients: IssuerClients;
  readonly #documents: SharedCache<Document>;
  readonly #fetches: FairScheduler<Loaded<Document>>;
  /** URLs of key sets that were read again lately. */
  readonly #reread: TtlCache<true>;
  #minute = 0;
  readonly #newInMinute = new Map<string, number>();

  constructor(clients: IssuerClients) {
    const { now } = clients;
    this.#clients = clients;
    this.#documents = new SharedCache({ max: CACHE_ENTRIES, now });
    this.#reread = new TtlCache({ max: CACHE_ENTRIES, now });
    this.#fetches = new FairScheduler<Loaded<Document>>({
      ...LIMITS,
      meter: clients.meter,
      declined: () => ({ value: unknown("timeout"), ttlMs: 0 }),
    });
  }

  /** Declines what waits, and resolves when what runs has ended. */
  close(): Promise<void> {
    return this.#fetches.close();
  }

  /** From memory, else from the issuer; unknown as `timeout` when the account may not ask now. */
  async read(url: string, budget: Budget): Promise<Document> {
    const cached = this.#documents.peek(url);
    if (cached !== undefined) return cached;
    if (!this.#fetches.has(url) && !this.#mayAskNew(budget.account)) return unknown("timeout");
    return await this.#documents.ask(this.#fetches, this.#question(url, budget), budget);
  }

  /** From the issuer although it is in memory; null when that was done lately. */
  async readAgain(url: string, budget: Budget): Promise<Document | null> {
    if (!budget.mayAsk || this.#reread.peek(url)) return null;
    // Noted before it is asked: a failed question counts, and so do others at the same time.
    this.#reread.set(url, true, REREAD_MS);
    const question = { ...this.#question(url, budget), key: `again ${url}` };
    const { value, ttlMs } = await this.#fetches.ask(question, budget);
    if (value.known) this.#documents.set(url, value, ttlMs, budget.account);
    return value;
  }

  #question(url: string, budget: Budget) {
    const { host } = new URL(url);
    return { key: url, zone: host, work: () => this.#fetch(url, budget) };
  }

  async #fetch(url: string, budget: Budget): Promise<Loaded<Document>> {
    const { now, overrides, guarded, unguarded } = this.#clients;
    const asked = now();
    const { hostname, pathname, search } = new URL(url);
    const own = Object.hasOwn(overrides, hostname) ? overrides[hostname]! : null;
    const options: GetOptions = {
      accept: "application/json",
      maxBytes: MAX_BYTES,
      timeoutMs: FETCH_MS,
      redirects: 0,
      untrusted: true,
      budget: budget.forFetch(FETCH_MS),
    };
    try {
      const answer = own === null
        ? await guarded.get(url, options)
        : await unguarded.get(`${own}${pathname}${search}`, { ...options, allowHttp: true });
      if (answer.status !== 200) {
        return { value: unknown("unavailable"), ttlMs: retryAfter(answer.headers, now()) };
      }
      const document = asObject(parseJson(answer.body));
      // What is no document counts as read: asking again would not change it.
      const ttlMs = document === null
        ? retryAfter(null, now())
        : Math.max(MIN_FRESH_MS, freshFor(answer.headers, now()));
      return { value: known({ document: document ?? [], asked }), ttlMs };
    } catch (error) {
      const offline = error instanceof HttpRefused && error.reason === "offline";
      return { value: unknown(offline ? "offline" : "unavailable"), ttlMs: retryAfter(null, now()) };
    }
  }

  #mayAskNew({ id }: Asker): boolean {
    const minute = Math.floor(this.#clients.now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#newInMinute.clear();
    }
    const count = this.#newInMinute.get(id) ?? 0;
    if (count >= NEW_URLS_PER_MINUTE) return false;
    this.#newInMinute.set(id, count + 1);
    return true;
  }
}
