/**
 * The durable queue of mailbox probes, and their answers. Addresses and domains are hashes here; only the address to probe is
 * kept, encrypted, and is deleted with its job.
 */
import { Turn } from "../concurrency/turn.ts";
import { DAY_MS, HOUR_MS } from "../model/duration.ts";
import type { Engine, Entry, Json } from "../db/engine.ts";
import { LeasedJobs, type LeasedJobsOptions, type VersionedJob } from "../db/queue/leased_jobs.ts";
import type { LeasedJob } from "../db/queue/rows.ts";
import { count, flag, number, object, oneOf, orNull, record, text } from "./define.ts";
import type { EarlierHashes } from "./secret_record.ts";

// The times come from `signals/email/mailbox/`.
/** What a probe found, by hash of the address or domain. */
export interface StoredAnswer {
  readonly id: string;
  readonly value: Json;
  readonly expiresAt: number;
  /** Hash of the address, as scores have it. Absent: of an earlier version, or of a domain. */
  readonly email?: string;
}
export const MAILBOX_ANSWER = record({
  prefix: "mailbox_answer",
  key: ["id"],
  value: object<StoredAnswer>({
    id: text,
    expiresAt: number,
    value: object({ status: text, reply: orNull(text), exists: orNull(flag), catch_all: orNull(flag) }),
  }, { email: text }),
  repeats: ["id"],
  lifetimeMs: 7 * DAY_MS,
});

export const MAILBOX_JOB = record({
  prefix: "mailbox_job",
  key: ["id"],
  value: object<LeasedJob>({
    id: text,
    group: text,
    sealed: text,
    attempts: count,
    dueAt: number,
    leased: flag,
    expiresAt: number,
  }),
  repeats: ["id"],
  lifetimeMs: DAY_MS,
});
/** An index of the jobs by the time that they are due. */
export const MAILBOX_DUE = record({
  prefix: "mailbox_due",
  key: ["group", "time", "id"],
  value: oneOf(1),
  lifetimeMs: DAY_MS,
});

/**
 * A mailbox probe that is to be made: its id is the hash of the address, its group that of the operator of the mail exchanger
 * and of the account, `sealed` the question.
 */
export type MailboxJob = LeasedJob;
export type { VersionedJob };

const MAX_AHEAD_MS = 2 * HOUR_MS;

interface MailboxQueueOptions extends Pick<LeasedJobsOptions, "engine" | "writer" | "now"> {
  /** Hashes under earlier secrets; null: there are none. */
  readonly earlier: EarlierHashes | null;
}

export class MailboxQueue extends LeasedJobs {
  readonly #engine: Engine;
  readonly #now: () => number;
  readonly #earlier: EarlierHashes | null;

  constructor({ earlier, ...options }: MailboxQueueOptions) {
    super({ ...options, rows: { job: MAILBOX_JOB, due: MAILBOX_DUE }, maxAheadMs: MAX_AHEAD_MS });
    this.#engine = options.engine;
    this.#now = options.now;
    this.#earlier = earlier;
  }

  /** The answers of the ids (null: none, or expired), and the job of the first id. */
  async find(
    ids: readonly string[],
  ): Promise<{ answers: (StoredAnswer | null)[]; job: VersionedJob | null }> {
    const keys = [...ids.map((id) => MAILBOX_ANSWER.key(id)), this.jobKey(ids[0]!)];
    const entries = await this.#engine.get(keys);
    const answers = entries.slice(0, ids.length).map((entry) => this.#valid(entry));
    return {
      answers: this.#earlier === null ? answers : await this.#withEarlier(ids, answers, this.#earlier),
      job: this.live(entries.at(-1) ?? null),
    };
  }

  /** Stores the answers and deletes the job with its encrypted address, whichever process has claimed it. */
  async finish(job: MailboxJob, answers: readonly StoredAnswer[]): Promise<void> {
    await this.remove(
      job,
      answers.map((answer) => MAILBOX_ANSWER.set(MAILBOX_ANSWER.key(answer.id), answer, answer.expiresAt)),
    );
  }

  /** Deletes the answers about addresses, whoever asked. @param emails their hashes */
  async forgetAnswers(emails: ReadonlySet<string>): Promise<void> {
    const slice = new Turn();
    for await (const { key, value } of this.#engine.scan(MAILBOX_ANSWER.prefix)) {
      const { email } = MAILBOX_ANSWER.read(value);
      if (email !== undefined && emails.has(email)) await this.#engine.commit({ delete: [key] });
      if (slice.isOver) await slice.next();
    }
  }

  /** Deletes the jobs that are about somebody. */
  async forgetJobs(isAbout: (job: MailboxJob) => boolean): Promise<void> {
    const slice = new Turn();
    for await (const { value } of this.#engine.scan(MAILBOX_JOB.prefix)) {
      const job = MAILBOX_JOB.read(value);
      if (isAbout(job)) await this.remove(job, []);
      if (slice.isOver) await slice.next();
    }
  }

  /** In place of missing answers those under earlier hashes, with the present id. */
  async #withEarlier(
    ids: readonly string[],
    answers: readonly (StoredAnswer | null)[],
    earlier: EarlierHashes,
  ): Promise<(StoredAnswer | null)[]> {
    return await Promise.all(ids.map(async (id, index) => {
      if (answers[index] !== null) return answers[index]!;
      const entries = await this.#engine.get(earlier(id).map((before) => MAILBOX_ANSWER.key(before)));
      const found = entries.map((entry) => this.#valid(entry)).find((answer) => answer !== null);
      return found === undefined ? null : { ...found, id };
    }));
  }

  #valid(entry: Entry | null | undefined): StoredAnswer | null {
    const answer = MAILBOX_ANSWER.read(entry?.value);
    return answer !== null && answer.expiresAt > this.#now() ? answer : null;
  }
}
