/** What a sign-up is answered with, and how responses become that. */
import type { paths } from "../dist/schema.d.ts";
import type { CallFailure } from "./transport.ts";

export type Verdict = "allow" | "review" | "block";

/** The whole answer of `POST /v1/score/user`. */
export type SignupResult = paths["/v1/score/user"]["post"]["responses"][200]["content"]["application/json"];

/** Why a decision is not, or not only, Winnow's score. */
export type DecisionReason =
  /** Input that cannot be read: review, never allow. The fields are in `invalidFields`. */
  | "invalid_input"
  | CallFailure
  /** The key is missing, wrong, revoked or expired, or lacks the scope. */
  | "unauthorized"
  | "account_paused"
  | "quota_exceeded"
  | "rate_limited"
  /** Winnow, or a proxy before it, answered 408, 409 or 5xx. */
  | "server_error";

export type UnavailableReason = Exclude<DecisionReason, "invalid_input">;

/** A verdict without a score. */
export type Fallback = "allow" | "review";

export interface InvalidField {
  /** A name such as `ip` or `device_signals`. */
  readonly field: string;
  readonly detail: string;
}

/** Which of the two it is, `degraded` says: TypeScript narrows by it. */
export type Decision = ScoredDecision | UnscoredDecision;

export interface ScoredDecision {
  readonly degraded: false;
  readonly verdict: Verdict;
  /** 0 to 100. */
  readonly riskScore: number;
  /** For `outcome` and for support. */
  readonly requestId: string;
  /** One sentence for people. */
  readonly summary: string;
  /** Null for a plain score. */
  readonly reason: "invalid_input" | null;
  /** What happened, for the log; null for a plain score. Holds no value of the sign-up. */
  readonly detail: string | null;
  readonly invalidFields: readonly InvalidField[];
  /** All that Winnow answered. */
  readonly result: SignupResult;
}

/** Nothing was scored: the verdict is the one configured for that, or review for invalid input. */
export interface UnscoredDecision {
  readonly degraded: true;
  readonly verdict: Fallback;
  readonly riskScore: null;
  readonly requestId: null;
  readonly summary: null;
  readonly reason: DecisionReason;
  /** What happened, for the log. Holds no value of the sign-up. */
  readonly detail: string;
  readonly invalidFields: readonly InvalidField[];
  readonly result: null;
}

/** A decision without a score because Winnow did not answer, or refused the caller. */
export interface Unavailable {
  readonly reason: UnavailableReason;
  readonly detail: string;
  /** Null when there was no response. */
  readonly status: number | null;
}

/** Codes of problem documents that are about the caller's account, not about the input. */
const ACCOUNT_CODES = {
  key_missing: "unauthorized",
  key_invalid: "unauthorized",
  key_revoked: "unauthorized",
  key_expired: "unauthorized",
  scope_missing: "unauthorized",
  test_key_refused: "unauthorized",
  account_paused: "account_paused",
  quota_exceeded: "quota_exceeded",
  rate_limited: "rate_limited",
} as const satisfies Readonly<Record<string, UnavailableReason>>;

export type AccountCode = keyof typeof ACCOUNT_CODES;

export function isAccountCode(code: unknown): code is AccountCode {
  return typeof code === "string" && Object.hasOwn(ACCOUNT_CODES, code);
}

/** Winnow itself says that there is no such endpoint: the base URL is wrong, for example by `/v1` at its end. */
const WRONG_PLACE: ReadonlySet<unknown> = new Set(["not_found", "method_not_allowed"]);

/** Why there is no score, and the service's own code where it gave one. */
export interface Refusal {
  readonly unavailable: Unavailable;
  readonly code: AccountCode | null;
}

/**
 * A 4xx that is not known to be about the account may have been caused by what the visitor typed (a firewall before Winnow
 * refuses by content, too): it counts as invalid input.
 */
export function readResponse<T>(
  status: number,
  text: string,
  isAnswer: (body: unknown) => body is T,
): { answer: T } | Refusal | { invalid: InvalidField[]; detail: string } {
  const body = parsed(text);
  const unexpected = (detail: string) => ({
    unavailable: { reason: "unexpected_response", detail, status } as const,
    code: null,
  });
  if (status === 200) return isAnswer(body) ? { answer: body } : unexpected("200 without an answer");
  const problem = problemOf(body);
  const detail = [status, problem.code, problem.detail].filter((part) => part !== null).join(" ");
  if (isAccountCode(problem.code)) {
    return { unavailable: { reason: ACCOUNT_CODES[problem.code], detail, status }, code: problem.code };
  }
  if ((status === 404 || status === 405) && WRONG_PLACE.has(problem.code)) {
    return unexpected(`${detail}: check the base URL, which ends before /v1`);
  }
  const reason = status === 429
    ? "rate_limited"
    : status === 408 || status === 409 || status >= 500
    ? "server_error"
    : null;
  if (reason !== null) return { unavailable: { reason, detail, status }, code: null };
  if (status >= 400) return { invalid: problem.fields, detail };
  return unexpected(`${status} instead of an answer`);
}

export interface Problem {
  readonly code: string | null;
  readonly detail: string | null;
  readonly fields: InvalidField[];
}

/** Reads a problem document (RFC 9457). */
export function problemOf(body: unknown): Problem {
  if (!isObject(body)) return { code: null, detail: null, fields: [] };
  return {
    code: typeof body.code === "string" ? body.code : null,
    detail: typeof body.detail === "string" ? body.detail : null,
    fields: invalidFieldsOf(body.errors),
  };
}

/** Reads `components_invalid` of a result, or `errors` of a problem document. */
export function invalidFieldsOf(list: unknown): InvalidField[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map(({ field, pointer, parameter, detail }) => ({
    field: String(field ?? parameter ?? pointer ?? "").replace(/^\//, ""),
    detail: String(detail ?? ""),
  }));
}

export function isSignupResult(body: unknown): body is SignupResult {
  return isObject(body) && typeof body.risk_score === "number" && typeof body.request_id === "string" &&
    (body.verdict === "allow" || body.verdict === "review" || body.verdict === "block");
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
