/** Queued rechecks: of verdicts of sign-ups that may change, once a mailbox is answered or a ring was labelled. */
import type { Change } from "../change.ts";
import type { JobQueue, Task, TaskHandler } from "./job_queues.ts";

/** The kind of the lanes of rechecks. An account has one for each cause. */
export const RECHECK_JOBS = "recheck";
/** Rechecks of a cause that an account may have waiting; further ones are left out. */
const MAX_WAITING = 1000;

/** A recheck as it is queued, encrypted. */
interface QueuedRecheck {
  readonly requestId: string;
  /** The address whose mailbox is being asked; absent: the ring of the sign-up was labelled. */
  readonly email?: string;
}

export type RecheckTask = Task<QueuedRecheck>;
export type RecheckHandler = TaskHandler<QueuedRecheck>;

export class Rechecks {
  readonly #jobs: JobQueue<QueuedRecheck>;

  constructor(jobs: JobQueue<QueuedRecheck>) {
    this.#jobs = jobs;
  }

  handle(handler: RecheckHandler): void {
    this.#jobs.handle(handler);
  }

  /** Part of the commit that the recheck follows from. Synchronous. */
  enqueue(account: string, recheck: QueuedRecheck): Change {
    const cause = recheck.email === undefined ? "ring" : "mailbox";
    const appended = this.#jobs.append(account, cause, cause, this.#jobs.sealed(recheck), MAX_WAITING);
    return appended?.change ?? this.#jobs.refused(account, cause);
  }
}
