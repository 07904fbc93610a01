/** Fetches a key directory, JWK Set or card through the guarded client and interprets the response. */
import type { Budget } from "../../../concurrency/budget.ts";
import {
  type GetOptions,
  HttpFailed,
  HttpRefused,
  type HttpResponse,
} from "../../../net/http/http_client.ts";
import { type DirectoryOverrides, type DirectoryTarget, resolveJwksUri } from "./agent_url.ts";
import { type Card, readCard } from "./card.ts";
import type { JsonObject } from "../../../model/json.ts";
import {
  DIRECTORY_MEDIA_TYPE,
  DocumentError,
  type KeySet,
  MAX_DOCUMENT_BYTES,
  parseDocument,
  readCardKeys,
  readKeySet,
} from "./key_set.ts";
import { type Refused, refused } from "../reasons.ts";
import { DAY_MS, HOUR_MS } from "../../../model/duration.ts";

/** The method of `HttpClient` that is used here. */
export interface Getter {
  get(url: string, options: GetOptions): Promise<HttpResponse>;
}

/** Validators of a response (RFC 9110), sent with the next request. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type Fetched =
  | {
    readonly is: "new";
    readonly keys: KeySet["keys"];
    readonly card: Card;
    readonly freshMs: number;
    readonly validators: Validators;
  }
  | { readonly is: "unchanged"; readonly freshMs: number }
  | Refused & { readonly is: "failed"; readonly retryMs: number };

export interface FetchOptions {
  /** Refuses private addresses. */
  readonly guarded: Getter;
  /** For hosts in WINNOW_AGENT_DIRECTORY_OVERRIDES: allows any address, and http. */
  readonly unguarded: Getter;
  readonly overrides: DirectoryOverrides;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const JWKS_ACCEPT = `${DIRECTORY_MEDIA_TYPE}, application/jwk-set+json;q=0.9, application/json;q=0.8`;
const ACCEPT = { directory: DIRECTORY_MEDIA_TYPE, jwks: JWKS_ACCEPT, card: "application/json" } as const;

/**
 * Never throws. Only status 200 is accepted; redirects are not followed.
 * @param timeoutMs in total, including both hops of a card
 * @param budget on whose behalf names are resolved
 */
export async function fetchDirectory(
  options: FetchOptions,
  target: DirectoryTarget,
  validators: Validators | null,
  timeoutMs: number,
  budget?: Budget,
): Promise<Fetched> {
  const started = options.now();
  try {
    const answer = await fetchDocument(options, target, validators, timeoutMs, budget);
    if (answer.status === 304 && validators !== null) {
      return { is: "unchanged", freshMs: freshFor(answer.headers, options.now()) };
    }
    if (answer.status !== 200) return failedWith(options, answer);
    const document = parseDocument(answer.headers.get("content-type"), answer.body);
    const freshMs = freshFor(answer.headers, options.now());
    if (target.kind === "card") {
      const left = timeoutMs - (options.now() - started);
      return await followCard(options, target, document, freshMs, left, budget);
    }
    const { keys } = await readKeySet(document, target.byKid);
    return {
      is: "new",
      keys,
      card: readCard([document], false),
      freshMs,
      validators: { etag: answer.headers.get("etag"), lastModified: answer.headers.get("last-modified") },
    };
  } catch (error) {
    const { now } = options;
    // What the account may not ask now says nothing about the directory.
    const retryMs = error instanceof HttpFailed && error.reason === "busy" ? 0 : retryAfter(null, now());
    return { is: "failed", ...refusalOf(error), retryMs };
  }
}

/** Applies every guard again to the second hop. A card has no validators because it is always fetched completely. */
async function followCard(
  options: FetchOptions,
  target: DirectoryTarget,
  card: JsonObject,
  freshMs: number,
  timeoutMs: number,
  budget: Budget | undefined,
): Promise<Fetched> {
  const found = readCardKeys(card, target.url);
  const validators = { etag: null, lastModified: null };
  if (found.is === "inline") {
    const { keys } = await readKeySet(found.jwks);
    return { is: "new", keys, card: readCard([card], true), freshMs, validators };
  }
  const url = resolveJwksUri(found.jwksUri, options.overrides);
  if (!url.ok) {
    const reason = url.reason === "signature_agent_blocked" ? url.reason : "directory_invalid";
    return failed(options, refused(reason, `jwks_uri: ${url.detail}`));
  }
  const answer = await fetchDocument(options, url.target, null, Math.max(1, timeoutMs), budget);
  if (answer.status !== 200) return failedWith(options, answer);
  const document = parseDocument(answer.headers.get("content-type"), answer.body);
  const { keys } = await readKeySet(document);
  const fresh = Math.min(freshMs, freshFor(answer.headers, options.now()));
  return { is: "new", keys, card: readCard([card, document], true), freshMs: fresh, validators };
}

/** One request for a target, sent to its override when it has one. */
export async function fetchDocument(
  options: FetchOptions,
  target: DirectoryTarget,
  validators: Validators | null,
  timeoutMs: number,
  budget?: Budget,
): Promise<HttpResponse> {
  const url = new URL(target.url);
  const headers: Record<string, string> = {};
  if (validators?.etag) headers["if-none-match"] = validators.etag;
  if (validators?.lastModified) headers["if-modified-since"] = validators.lastModified;
  const accept = ACCEPT[target.kind];
  const limits = { maxBytes: MAX_DOCUMENT_BYTES, timeoutMs, redirects: 0 };
  const get = { accept, headers, ...limits, ...(budget === undefined ? {} : { budget }) };
  return target.override === null
    ? await options.guarded.get(target.url, get)
    : await options.unguarded.get(`${target.override}${url.pathname}${url.search}`, {
      ...get,
      allowHttp: true,
    });
}

function failedWith(options: FetchOptions, { status, headers }: HttpResponse): Fetched {
  return failed(options, refused("directory_unavailable", `status ${status}`), headers);
}

function failed(
  { now }: FetchOptions,
  refusal: Refused,
  headers: HttpResponse["headers"] | null = null,
): Fetched {
  return { is: "failed", ...refusal, retryMs: retryAfter(headers, now()) };
}

function refusalOf(error: unknown): Refused {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof DocumentError) return refused("directory_invalid", detail);
  if (error instanceof HttpRefused && error.reason !== "offline") {
    return refused("signature_agent_blocked", detail);
  }
  if (error instanceof HttpFailed && error.reason === "too_large") {
    return refused("directory_invalid", detail);
  }
  return refused("directory_unavailable", detail);
}

/** How long a fetched document is fresh (RFC 9111), within our own limits, and when a failed fetch is retried. */
const DEFAULT_MS = HOUR_MS;
const MIN_FRESH_MS = 60_000;
const MAX_FRESH_MS = DAY_MS;
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 300_000;

type FreshnessHeaders = Pick<Headers, "get">;

/** Milliseconds, 60 s to 24 h. @param now milliseconds since the epoch */
export function freshFor(headers: FreshnessHeaders, now: number): number {
  return Math.min(MAX_FRESH_MS, Math.max(MIN_FRESH_MS, lifetime(headers, now)));
}

/** Milliseconds until a failed URL is fetched again, 30 s to 5 min. `Retry-After` may be seconds or a date. */
export function retryAfter(headers: FreshnessHeaders | null, now: number): number {
  const text = headers?.get("retry-after")?.trim() ?? "";
  const wanted = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, Number.isNaN(wanted) ? 0 : wanted));
}

function lifetime(headers: FreshnessHeaders, now: number): number {
  const control = directives(headers.get("cache-control") ?? "");
  if (control.has("no-store") || control.has("no-cache")) return 0;
  const age = delta(headers.get("age") ?? "") ?? 0;
  const seconds = delta(control.get("s-maxage") ?? "") ?? delta(control.get("max-age") ?? "");
  if (seconds !== null) return (seconds - age) * 1000;
  const expires = headers.get("expires");
  if (expires === null) return DEFAULT_MS;
  const served = Date.parse(headers.get("date") ?? "");
  const until = Date.parse(expires) - (Number.isNaN(served) ? now : served);
  return Number.isNaN(until) ? 0 : until - age * 1000;
}

/** By lower-case name; the first occurrence of a name counts. */
function directives(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split(",")) {
    const [name, value = ""] = part.split("=", 2);
    const key = name!.trim().toLowerCase();
    if (key !== "" && !found.has(key)) found.set(key, value.trim().replaceAll('"', ""));
  }
  return found;
}

function delta(text: string): number | null {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : null;
}
