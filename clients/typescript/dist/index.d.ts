/** Client of the Winnow risk scoring service. Needs `fetch` and nothing of Node: runs in Node 20.3, Deno, Bun and Workers. */
import { type Client } from "openapi-fetch";
import { type AccountCode, type Decision, type DecisionReason, type Fallback, type InvalidField, type ScoredDecision, type SignupResult, type Unavailable, type UnavailableReason, type UnscoredDecision, type Verdict } from "./decision.js";
import { type OnUnavailable } from "./fallback.js";
import type { paths } from "./schema.js";
import { type Signup } from "./signup.js";
import { CallFailed } from "./transport.js";
export type { components, operations, paths } from "./schema.js";
export { CallFailed };
export type { AccountCode, Decision, DecisionReason, Fallback, InvalidField, OnUnavailable, ScoredDecision, Signup, SignupResult, Unavailable, UnavailableReason, UnscoredDecision, Verdict, };
export interface WinnowOptions {
    /** For example `http://127.0.0.1:8080`. */
    readonly baseUrl: string | URL;
    /** For `scoreSignup` a key that has the scope `score` and no other. */
    readonly apiKey: string;
    /** All that `scoreSignup` may take, retries included. Default 1,000. */
    readonly timeoutMs?: number | undefined;
    /** The same for `api`, `outcome` and `report`. Default 10,000. */
    readonly apiTimeoutMs?: number | undefined;
    /** Attempts after the first, inside the time limit. Default 2. */
    readonly retries?: number | undefined;
    /**
     * The verdict when there is no score. Default: "review" for `rate_limited`, `quota_exceeded`, `account_paused` and
     * `unauthorized`, otherwise "allow". Invalid input is "review" in any case.
     */
    readonly onUnavailable?: OnUnavailable | undefined;
    /** Told of each decision without a score, except for invalid input. Default: one line on `console.error`. */
    readonly onError?: ((failure: Unavailable) => void) | undefined;
    readonly fetch?: typeof fetch | undefined;
}
export interface ScoreOptions {
    readonly timeoutMs?: number | undefined;
    /** Before that of the client. */
    readonly onUnavailable?: OnUnavailable | undefined;
    /** The same key for the same sign-up is scored once within 24 hours. Default: a new one. */
    readonly idempotencyKey?: string | undefined;
    readonly signal?: AbortSignal | undefined;
}
type Answer<Path extends "/v1/outcome" | "/v1/report"> = paths[Path]["post"]["responses"][200]["content"]["application/json"];
type Asked<Path extends "/v1/outcome" | "/v1/report"> = NonNullable<paths[Path]["post"]["requestBody"]>["content"]["application/json"];
/** A call of `outcome` or `report` that failed. */
export declare class WinnowError extends Error {
    /** Null when there was no response. */
    readonly status: number | null;
    /** As in the service's catalogue of errors, or why there was no response. */
    readonly code: string | null;
    readonly invalidFields: readonly InvalidField[];
    constructor(detail: string, status: number | null, code: string | null, invalidFields: readonly InvalidField[]);
}
export declare class Winnow {
    #private;
    /** Every endpoint, typed from the OpenAPI document. Sends the key, retries and gives up as the other methods do. */
    readonly api: Client<paths>;
    /** @throws TypeError for an option that cannot be meant */
    constructor(options: WinnowOptions);
    /**
     * Decides on a sign-up. Never throws, and takes no longer than the time limit. Without an answer the verdict is
     * `onUnavailable`; invalid input is at least a review.
     */
    scoreSignup(signup: Signup, options?: ScoreOptions): Promise<Decision>;
    /** Labels scores as fraud or legit. @throws WinnowError */
    outcome(body: Asked<"/v1/outcome">): Promise<Answer<"/v1/outcome">>;
    /** Reports values as confirmed fraud. @throws WinnowError */
    report(body: Asked<"/v1/report">): Promise<Answer<"/v1/report">>;
}
