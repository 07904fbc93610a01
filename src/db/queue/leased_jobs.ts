/**
 * A durable queue whose jobs are leased one by one: a job has an id, under which it is found and queued once, and waits in a
 * group, from which several processes may claim jobs at the same time. A process claims a job for a limited time, so the jobs
 * of a process that was killed are claimed again.
 */
import { isAhead } from "../../concurrency/clock_rules.ts";
import type { Writer } from "../commit/writer.ts";
import type { Engine, Entry, Key, SetOp } from "../engine.ts";
import type { JobRows, LeasedJob } from "./rows.ts";

/** A job with the version that it was read at: it is changed only if no other process changed it since. */
export interface VersionedJob extends LeasedJob {
  readonly version: string;
}

export interface LeasedJobsOptions {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly rows: JobRows;
  /** No job is put off by more than this: one that lies further ahead is of a clock that was wrong, and due. */
  readonly maxAheadMs: number;
  readonly now: () => number;
}

/** Sorts after every hash (base64url) and time. */
const LAST = "\uffff";

export class LeasedJobs {
  readonly #options: LeasedJobsOptions;

  constructor(options: LeasedJobsOptions) {
    this.#options = options;
  }

  jobKey(id: string): Key {
    return this.#options.rows.job.key(id);
  }

  /** Adds a job; durable when this resolves. Two processes that add the same one concurrently leave one job. */
  async add(job: LeasedJob): Promise<void> {
    await this.#options.writer.write({ set: this.#sets(job) });
  }

  /** Adds a job and claims it for `claimMs`; null when it exists already. */
  async addClaimed(job: LeasedJob, claimMs: number): Promise<VersionedJob | null> {
    const { engine, now } = this.#options;
    const key = this.jobKey(job.id);
    const [before = null] = await engine.get([key]);
    if (this.live(before) !== null) return null;
    const claimed = { ...job, dueAt: now() + claimMs, leased: true };
    const check = [{ key, version: before?.version ?? null }];
    const version = await engine.commit({ check, set: this.#sets(claimed) });
    return version === null ? null : { ...claimed, version };
  }

  /**
   * Groups that have a job due, in order, after the group `after`.
   * @param limit groups examined
   * @returns `last`: the last group examined, null at the end
   */
  async dueGroups(after: string | null, limit: number): Promise<{ due: string[]; last: string | null }> {
    const { engine, rows, now, maxAheadMs } = this.#options;
    const due: string[] = [];
    let last = after ?? "";
    for (let examined = 0; examined < limit; examined++) {
      const options = { start: rows.due.below(last, LAST), limit: 1 };
      const [next] = await Array.fromAsync(engine.scan(rows.due.prefix, options));
      if (next === undefined) return { due, last: null };
      const [, group, time] = next.key as [string, string, string];
      if (!isAhead(Number(time), now(), maxAheadMs)) due.push(group);
      last = group;
    }
    return { due, last };
  }

  /** Claims the oldest due jobs of a group for `claimMs`, except those that another process claims first. */
  async claimDue(group: string, limit: number, claimMs: number): Promise<VersionedJob[]> {
    const { engine, rows, maxAheadMs } = this.#options;
    const prefix = rows.due.below(group);
    const now = this.#options.now();
    const end = [...prefix, timeText(now + 1)];
    let due = await Array.fromAsync(engine.scan(prefix, { end, limit }));
    if (due.length === 0) {
      const start = [...prefix, timeText(now + maxAheadMs + 1)];
      due = await Array.fromAsync(engine.scan(prefix, { start, limit }));
    }
    const jobs = due.length === 0 ? [] : await engine.get(due.map(({ key }) => this.jobKey(key[3]!)));
    const claimed: VersionedJob[] = [];
    for (const [index, { key }] of due.entries()) {
      const job = this.live(jobs[index] ?? null);
      if (job === null || this.#dueKey(job).join() !== key.join()) {
        await engine.commit({ delete: [key] });
        continue;
      }
      const own = await this.claim(job, claimMs);
      if (own !== null) claimed.push(own);
    }
    return claimed;
  }

  /** Claims a job for `claimMs`; null when another process changed it first. */
  async claim(job: VersionedJob, claimMs: number): Promise<VersionedJob | null> {
    return await this.#change(job, { dueAt: this.#options.now() + claimMs, leased: true });
  }

  /** Ends the claim and postpones the job; null when another process changed it first. @param attempts failed so far */
  async postpone(job: VersionedJob, dueAt: number, attempts = job.attempts): Promise<VersionedJob | null> {
    return await this.#change(job, { dueAt, attempts, leased: false });
  }

  /** Deletes the job, whichever process has claimed it, and stores what came of it. */
  async remove(job: LeasedJob, set: readonly SetOp[]): Promise<void> {
    await this.#options.engine.commit({ set, delete: [this.jobKey(job.id), this.#dueKey(job)] });
  }

  /** A job that was read; null when there is none, or it was given up. */
  live(entry: Entry | null): VersionedJob | null {
    if (entry === null) return null;
    const job = { ...this.#options.rows.job.read(entry.value), version: entry.version };
    return job.expiresAt > this.#options.now() ? job : null;
  }

  async #change(
    job: VersionedJob,
    change: Partial<LeasedJob> & { dueAt: number },
  ): Promise<VersionedJob | null> {
    const { version: before, ...moved } = { ...job, ...change };
    const version = await this.#options.engine.commit({
      check: [{ key: this.jobKey(job.id), version: before }],
      delete: job.dueAt === moved.dueAt ? [] : [this.#dueKey(job)],
      set: this.#sets(moved),
    });
    return version === null ? null : { ...moved, version };
  }

  #sets(job: LeasedJob): SetOp[] {
    const { rows } = this.#options;
    const { id, group, sealed, attempts, dueAt, leased, expiresAt } = job;
    const stored = { id, group, sealed, attempts, dueAt, leased, expiresAt };
    return [
      rows.job.set(this.jobKey(id), stored, expiresAt),
      rows.due.set(this.#dueKey(job), 1, expiresAt),
    ];
  }

  #dueKey({ group, dueAt, id }: LeasedJob): Key {
    return this.#options.rows.due.key(group, timeText(dueAt), id);
  }
}

/** Sorts as the number does. */
function timeText(time: number): string {
  return String(Math.floor(time)).padStart(16, "0");
}
