/** Messages of hooks that wait to be scored, or acted upon: each is taken in once, in the commit that queues it. */
import type { HookFields } from "../../model/endpoints/payload.ts";
import type { ToldEvent } from "../../model/endpoints/security_event.ts";
import { type Change, NO_CHANGE } from "../change.ts";
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
type Taken = "queued" | "repeated" | "full";

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
  async take(hook: HookName, message: QueuedEvent): Promise<Taken> {
    const { event } = message;
    return await this.#append(
      hook,
      event,
      message,
      (change) => this.#events.take(hook.account, event, change),
    );
  }

  /**
   * As `take`. A token of which nothing is to be done is not queued.
   * @param lane tokens with the same text are worked off in their order
   */
  async takeToken(hook: HookName, token: QueuedToken, lane: string): Promise<Taken | "done"> {
    const { event, told } = token;
    const taking = (change: Change) => this.#events.takeToken(hook.account, event, change);
    if (told.length > 0) return await this.#append(hook, lane, token, taking);
    return await taking(NO_CHANGE) ? "done" : "repeated";
  }

  async #append(
    { account, id }: HookName,
    text: string,
    message: Queued,
    taking: (change: Change) => Promise<boolean>,
  ): Promise<Taken> {
    const lane = `${id}.${text.charCodeAt(0) % LANES}`;
    const appended = this.#jobs.append(account, lane, HOOK_JOBS, this.#jobs.sealed(message), MAX_WAITING);
    if (appended === null) {
      await this.#writer.write(this.#jobs.refused(account, lane));
      return "full";
    }
    return await taking(appended.change) ? "queued" : "repeated";
  }
}
