/** Why there is no response. */
export type CallFailure = "timeout" | "aborted" | "unreachable" | "unexpected_response";
export declare class CallFailed extends Error {
    readonly reason: CallFailure;
    constructor(reason: CallFailure, detail: string);
}
export interface TransportOptions {
    readonly apiKey: string;
    /** The path before `/v1`, without a slash at its end. */
    readonly basePath: string;
    /** Attempts after the first. */
    readonly retries: number;
    readonly fetch: typeof fetch;
}
export type Send = (request: Request, timeoutMs: number) => Promise<Response>;
/**
 * The result settles no later than the time limit, whatever `fetch` does. JSON bodies are read within it; other bodies are
 * handed on as streams. Redirects are not followed: they would carry the key elsewhere.
 * @throws CallFailed
 */
export declare function transport(options: TransportOptions): Send;
export declare function messageOf(error: unknown): string;
