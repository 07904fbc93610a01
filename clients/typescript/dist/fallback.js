/** `onUnavailable`: the verdict when there is no score. */
import { isAccountCode, isObject, } from "./decision.js";
/** Whoever floods a form uses up the limits behind it: that must not open the door. The others are failures of Winnow. */
const DEFAULTS = {
    timeout: "allow",
    aborted: "allow",
    unreachable: "allow",
    unexpected_response: "allow",
    server_error: "allow",
    unauthorized: "review",
    account_paused: "review",
    quota_exceeded: "review",
    rate_limited: "review",
};
/** What is wrong with an option; null: nothing. */
export function problemOfChoice(choice) {
    if (choice === undefined || typeof choice === "function" || isFallback(choice))
        return null;
    if (!isObject(choice))
        return 'must be "allow", "review", a function, or one of both by reason';
    for (const [reason, verdict] of Object.entries(choice)) {
        if (!Object.hasOwn(DEFAULTS, reason) && !isAccountCode(reason))
            return `knows no reason ${reason}`;
        if (verdict !== undefined && !isFallback(verdict))
            return `must be "allow" or "review" for ${reason}`;
    }
    return null;
}
/** @param choices the most specific first; a function that throws, or answers neither, reviews */
export function fallbackFor({ unavailable, code }, choices) {
    const { reason } = unavailable;
    for (const choice of choices) {
        if (typeof choice === "function")
            return answerOf(choice, unavailable);
        const found = isObject(choice) ? (code === null ? undefined : choice[code]) ?? choice[reason] : choice;
        if (isFallback(found))
            return found;
    }
    return DEFAULTS[reason];
}
function answerOf(choose, failure) {
    try {
        return choose(failure) === "allow" ? "allow" : "review";
    }
    catch {
        return "review";
    }
}
function isFallback(value) {
    return value === "allow" || value === "review";
}
