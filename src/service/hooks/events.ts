/** Takes in events of new users, durably before they are acknowledged, and scores them afterwards; acts on security events. */
import { requireActive, requireQuota } from "../access/quota.ts";
import { AppError } from "../../model/error.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import { eventType, readEvent } from "../../model/endpoints/payload.ts";
import { parseJson } from "../../model/json.ts";
import type { HookHandler, HookTask } from "../../records/endpoints/hook_inbox.ts";
import type { HookName } from "../../records/endpoints/hooks.ts";
import type { JobResult } from "../../records/endpoints/job_queues.ts";
import type { Services } from "../context.ts";
import { hookCaller, limitedCaller } from "./caller.ts";
import type { HookMessage } from "./receive.ts";
import { eventName, scoreMessage } from "./score_message.ts";
import { actOn } from "./ssf/effects.ts";

const FULL_RETRY_SECONDS = 60;
/** What could not be scored by then is given up. */
const GIVE_UP_MS = 3 * DAY_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;
const DONE: JobResult = { moved: null };

/** What became of a message: it is scored later, it came before, or there is nothing to score in it. */
type Taken = "queued" | "repeated" | "ignored";

/**
 * Durable when it resolves.
 * @throws AppError invalid_json, account_paused, quota_exceeded, rate_limited, unavailable; then it is not taken in
 */
export async function takeEvent(services: Services, { hook, id, body }: HookMessage): Promise<Taken> {
  const { store, now, hooks: { inbox, tally } } = services;
  const caller = await limitedCaller(services, hook);
  const event = eventName(hook, `message ${id}`);
  if (await store.hookEvents.find(hook.account, event) !== null) return "repeated";
  const payload = parseJson(body);
  if (payload === null) {
    tally.unscored(services, hook, "failed", "unreadable message");
    throw new AppError("invalid_json");
  }
  const ignored = (why: string): Taken => {
    tally.unscored(services, hook, "ignored", why);
    return "ignored";
  };
  if (hook.types.length > 0 && !hook.types.includes(eventType(payload) ?? "")) return ignored("other type");
  const fields = readEvent(payload, hook.pointers);
  const { user_id: _reference, ...values } = fields;
  if (Object.keys(values).length === 0) return ignored("no ip, e-mail or phone in it");
  requireActive(caller);
  await requireQuota(store, caller, now());
  return requireTaken(await inbox.take(hook, { event, fields }));
}

/** @throws AppError unavailable: too many wait */
export function requireTaken(taken: "queued" | "repeated" | "full"): "queued" | "repeated" {
  if (taken !== "full") return taken;
  throw new AppError("unavailable", "too many events of this hook wait; send it again later", {
    retryAfter: FULL_RETRY_SECONDS,
  });
}

/** Scores the events of the queue. */
export class HookJobs implements HookHandler {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  isOpen(account: string): boolean {
    return this.#services.store.accounts.account(account)?.paused === false;
  }

  async work({ account, owner, content, at, attempts }: HookTask): Promise<JobResult> {
    const { hooks: { tally, failures }, now } = this.#services;
    const hook: HookName = { account, id: owner };
    const caller = hookCaller(this.#services, hook);
    if (caller === null || content === null) return DONE;
    try {
      if ("told" in content) {
        await actOn(this.#services, hook, caller, content);
      } else {
        const { event, fields } = content;
        await scoreMessage(this.#services, hook, caller, { event, fields, started: performance.now() });
      }
      return DONE;
    } catch (error) {
      const { code } = failures.toAppError(error, "a queued event of a hook");
      if (code === "invalid_value" || now() - at > GIVE_UP_MS) {
        tally.unscored(this.#services, hook, "failed", code);
        return DONE;
      }
      const dueAt = now() + Math.min(MAX_DELAY_MS, 1000 * 2 ** Math.min(attempts, 20));
      const moved = { dueAt, note: code };
      // The rest of the lane would fail for the same reason.
      return code === "quota_exceeded" || code === "account_paused" ? { moved, restUntil: dueAt } : { moved };
    }
  }
}
