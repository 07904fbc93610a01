/** The error type of the service and all its codes. `http/respond.ts` maps them to HTTP statuses. */

export const ERROR_CODES = {
  invalid_value: "A value is missing, malformed or out of range",
  invalid_json: "The body is not valid JSON",
  body_too_large: "The body is larger than this endpoint accepts",
  header_too_long: "A header is longer than this service reads",
  url_too_long: "The URL is longer than this service reads",
  body_timeout: "The body took too long to arrive",
  unsupported_media_type: "The media type of the body is not accepted",
  too_many_items: "Too many items in one request",
  key_missing: "No API key was sent",
  key_invalid: "The API key is not known",
  key_revoked: "The API key was revoked",
  key_expired: "The API key has expired",
  sign_in_failed: "The e-mail address, the password or the code is wrong",
  signature_invalid: "The signature of the message is missing, wrong or too old",
  scope_missing: "The API key lacks the scope for this",
  role_missing: "Your role does not allow this",
  test_key_refused: "Test-mode keys cannot do this",
  account_paused: "The account is paused",
  quota_exceeded: "The monthly quota is used up",
  rate_limited: "Too many requests",
  idempotency_key_reused: "The Idempotency-Key was sent with another request before",
  idempotency_in_progress: "A request with this Idempotency-Key is still in progress",
  conflict: "It conflicts with what exists already",
  not_found: "No such endpoint or id",
  method_not_allowed: "This endpoint does not accept that method",
  confirmation_required: "Deleting everything requires confirm=true",
  forbidden: "This is not allowed",
  overloaded: "Too many requests are in progress",
  unavailable: "The service is temporarily unavailable",
  internal: "Internal error",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export const ERROR_CODE_NAMES = Object.keys(ERROR_CODES) as readonly ErrorCode[];

/** A problem with one input: a JSON Pointer into the body, or the name of a query or path parameter. */
export type InputProblem =
  & { readonly detail: string }
  & Partial<TextPlace>
  & (
    | { readonly pointer: string }
    | { readonly parameter: string }
  );

/** Where in a text that is a program, and what was probably meant. */
interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  readonly nearest: string | null;
}

interface ErrorExtra {
  readonly errors?: readonly InputProblem[];
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number;
  /** The allowed methods, as in the Allow header. */
  readonly allow?: string;
  /** The accepted content codings of a body, as in the Accept-Encoding header. */
  readonly acceptEncoding?: string;
  /** The state of the limit that refused the request, where it is not the key's. */
  readonly rate?: {
    readonly policy: "account" | "work";
    readonly limit: number;
    readonly remaining: number;
    readonly resetSeconds: number;
  };
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extra: ErrorExtra;

  constructor(code: ErrorCode, detail: string = ERROR_CODES[code], extra: ErrorExtra = {}) {
    super(detail);
    this.name = "AppError";
    this.code = code;
    this.extra = extra;
  }
}

/** The same error of what is further inside a body. @param pointer of the place, for example `/rules/1` */
export function within(pointer: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.extra.errors === undefined) return error;
  const errors = error.extra.errors.map((problem) =>
    "pointer" in problem ? { ...problem, pointer: `${pointer}${problem.pointer}` } : problem
  );
  return new AppError(error.code, `${pointer}${error.message}`, { ...error.extra, errors });
}

/** A 400 that names the query or path parameter. */
export function invalidParameter(parameter: string, detail: string): AppError {
  return new AppError("invalid_value", `${parameter}: ${detail}`, { errors: [{ parameter, detail }] });
}

/** A 400 that names the place in the body by JSON Pointer (RFC 6901), for example `/agent/url`. */
export function invalidField(pointer: string, detail: string): AppError {
  return new AppError("invalid_value", `${pointer || "body"}: ${detail}`, { errors: [{ pointer, detail }] });
}
