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

export interface InvalidField {
  /** A name such as `ip` or `device_signals`. */
  readonly field: string;
  readonly detail: string;
}

export interface Decision {
  readonly verdict: Verdict;
  /** 0 to 100; null when there is no score. */
  readonly riskScore: number | null;
  /** For `outcome` and for support; null when nothing was scored. */
  readonly requestId: string | null;
  /** One sentence for people; null when there is no score. */
  readonly summary: string | null;
  /** True when there is no score: the verdict is the one configured for that, or review for invalid input. */
  readonly degraded: boolean;
  /** Null for a plain score. */
  readonly reason: DecisionReason | null;
  /** What happened, for the log; null for a plain score. Holds no value of the sign-up. */
  readonly detail: string | null;
  readonly invalidFields: readonly InvalidField[];
  /** All that Winnow answered; null when there is no score. */
  readonly result: SignupResult | null;
}

/** A decision without a score because Winnow did not answer, or refused the caller. */
export interface Unavailable {
  readonly reason: Exclude<DecisionReason, "invalid_input">;
  readonly detail: string;
  /** Null when there was no response. */
  readonly status: number | null;
}

/** Codes of problem documents that are about the caller's account, not about the input. */
const ACCOUNT_CODES: Readonly<Record<string, Unavailable["reason"]>> = {
  key_missing: "unauthorized",
  key_invalid: "unauthorized",
  key_revoked: "unauthorized",
  key_expired: "unauthorized",
  scope_missing: "unauthorized",
  test_key_refused: "unauthorized",
  account_paused: "account_paused",
  quota_exceeded: "quota_exceeded",
  rate_limited: "rate_limited",
};

/**
 * A 4xx that is not known to be about the account may have been caused by what the visitor typed (a firewall before Winnow
 * refuses by content, too): it counts as invalid input.
 */
export function readResponse(
  status: number,
  text: string,
): { result: SignupResult } | { unavailable: Unavailable } | { invalid: InvalidField[]; detail: string } {
  const body = parsed(text);
  if (status === 200) {
    return isResult(body)
      ? { result: body }
      : { unavailable: { reason: "unexpected_response", detail: "200 without a score", status } };
  }
  const problem = problemOf(body);
  const detail = [status, problem.code, problem.detail].filter((part) => part !== null).join(" ");
  const reason = ACCOUNT_CODES[problem.code ?? ""] ??
    (status === 429
      ? "rate_limited"
      : status === 408 || status === 409 || status >= 500
      ? "server_error"
      : null);
  if (reason !== null) return { unavailable: { reason, detail, status } };
  if (status >= 400) return { invalid: problem.fields, detail };
  return { unavailable: { reason: "unexpected_response", detail: `${status} instead of a score`, status } };
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

function isResult(body: unknown): body is SignupResult {
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
