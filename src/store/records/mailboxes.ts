/**
 * The durable queue of mailbox probes and their answers. Addresses and domains are hashes here; the one text that must be
 * read again, the address to ask about, is sealed and goes with its job. Jobs are claimed under a lease, so what a killed
 * process had begun comes back.
 */
import type { Engine, Entry, Json, Key, SetOp } from "../engine.ts";
import type { Writer } from "../commit/writer.ts";

export interface MailboxJob {
  /** Hash of the address. */
  readonly id: string;
  /** Hash of who runs the mail exchanger: jobs of a group wait for one another. */
  readonly group: string;
  /** Opened only to ask. */
  readonly sealed: string;
  /** Probes made so far. */
  readonly attempts: number;
  /** Milliseconds since the epoch: not before. While a job is claimed, when the claim ends. */
  readonly dueAt: number;
  /** True: somebody has claimed it until `dueAt`. */
  readonly leased: boolean;
  /** Given up after this. */
  readonly expiresAt: number;
}

/** A job as it was read; it is changed only while nobody else changed it. */
export interface HeldJob extends MailboxJob {
  readonly version: string;
}

export interface StoredAnswer {
  readonly id: string;
  readonly value: Json;
  readonly expiresAt: number;
}

const ANSWERS: Key = ["mailbox_answer"];
const JOBS: Key = ["mailbox_job"];
const DUE: Key = ["mailbox_due"];
/** Sorts behind every hash (base64url) and time. */
const LAST = "\uffff";

export class MailboxQueue {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #now: () => number;

  constructor(engine: Engine, writer: Writer, now: () => number) {
    this.#engine = engine;
    this.#writer = writer;
    this.#now = now;
  }

  /** Answers by id, null where there is none or it is too old; and the job of the first id. */
  async look(ids: readonly string[]): Promise<{ answers: (StoredAnswer | null)[]; job: HeldJob | null }> {
    const keys = [...ids.map((id) => [...ANSWERS, id]), [...JOBS, ids[0]!]];
    const entries = await this.#engine.get(keys);
    const answers = entries.slice(0, ids.length).map((entry) => {
      const answer = entry?.value as unknown as StoredAnswer | undefined;
      return answer !== undefined && answer.expiresAt > this.#now() ? answer : null;
    });
    const job = heldJob(entries.at(-1) ?? null);
    return { answers, job: job !== null && job.expiresAt > this.#now() ? job : null };
  }

  /** Adds a job, durable when this resolves. Of two processes that add the same one at the same moment, one job stays. */
  async add(job: MailboxJob): Promise<void> {
    await this.#writer.write({ set: setsOf(job) });
  }

  /** Adds a job and claims it at once for so long; null when it is there already. */
  async addHeld(job: MailboxJob, leaseMs: number): Promise<HeldJob | null> {
    const key = [...JOBS, job.id];
    const before = heldJob((await this.#engine.get([key]))[0] ?? null);
    if (before !== null && before.expiresAt > this.#now()) return null;
    const leased = { ...job, dueAt: this.#now() + leaseMs, leased: true };
    const version = await this.#engine.commit({
      check: [{ key, version: before?.version ?? null }],
      set: setsOf(leased),
    });
    return version === null ? null : { ...leased, version };
  }

  /**
   * Groups that have a job due, in order from behind `after`.
   * @param limit groups looked at
   * @returns `last`: the last group looked at, null when the end was reached
   */
  async dueGroups(after: string | null, limit: number): Promise<{ due: string[]; last: string | null }> {
    const due: string[] = [];
    let last = after ?? "";
    for (let looked = 0; looked < limit; looked++) {
      let next: Entry | null = null;
      for await (const entry of this.#engine.scan(DUE, { start: [...DUE, last, LAST], limit: 1 })) {
        next = entry;
      }
      if (next === null) return { due, last: null };
      const [, group, time] = next.key as [string, string, string];
      if (Number(time) <= this.#now()) due.push(group);
      last = group;
    }
    return { due, last };
  }

  /** Claims the oldest due jobs of a group for so long; what another process claims at the same moment is left to it. */
  async claim(group: string, limit: number, leaseMs: number): Promise<HeldJob[]> {
    const prefix = [...DUE, group];
    const end = [...prefix, timeText(this.#now() + 1)];
    const due: Entry[] = [];
    for await (const entry of this.#engine.scan(prefix, { end, limit })) due.push(entry);
    const jobs = due.length === 0 ? [] : await this.#engine.get(due.map((entry) => [...JOBS, entry.key[3]!]));
    const claimed: HeldJob[] = [];
    for (const [index, entry] of due.entries()) {
      const job = heldJob(jobs[index] ?? null);
      if (job === null || dueKey(job).join() !== entry.key.join() || job.expiresAt <= this.#now()) {
        await this.#engine.commit({ delete: [entry.key] });
        continue;
      }
      const held = await this.lease(job, leaseMs);
      if (held !== null) claimed.push(held);
    }
    return claimed;
  }

  /** Claims a job for so long; null when somebody else changed it. */
  async lease(job: HeldJob, leaseMs: number): Promise<HeldJob | null> {
    return await this.#change(job, { dueAt: this.#now() + leaseMs, leased: true });
  }

  /** Gives a job back until then; null when somebody else changed it. @param attempts probes made so far */
  async move(job: HeldJob, dueAt: number, attempts = job.attempts): Promise<HeldJob | null> {
    return await this.#change(job, { dueAt, attempts, leased: false });
  }

  async #change(job: HeldJob, change: Partial<MailboxJob> & { dueAt: number }): Promise<HeldJob | null> {
    const { version: before, ...moved } = { ...job, ...change };
    const version = await this.#engine.commit({
      check: [{ key: [...JOBS, job.id], version: before }],
      delete: job.dueAt === moved.dueAt ? [] : [dueKey(job)],
      set: setsOf(moved),
    });
    return version === null ? null : { ...moved, version };
  }

  /** Keeps the answers and forgets the job with its sealed address. An answer is an answer, whoever asked. */
  async finish(job: MailboxJob, answers: readonly StoredAnswer[]): Promise<void> {
    await this.#engine.commit({
      set: answers.map((answer) => ({
        key: [...ANSWERS, answer.id],
        value: answer as unknown as Json,
        expiresAt: answer.expiresAt,
      })),
      delete: [[...JOBS, job.id], dueKey(job)],
    });
  }
}

function setsOf(job: MailboxJob): SetOp[] {
  const { id, group, sealed, attempts, dueAt, leased, expiresAt } = job;
  return [
    { key: [...JOBS, id], value: { id, group, sealed, attempts, dueAt, leased, expiresAt }, expiresAt },
    { key: dueKey(job), value: 1, expiresAt },
  ];
}

function dueKey(job: MailboxJob): Key {
  return [...DUE, job.group, timeText(job.dueAt), job.id];
}

/** Sorts as the number does. */
function timeText(time: number): string {
  return String(Math.floor(time)).padStart(16, "0");
}

function heldJob(entry: Entry | null): HeldJob | null {
  return entry === null ? null : { ...(entry.value as unknown as MailboxJob), version: entry.version };
}
