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
/**
 * A 4xx that is not known to be about the account may have been caused by what the visitor typed (a firewall before Winnow
 * refuses by content, too): it counts as invalid input.
 */
export declare function readResponse(status: number, text: string): {
    result: SignupResult;
} | {
    unavailable: Unavailable;
} | {
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
