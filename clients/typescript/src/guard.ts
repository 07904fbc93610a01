/** "May I send?" before an SMS, a call or a mail with a code. Without an answer: send. */
import type { paths } from "../dist/schema.d.ts";
import { type Ask, askLeavingOut } from "./ask.ts";
import { type DecisionReason, type InvalidField, isObject, type Unavailable } from "./decision.ts";
import { readFields } from "./signup.ts";

type SendPath = paths["/v1/guard/send"]["post"];
type SendBody = NonNullable<SendPath["requestBody"]>["content"]["application/json"];
/** `null`, `undefined` and `""` mean "not known". */
export type GuardRequest =
  & { readonly [Name in keyof SendBody]?: SendBody[Name] | null | undefined }
  & Pick<SendBody, "channel" | "to">;
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
  /** True: nothing that Winnow said. "allow" without an answer, "deny" where it cannot read what is to be sent to. */
  readonly degraded: boolean;
  /** Why there is no answer, or what limits it; null for a plain answer. */
  readonly reason: DecisionReason | null;
  /** The same for the log. */
  readonly detail: string | null;
  /** What could not be read, and was left out. */
  readonly invalidFields: readonly InvalidField[];
  readonly result: GuardResult | null;
}

export interface Guard {
  /** Never throws, and takes no longer than the time limit of the client. */
  send(request: GuardRequest): Promise<GuardDecision>;
  /** Never throws; false: it was not taken in. Nothing is told where `sendId` is null. */
  outcome(sendId: string | null, status: OutcomeBody["status"]): Promise<boolean>;
}

/** @param tell told of each question without an answer, except for invalid input */
export function guardOf(ask: Ask, tell: (failure: Unavailable) => void, timeoutMs: number): Guard {
  const options = { timeoutMs };
  return {
    async send(request) {
      const read = { ...readFields(request, false), isAnswer: isResult, tell, options };
      const asked = await askLeavingOut(ask, "/v1/guard/send", read);
      const { answer: result, invalidFields } = asked;
      if (result === null) {
        const { reason, detail } = asked;
        const decision = reason === "invalid_input" ? "deny" : "allow";
        const none = { retryAfter: null, sendId: null, suggest: null, result } as const;
        return { decision, ...none, degraded: true, reason, detail, invalidFields };
      }
      const isPartial = invalidFields.length > 0;
      return {
        decision: result.decision,
        retryAfter: result.retry_after,
        sendId: result.send_id,
        suggest: result.suggest,
        degraded: false,
        reason: isPartial ? "invalid_input" : null,
        detail: isPartial ? "some fields could not be read" : null,
        invalidFields,
        result,
      };
    },
    async outcome(sendId, status) {
      if (sendId === null) return false;
      const body = JSON.stringify({ send_id: sendId, status });
      const isTaken = (answer: unknown): answer is object => isObject(answer) && answer.send_id === sendId;
      return "answer" in await ask("/v1/guard/outcome", body, isTaken, options);
    },
  };
}

const DECISIONS: ReadonlySet<unknown> = new Set<GuardResult["decision"]>(["allow", "delay", "deny"]);

function isResult(body: unknown): body is GuardResult {
  return isObject(body) && DECISIONS.has(body.decision);
}
