import { APIError, getIP, getOAuthState } from "better-auth/api";
import { isObject } from "./decision.js";
import { Winnow } from "./index.js";
import { messageOf } from "./transport.js";
/**
 * Refuses with 422 and the code SIGN_UP_REFUSED: Better Auth answers a 403 of /sign-up/email with a false success when it
 * requires verified e-mail addresses or does not sign in automatically. It runs as a database hook, after the application's own
 * `validateUserInfo` and before its own database hooks.
 */
export function winnow(options) {
    /** Made when the first user signs up: a build loads this without its secrets. */
    let made;
    const clientFor = (context) => {
        try {
            return made ??= "client" in options ? options.client : new Winnow(options);
        }
        catch (error) {
            // Better Auth refuses the sign-up without saying why.
            context?.context.logger.error(messageOf(error));
            throw error;
        }
    };
    const { onBlock = "refuse", onReview = "allow", message = "We cannot create this account." } = options;
    const skip = options.skip ?? isAdministrative;
    /** Of users that are allowed, until they are created. */
    const decisions = new WeakMap();
    let warned = false;
    const tell = async (event, context) => {
        try {
            await options.onDecision?.(event);
        }
        catch (error) {
            context?.context.logger.error("Winnow: onDecision failed", error);
        }
    };
    const before = async (user, context) => {
        if (skip(context, user))
            return;
        const ip = context === null ? null : options.ip === undefined ? addressOf(context) : options.ip(context);
        if (!ip && context?.request !== undefined && !warned) {
            warned = true;
            context.context.logger.warn("Winnow: no client address; set advanced.ipAddress or the option ip");
        }
        const decision = await clientFor(context).scoreSignup({
            ip,
            ...identifiersOf(user, context),
            device: context === null ? null : await (options.device ?? deviceOf)(context),
        });
        const choice = decision.verdict === "block"
            ? onBlock
            : decision.verdict === "review"
                ? onReview
                : "allow";
        const answer = typeof choice === "function"
            ? await answerOf(() => choice(decision, user, context), context)
            : choice;
        if (answer === "allow") {
            if (context !== null)
                decisions.set(context, decision);
            return;
        }
        await tell({ decision, refused: true, user }, context);
        throw new APIError("UNPROCESSABLE_ENTITY", { code: "SIGN_UP_REFUSED", message });
    };
    const after = async (user, context) => {
        const decision = context === null ? undefined : decisions.get(context);
        if (decision !== undefined)
            await tell({ decision, refused: false, user }, context);
    };
    return {
        id: "winnow",
        init: () => ({ options: { databaseHooks: { user: { create: { before, after } } } } }),
        $ERROR_CODES: { SIGN_UP_REFUSED: { code: "SIGN_UP_REFUSED", message } },
    };
}
/** A callback that throws, or answers neither, refuses. */
async function answerOf(ask, context) {
    try {
        return (await ask()) === "allow" ? "allow" : "refuse";
    }
    catch (error) {
        context?.context.logger.error("Winnow: onReview or onBlock failed", error);
        return "refuse";
    }
}
function isAdministrative(context) {
    const path = context?.path ?? "";
    return path === "/admin/create-user" || path.startsWith("/scim/");
}
function addressOf(context) {
    const source = context.request ?? context.headers;
    return source === undefined ? null : getIP(source, context.context.options);
}
/** Without the addresses that plugins make up for users who gave none. */
function identifiersOf(user, context) {
    const path = context?.path;
    const body = isObject(context?.body) ? context.body : {};
    const phone = path === "/phone-number/verify" ? body.phoneNumber : user.phoneNumber;
    const made = path === "/sign-in/anonymous" || path === "/phone-number/verify" ||
        (path === "/siwe/verify" && String(body.email ?? "").toLowerCase() !== user.email);
    return { email: made ? null : user.email, phone: phone };
}
async function deviceOf({ body }) {
    if (!isObject(body))
        return (await oauthState())?.device;
    return body.device ?? (isObject(body.additionalData) ? body.additionalData.device : undefined) ??
        (await oauthState())?.device;
}
/** What the browser gave when it left for the provider; null outside of such a sign-in. */
async function oauthState() {
    try {
        return await getOAuthState();
    }
    catch {
        return null;
    }
}
