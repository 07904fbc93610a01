/** JSON responses with their headers, and the mapping from error codes to HTTP statuses (the compatibility layer and the pages have their own, in `compat/` and `site/respond.ts`). */
import type { Caller } from "../model/records.ts";
import { AppError, ERROR_CODES, type ErrorCode } from "../model/error.ts";
import type { AppContext, Family, LimitState } from "./context.ts";
import { header } from "./header.ts";

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_value: 400,
  invalid_json: 400,
  body_too_large: 413,
  header_too_long: 431,
  url_too_long: 414,
  body_timeout: 408,
  unsupported_media_type: 415,
  too_many_items: 400,
  key_missing: 401,
  key_invalid: 401,
  key_revoked: 401,
  key_expired: 401,
  sign_in_failed: 401,
  signature_invalid: 401,
  scope_missing: 403,
  role_missing: 403,
  test_key_refused: 403,
  account_paused: 401,
  quota_exceeded: 429,
  rate_limited: 429,
  idempotency_key_reused: 422,
  idempotency_in_progress: 409,
  conflict: 409,
  not_found: 404,
  method_not_allowed: 405,
  confirmation_required: 400,
  forbidden: 403,
  overloaded: 503,
  unavailable: 503,
  internal: 500,
};

/** Statuses that differ by family. */
const BY_FAMILY: Partial<Readonly<Record<Family, Partial<Record<ErrorCode, number>>>>> = {
  // The specification gives these endpoints no 403.
  scoring: { scope_missing: 401 },
  general: {
    key_missing: 403,
    key_invalid: 403,
    key_revoked: 403,
    key_expired: 403,
    account_paused: 402,
    quota_exceeded: 402,
  },
  compat: { account_paused: 402, quota_exceeded: 402 },
};

/** On every response that is not a page. */
export const SAFE_HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

const SAFE_ENTRIES = Object.entries(SAFE_HEADERS);

export function httpStatusOf(code: ErrorCode, family: Family): number {
  return BY_FAMILY[family]?.[code] ?? STATUS[code];
}

/** @param extra further headers */
export function json(
  c: AppContext,
  body: unknown,
  status = 200,
  extra: Readonly<Record<string, string>> = {},
): Response {
  return jsonText(c, JSON.stringify(body), status, extra);
}

/** As `json`, of a body that is a text already. */
export function jsonText(
  c: AppContext,
  text: string,
  status = 200,
  extra: Readonly<Record<string, string>> = {},
): Response {
  // Deno keeps a response with this header alone as a value; giving it all headers together costs an object that it tracks.
  const response = new Response(text, { status, headers: { "content-type": "application/json" } });
  const { headers } = response;
  for (const [name, value] of SAFE_ENTRIES) headers.append(name, value);
  const rate = rateHeaders(c);
  for (const name in rate) headers.append(name, rate[name]!);
  for (const name in extra) headers.set(name, extra[name]!);
  return response;
}

/** To HEAD where GET scores: the request could be scored. Nothing was, so there is no length. */
export function notScored(c: AppContext, extra: Readonly<Record<string, string>> = {}): Response {
  const { headers } = json(c, null, 200, extra);
  return new Response(null, { headers });
}

/** Whether the request accepts CSV. */
export function wantsCsv(c: AppContext): boolean {
  return (header(c, "accept") ?? "").includes("text/csv");
}

/** A file of lines that are made while the client reads them: until then the request is in progress. */
export function csv(c: AppContext, name: string, lines: AsyncIterator<Uint8Array>): Response {
  return new Response(c.env.head === true ? null : c.env.load.stream(lines), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      ...SAFE_HEADERS,
      ...rateHeaders(c),
    },
  });
}

/** The id of a request that leaves no stored score. */
export function newRequestId(): string {
  return `req_${crypto.randomUUID()}`;
}

/** The rate limit as `X-RateLimit-*`, and as in draft-ietf-httpapi-ratelimit-headers-10. */
export function rateHeaders(c: AppContext): Record<string, string> {
  const rate: LimitState | undefined = c.get("rate");
  if (rate === undefined) return {};
  const policy = rate.policy ?? "default";
  return {
    "x-ratelimit-limit": String(rate.limit),
    "x-ratelimit-remaining": String(rate.remaining),
    "ratelimit-policy": `"${policy}";q=${rate.limit};w=60`,
    "ratelimit": `"${policy}";r=${rate.remaining};t=${rate.resetSeconds}`,
  };
}

/**
 * Marks the answer as a refusal, many of which are answered later: of an account by a limit, or of somebody who is not known
 * and whom no other limit holds back.
 */
export function markRefused(c: AppContext, code: ErrorCode): void {
  const caller: Caller | undefined = c.get("caller");
  if (caller === undefined) markUnknown(c);
  else if (code === "rate_limited") c.env.load.refused = caller.account.id;
}

/** As `markRefused`, of an answer to anybody. */
export function markUnknown(c: AppContext): void {
  c.env.load.refused = `network ${c.env.clientNetwork(c)}`;
}

/** A key of this service, which may have been sent in the wrong place and is then quoted; before it, anything of a JSON text. */
const KEY = /(wk_(?:live|test)_)[\w-]+/g;

function withoutKeys(text: string): string {
  return text.replace(KEY, "$1•••");
}

/** An error as problem details (RFC 9457). No key is in it. */
export function problem(c: AppContext, known: AppError, requestId: string, docs: string): Response {
  const family = c.get("family") ?? "site";
  const status = httpStatusOf(known.code, family);
  const retry = known.extra.retryAfter;
  if (c.env.trail !== undefined) c.env.trail.requestId = requestId;
  markRefused(c, known.code);
  if (known.extra.rate !== undefined) c.set("rate", known.extra.rate);
  return new Response(
    withoutKeys(JSON.stringify({
      type: `${docs}#${known.code}`,
      title: ERROR_CODES[known.code],
      status,
      detail: known.message,
      code: known.code,
      request_id: requestId,
      ...(known.extra.errors === undefined ? {} : { errors: known.extra.errors }),
    })),
    {
      status,
      headers: {
        "content-type": "application/problem+json",
        ...SAFE_HEADERS,
        ...rateHeaders(c),
        ...(retry === undefined ? {} : { "retry-after": String(retry) }),
        ...(known.extra.allow === undefined ? {} : { allow: known.extra.allow }),
        ...(known.extra.acceptEncoding === undefined
          ? {}
          : { "accept-encoding": known.extra.acceptEncoding }),
        ...(status === 401 ? { "www-authenticate": 'Bearer realm="winnow"' } : {}),
      },
    },
  );
}
