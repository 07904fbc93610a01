/** Answers Supabase Auth before it creates a user: always in time, and in its form. */
import { Budget } from "../../concurrency/budget.ts";
import { AppError } from "../../model/error.ts";
import type { Hook } from "../../model/endpoints/hook.ts";
import { readSupabase } from "../../model/endpoints/payload.ts";
import { parseJson } from "../../model/json.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { callerWithin } from "./caller.ts";
import type { HookMessage } from "./receive.ts";
import type { MessageScore } from "./parts.ts";
import { eventName, scoreMessage, scoreWithoutQuota } from "./score_message.ts";

/** Supabase waits five seconds for all its attempts, and then refuses the user. */
const DEADLINE_MS = 1_200;

/** A denial is a 200 with an error in it: anything else is shown to the user as a failure of the server. */
type SupabaseAnswer =
  | Record<never, never>
  | { readonly error: { readonly http_code: 403; readonly message: string } };

const REFUSED = "This sign-up was refused.";
const UNSURE = "This sign-up could not be checked. Please try again later.";
const UNREADABLE = "This sign-up could not be read.";

/** @param started `performance.now()` when the request arrived */
export async function answerSupabase(
  services: Services,
  message: HookMessage,
  started: number,
): Promise<SupabaseAnswer> {
  const { hook } = message;
  const { tally, failures } = services.hooks;
  const payload = readSupabase(parseJson(message.body));
  if (payload === null) {
    tally.unscored(services, hook, "failed", "unreadable message");
    return answer(hook, "refuse", UNREADABLE);
  }
  // An attempt that is repeated has another message id, and the same uuid.
  const event = eventName(hook, payload.uuid === null ? `message ${message.id}` : `uuid ${payload.uuid}`);
  const { fields } = payload;
  const deadline = started + DEADLINE_MS;
  try {
    const { caller, isLimited } = await callerWithin(services, hook);
    const scoring = services.hooks.decisions.ask({
      key: `${hook.account} ${event}`,
      zone: hook.account,
      work: () => scored(services, hook, caller, { event, fields, started }, isLimited),
    }, new Budget(deadline - performance.now(), caller.account));
    const score = await before(deadline, scoring);
    if (score) return decide(hook, score);
    tally.unscored(services, hook, "failed", score === null ? "overloaded" : "too slow");
  } catch (error) {
    const { code } = failures.toAppError(error, "a hook of kind supabase");
    tally.unscored(services, hook, "failed", code === "invalid_value" ? "nothing to score" : code);
  }
  return answer(hook, hook.whenUnsure, UNSURE);
}

/** A spent quota opens no door: what is at hand decides. @param isLimited nothing is stored or billed */
async function scored(
  services: Services,
  hook: Hook,
  caller: Caller,
  message: Parameters<typeof scoreMessage>[3],
  isLimited: boolean,
): Promise<MessageScore> {
  if (isLimited) return await scoreWithoutQuota(services, hook, caller, message, "rate_limited");
  try {
    return await scoreMessage(services, hook, caller, message);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "quota_exceeded") throw error;
    return await scoreWithoutQuota(services, hook, caller, message, error.code);
  }
}

/** What cannot be read is never let pass because of that; one of the account's allow rules may. */
function decide(hook: Hook, { verdict, unreadable }: MessageScore): SupabaseAnswer {
  if (verdict === "allow") return answer(hook, "allow", "");
  if (verdict === "block") return answer(hook, "refuse", REFUSED);
  return unreadable === true ? answer(hook, "refuse", UNREADABLE) : answer(hook, hook.whenUnsure, REFUSED);
}

function answer({ mode }: Hook, decision: "allow" | "refuse", message: string): SupabaseAnswer {
  return mode === "observe" || decision === "allow" ? {} : { error: { http_code: 403, message } };
}

/** Undefined when the work is not done by then; it continues. @param deadline of `performance.now()` */
async function before<T>(deadline: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - performance.now()));
  work.catch(() => {}); // after the deadline the result is not used
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
