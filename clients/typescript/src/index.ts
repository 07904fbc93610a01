/** Client of the Winnow risk scoring service. Needs `fetch` and nothing of Node: runs in Node 20.3, Deno, Bun and Workers. */
import createClient, { type Client, defaultBodySerializer } from "openapi-fetch";
import { type Ask, asking, askLeavingOut } from "./ask.ts";
import {
  type AccountCode,
  type Decision,
  type DecisionReason,
  type Fallback,
  type InvalidField,
  invalidFieldsOf,
  isObject,
  isSignupResult,
  parsed,
  problemOf,
  type ScoredDecision,
  type SignupResult,
  type Unavailable,
  type UnavailableReason,
  type UnscoredDecision,
  type Verdict,
} from "./decision.ts";
import { fallbackFor, type OnUnavailable, problemOfChoice } from "./fallback.ts";
import type { paths } from "../dist/schema.d.ts";
import { type Guard, type GuardDecision, guardOf, type GuardRequest, type GuardResult } from "./guard.ts";
import {
  type AccountEvent,
  type Login,
  type LoginDecision,
  type LoginOutcome,
  type LoginResult,
  type ScoredLogin,
  scoreLogin,
  type Suggestion,
  type UnscoredLogin,
} from "./login.ts";
import { readFields, readSignup, type Signup, withJoinedHeaders } from "./signup.ts";
import { CallFailed, messageOf, type Send, transport } from "./transport.ts";

export type { components, operations, paths } from "../dist/schema.d.ts";
export { CallFailed };
export { type EmailTokenInputs, emailTokenInputs } from "./email_token.ts";
export type {
  AccountCode,
  AccountEvent,
  Decision,
  DecisionReason,
  Fallback,
  Guard,
  GuardDecision,
  GuardRequest,
  GuardResult,
  InvalidField,
  Login,
  LoginDecision,
  LoginOutcome,
  LoginResult,
  OnUnavailable,
  ScoredDecision,
  ScoredLogin,
  Signup,
  SignupResult,
  Suggestion,
  Unavailable,
  UnavailableReason,
  UnscoredDecision,
  UnscoredLogin,
  Verdict,
};

export interface WinnowOptions {
  /** For example `http://127.0.0.1:8080`. */
  readonly baseUrl: string | URL;
  /** For all but `api` a key with the scope `score`; `loginOutcome` and `accountEvent` need `feedback` as well. */
  readonly apiKey: string;
  /** All that each of the methods that never throw may take, retries included. Default 1,000. */
  readonly timeoutMs?: number | undefined;
  /** The same for `api`, `outcome` and `report`. Default 10,000. */
  readonly apiTimeoutMs?: number | undefined;
  /** Attempts after the first, inside the time limit. Default 2. */
  readonly retries?: number | undefined;
  /**
   * The verdict of `scoreSignup` when there is no score. Default: "review" for `rate_limited`, `quota_exceeded`, `account_paused` and
   * `unauthorized`, otherwise "allow". Invalid input is "review" in any case.
   */
  readonly onUnavailable?: OnUnavailable | undefined;
  /** Told of each sign-up, log-in and send without an answer, except for invalid input. Default: one line on `console.error`. */
  readonly onError?: ((failure: Unavailable) => void) | undefined;
  readonly fetch?: typeof fetch | undefined;
}

export interface LoginOptions {
  readonly timeoutMs?: number | undefined;
  /** The same key for the same sign-up or log-in is scored once within 24 hours. Default: a new one. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ScoreOptions extends LoginOptions {
  /** Before that of the client. */
  readonly onUnavailable?: OnUnavailable | undefined;
}

type Answer<Path extends "/v1/outcome" | "/v1/report"> =
  paths[Path]["post"]["responses"][200]["content"]["application/json"];
type Asked<Path extends "/v1/outcome" | "/v1/report"> = NonNullable<
  paths[Path]["post"]["requestBody"]
>["content"]["application/json"];

/** A call of `outcome` or `report` that failed. */
export class WinnowError extends Error {
  /** Null when there was no response. */
  readonly status: number | null;
  /** As in the service's catalogue of errors, or why there was no response. */
  readonly code: string | null;
  readonly invalidFields: readonly InvalidField[];

  constructor(
    detail: string,
    status: number | null,
    code: string | null,
    invalidFields: readonly InvalidField[],
  ) {
    super(detail);
    this.name = "WinnowError";
    this.status = status;
    this.code = code;
    this.invalidFields = invalidFields;
  }
}

export class Winnow {
  /** Every endpoint, typed from the OpenAPI document. Sends the key, retries and gives up as the other methods do. */
  readonly api: Client<paths>;
  /** Asks before a code is sent. */
  readonly guard: Guard;
  readonly #ask: Ask;
  readonly #timeoutMs: number;
  readonly #onUnavailable: OnUnavailable | undefined;
  readonly #onError: (failure: Unavailable) => void;

  /** @throws TypeError for an option that cannot be meant */
  constructor(options: WinnowOptions) {
    const url = baseUrlOf(options.baseUrl);
    const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
    if (typeof options.apiKey !== "string" || !/^[\x21-\x7e]+$/.test(options.apiKey)) {
      throw new TypeError("Winnow: apiKey must be an API key, for example wk_live_…");
    }
    this.#timeoutMs = milliseconds("timeoutMs", options.timeoutMs ?? 1000);
    const apiTimeoutMs = milliseconds("apiTimeoutMs", options.apiTimeoutMs ?? 10_000);
    const retries = options.retries ?? 2;
    if (!Number.isInteger(retries) || retries < 0 || retries > 10) {
      throw new TypeError("Winnow: retries must be a whole number from 0 to 10");
    }
    const problem = problemOfChoice(options.onUnavailable);
    if (problem !== null) throw new TypeError(`Winnow: onUnavailable ${problem}`);
    this.#onUnavailable = options.onUnavailable;
    this.#onError = options.onError ??
      (({ reason, detail }) => console.error(`Winnow: no answer (${reason}): ${detail}`));
    const send: Send = transport({
      apiKey: options.apiKey,
      basePath: new URL(base).pathname.replace(/\/$/, ""),
      retries,
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    });
    this.api = createClient<paths>({
      baseUrl: base,
      fetch: (request) => send(request, apiTimeoutMs),
      bodySerializer: (body: unknown) => defaultBodySerializer(withJoinedHeaders(body)),
    });
    this.#ask = asking(base, send);
    this.guard = guardOf(this.#ask, (failure) => this.#report(failure), this.#timeoutMs);
  }

  /**
   * Decides on a sign-up. Never throws, and takes no longer than the time limit. Without an answer the verdict is
   * `onUnavailable`; invalid input is at least a review.
   */
  async scoreSignup(signup: Signup, options: ScoreOptions = {}): Promise<Decision> {
    const { body, invalid } = readSignup(signup);
    const given = options ?? {};
    if (body === null) return withoutScore("review", "invalid_input", "the sign-up cannot be sent", invalid);
    const timeoutMs = timeoutOf(given) ?? this.#timeoutMs;
    const read = await this.#ask("/v1/score/user", body, isSignupResult, { ...given, timeoutMs });
    if ("answer" in read) return scored(read.answer, invalid);
    if ("invalid" in read) {
      return withoutScore("review", "invalid_input", read.detail, [...invalid, ...read.invalid]);
    }
    const { reason, detail } = read.unavailable;
    this.#report(read.unavailable);
    const verdict = invalid.length > 0
      ? "review"
      : fallbackFor(read, [given.onUnavailable, this.#onUnavailable]);
    return withoutScore(verdict, reason, detail, invalid);
  }

  /**
   * Compares a log-in with the user's earlier ones. Never throws, and takes no longer than the time limit. Without an answer
   * `suggest` is "allow" and `degraded` is true. A field that cannot be read is left out.
   */
  scoreLogin(login: Login, options: LoginOptions = {}): Promise<LoginDecision> {
    const given = options ?? {};
    const timeoutMs = timeoutOf(given) ?? this.#timeoutMs;
    return scoreLogin(this.#ask, login, (failure) => this.#report(failure), { ...given, timeoutMs });
  }

  /** Tells what became of a log-in. Never throws; false: it was not taken in. Nothing is told where `requestId` is null. */
  async loginOutcome(requestId: string | null, outcome: LoginOutcome): Promise<boolean> {
    if (requestId === null) return false;
    const answer = await this.#tell("/v1/outcome", { request_id: requestId, outcome });
    return answer?.recorded === 1;
  }

  /** Tells that a user's e-mail address or password was changed. Never throws; false: it was not taken in. */
  async accountEvent(event: AccountEvent): Promise<boolean> {
    const answer = await this.#tell("/v1/events", event);
    return answer !== null && answer.user_id === event.user_id;
  }

  /** Labels scores as fraud or legit. @throws WinnowError */
  outcome(body: Asked<"/v1/outcome">): Promise<Answer<"/v1/outcome">> {
    return unwrapped(this.api.POST("/v1/outcome", { body }));
  }

  /** Reports values as confirmed fraud. @throws WinnowError */
  report(body: Asked<"/v1/report">): Promise<Answer<"/v1/report">> {
    return unwrapped(this.api.POST("/v1/report", { body }));
  }

  /** @returns the answer; null: it was not taken in */
  async #tell(path: string, body: unknown): Promise<Record<string, unknown> | null> {
    const asked = await askLeavingOut(this.#ask, path, {
      ...readFields(body),
      isAnswer: isObject,
      tell: (failure) => this.#report(failure),
      options: { timeoutMs: this.#timeoutMs },
    });
    return asked.answer;
  }

  #report(failure: Unavailable): void {
    try {
      Promise.resolve(this.#onError(failure)).catch(() => {});
    } catch {
      // A broken callback must not break a sign-up.
    }
  }
}

function scored(result: SignupResult, unsent: readonly InvalidField[]): ScoredDecision {
  const unread: unknown = "components_invalid" in result ? result.components_invalid : [];
  const invalidFields = [...unsent, ...invalidFieldsOf(unread)];
  return {
    // What was not sent cannot have moved the service's own verdict.
    verdict: unsent.length > 0 && result.verdict === "allow" ? "review" : result.verdict,
    riskScore: result.risk_score,
    requestId: result.request_id,
    summary: result.summary,
    degraded: false,
    reason: invalidFields.length > 0 ? "invalid_input" : null,
    detail: invalidFields.length > 0 ? "some fields could not be read" : null,
    invalidFields,
    result,
  };
}

function withoutScore(
  verdict: Fallback,
  reason: DecisionReason,
  detail: string,
  invalidFields: readonly InvalidField[],
): UnscoredDecision {
  return {
    verdict,
    riskScore: null,
    requestId: null,
    summary: null,
    degraded: true,
    reason,
    detail,
    invalidFields,
    result: null,
  };
}

async function unwrapped<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  let answer;
  try {
    answer = await call;
  } catch (error) {
    throw new WinnowError(messageOf(error), null, error instanceof CallFailed ? error.reason : null, []);
  }
  if (answer.data !== undefined) return answer.data;
  const { error, response } = answer;
  const { code, detail, fields } = problemOf(typeof error === "string" ? parsed(error) : error);
  throw new WinnowError(detail ?? `Winnow answered ${response.status}`, response.status, code, fields);
}

function baseUrlOf(value: unknown): URL {
  try {
    const url = new URL(String(value));
    if (/^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  } catch {
    // Below.
  }
  throw new TypeError("Winnow: baseUrl must be an http or https URL without user and password");
}

function milliseconds(name: string, value: unknown): number {
  if (typeof value === "number" && value > 0 && value <= 2 ** 31 - 1) return value;
  throw new TypeError(`Winnow: ${name} must be a number of milliseconds above 0`);
}

function timeoutOf({ timeoutMs }: LoginOptions): number | null {
  return typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= 2 ** 31 - 1 ? timeoutMs : null;
}
