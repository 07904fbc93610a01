/** The errors an endpoint can return, for the OpenAPI document: by status, with an example of each code. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { ERROR_CODES, type ErrorCode } from "../../model/error.ts";
import type { Endpoint } from "../endpoint.ts";
import { httpStatusOf } from "../respond.ts";
import { problemBody } from "../common_schema.ts";

const COMMON: readonly ErrorCode[] = [
  "key_missing",
  "key_invalid",
  "key_revoked",
  "key_expired",
  "scope_missing",
  "rate_limited",
  "header_too_long",
  "url_too_long",
  "internal",
  "overloaded",
  "unavailable",
];
const OF_BODIES: readonly ErrorCode[] = [
  "invalid_value",
  "body_too_large",
  "body_timeout",
  "unsupported_media_type",
];
const OF_IDEMPOTENCY: readonly ErrorCode[] = [
  "invalid_value",
  "idempotency_in_progress",
  "idempotency_key_reused",
];
const OF_LOOKUPS: readonly ErrorCode[] = ["account_paused", "quota_exceeded"];

const WAIT = "Seconds to wait before a retry";

/** A header that is always there. */
const always = <Type extends "integer" | "string">(type: Type, description: string) =>
  ({ description, required: true, schema: { type } }) as const;

/** Headers of every response to a known key. */
export const RATE_HEADERS = {
  "X-RateLimit-Limit": always(
    "integer",
    "The limit per minute that binds: requests of the key or of its account; in a 429 for work, microseconds of work",
  ),
  "X-RateLimit-Remaining": always("integer", "What is left of it"),
  "RateLimit-Policy": always("string", "The limit (draft-ietf-httpapi-ratelimit-headers)"),
  "RateLimit": always("string", "Requests left, and when the limit resets"),
} as const;

function codesOf(row: Endpoint): ReadonlySet<ErrorCode> {
  return new Set([
    ...COMMON,
    ...(row.query === undefined ? [] : ["invalid_value"] as const),
    ...(row.body === undefined ? [] : ["invalid_value", "invalid_json"] as const),
    ...(row.body === undefined && row.rawBody === undefined ? [] : OF_BODIES),
    ...(row.params === undefined ? [] : ["not_found"] as const),
    ...(row.free ? [] : OF_LOOKUPS),
    ...(row.idempotent === undefined ? [] : OF_IDEMPOTENCY),
    ...(row.errors ?? []),
  ]);
}

type Registry = OpenAPIHono["openAPIRegistry"];

const retryAfter = { "Retry-After": always("integer", WAIT) } as const;
const authenticate = { "WWW-Authenticate": always("string", "How to authenticate") } as const;

/** Headers of errors, by status. */
export const STATUS_HEADERS: Readonly<Record<number, { readonly headers: object }>> = {
  401: { headers: authenticate },
  409: { headers: retryAfter },
  429: { headers: retryAfter },
  503: { headers: retryAfter },
};

/** @param registry collects the examples, which endpoints share */
export function errorResponses(row: Endpoint, registry: Registry) {
  const byStatus = [...Map.groupBy(codesOf(row), (code) => httpStatusOf(code, row.family))]
    .sort(([a], [b]) => a - b);
  return Object.fromEntries(
    byStatus.map(([status, codes]) => [status, errorResponse(status, codes, registry)]),
  );
}

function errorResponse(status: number, codes: readonly ErrorCode[], registry: Registry) {
  const examples = codes.map((code) => {
    const name = `${code}_${status}`;
    registry.registerComponent("examples", name, { value: exampleOf(code, status) });
    return [code, { $ref: `#/components/examples/${name}` }] as const;
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code]}`).join(". "),
    // What exists already will not go away by waiting.
    ...(codes.every((code) => code === "conflict") ? {} : STATUS_HEADERS[status]),
    content: {
      "application/problem+json": {
        schema: problemBody,
        examples: Object.fromEntries(examples),
      },
    },
  } as const;
}

function exampleOf(code: ErrorCode, status: number): Record<string, unknown> {
  return {
    type: `/docs/errors#${code}`,
    title: ERROR_CODES[code],
    status,
    detail: ERROR_CODES[code],
    code,
    request_id: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
  };
}
