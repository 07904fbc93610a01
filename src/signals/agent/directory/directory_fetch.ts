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
import { freshFor, retryAfter } from "../../../net/http/freshness.ts";

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
