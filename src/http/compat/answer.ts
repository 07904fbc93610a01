/**
 * Responses of the compatibility layer. A body that is too large, headers that do not fit and everything from 500 on have
 * no body, as at the vendor. Other errors that the vendor sends without one have its flat error body here: every client
 * reads the code. None is without a Content-Type, as one client fails then.
 */
import { AppError, type ErrorCode } from "../../model/error.ts";
import { SERVICE } from "../../model/service.ts";
import { type Refusal, REFUSAL_STATUS, type RefusalCode } from "../../compat/refusal.ts";
import type { RateState } from "../../service/access/rate_limit.ts";
import type { AppContext } from "../context.ts";
import { json, markRefused, notScored, rateHeaders } from "../respond.ts";

/** The status only where it is not the code's own. */
const REFUSED: Partial<Readonly<Record<ErrorCode, readonly [code: RefusalCode, status?: number]>>> = {
  invalid_value: ["REQUEST_INVALID"],
  invalid_json: ["JSON_INVALID"],
  header_too_long: ["REQUEST_INVALID", 431],
  url_too_long: ["REQUEST_INVALID"],
  body_timeout: ["REQUEST_INVALID"],
  unsupported_media_type: ["REQUEST_INVALID", 415],
  key_missing: ["LICENSE_KEY_REQUIRED"],
  key_invalid: ["AUTHORIZATION_INVALID"],
  key_revoked: ["AUTHORIZATION_INVALID"],
  key_expired: ["AUTHORIZATION_INVALID"],
  scope_missing: ["PERMISSION_REQUIRED"],
  role_missing: ["PERMISSION_REQUIRED"],
  test_key_refused: ["PERMISSION_REQUIRED"],
  account_paused: ["INSUFFICIENT_FUNDS"],
  quota_exceeded: ["INSUFFICIENT_FUNDS"],
  rate_limited: ["INSUFFICIENT_FUNDS", 429],
};

const ERROR_TYPE = "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0";

/** Not JSON: Ruby's client would parse the empty body. */
const NO_BODY_TYPE = "text/plain; charset=UTF-8";

/** @param product for example `minfraud-insights` */
export function compatJson(c: AppContext, body: unknown, product: string, version: string): Response {
  return json(c, body, 200, headersOf(c, product, version));
}

/** To HEAD: the address could be scored. */
export function compatNotScored(c: AppContext, product: string, version: string): Response {
  return notScored(c, headersOf(c, product, version));
}

function headersOf(c: AppContext, product: string, version: string): Record<string, string> {
  return {
    ...limitHeaders(c),
    "content-type": `application/vnd.maxmind.com-${product}+json; charset=UTF-8; version=${version}`,
  };
}

export function compatEmpty(c: AppContext): Response {
  const answer = json(c, null, 200, limitHeaders(c));
  answer.headers.delete("content-type");
  return new Response(null, { status: 204, headers: answer.headers });
}

/** @param extra further headers */
export function compatRefusal(
  c: AppContext,
  { code, error, status = REFUSAL_STATUS[code] }: Refusal,
  extra: Readonly<Record<string, string>> = {},
): Response {
  return json(c, { code, error }, status, {
    ...limitHeaders(c),
    "content-type": ERROR_TYPE,
    ...(status === 401 ? { "www-authenticate": `Basic realm="${SERVICE.name}", charset="UTF-8"` } : {}),
    ...extra,
  });
}

export function compatFailure(c: AppContext, known: AppError): Response {
  const { retryAfter: retry, acceptEncoding, rate } = known.extra;
  markRefused(c, known.code);
  if (rate !== undefined) c.set("rate", rate);
  const headers = {
    ...(retry === undefined ? {} : { "retry-after": String(retry) }),
    ...(acceptEncoding === undefined ? {} : { "accept-encoding": acceptEncoding }),
  };
  const row = REFUSED[known.code];
  if (row === undefined) return compatBare(c, BARE[known.code] ?? 500, headers);
  const [code, status] = row;
  const error = code === "LICENSE_KEY_REQUIRED" ? BASIC_ONLY : known.message;
  return compatRefusal(c, { code, error, ...(status === undefined ? {} : { status }) }, headers);
}

/** Without a body. @param extra further headers */
export function compatBare(
  c: AppContext,
  status: number,
  extra: Readonly<Record<string, string>> = {},
): Response {
  const answer = json(c, null, status, { ...limitHeaders(c), "content-type": NO_BODY_TYPE, ...extra });
  return new Response(null, answer);
}

/** The statuses of errors that have no body; 500 for the rest. */
const BARE: Partial<Readonly<Record<ErrorCode, number>>> = {
  body_too_large: 403,
  overloaded: 503,
  unavailable: 503,
};

const BASIC_ONLY =
  "Send HTTP Basic authentication: any username, and an API key of this service as the password";

/** The limits per minute and per hour. */
function limitHeaders(c: AppContext): Record<string, string> {
  const hourly: RateState | undefined = c.get("hourly");
  const minute = rateHeaders(c);
  if (hourly === undefined) return minute;
  return {
    ...minute,
    "ratelimit-policy": `${minute["ratelimit-policy"]}, "compat";q=${hourly.limit};w=3600`,
    "ratelimit": `${minute["ratelimit"]}, "compat";r=${hourly.remaining};t=${hourly.resetSeconds}`,
  };
}
