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
};
export function isAccountCode(code) {
    return typeof code === "string" && Object.hasOwn(ACCOUNT_CODES, code);
}
/** Winnow itself says that there is no such endpoint: the base URL is wrong, for example by `/v1` at its end. */
const WRONG_PLACE = new Set(["not_found", "method_not_allowed"]);
/**
 * A 4xx that is not known to be about the account may have been caused by what the visitor typed (a firewall before Winnow
 * refuses by content, too): it counts as invalid input.
 */
export function readResponse(status, text) {
    const body = parsed(text);
    const unexpected = (detail) => ({
        unavailable: { reason: "unexpected_response", detail, status },
        code: null,
    });
    if (status === 200)
        return isResult(body) ? { result: body } : unexpected("200 without a score");
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
    if (reason !== null)
        return { unavailable: { reason, detail, status }, code: null };
    if (status >= 400)
        return { invalid: problem.fields, detail };
    return unexpected(`${status} instead of a score`);
}
/** Reads a problem document (RFC 9457). */
export function problemOf(body) {
    if (!isObject(body))
        return { code: null, detail: null, fields: [] };
    return {
        code: typeof body.code === "string" ? body.code : null,
        detail: typeof body.detail === "string" ? body.detail : null,
        fields: invalidFieldsOf(body.errors),
    };
}
/** Reads `components_invalid` of a result, or `errors` of a problem document. */
export function invalidFieldsOf(list) {
    if (!Array.isArray(list))
        return [];
    return list.filter(isObject).map(({ field, pointer, parameter, detail }) => ({
        field: String(field ?? parameter ?? pointer ?? "").replace(/^\//, ""),
        detail: String(detail ?? ""),
    }));
}
function isResult(body) {
    return isObject(body) && typeof body.risk_score === "number" && typeof body.request_id === "string" &&
        (body.verdict === "allow" || body.verdict === "review" || body.verdict === "block");
}
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
export function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}
