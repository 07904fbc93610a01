/** "May I send?" before an SMS, a call or a mail with a code. Without an answer: send. */
import type { Client } from "openapi-fetch";
import type { paths } from "../dist/schema.d.ts";
import { messageOf } from "./transport.ts";

type SendPath = paths["/v1/guard/send"]["post"];
export type GuardRequest = NonNullable<SendPath["requestBody"]>["content"]["application/json"];
export type GuardResult = SendPath["responses"][200]["content"]["application/json"];
type OutcomeBody = NonNullable<
  paths["/v1/guard/outcome"]["post"]["requestBody"]
>["content"]["application/json"];

export interface GuardDecision {
  readonly decision: GuardResult["decision"];
  /** Seconds; null: now, or never. */
  readonly retryAfter: number | null;
  /** For `outcome`; null: nothing can be told. */
  readonly sendId: string | null;
  readonly suggest: GuardResult["suggest"];
  /** True: Winnow gave no answer, so the message is to be sent. */
  readonly degraded: boolean;
  /** Why, for the log; null with an answer. */
  readonly detail: string | null;
  readonly result: GuardResult | null;
}

export interface Guard {
  /** Never throws, and takes no longer than the time limit of the client. */
  send(request: GuardRequest): Promise<GuardDecision>;
  /** Never throws; false: it was not taken in. Nothing is told where `sendId` is null. */
  outcome(sendId: string | null, status: OutcomeBody["status"]): Promise<boolean>;
}

/** @param api a client whose calls end within the time limit */
export function guardOf(api: Client<paths>): Guard {
  return {
    async send(request) {
      try {
        const { data, response } = await api.POST("/v1/guard/send", { body: request });
        if (data === undefined) return open(`Winnow answered ${response.status}`);
        if (data.decision !== "allow" && data.decision !== "delay" && data.decision !== "deny") {
          return open("200 without a decision");
        }
        return {
          decision: data.decision,
          retryAfter: data.retry_after,
          sendId: data.send_id,
          suggest: data.suggest,
          degraded: false,
          detail: null,
          result: data,
        };
      } catch (error) {
        return open(messageOf(error));
      }
    },
    async outcome(sendId, status) {
      if (sendId === null) return false;
      try {
        const { response } = await api.POST("/v1/guard/outcome", { body: { send_id: sendId, status } });
        return response.ok;
      } catch {
        return false;
      }
    },
  };
}

function open(detail: string): GuardDecision {
  return {
    decision: "allow",
    retryAfter: null,
    sendId: null,
    suggest: null,
    degraded: true,
    detail,
    result: null,
  };
}
