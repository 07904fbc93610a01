/** One call with all its attempts, inside one time limit. */
import { parsed, problemOf } from "./decision.ts";

/** Why there is no response. */
export type CallFailure = "timeout" | "aborted" | "unreachable" | "unexpected_response";

export class CallFailed extends Error {
  readonly reason: CallFailure;

  constructor(reason: CallFailure, detail: string) {
    super(detail);
    this.name = "CallFailed";
    this.reason = reason;
  }
}

export interface TransportOptions {
  readonly apiKey: string;
  /** The path before `/v1`, without a slash at its end. */
  readonly basePath: string;
  /** Attempts after the first. */
  readonly retries: number;
  readonly fetch: typeof fetch;
}

export type Send = (request: Request, timeoutMs: number) => Promise<Response>;

/** More than any answer in JSON; exports in other formats are streams. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;
const BACKOFF_MS = 100;
const ABORTED = "the caller aborted the call";
/** 409: an attempt with the same Idempotency-Key is still in progress. */
const RETRIED = new Set([408, 409, 429, 500, 502, 503, 504]);
/** POST endpoints that the service executes once per Idempotency-Key. */
const REPEATABLE_POST = /^\/v1\/(score|batch|verify|agent|report|outcome|events|rules)(\/|$)/;

/**
 * The result settles no later than the time limit, whatever `fetch` does. JSON bodies are read within it; other bodies are
 * handed on as streams. Redirects are not followed: they would carry the key elsewhere.
 * @throws CallFailed
 */
export function transport(options: TransportOptions): Send {
  return async (request, timeoutMs) => {
    if (request.signal.aborted) throw new CallFailed("aborted", ABORTED);
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let onAbort: (() => void) | undefined;
    const stopped = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new CallFailed("timeout", `no answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
      onAbort = () => reject(new CallFailed("aborted", ABORTED));
      request.signal.addEventListener("abort", onAbort, { once: true });
    });
    const answer = attempts(options, request, Date.now() + timeoutMs, stop.signal);
    try {
      return await Promise.race([stopped, answer]);
    } catch (error) {
      answer.catch(() => {});
      stop.abort();
      throw error;
    } finally {
      clearTimeout(timer);
      if (onAbort !== undefined) request.signal.removeEventListener("abort", onAbort);
    }
  };
}

async function attempts(
  options: TransportOptions,
  request: Request,
  deadline: number,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set("x-api-key", options.apiKey);
  const key = headers.get("idempotency-key") ?? (request.method === "POST" ? crypto.randomUUID() : null);
  if (key !== null) headers.set("idempotency-key", quoted(key));
  const bytes = request.method === "GET" || request.method === "HEAD" ? null : await request.arrayBuffer();
  const body = bytes === null || bytes.byteLength === 0 ? null : bytes;
  const retries = isRepeatable(options, request) ? options.retries : 0;
  for (let attempt = 0;; attempt++) {
    let outcome: Response | CallFailed;
    try {
      const init = { method: request.method, headers, body, signal, redirect: "manual" as const };
      outcome = await readJson(await options.fetch(request.url, init));
    } catch (error) {
      outcome = error instanceof CallFailed ? error : new CallFailed("unreachable", messageOf(error));
    }
    const mayRetry = attempt < retries && !signal.aborted && !await isSpent(outcome);
    const wait = mayRetry ? pauseBefore(outcome, attempt) : null;
    if (wait !== null && Date.now() + wait < deadline) {
      if (outcome instanceof Response) outcome.body?.cancel().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!signal.aborted) continue;
    }
    if (outcome instanceof CallFailed) throw outcome;
    return outcome;
  }
}

/** A string of RFC 9651, as draft-ietf-httpapi-idempotency-key-header has it; one that is quoted already stays. */
function quoted(key: string): string {
  return key.startsWith('"') ? key : `"${key.replace(/["\\]/g, "\\$&")}"`;
}

/** Of a quota that is used up there is no more today: asking again only takes time. */
async function isSpent(outcome: Response | CallFailed): Promise<boolean> {
  if (!(outcome instanceof Response) || outcome.status !== 429) return false;
  if (!/\bjson\b/i.test(outcome.headers.get("content-type") ?? "")) return false;
  return problemOf(parsed(await outcome.clone().text())).code === "quota_exceeded";
}

function isRepeatable({ basePath }: TransportOptions, request: Request): boolean {
  if (request.method === "PATCH") return false;
  return request.method !== "POST" ||
    REPEATABLE_POST.test(new URL(request.url).pathname.slice(basePath.length));
}

/** Milliseconds until the next attempt; null: there is none. */
function pauseBefore(outcome: Response | CallFailed, attempt: number): number | null {
  const backoff = BACKOFF_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  if (outcome instanceof CallFailed) return outcome.reason === "unreachable" ? backoff : null;
  if (!RETRIED.has(outcome.status)) return null;
  const asked = retryAfterMs(outcome.headers.get("retry-after"));
  return asked === null ? backoff : asked + backoff / 2;
}

function retryAfterMs(header: string | null): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The response with its whole body in memory, so that one that breaks off can be retried. */
async function readJson(response: Response): Promise<Response> {
  const isJson = /\bjson\b/i.test(response.headers.get("content-type") ?? "");
  if (!isJson || response.body === null) return response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_JSON_BYTES) {
      reader.cancel().catch(() => {});
      throw new CallFailed("unexpected_response", `the answer is larger than ${MAX_JSON_BYTES} bytes`);
    }
    chunks.push(value as Uint8Array<ArrayBuffer>);
  }
  const { status, statusText, headers } = response;
  return new Response(new Blob(chunks), { status, statusText, headers });
}

export function messageOf(error: unknown): string {
  try {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    return error instanceof Error ? error.message + cause : String(error);
  } catch {
    return "an error without a message";
  }
}
