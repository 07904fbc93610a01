/** `onUnavailable`: the verdict when there is no score. */
import { type AccountCode, type Fallback, type Refusal, type Unavailable, type UnavailableReason } from "./decision.js";
/**
 * A verdict for every reason; one each by reason, or by one of the service's codes such as `key_expired`; or a function of the
 * failure. What it does not name is as without it.
 */
export type OnUnavailable = Fallback | {
    readonly [Reason in UnavailableReason | AccountCode]?: Fallback | undefined;
} | ((failure: Unavailable) => Fallback);
/** What is wrong with an option; null: nothing. */
export declare function problemOfChoice(choice: unknown): string | null;
/** @param choices the most specific first; a function that throws, or answers neither, reviews */
export declare function fallbackFor({ unavailable, code }: Refusal, choices: readonly (OnUnavailable | undefined)[]): Fallback;
