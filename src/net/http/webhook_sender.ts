/** Sends webhooks through the guarded client: never to a private address, no redirects, and of the answer only the head is read, unless it is asked for. */
import { Budget } from "../../concurrency/budget.ts";
import { type HttpClient, HttpFailed, HttpRefused } from "./http_client.ts";
import type { RefusalReason } from "./http_error.ts";

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** On whose behalf. */
  readonly account: string;
  readonly signal: AbortSignal;
  /** The beginning of the answer is read too. */
  readonly reads?: { readonly bytes: number };
}

/** What came of an attempt. */
type WebhookReply =
  | { readonly status: number; readonly retryAfter: string | null; readonly body: string }
  | { readonly error: string };

const TIMEOUT_MS = 15_000;
const CHECK_MS = 3_000;

/** For the owner of the webhook: it names no address that was resolved. */
const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  offline: "outgoing traffic is switched off here (WINNOW_OFFLINE)",
  url: "must be a URL without user name and password",
  scheme: "must be an https URL; http only reaches addresses that the operator allows (WINNOW_EGRESS_ALLOW)",
  port: "this port is not allowed; use 443 or one from 1024",
  address: "leads to an address that is not public; the operator can allow it (WINNOW_EGRESS_ALLOW)",
};

export class WebhookSender {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** True: nothing is sent. */
  get offline(): boolean {
    return this.#http.offline;
  }

  /** Why nothing would be sent to the URL; null when it would be, or when that is not known now. */
  async refusal(url: string, account: string): Promise<string | null> {
    try {
      await this.#http.check(url, {
        timeoutMs: CHECK_MS,
        untrusted: true,
        budget: budgetOf(account, CHECK_MS),
      });
      return null;
    } catch (error) {
      if (error instanceof HttpRefused && error.reason !== "offline") return REFUSALS[error.reason];
      if (error instanceof HttpRefused || error instanceof HttpFailed) return null;
      throw error;
    }
  }

  /** Never throws what a target can cause. */
  async send({ url, headers, body, account, signal, reads }: WebhookRequest): Promise<WebhookReply> {
    try {
      const answer = await this.#http.post(url, {
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
        redirects: 0,
        maxBytes: reads?.bytes ?? 0,
        cut: true,
        untrusted: true,
        budget: budgetOf(account, TIMEOUT_MS),
        signal,
      });
      return {
        status: answer.status,
        retryAfter: answer.headers.get("retry-after"),
        body: new TextDecoder().decode(answer.body),
      };
    } catch (error) {
      if (error instanceof HttpRefused) return { error: REFUSALS[error.reason] };
      if (error instanceof HttpFailed) return { error: errorOf(error) };
      throw error;
    }
  }
}

function errorOf({ reason, message }: HttpFailed): string {
  if (reason === "timeout") return `no answer within ${TIMEOUT_MS / 1000} s`;
  if (reason === "unresolved" || reason === "busy") return "the host name could not be resolved";
  return reason === "network" ? `the connection failed: ${message.slice(0, 80)}` : "the call was given up";
}

/** As a guest: its look-ups come behind those for scores. */
function budgetOf(account: string, milliseconds: number): Budget {
  return new Budget(milliseconds, { id: `${account} webhooks`, madeBy: "signup" });
}
