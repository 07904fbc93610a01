/**
 * The HTTP client for all outgoing calls. A target is refused unless it is https (or http is allowed) and every address that
 * its name resolves to is public (or allowed by the operator); the connection is made to the checked address. Redirects are
 * followed here, with the same check for each hop.
 */
import type { Budget } from "../../concurrency/budget.ts";
import { timeLimit } from "../../concurrency/time_limit.ts";
import type { Address, Cidr } from "../../model/address/address.ts";
import { parseAddress } from "../../model/address/address.ts";
import type { Known } from "../../model/evidence.ts";
import {
  isEgressAllowed,
  isWebPort,
  literalAddress,
  mayConnect,
  mayConnectToUntrusted,
  mayUsePort,
} from "../address_guard.ts";
import { HttpFailed, HttpRefused } from "./http_error.ts";
import { type BodyLimits, exchange, type HttpResponse, reasonOf } from "./http_exchange.ts";

export { HttpFailed, HttpRefused } from "./http_error.ts";
export type { HttpResponse } from "./http_exchange.ts";

export interface HttpClientOptions {
  /** True: every call is refused. */
  readonly offline: boolean;
  readonly egressAllow: readonly Cidr[];
  /** All addresses of a host name; unknown as `timeout` when the budget's account may not ask now. */
  readonly resolve: (host: string, budget?: Budget) => Promise<Known<readonly Address[]>>;
  readonly userAgent: string;
  /** True: plain http is allowed on every call. */
  readonly allowHttp?: boolean;
  /** PEM certificates to trust instead of the built-in ones. */
  readonly ca?: readonly string[];
}

export interface GetOptions extends BodyLimits {
  readonly accept?: string;
  /** Sent to the first origin only; a redirect to another origin drops them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For the whole call: resolving, connecting, redirects, headers and body. */
  readonly timeoutMs: number;
  /** The number of redirects that are followed. */
  readonly redirects: number;
  /** True: plain http is allowed. For targets in egressAllow it always is. */
  readonly allowHttp?: boolean;
  /** True for a host name from a request: link-local addresses are excluded from egressAllow, and redirects to internal targets may only use web ports. */
  readonly untrusted?: boolean;
  /** On whose behalf names are resolved; absent: the service's. */
  readonly budget?: Budget;
  readonly signal?: AbortSignal;
}

interface PostOptions extends GetOptions {
  /** Sent to the URL alone: an answer that redirects is returned as it is. */
  readonly body: string;
}

interface Target {
  readonly addresses: readonly Address[];
  /** All of them are in egressAllow. */
  readonly inside: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_ADDRESSES = 4;
const LOOPBACK = parseAddress("127.0.0.1")!;

export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #calls = new Map<AbortController, Promise<HttpResponse>>();
  #closed = false;

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /** True: every call is refused. */
  get offline(): boolean {
    return this.#options.offline;
  }

  /**
   * @throws {HttpRefused} when the target, or one that it redirects to, is not allowed
   * @throws {HttpFailed} when there is no complete response
   */
  async get(url: string, options: GetOptions): Promise<HttpResponse> {
    if (this.#options.offline) throw new HttpRefused("offline", "outgoing traffic is switched off");
    const limit = new AbortController();
    const call = this.#limited(url, options, limit);
    this.#calls.set(limit, call);
    try {
      return await call;
    } finally {
      this.#calls.delete(limit);
    }
  }

  /** As `get`. */
  post(url: string, options: PostOptions): Promise<HttpResponse> {
    return this.get(url, options);
  }

  /**
   * Checks a target as a call does, and sends nothing.
   * @throws {HttpRefused} when it is not allowed @throws {HttpFailed} when that is not known
   */
  async check(url: string, options: Pick<GetOptions, "timeoutMs" | "untrusted" | "budget">): Promise<void> {
    const target = parseUrl(url);
    if (!/^https?:$/.test(target.protocol)) {
      throw new HttpRefused("scheme", `${target.protocol} is not fetched`);
    }
    if (this.#options.offline) throw new HttpRefused("offline", "outgoing traffic is switched off");
    const limit = new AbortController();
    const late = () => limit.abort(new HttpFailed("timeout", `no answer within ${options.timeoutMs} ms`));
    using _limit = timeLimit(options.timeoutMs, late, undefined);
    await this.#target(target, { ...options, maxBytes: 0, redirects: 0 }, limit.signal);
  }

  /** Aborts all calls; later ones fail as aborted. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const limit of this.#calls.keys()) limit.abort();
    await Promise.allSettled(this.#calls.values());
  }

  async #limited(
    url: string,
    options: GetOptions | PostOptions,
    limit: AbortController,
  ): Promise<HttpResponse> {
    const late = () => new HttpFailed("timeout", `no complete answer within ${options.timeoutMs} ms`);
    const stop = () => limit.abort(options.signal?.aborted ? undefined : late());
    using _limit = timeLimit(options.timeoutMs, stop, options.signal);
    if (this.#closed) limit.abort();
    return await this.#follow(parseUrl(url), options, limit.signal);
  }

  async #follow(start: URL, options: GetOptions | PostOptions, signal: AbortSignal): Promise<HttpResponse> {
    let url = start;
    let headers = { ...options.headers };
    const body = "body" in options ? options.body : undefined;
    let outside = false;
    for (let hop = 0;; hop++) {
      const target = await this.#target(url, options, signal);
      if (outside && target.inside) {
        throw new HttpRefused(
          "address",
          `redirect from a public host to a private address (${url.hostname}) refused`,
        );
      }
      if (options.untrusted && hop > 0 && target.inside && url.port !== "" && !isWebPort(Number(url.port))) {
        throw new HttpRefused(
          "port",
          `redirect to port ${url.port} of a private address (${url.hostname}) refused`,
        );
      }
      outside ||= !target.inside;
      const answer = await exchange({
        url,
        addresses: target.addresses,
        headers: { ...headers, accept: options.accept ?? "*/*", "user-agent": this.#options.userAgent },
        limits: options,
        signal,
        ca: this.#options.ca,
        body,
      });
      if (body !== undefined) return answer;
      const location = answer.headers.get("location");
      if (!REDIRECTS.has(answer.status) || location === null) return answer;
      if (hop >= options.redirects) {
        throw new HttpFailed("redirects", `more than ${options.redirects} redirects`);
      }
      const next = parseUrl(location, url);
      if (next.origin !== url.origin) headers = {};
      url = next;
    }
  }

  /** The checked addresses behind a URL. */
  async #target(url: URL, options: GetOptions, signal: AbortSignal): Promise<Target> {
    if (url.protocol !== "https:" && url.protocol !== "http:") {
      throw new HttpRefused("scheme", `${url.protocol} is not fetched`);
    }
    const { egressAllow } = this.#options;
    const mayBePlain = options.allowHttp || this.#options.allowHttp;
    // Without exceptions of the operator it need not be known where the name leads.
    if (url.protocol === "http:" && !mayBePlain && egressAllow.length === 0) throw onlyHttps(url);
    const all = await this.#addresses(url.hostname, options.budget, signal);
    const may = options.untrusted ? mayConnectToUntrusted : mayConnect;
    const refused = all.find((address) => !may(address, egressAllow));
    if (refused !== undefined) {
      throw new HttpRefused("address", `${url.hostname} resolves to ${refused.text}, which is not public`);
    }
    const inside = all.every((address) => isEgressAllowed(address, egressAllow));
    if (url.protocol === "http:" && !inside && !mayBePlain) throw onlyHttps(url);
    if (!inside && url.port !== "" && !mayUsePort(Number(url.port))) {
      throw new HttpRefused("port", `port ${url.port} is not allowed`);
    }
    const ordered = [...all].sort((a, b) => a.family - b.family);
    return { addresses: ordered.slice(0, MAX_ADDRESSES), inside };
  }

  async #addresses(
    hostname: string,
    budget: Budget | undefined,
    signal: AbortSignal,
  ): Promise<readonly Address[]> {
    const literal = literalAddress(hostname);
    if (literal !== null) return [literal];
    const name = hostname.replace(/\.$/, "");
    if (name === "localhost" || name.endsWith(".localhost")) return [LOOPBACK];
    const answer = await orAbort(this.#options.resolve(name, budget), signal);
    if (!answer.known && answer.why === "timeout") {
      throw new HttpFailed("busy", `${name} was not looked up: ${answer.detail ?? answer.why}`);
    }
    if (!answer.known) throw new HttpFailed("unresolved", `${name} could not be resolved: ${answer.why}`);
    if (answer.value.length === 0) throw new HttpFailed("unresolved", `${name} has no address`, name);
    return answer.value;
  }
}

function onlyHttps({ hostname }: URL): HttpRefused {
  return new HttpRefused("scheme", `${hostname} is only fetched by https`);
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (url === null) throw new HttpRefused("url", "not a URL");
  if (url.username !== "" || url.password !== "") {
    throw new HttpRefused("url", "a URL with a user name or password is not fetched");
  }
  url.hash = "";
  return url;
}

async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(reasonOf(signal));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
