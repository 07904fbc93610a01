/** Messages of hooks that wait to be scored, or acted upon: each is taken in once, in the commit that queues it. */
import type { HookFields } from "../../model/endpoints/payload.ts";
import type { ToldEvent } from "../../model/endpoints/security_event.ts";
import { NO_CHANGE } from "../change.ts";
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

/** A token with security events. */
export interface QueuedToken {
  readonly event: string;
  readonly issuer: string;
  /** When it was issued, in milliseconds since the epoch. */
  readonly at: number;
  readonly told: readonly ToldEvent[];
}

type Queued = QueuedEvent | QueuedToken;

interface Taking {
  /** Messages with the same text are worked off in their order; absent: the message's name. */
  readonly lane?: string;
  /** Tokens are remembered longer. */
  readonly isToken?: true;
}

export type HookTask = Task<Queued>;
export type HookHandler = TaskHandler<Queued>;

export class HookInbox {
  readonly #jobs: JobQueue<Queued>;
  readonly #events: HookEvents;
  readonly #writer: Writer;

  constructor(jobs: JobQueue<Queued>, events: HookEvents, writer: Writer) {
    this.#jobs = jobs;
    this.#events = events;
    this.#writer = writer;
  }

  handle(handler: HookHandler): void {
    this.#jobs.handle(handler);
  }

  /** Durable when it resolves. `full`: too many wait, and it is not taken in. */
  async take(
    { account, id }: HookName,
    message: Queued,
    { lane: text, isToken }: Taking = {},
  ): Promise<"queued" | "repeated" | "full"> {
    const { event } = message;
    const lane = `${id}.${(text ?? event).charCodeAt(0) % LANES}`;
    const appended = this.#jobs.append(account, lane, HOOK_JOBS, this.#jobs.sealed(message), MAX_WAITING);
    if (appended === null) {
      await this.#writer.write(this.#jobs.refused(account, lane));
      return "full";
    }
    const isNew = await this.#events.take(account, event, appended.change, isToken);
    return isNew ? "queued" : "repeated";
  }

  /** A token of which there is nothing to do; false: it came before. Durable when it resolves. */
  async takeIgnored({ account }: HookName, event: string): Promise<boolean> {
    return await this.#events.take(account, event, NO_CHANGE, true);
  }
}
