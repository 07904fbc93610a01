/**
 * The durable queues: one for each kind of job, which names its lanes, encrypts what its jobs hold and has one handler. A job
 * is appended by a part of a commit; the worker learns of it once that is durable.
 */
import { type Change, together } from "../change.ts";
import { changeOf } from "../../db/commit/change.ts";
import type { Job, Lane } from "../../db/queue/lane.ts";
import type { Queue } from "../../db/queue/queue.ts";
import {
  type Attempt,
  type JobHandler,
  type JobResult,
  type Postponed,
  QueueWorker,
} from "../../db/queue/queue_worker.ts";
import type { Seal } from "../seal.ts";

export type { Attempt, JobResult, Postponed };

/** A job as its handler has it. */
export interface Task<T> extends Job {
  readonly account: string;
  /** Whose lane it is: the id of a webhook or hook, or the cause of a recheck. */
  readonly owner: string;
  /** Null: it was encrypted under a secret that is no longer known. */
  readonly content: T | null;
}

/** What becomes of the jobs of one kind; see `JobHandler`. */
export interface TaskHandler<T> {
  isOpen(account: string, owner: string): boolean | Promise<boolean>;
  work(task: Task<T>, attempt: Attempt): Promise<JobResult | Postponed>;
}

export class JobQueues {
  readonly #queue: Queue;
  readonly #handlers: Record<string, JobHandler> = {};
  readonly #worker: QueueWorker;

  constructor(queue: Queue, now: () => number) {
    this.#queue = queue;
    this.#worker = new QueueWorker(queue, this.#handlers, now);
  }

  /** @param kind names its lanes in the store */
  of<T>(kind: string, seal: Seal): JobQueue<T> {
    const wake = (lane: Lane) => this.#worker.wake(lane);
    return new JobQueue({ kind, seal, queue: this.#queue, handlers: this.#handlers, wake });
  }

  /** Works the jobs off from now on. */
  start(): void {
    this.#worker.start();
  }

  /** Looks at all lanes again: one of them may have been switched on. */
  reconsider(): void {
    this.#worker.reconsider();
  }

  async stop(): Promise<void> {
    await this.#worker.stop();
  }
}

interface JobQueueOptions {
  readonly kind: string;
  readonly seal: Seal;
  readonly queue: Queue;
  readonly handlers: Record<string, JobHandler>;
  readonly wake: (lane: Lane) => void;
}

/** @typeParam T what a job holds, as JSON */
export class JobQueue<T> {
  readonly #options: JobQueueOptions;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  handle(handler: TaskHandler<T>): void {
    const { kind, handlers, seal } = this.#options;
    handlers[kind] = {
      isOpen: ({ account, name }) => handler.isOpen(account, ownerOf(name)),
      work: async ({ account, name }, job, attempt) => {
        const text = seal.decrypt(job.sealed);
        const content = text === null ? null : JSON.parse(text) as T; // as `sealed` wrote it
        return await handler.work({ ...job, account, owner: ownerOf(name), content }, attempt);
      },
    };
  }

  /** Synchronous: nothing may be awaited before the commit of a score. */
  sealed(content: T): string {
    return this.#options.seal.encrypt(JSON.stringify(content));
  }

  /**
   * A job in a lane; null when that holds `max` jobs.
   * @param lane `<owner>`, or `<owner>.<number>` where an owner has several
   * @param label what the job is, in clear
   */
  append(account: string, lane: string, label: string, sealed: string, max: number) {
    const own = this.#lane(account, lane);
    const appended = this.#options.queue.append(own, { label, sealed }, max);
    return appended === null ? null : { id: appended.id, change: this.#waking(own, appended.change) };
  }

  /** Counts a job that did not fit into the lane. */
  refused(account: string, lane: string): Change {
    const own = this.#lane(account, lane);
    return this.#waking(own, this.#options.queue.refused(own));
  }

  /** The jobs of a lane, in the order in which they are due. */
  async list(account: string, lane: string, limit: number): Promise<Job[]> {
    return await this.#options.queue.list(this.#lane(account, lane), limit);
  }

  /** Jobs in a lane, and those that did not fit into it. */
  async count(account: string, lane: string): Promise<{ length: number; refused: number }> {
    return await this.#options.queue.lengths.count(this.#lane(account, lane));
  }

  /** Until when a lane rests; 0: it does not. */
  async restsUntil(account: string, lane: string): Promise<number> {
    return (await this.#options.queue.state(this.#lane(account, lane)))?.notBefore ?? 0;
  }

  /** Removes a lane with its jobs. */
  async remove(account: string, lane: string): Promise<void> {
    await this.#options.queue.remove(this.#lane(account, lane));
  }

  /** Jobs in all lanes, roughly. */
  async waiting(): Promise<number> {
    return await this.#options.queue.lengths.waiting(this.#options.kind);
  }

  #lane(account: string, lane: string): Lane {
    return { account, name: `${this.#options.kind}.${lane}` };
  }

  #waking(lane: Lane, change: Change): Change {
    return together(change, changeOf({ committed: [() => this.#options.wake(lane)] }));
  }
}

/** Of the name of a lane. */
function ownerOf(name: string): string {
  return name.split(".")[1]!;
}
