/** Works through the queue of mailbox probes: claims due jobs, probes within the rate limits, stores the answers. */
import { HOUR_MS, MINUTE_MS } from "../../../model/duration.ts";
import { isFalse } from "../../../model/evidence.ts";
import type { MailboxAnswer, MxRecord } from "../../../model/outside_facts.ts";
import type { ProbeResult, SmtpProber } from "../../../net/smtp/smtp_prober.ts";
import type { SmtpReach } from "../../../net/smtp/smtp_reach.ts";
import type { MailboxJob, MailboxQueue, VersionedJob } from "../../../records/mailboxes.ts";
import { WorkLoop } from "../../../concurrency/work_loop.ts";
import type { Seal } from "../../../records/seal.ts";
import { pending, storableAnswer, toStored } from "./mailbox_answer.ts";
import { ProbeLimiter } from "./mailbox_limiter.ts";

/** `domain` is in A-labels. `mx` is sorted by preference; when it is empty, the domain itself receives its mail (implicit MX). */
export interface MailDomain {
  readonly domain: string;
  readonly mx: readonly MxRecord[];
}

/** The part of a job that is stored encrypted. */
export interface MailboxQuestion extends MailDomain {
  /** As in RCPT TO. */
  readonly address: string;
  /** Its hash, as scores have it. Absent in jobs of an earlier version. */
  readonly email?: string;
  /** Probed next when this address does not exist. */
  readonly next?: { readonly id: string; readonly address: string };
}

export interface WorkerOptions {
  /** Null: servers are probed without a test whether mail servers can be reached at all. */
  readonly reach: SmtpReach | null;
  readonly queue: MailboxQueue;
  readonly seal: Seal;
  readonly prober: SmtpProber;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly domainId: (domain: string) => string;
  /** Called with every answer that is stored. */
  readonly onAnswer: (id: string, answer: MailboxAnswer, ttlMs: number) => void;
}

/** Longer than a probe may take. */
export const CLAIM_MS = MINUTE_MS;
/** Delays after each deferral. */
const RETRIES_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const BUSY_MS = 15 * MINUTE_MS;
const GROUPS_PER_TICK = 200;

export class MailboxWorker {
  readonly #options: WorkerOptions;
  readonly #limiter: ProbeLimiter;
  /** Its work: probes, by id of the address. */
  readonly #loop = new WorkLoop<MailboxAnswer>(() => this.#claimDue());
  /** Group at which the next look continues. */
  #after: string | null = null;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#limiter = new ProbeLimiter(options.now);
  }

  start(): void {
    this.#loop.start();
    this.wake();
  }

  /** Checks the queue now instead of at the next tick. */
  wake(): void {
    if (this.#loop.isStarted) void this.#loop.poll();
  }

  /** Aborts all conversations; unfinished jobs stay in the queue. */
  async stop(): Promise<void> {
    const stopped = this.#loop.stop();
    await this.#options.reach?.close();
    await this.#options.prober.close();
    await stopped;
  }

  /** One pass over the queue, until the probes it started have ended. */
  async work(): Promise<void> {
    await this.#loop.poll();
    await this.#loop.settled();
  }

  running(id: string): Promise<MailboxAnswer> | null {
    return this.#loop.running(id);
  }

  /**
   * Probes for a claimed job.
   * @param deadline until when a caller waits for a permit of the limiter; null: no caller waits
   */
  run(job: VersionedJob, question: MailboxQuestion, deadline: number | null): Promise<MailboxAnswer> {
    return this.#loop.run(job.id, this.#probe(job, question, deadline));
  }

  async #claimDue(): Promise<void> {
    const { queue, reach } = this.#options;
    if (reach !== null && !await reach.open()) return;
    const { due, last } = await queue.dueGroups(this.#after, GROUPS_PER_TICK);
    this.#after = last;
    // The accounts of one provider share its limits.
    for (const group of due.toSorted((one, other) => this.#loop.turnOf(one) - this.#loop.turnOf(other))) {
      const [provider, account] = partsOf(group);
      const available = this.#limiter.available(provider, account);
      if (available === 0 || this.#loop.signal.aborted) continue;
      this.#loop.served(group);
      for (const job of await queue.claimDue(group, available, CLAIM_MS)) {
        const question = await this.#unseal(job);
        // A waiting caller may have started the same probe in the meantime.
        if (this.running(job.id) !== null) continue;
        if (question !== null) this.run(job, question, null).catch(() => {});
      }
    }
  }

  /** Null: it was encrypted with a secret that is not known any more. */
  questionOf({ sealed }: Pick<MailboxJob, "sealed">): MailboxQuestion | null {
    const text = this.#options.seal.decrypt(sealed);
    return text === null ? null : JSON.parse(text) as MailboxQuestion;
  }

  /** A job that was encrypted with another secret is unreadable and dropped. */
  async #unseal(job: VersionedJob): Promise<MailboxQuestion | null> {
    const question = this.questionOf(job);
    if (question !== null) return question;
    await this.#options.queue.finish(job, []);
    return null;
  }

  async #probe(
    job: VersionedJob,
    question: MailboxQuestion,
    deadline: number | null,
  ): Promise<MailboxAnswer> {
    const { now, queue, prober, domainId } = this.#options;
    const { signal } = this.#loop;
    const [provider, account] = partsOf(job.group);
    let permit = this.#limiter.acquire(provider, domainId(question.domain), account);
    while (!permit.granted) {
      if (deadline === null || permit.retryAt > deadline || signal.aborted) {
        await queue.postpone(job, permit.retryAt);
        return pending();
      }
      await pause(permit.retryAt - now(), signal);
      permit = this.#limiter.acquire(provider, domainId(question.domain), account);
    }
    let result: ProbeResult;
    try {
      result = await prober.probe({ ...question, signal });
    } finally {
      permit.release();
    }
    if (!signal.aborted) return await this.#settle(job, question, result);
    await queue.postpone(job, now());
    return pending();
  }

  async #settle(job: VersionedJob, question: MailboxQuestion, result: ProbeResult): Promise<MailboxAnswer> {
    const { now, queue, domainId, onAnswer } = this.#options;
    if (result.kind === "later") {
      if (result.busy) this.#limiter.pause(partsOf(job.group)[0], BUSY_MS);
      const delay = RETRIES_MS[job.attempts];
      if (delay !== undefined && now() + delay < job.expiresAt) {
        await queue.postpone(job, now() + Math.max(delay, result.busy ? BUSY_MS : 0), job.attempts + 1);
        return pending();
      }
    }
    const { answer, ttlMs, wholeDomain } = storableAnswer(result);
    // It was erased, or another process has answered it.
    if ((await queue.find([job.id])).job === null) return answer;
    const ids = wholeDomain ? [job.id, domainId(question.domain)] : [job.id];
    const { email } = question;
    const stored = { value: toStored(answer), expiresAt: now() + ttlMs };
    const of = (id: string) => id === job.id && email !== undefined ? { email } : {};
    await queue.finish(job, ids.map((id) => ({ id, ...stored, ...of(id) })));
    for (const id of ids) onAnswer(id, answer, ttlMs);
    if (question.next !== undefined && isFalse(answer.exists)) {
      await this.#addNext(job, question, question.next);
    }
    return answer;
  }

  /** Queues the next spelling without waiting for a caller to ask again. */
  async #addNext(
    job: VersionedJob,
    { domain, mx, email }: MailboxQuestion,
    { id, address }: NonNullable<MailboxQuestion["next"]>,
  ) {
    const { queue, seal, now } = this.#options;
    const found = await queue.find([id]);
    if (found.job !== null || found.answers[0] !== null) return;
    const next = { address, domain, mx, ...(email === undefined ? {} : { email }) } satisfies MailboxQuestion;
    const sealed = seal.encrypt(JSON.stringify(next));
    const { group, expiresAt } = job;
    await queue.add({ id, group, sealed, attempts: 0, dueAt: now(), leased: false, expiresAt });
  }
}

/** The jobs of one account at one mail provider, which wait for one another. Both are hashes. */
export function groupOf(provider: string, account: string): string {
  return `${provider}.${account}`;
}

/** Of a job of an earlier version, whose group is the provider alone, the account is empty. */
export function partsOf(group: string): [provider: string, account: string] {
  const [provider = "", account = ""] = group.split(".");
  return [provider, account];
}

/** Ends early when the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
  signal.addEventListener("abort", end, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}
