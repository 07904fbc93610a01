/** Reads what the application knows of a sign-up into a request body; never throws. */
import { type InvalidField } from "./decision.js";
import type { paths } from "./schema.js";
type Body = NonNullable<paths["/v1/score/user"]["post"]["requestBody"]>["content"]["application/json"];
/** All fields are optional; `null`, `undefined` and `""` mean "not known". `agent.headers` may be those of Node's request. */
export type Signup = {
    readonly [Name in keyof Omit<Body, "on_invalid">]?: Body[Name] | null | undefined;
} & {
    /** What `Winnow.fingerprint()` returned in the browser, as it arrived: it gives `device_id`, `device_signals`, `device_automation` and `device_token`. */
    readonly device?: unknown;
};
export interface ReadSignup {
    /** JSON; null: there is nothing to send. */
    readonly body: string | null;
    readonly invalid: readonly InvalidField[];
}
export declare function readSignup(signup: unknown): ReadSignup;
/** The `headers` of a request as Node has them: lines of one header are joined as HTTP joins them (RFC 9110, 5.2). */
export declare function withJoinedHeaders(request: unknown): unknown;
export {};
