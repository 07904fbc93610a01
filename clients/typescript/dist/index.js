/** Client of the Winnow risk scoring service. Needs `fetch` and nothing of Node: runs in Node 20.3, Deno, Bun and Workers. */
import createClient, { defaultBodySerializer } from "openapi-fetch";
import { invalidFieldsOf, parsed, problemOf, readResponse, } from "./decision.js";
import { fallbackFor, problemOfChoice } from "./fallback.js";
import { readSignup, withJoinedHeaders } from "./signup.js";
import { CallFailed, messageOf, transport } from "./transport.js";
export { CallFailed };
/** A call of `outcome` or `report` that failed. */
export class WinnowError extends Error {
    /** Null when there was no response. */
    status;
    /** As in the service's catalogue of errors, or why there was no response. */
    code;
    invalidFields;
    constructor(detail, status, code, invalidFields) {
        super(detail);
        this.name = "WinnowError";
        this.status = status;
        this.code = code;
        this.invalidFields = invalidFields;
    }
}
export class Winnow {
    /** Every endpoint, typed from the OpenAPI document. Sends the key, retries and gives up as the other methods do. */
    api;
    #base;
    #send;
    #timeoutMs;
    #onUnavailable;
    #onError;
    /** @throws TypeError for an option that cannot be meant */
    constructor(options) {
        const url = baseUrlOf(options.baseUrl);
        this.#base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
        if (typeof options.apiKey !== "string" || !/^[\x21-\x7e]+$/.test(options.apiKey)) {
            throw new TypeError("Winnow: apiKey must be an API key, for example wk_live_…");
        }
        this.#timeoutMs = milliseconds("timeoutMs", options.timeoutMs ?? 1000);
        const apiTimeoutMs = milliseconds("apiTimeoutMs", options.apiTimeoutMs ?? 10_000);
        const retries = options.retries ?? 2;
        if (!Number.isInteger(retries) || retries < 0 || retries > 10) {
            throw new TypeError("Winnow: retries must be a whole number from 0 to 10");
        }
        const problem = problemOfChoice(options.onUnavailable);
        if (problem !== null)
            throw new TypeError(`Winnow: onUnavailable ${problem}`);
        this.#onUnavailable = options.onUnavailable;
        this.#onError = options.onError ??
            (({ reason, detail }) => console.error(`Winnow: no score (${reason}): ${detail}`));
        this.#send = transport({
            apiKey: options.apiKey,
            basePath: new URL(this.#base).pathname.replace(/\/$/, ""),
            retries,
            fetch: options.fetch ?? ((input, init) => fetch(input, init)),
        });
        this.api = createClient({
            baseUrl: this.#base,
            fetch: (request) => this.#send(request, apiTimeoutMs),
            bodySerializer: (body) => defaultBodySerializer(withJoinedHeaders(body)),
        });
    }
    /**
     * Decides on a sign-up. Never throws, and takes no longer than the time limit. Without an answer the verdict is
     * `onUnavailable`; invalid input is at least a review.
     */
    async scoreSignup(signup, options = {}) {
        const { body, invalid } = readSignup(signup);
        const given = options ?? {};
        if (body === null)
            return withoutScore("review", "invalid_input", "the sign-up cannot be sent", invalid);
        let refusal;
        try {
            const response = await this.#send(this.#scoreRequest(body, given), timeoutOf(given) ?? this.#timeoutMs);
            const answer = readResponse(response.status, await bodyOf(response));
            if ("result" in answer)
                return scored(answer.result, invalid);
            if ("invalid" in answer) {
                return withoutScore("review", "invalid_input", answer.detail, [...invalid, ...answer.invalid]);
            }
            refusal = answer;
        }
        catch (error) {
            if (!(error instanceof CallFailed)) {
                return withoutScore("review", "invalid_input", messageOf(error), invalid);
            }
            const unavailable = { reason: error.reason, detail: error.message, status: null };
            refusal = { unavailable, code: null };
        }
        const { reason, detail } = refusal.unavailable;
        this.#report(refusal.unavailable);
        const verdict = invalid.length > 0
            ? "review"
            : fallbackFor(refusal, [given.onUnavailable, this.#onUnavailable]);
        return withoutScore(verdict, reason, detail, invalid);
    }
    /** Labels scores as fraud or legit. @throws WinnowError */
    outcome(body) {
        return unwrapped(this.api.POST("/v1/outcome", { body }));
    }
    /** Reports values as confirmed fraud. @throws WinnowError */
    report(body) {
        return unwrapped(this.api.POST("/v1/report", { body }));
    }
    #scoreRequest(body, { idempotencyKey, signal }) {
        return new Request(`${this.#base}/v1/score/user`, {
            method: "POST",
            headers: {
                "content-type": "application/json",
                ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
            },
            body,
            ...(signal === undefined ? {} : { signal }),
        });
    }
    #report(failure) {
        try {
            Promise.resolve(this.#onError(failure)).catch(() => { });
        }
        catch {
            // A broken callback must not break a sign-up.
        }
    }
}
function scored(result, unsent) {
    const unread = "components_invalid" in result ? result.components_invalid : [];
    const invalidFields = [...unsent, ...invalidFieldsOf(unread)];
    return {
        // What was not sent cannot have moved the service's own verdict.
        verdict: unsent.length > 0 && result.verdict === "allow" ? "review" : result.verdict,
        riskScore: result.risk_score,
        requestId: result.request_id,
        summary: result.summary,
        degraded: false,
        reason: invalidFields.length > 0 ? "invalid_input" : null,
        detail: invalidFields.length > 0 ? "some fields could not be read" : null,
        invalidFields,
        result,
    };
}
function withoutScore(verdict, reason, detail, invalidFields) {
    return {
        verdict,
        riskScore: null,
        requestId: null,
        summary: null,
        degraded: true,
        reason,
        detail,
        invalidFields,
        result: null,
    };
}
/** What is no JSON was not read, and may never end: only JSON is of interest. */
async function bodyOf(response) {
    if (/\bjson\b/i.test(response.headers.get("content-type") ?? ""))
        return await response.text();
    response.body?.cancel().catch(() => { });
    return "";
}
async function unwrapped(call) {
    let answer;
    try {
        answer = await call;
    }
    catch (error) {
        throw new WinnowError(messageOf(error), null, error instanceof CallFailed ? error.reason : null, []);
    }
    if (answer.data !== undefined)
        return answer.data;
    const { error, response } = answer;
    const { code, detail, fields } = problemOf(typeof error === "string" ? parsed(error) : error);
    throw new WinnowError(detail ?? `Winnow answered ${response.status}`, response.status, code, fields);
}
function baseUrlOf(value) {
    try {
        const url = new URL(String(value));
        if (/^https?:$/.test(url.protocol) && url.username === "" && url.password === "")
            return url;
    }
    catch {
        // Below.
    }
    throw new TypeError("Winnow: baseUrl must be an http or https URL without user and password");
}
function milliseconds(name, value) {
    if (typeof value === "number" && value > 0 && value <= 2 ** 31 - 1)
        return value;
    throw new TypeError(`Winnow: ${name} must be a number of milliseconds above 0`);
}
function timeoutOf({ timeoutMs }) {
    return typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= 2 ** 31 - 1 ? timeoutMs : null;
}
