/** Better Auth plugin: scores a sign-up before the user is created, on every path that creates one. */
import type { BetterAuthPlugin, GenericEndpointContext, User } from "better-auth";
import { type Decision } from "./decision.js";
import { Winnow, type WinnowOptions } from "./index.js";
/** The request that creates the user; null for code that creates one outside of any endpoint. */
export type SignupContext = GenericEndpointContext | null;
export type NewUser = Partial<User> & Record<string, unknown>;
export type Answer = "allow" | "refuse";
export type Choice = Answer | ((decision: Decision, user: NewUser, context: SignupContext) => Answer | Promise<Answer>);
export interface SignupEvent {
    readonly decision: Decision;
    readonly refused: boolean;
    /** With its `id` unless refused. */
    readonly user: NewUser;
}
interface PluginOptions {
    /** Default "refuse". */
    readonly onBlock?: Choice | undefined;
    /** Default "allow": hold such users back with `onDecision`. A callback that throws refuses. */
    readonly onReview?: Choice | undefined;
    /** Called when the user was refused, or was created; for example to save `decision.requestId` with `user.id`. */
    readonly onDecision?: ((event: SignupEvent) => unknown) | undefined;
    /** The visitor's address. Default: as Better Auth finds it, see its `advanced.ipAddress`. */
    readonly ip?: ((context: GenericEndpointContext) => string | null | undefined) | undefined;
    /** What /fp.js returned. Default: `device` of the body, or of `additionalData` for social sign-in. */
    readonly device?: ((context: GenericEndpointContext) => unknown) | undefined;
    /** Users that nobody signs up. Default: those made by /admin/create-user and SCIM. */
    readonly skip?: ((context: SignupContext, user: NewUser) => boolean) | undefined;
    /** What a refused visitor reads. */
    readonly message?: string | undefined;
}
export type WinnowPluginOptions = PluginOptions & (WinnowOptions | {
    readonly client: Winnow;
});
export type WinnowPlugin = Pick<BetterAuthPlugin, "init"> & {
    readonly id: "winnow";
    readonly $ERROR_CODES: {
        readonly SIGN_UP_REFUSED: {
            readonly code: "SIGN_UP_REFUSED";
            readonly message: string;
        };
    };
};
/**
 * Refuses with 422 and the code SIGN_UP_REFUSED: Better Auth answers a 403 of /sign-up/email with a false success when it
 * requires verified e-mail addresses or does not sign in automatically. It runs as a database hook, after the application's own
 * `validateUserInfo` and before its own database hooks.
 */
export declare function winnow(options: WinnowPluginOptions): WinnowPlugin;
export {};
