/**
 * The durable queue of mailbox probes, and their answers. Addresses and domains are hashes here; only the address to probe
 * is kept, encrypted, and is deleted with its job. A process claims a job for a limited time, so the jobs of a process that
 * was killed are claimed again.
 */
import { isAhead } from "../model/clock.ts";
import { HOUR_MS } from "../model/duration.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine, Entry, Key, SetOp } from "../db/engine.ts";
import { KEYS } from "./keys.ts";
import type { EarlierHashes } from "./secret_record.ts";
import type { MailboxJob, StoredAnswer } from "./values.ts";

/** A job with the version that it was read at: it is changed only if no other process changed it since. */
export interface VersionedJob extends MailboxJob {
  readonly version: string;
}

/** No job is put off by more than this: one that lies further ahead is of a clock that was wrong, and due. */
const MAX_AHEAD_MS = 2 * HOUR_MS;
/** Sorts after every hash (base64url) and time. */
const LAST = "\uffff";

export class MailboxQueue {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #now: () => number;
  readonly #earlier: EarlierHashes | null;

  /** @param earlier hashes under earlier secrets; null: there are none */
  constructor(engine: Engine, writer: Writer, now: () => number, earlier: EarlierHashes | null = null) {
    this.#earlier = earlier;
    this.#engine = engine;
    this.#writer = writer;
    this.#now = now;
  }

  /** The answers of the ids (null: none, or expired), and the job of the first id. */
  async find(
    ids: readonly string[],
  ): Promise<{ answers: (StoredAnswer | null)[]; job: VersionedJob | null }> {
    const keys = [...ids.map((id) => KEYS.mailboxAnswer.key(id)), KEYS.mailboxJob.key(ids[0]!)];
    const entries = await this.#engine.get(keys);
    const answers = entries.slice(0, ids.length).map((entry) => this.#valid(entry));
    const job = versionedJob(entries.at(-1) ?? null);
    return {
      answers: this.#earlier === null ? answers : await this.#withEarlier(ids, answers, this.#earlier),
      job: job !== null && job.expiresAt > this.#now() ? job : null,
    };
  }

  /** In place of missing answers those under earlier hashes, with the present id. */
  async #withEarlier(
    ids: readonly string[],
    answers: readonly (StoredAnswer | null)[],
    earlier: EarlierHashes,
  ): Promise<(StoredAnswer | null)[]> {
    return await Promise.all(ids.map(async (id, index) => {
      if (answers[index] !== null) return answers[index]!;
      const entries = await this.#engine.get(earlier(id).map((before) => KEYS.mailboxAnswer.key(before)));
      const found = entries.map((entry) => this.#valid(entry)).find((answer) => answer !== null);
      return found === undefined ? null : { ...found, id };
    }));
  }

  #valid(entry: Entry | null | undefined): StoredAnswer | null {
    const answer = KEYS.mailboxAnswer.read(entry?.value);
    return answer !== null && answer.expiresAt > this.#now() ? answer : null;
  }

  /** Adds a job; durable when this resolves. Two processes that add the same one concurrently leave one job. */
  async add(job: MailboxJob): Promise<void> {
    await this.#writer.write({ set: setsOf(job) });
  }

  /** Adds a job and claims it for `claimMs`; null when it exists already. */
  async addClaimed(job: MailboxJob, claimMs: number): Promise<VersionedJob | null> {
    const key = KEYS.mailboxJob.key(job.id);
    const before = versionedJob((await this.#engine.get([key]))[0] ?? null);
    if (before !== null && before.expiresAt > this.#now()) return null;
    const claimed = { ...job, dueAt: this.#now() + claimMs, leased: true };
    const version = await this.#engine.commit({
      check: [{ key, version: before?.version ?? null }],
      set: setsOf(claimed),
    });
    return version === null ? null : { ...claimed, version };
  }

  /**
   * Groups that have a job due, in order, after the group `after`.
   * @param limit groups examined
   * @returns `last`: the last group examined, null at the end
   */
  async dueGroups(after: string | null, limit: number): Promise<{ due: string[]; last: string | null }> {
    const due: string[] = [];
    let last = after ?? "";
    for (let examined = 0; examined < limit; examined++) {
      const options = { start: KEYS.mailboxDue.below(last, LAST), limit: 1 };
      const [next] = await Array.fromAsync(this.#engine.scan(KEYS.mailboxDue.prefix, options));
      if (next === undefined) return { due, last: null };
      const [, group, time] = next.key as [string, string, string];
      if (!isAhead(Number(time), this.#now(), MAX_AHEAD_MS)) due.push(group);
      last = group;
    }
    return { due, last };
  }

  /** Claims the oldest due jobs of a group for `claimMs`, except those that another process claims first. */
  async claimDue(group: string, limit: number, claimMs: number): Promise<VersionedJob[]> {
    const prefix = KEYS.mailboxDue.below(group);
    const now = this.#now();
    const end = [...prefix, timeText(now + 1)];
    let due = await Array.fromAsync(this.#engine.scan(prefix, { end, limit }));
    if (due.length === 0) {
      const start = [...prefix, timeText(now + MAX_AHEAD_MS + 1)];
      due = await Array.fromAsync(this.#engine.scan(prefix, { start, limit }));
    }
    const keys = due.map((entry) => KEYS.mailboxJob.key(entry.key[3]!));
    const jobs = due.length === 0 ? [] : await this.#engine.get(keys);
    const claimed: VersionedJob[] = [];
    for (const [index, entry] of due.entries()) {
      const job = versionedJob(jobs[index] ?? null);
      if (job === null || dueKey(job).join() !== entry.key.join() || job.expiresAt <= this.#now()) {
        await this.#engine.commit({ delete: [entry.key] });
        continue;
      }
      const own = await this.claim(job, claimMs);
      if (own !== null) claimed.push(own);
    }
    return claimed;
  }

  /** Claims a job for `claimMs`; null when another process changed it first. */
  async claim(job: VersionedJob, claimMs: number): Promise<VersionedJob | null> {
    return await this.#change(job, { dueAt: this.#now() + claimMs, leased: true });
  }

  /** Ends the claim and postpones the job; null when another process changed it first. @param attempts probes made so far */
  async postpone(job: VersionedJob, dueAt: number, attempts = job.attempts): Promise<VersionedJob | null> {
    return await this.#change(job, { dueAt, attempts, leased: false });
  }

  async #change(
    job: VersionedJob,
    change: Partial<MailboxJob> & { dueAt: number },
  ): Promise<VersionedJob | null> {
    const { version: before, ...moved } = { ...job, ...change };
    const version = await this.#engine.commit({
      check: [{ key: KEYS.mailboxJob.key(job.id), version: before }],
      delete: job.dueAt === moved.dueAt ? [] : [dueKey(job)],
      set: setsOf(moved),
    });
    return version === null ? null : { ...moved, version };
  }

  /** Stores the answers and deletes the job with its encrypted address, whichever process has claimed it. */
  async finish(job: MailboxJob, answers: readonly StoredAnswer[]): Promise<void> {
    const { mailboxAnswer } = KEYS;
    await this.#engine.commit({
      set: answers.map((answer) => mailboxAnswer.set(mailboxAnswer.key(answer.id), answer, answer.expiresAt)),
      delete: [KEYS.mailboxJob.key(job.id), dueKey(job)],
    });
  }
}

function setsOf(job: MailboxJob): SetOp[] {
  const { id, group, sealed, attempts, dueAt, leased, expiresAt } = job;
  const stored = { id, group, sealed, attempts, dueAt, leased, expiresAt };
  return [
    KEYS.mailboxJob.set(KEYS.mailboxJob.key(id), stored, expiresAt),
    KEYS.mailboxDue.set(dueKey(job), 1, expiresAt),
  ];
}

function dueKey(job: MailboxJob): Key {
  return KEYS.mailboxDue.key(job.group, timeText(job.dueAt), job.id);
}

/** Sorts as the number does. */
function timeText(time: number): string {
  return String(Math.floor(time)).padStart(16, "0");
}

function versionedJob(entry: Entry | null): VersionedJob | null {
  return entry === null ? null : { ...KEYS.mailboxJob.read(entry.value), version: entry.version };
}
