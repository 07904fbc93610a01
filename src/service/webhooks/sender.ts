/** What sends webhooks; `net/http/webhook_sender.ts`. */

export interface Sender {
  /** True: outgoing traffic is switched off, so nothing is sent. */
  readonly offline: boolean;
  /** Why nothing would be sent to the URL; null when it would be, or when that is not known now. */
  refusal(url: string, account: string): Promise<string | null>;
  /** Never throws what a target can cause. */
  send(request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** On whose behalf. */
    readonly account: string;
    readonly signal: AbortSignal;
    /** The beginning of the answer is read too. */
    readonly reads?: { readonly bytes: number };
  }): Promise<
    { readonly status: number; readonly retryAfter: string | null; readonly body?: string } | {
      readonly error: string;
    }
  >;
}
