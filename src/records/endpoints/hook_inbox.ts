/** Messages of hooks that wait to be scored: each is taken in once, in the commit that queues it. */
import type { HookFields } from "../../model/endpoints/payload.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { HookEvents } from "./hook_events.ts";
import type { HookName } from "./hooks.ts";
import type { JobQueue, Task, TaskHandler } from "./job_queues.ts";

/** The kind of the lanes of hooks, and the label of their jobs. */
export const HOOK_JOBS = "hook";
/** Lanes of a hook: the number of its events that are scored at the same time. */
const LANES = 4;
const MAX_WAITING = 5_000;

/** A message as it is queued, encrypted. */
interface QueuedEvent {
  /** Its name in the store. */
  readonly event: string;
  readonly fields: HookFields;
}

export type HookTask = Task<QueuedEvent>;
export type HookHandler = TaskHandler<QueuedEvent>;

export class HookInbox {
  readonly #jobs: JobQueue<QueuedEvent>;
  readonly #events: HookEvents;
  readonly #writer: Writer;

  constructor(jobs: JobQueue<QueuedEvent>, events: HookEvents, writer: Writer) {
    this.#jobs = jobs;
    this.#events = events;
    this.#writer = writer;
  }

  handle(handler: HookHandler): void {
    this.#jobs.handle(handler);
  }

  /** Durable when it resolves. `full`: too many wait, and it is not taken in. */
  async take({ account, id }: HookName, message: QueuedEvent): Promise<"queued" | "repeated" | "full"> {
    const { event } = message;
    const lane = `${id}.${event.charCodeAt(0) % LANES}`;
    const appended = this.#jobs.append(account, lane, HOOK_JOBS, this.#jobs.sealed(message), MAX_WAITING);
    if (appended === null) {
      await this.#writer.write(this.#jobs.refused(account, lane));
      return "full";
    }
    return await this.#events.take(account, event, appended.change) ? "queued" : "repeated";
  }
}
