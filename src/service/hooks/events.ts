/** Takes in events of new users, durably before they are acknowledged, and scores them afterwards. */
import { requireActive, requireQuota } from "../access/quota.ts";
import { AppError } from "../../model/error.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import { eventType, type HookFields, readEvent } from "../../model/endpoints/payload.ts";
import { parseJson } from "../../model/json.ts";
import { changeOf } from "../../db/commit/change.ts";
import type { HookName } from "../../records/endpoints/hooks.ts";
import type { Job, Lane } from "../../db/queue/lane.ts";
import type { JobHandler, JobResult } from "../../db/queue/queue_worker.ts";
import type { Services } from "../context.ts";
import { hookCaller, limitedCaller } from "./caller.ts";
import type { HookMessage } from "./receive.ts";
import { eventName, scoreMessage } from "./score_message.ts";

/** The kind of lanes of hooks. */
export const HOOK_LANE = "hook";
/** Lanes of a hook: so many of its events are scored at the same time. */
const LANES = 4;
const MAX_WAITING = 5_000;
const FULL_RETRY_SECONDS = 60;
/** What could not be scored by then is given up. */
const GIVE_UP_MS = 3 * DAY_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;
const DONE: JobResult = { moved: null };

/** An event in the queue. */
interface QueuedEvent {
  readonly event: string;
  readonly fields: HookFields;
}

/** What became of a message: it is scored later, it came before, or there is nothing to score in it. */
type Taken = "queued" | "repeated" | "ignored";

/**
 * Durable when it resolves.
 * @throws AppError invalid_json, account_paused, quota_exceeded, rate_limited, unavailable; then it is not taken in
 */
export async function takeEvent(services: Services, { hook, id, body }: HookMessage): Promise<Taken> {
  const { store, now, hooks: { secrets, tally, wake } } = services;
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
  const sealed = secrets.seal.encrypt(JSON.stringify({ event, fields } satisfies QueuedEvent));
  const lane = laneOf(hook, event);
  const job = store.queue.append(lane, { label: HOOK_LANE, sealed }, MAX_WAITING);
  if (job === null) {
    await store.writer.write(store.queue.refused(lane));
    wake(lane);
    throw new AppError("unavailable", "too many events of this hook wait to be scored; send it again later", {
      retryAfter: FULL_RETRY_SECONDS,
    });
  }
  const { id: _id, ...append } = job;
  if (!await store.hookEvents.take(hook.account, event, changeOf(append))) return "repeated";
  wake(lane);
  return "queued";
}

/** Scores the events of the queue. */
export class HookJobs implements JobHandler {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  isOpen({ account }: Lane): boolean {
    return this.#services.store.accounts.account(account)?.paused === false;
  }

  async work(lane: Lane, job: Job): Promise<JobResult> {
    const { hooks: { secrets, tally, failures }, now } = this.#services;
    const hook: HookName = { account: lane.account, id: lane.name.split(".")[1]! };
    const caller = hookCaller(this.#services, hook);
    const queued = secrets.seal.decrypt(job.sealed);
    if (caller === null || queued === null) return DONE;
    const { event, fields } = parseJson(queued) as QueuedEvent; // as `takeEvent` wrote it
    try {
      await scoreMessage(this.#services, hook, caller, { event, fields, started: performance.now() });
      return DONE;
    } catch (error) {
      const { code } = failures.toAppError(error, "a queued event of a hook");
      if (code === "invalid_value" || now() - job.at > GIVE_UP_MS) {
        tally.unscored(this.#services, hook, "failed", code);
        return DONE;
      }
      const dueAt = now() + Math.min(MAX_DELAY_MS, 1000 * 2 ** Math.min(job.attempts, 20));
      const moved = { dueAt, note: code };
      // The rest of the lane would fail for the same reason.
      return code === "quota_exceeded" || code === "account_paused" ? { moved, restUntil: dueAt } : { moved };
    }
  }
}

function laneOf({ account, id }: HookName, event: string): Lane {
  return { account, name: `${HOOK_LANE}.${id}.${event.charCodeAt(0) % LANES}` };
}
