/** Log-ins: how one differs from the user's earlier ones, what became of it, and changes of an account. */
import type { paths } from "../dist/schema.d.ts";
import { type Ask, askLeavingOut, type AskOptions } from "./ask.ts";
import { type DecisionReason, type InvalidField, isObject, type Unavailable } from "./decision.ts";
import { readFields } from "./signup.ts";

type Path = "/v1/score/login" | "/v1/events";
type Body<P extends Path> = NonNullable<paths[P]["post"]["requestBody"]>["content"]["application/json"];

/** The whole answer of `POST /v1/score/login`. */
export type LoginResult = paths["/v1/score/login"]["post"]["responses"][200]["content"]["application/json"];
export type Suggestion = LoginResult["account"]["suggest"];

/** `null`, `undefined` and `""` mean "not known". */
export type Login =
  & { readonly [Name in keyof Body<"/v1/score/login">]?: Body<"/v1/score/login">[Name] | null | undefined }
  & {
    readonly user_id: string;
    /** What `Winnow.fingerprint()` returned in the browser, as it arrived. */
    readonly device?: unknown;
  };

export type AccountEvent =
  & { readonly [Name in keyof Body<"/v1/events">]?: Body<"/v1/events">[Name] | null | undefined }
  & Pick<Body<"/v1/events">, "type" | "user_id">;

/** What became of a log-in. */
export type LoginOutcome = "mfa_passed" | "mfa_failed" | "reset" | "takeover" | "owner_confirmed";

/** Which of the two it is, `degraded` says: TypeScript narrows by it. */
export type LoginDecision = ScoredLogin | UnscoredLogin;

export interface ScoredLogin {
  readonly degraded: false;
  /** `notify`: let the user in, and tell them; `step_up`: ask for a second factor. */
  readonly suggest: Suggestion;
  /** 0 to 100. */
  readonly riskScore: number;
  /** For `loginOutcome`. */
  readonly requestId: string;
  /** One sentence for people. */
  readonly summary: string;
  /** What to mail to the user; null: nothing. */
  readonly notice: LoginResult["notice"];
  readonly reason: "invalid_input" | null;
  readonly detail: string | null;
  /** What could not be read, and was left out. */
  readonly invalidFields: readonly InvalidField[];
  readonly result: LoginResult;
}

/** Nothing that Winnow said: "allow" without an answer, "step_up" for what it cannot read. */
export interface UnscoredLogin {
  readonly degraded: true;
  readonly suggest: "allow" | "step_up";
  readonly riskScore: null;
  readonly requestId: null;
  readonly summary: null;
  readonly notice: null;
  readonly reason: DecisionReason;
  /** What happened, for the log. */
  readonly detail: string;
  readonly invalidFields: readonly InvalidField[];
  readonly result: null;
}

/** Never throws. @param tell told of each log-in without an answer, except for invalid input */
export async function scoreLogin(
  ask: Ask,
  login: unknown,
  tell: (failure: Unavailable) => void,
  options: AskOptions,
): Promise<LoginDecision> {
  const { fields, invalid } = readFields(login);
  // The token in it is for sign-ups.
  fields.delete("device_token");
  const given = { fields, invalid, isAnswer: isResult, tell, options };
  const asked = await askLeavingOut(ask, "/v1/score/login", given);
  if (asked.answer === null) {
    const { reason, detail, invalidFields } = asked;
    const suggest = reason === "invalid_input" ? "step_up" : "allow";
    const none = { riskScore: null, requestId: null, summary: null, notice: null, result: null } as const;
    return { degraded: true, suggest, ...none, reason, detail, invalidFields };
  }
  const { answer: result, invalidFields } = asked;
  const isPartial = invalidFields.length > 0;
  return {
    degraded: false,
    suggest: result.account.suggest,
    riskScore: result.risk_score,
    requestId: result.request_id,
    summary: result.summary,
    notice: result.notice,
    reason: isPartial ? "invalid_input" : null,
    detail: isPartial ? "some fields could not be read" : null,
    invalidFields,
    result,
  };
}

const SUGGESTIONS: ReadonlySet<unknown> = new Set<Suggestion>(["allow", "notify", "step_up", "deny"]);

function isResult(body: unknown): body is LoginResult {
  return isObject(body) && isObject(body.account) && SUGGESTIONS.has(body.account.suggest) &&
    typeof body.risk_score === "number" && typeof body.request_id === "string";
}
