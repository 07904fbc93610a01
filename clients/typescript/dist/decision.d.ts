/** What a sign-up is answered with, and how responses become that. */
import type { paths } from "./schema.js";
import type { CallFailure } from "./transport.js";
export type Verdict = "allow" | "review" | "block";
/** The whole answer of `POST /v1/score/user`. */
export type SignupResult = paths["/v1/score/user"]["post"]["responses"][200]["content"]["application/json"];
/** Why a decision is not, or not only, Winnow's score. */
export type DecisionReason = 
/** Input that cannot be read: review, never allow. The fields are in `invalidFields`. */
"invalid_input" | CallFailure
/** The key is missing, wrong, revoked or expired, or lacks the scope. */
 | "unauthorized" | "account_paused" | "quota_exceeded" | "rate_limited"
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
declare const ACCOUNT_CODES: {
    readonly key_missing: "unauthorized";
    readonly key_invalid: "unauthorized";
    readonly key_revoked: "unauthorized";
    readonly key_expired: "unauthorized";
    readonly scope_missing: "unauthorized";
    readonly test_key_refused: "unauthorized";
    readonly account_paused: "account_paused";
    readonly quota_exceeded: "quota_exceeded";
    readonly rate_limited: "rate_limited";
};
export type AccountCode = keyof typeof ACCOUNT_CODES;
export declare function isAccountCode(code: unknown): code is AccountCode;
/** Why there is no score, and the service's own code where it gave one. */
export interface Refusal {
    readonly unavailable: Unavailable;
    readonly code: AccountCode | null;
}
/**
 * A 4xx that is not known to be about the account may have been caused by what the visitor typed (a firewall before Winnow
 * refuses by content, too): it counts as invalid input.
 */
export declare function readResponse(status: number, text: string): {
    result: SignupResult;
} | Refusal | {
    invalid: InvalidField[];
    detail: string;
};
export interface Problem {
    readonly code: string | null;
    readonly detail: string | null;
    readonly fields: InvalidField[];
}
/** Reads a problem document (RFC 9457). */
export declare function problemOf(body: unknown): Problem;
/** Reads `components_invalid` of a result, or `errors` of a problem document. */
export declare function invalidFieldsOf(list: unknown): InvalidField[];
export declare function isObject(value: unknown): value is Record<string, unknown>;
export declare function parsed(text: string): unknown;
export {};
