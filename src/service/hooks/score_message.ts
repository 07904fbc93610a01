/** Scores what a message of a hook says of a sign-up. A message leaves one score, however often it is sent. */
import { hash } from "node:crypto";
import { invalidField } from "../../model/error.ts";
import type { HookFields } from "../../model/endpoints/payload.ts";
import type { Caller } from "../../model/records.ts";
import { scoredBy } from "../../model/verdict.ts";
import { together } from "../../records/change.ts";
import { type HookEvent, SCORED_BEFORE } from "../../records/endpoints/hook_events.ts";
import type { HookName } from "../../records/endpoints/hooks.ts";
import { isAbandoned } from "../../records/state.ts";
import type { Services } from "../context.ts";
import { readSignupForReview } from "../score/read_signup.ts";
import { scoreSignup, type Signup } from "../score/score_signup.ts";
import { NO_MAILBOXES } from "../site/anonymous_score.ts";
import type { MessageScore } from "./parts.ts";

const EVENT_CHARS = 32;

/** The name of a message in the store. @param id unique among the messages of the hook */
export function eventName(hook: HookName, id: string): string {
  return hash("sha256", `${hook.id}\u0000${id}`, "base64url").slice(0, EVENT_CHARS);
}

/**
 * Durable when it resolves.
 * @param started `performance.now()` when the message arrived
 * @throws AppError account_paused, quota_exceeded, and invalid_value when there is nothing to score
 */
export async function scoreMessage(
  services: Services,
  hook: HookName,
  caller: Caller,
  { event, fields, started }: {
    readonly event: string;
    readonly fields: HookFields;
    readonly started: number;
  },
): Promise<MessageScore> {
  const { hooks, hookEvents } = services.store;
  const account = caller.account.id;
  const before = scoreOf(await hookEvents.find(account, event));
  if (before !== null) return before;
  const signup = signupOf(services, fields);
  const unreadable = unreadableOf(signup);
  try {
    const { requestId, verdict } = await scoreSignup(services, {
      caller,
      ...scoredBy(null, caller.account.thresholds),
      via: "hook",
      started,
      alongside: (scored) =>
        together(
          hookEvents.scored(account, event, { ...scored, ...unreadable }),
          hooks.used(hook, scored.verdict, { note: "", at: services.now() }),
        ),
    }, signup);
    return { requestId, verdict, ...unreadable };
  } catch (error) {
    if (!isAbandoned(error, SCORED_BEFORE)) throw error;
    return scoreOf(await hookEvents.find(account, event))!;
  }
}

/**
 * The verdict when the quota or the rate is used up: by local data, the account's rules among it. Nothing of it is stored or
 * billed; the event `signup.scored` and the hook's use say so.
 * @param why of the hook's use
 * @throws AppError account_paused, and invalid_value when there is nothing to score
 */
export async function scoreWithoutQuota(
  services: Services,
  hook: HookName,
  caller: Caller,
  { fields, started }: { readonly fields: HookFields; readonly started: number },
  why: "quota_exceeded" | "rate_limited",
): Promise<MessageScore> {
  const signup = signupOf(services, fields);
  const local: Services = { ...services, sources: { ...services.sources, mailboxes: NO_MAILBOXES } };
  const { requestId, verdict } = await scoreSignup(local, {
    caller,
    ...scoredBy(null, caller.account.thresholds),
    via: "hook",
    started,
    keep: false,
    withoutQuota: true,
  }, signup);
  services.hooks.tally.decided(services, hook, verdict, why);
  return { requestId, verdict, ...unreadableOf(signup) };
}

function signupOf({ valueReader }: Services, fields: HookFields): Signup {
  return readSignupForReview(
    valueReader,
    { ...fields },
    (field, why) => invalidField(field === "" ? "" : `/${field}`, why),
  );
}

function unreadableOf({ invalid = [] }: Signup): Pick<MessageScore, "unreadable"> {
  return invalid.length > 0 ? { unreadable: true } : {};
}

/** Null: there is none yet. */
function scoreOf(event: HookEvent | null): MessageScore | null {
  if (event === null || event.requestId === null || event.verdict === null) return null;
  const { requestId, verdict } = event;
  return { ...event, requestId, verdict };
}
