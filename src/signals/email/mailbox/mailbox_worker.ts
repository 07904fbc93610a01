/** Works the queue of mailbox probes: claims what is due, asks at the pace mail servers like, keeps the answers. */
import { HOUR_MS, MINUTE_MS } from "../../../model/duration.ts";
import { isFalse } from "../../../model/evidence.ts";
import type { MailboxAnswer, MxRecord } from "../../../model/outside_facts.ts";
import type { ProbeResult, SmtpProber } from "../../../net/smtp/smtp_prober.ts";
import type { SmtpReach } from "../../../net/smtp/smtp_reach.ts";
import type { HeldJob, MailboxQueue } from "../../../store/records/mailboxes.ts";
import type { Seal } from "../../../store/seal.ts";
import { answerOf, pending, toStored } from "./mailbox_answer.ts";
import { MailboxPace } from "./mailbox_limiter.ts";

/**
 * `domain` is in A-labels. `mx` has the most preferred first; empty, the domain itself receives its mail (implicit MX).
 */
export interface MailDomain {
  readonly domain: string;
  readonly mx: readonly MxRecord[];
}

/** The sealed part of a job. */
export interface Question extends MailDomain {
  /** What goes into RCPT TO. */
  readonly address: string;
  /** Asked next, when this address does not exist. */
  readonly next?: { readonly id: string; readonly address: string };
}

export interface WorkerOptions {
  /** Null: servers are asked without testing first whether they can be reached. */
  readonly reach: SmtpReach | null;
  readonly queue: MailboxQueue;
  readonly seal: Seal;
  readonly prober: SmtpProber;
  readonly now: () => number;
  readonly domainId: (domain: string) => string;
  /** Called with every answer that is kept. */
  readonly learnt: (id: string, answer: MailboxAnswer, keptMs: number) => void;
}

const TICK_MS = 1_000;
/** Longer than a probe may take. */
export const LEASE_MS = MINUTE_MS;
/** When a server that puts us off is asked again. */
const RETRIES_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const BUSY_MS = 15 * MINUTE_MS;
const GROUPS_PER_TICK = 200;

export class MailboxWorker {
  readonly #options: WorkerOptions;
  readonly #pace: MailboxPace;
  /** Probes under way, by id of the address. */
  readonly #running = new Map<string, Promise<MailboxAnswer>>();
  readonly #stop = new AbortController();
  #timer: ReturnType<typeof setInterval> | null = null;
  #ticking: Promise<void> | null = null;
  #after: string | null = null;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#pace = new MailboxPace(options.now);
  }

  start(): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  /** Looks at the queue now rather than at the next tick. */
  wake(): void {
    if (this.#timer !== null) this.#tick();
  }

  /** Hangs up on every server; what was under way stays in the queue. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#stop.abort();
    await this.#options.reach?.close();
    await this.#options.prober.close();
    await this.#ticking;
    await Promise.allSettled(this.#running.values());
  }

  /** One round over the queue, and all the probes it begins. */
  async work(): Promise<void> {
    await this.#tick();
    await Promise.allSettled(this.#running.values());
  }

  running(id: string): Promise<MailboxAnswer> | null {
    return this.#running.get(id) ?? null;
  }

  /**
   * Asks about a job that is held.
   * @param patience until when a caller waits for its turn at the server; null: nobody waits
   */
  begin(job: HeldJob, question: Question, patience: number | null): Promise<MailboxAnswer> {
    const running = this.#probe(job, question, patience).finally(() => this.#running.delete(job.id));
    this.#running.set(job.id, running);
    return running;
  }

  #tick(): Promise<void> {
    // A store that fails now is asked again at the next tick; its failure is seen by everything else first.
    return this.#ticking ??= this.#claimDue().catch(() => {}).finally(() => this.#ticking = null);
  }

  async #claimDue(): Promise<void> {
    const { queue, reach } = this.#options;
    if (reach !== null && !await reach.open()) return;
    const { due, last } = await queue.dueGroups(this.#after, GROUPS_PER_TICK);
    this.#after = last;
    for (const group of due) {
      const free = this.#pace.free(group);
      if (free === 0 || this.#stop.signal.aborted) continue;
      for (const job of await queue.claim(group, free, LEASE_MS)) {
        const question = await this.#opened(job);
        // A caller asked for it just now, between somebody's look at the queue and his adding to it.
        if (this.#running.has(job.id)) continue;
        if (question !== null) this.begin(job, question, null).catch(() => {});
      }
    }
  }

  /** A job sealed under another secret can never be asked, and is dropped. */
  async #opened(job: HeldJob): Promise<Question | null> {
    const text = await this.#options.seal.decrypt(job.sealed);
    if (text !== null) return JSON.parse(text) as Question;
    await this.#options.queue.finish(job, []);
    return null;
  }

  async #probe(job: HeldJob, question: Question, patience: number | null): Promise<MailboxAnswer> {
    const { now, queue, prober, domainId } = this.#options;
    const { signal } = this.#stop;
    let turn = this.#pace.take(job.group, domainId(question.domain));
    while (!turn.granted) {
      if (patience === null || turn.retryAt > patience || signal.aborted) {
        await queue.move(job, turn.retryAt);
        return pending();
      }
      await pause(turn.retryAt - now(), signal);
      turn = this.#pace.take(job.group, domainId(question.domain));
    }
    let result: ProbeResult;
    try {
      result = await prober.probe({ ...question, signal });
    } finally {
      turn.release();
    }
    if (!signal.aborted) return await this.#settle(job, question, result);
    await queue.move(job, now());
    return pending();
  }

  async #settle(job: HeldJob, question: Question, result: ProbeResult): Promise<MailboxAnswer> {
    const { now, queue, domainId, learnt } = this.#options;
    if (result.kind === "later") {
      if (result.busy) this.#pace.block(job.group, BUSY_MS);
      const delay = RETRIES_MS[job.attempts];
      if (delay !== undefined && now() + delay < job.expiresAt) {
        await queue.move(job, now() + Math.max(delay, result.busy ? BUSY_MS : 0), job.attempts + 1);
        return pending();
      }
    }
    const { answer, keptMs, ofDomain } = answerOf(result);
    const ids = ofDomain ? [job.id, domainId(question.domain)] : [job.id];
    const expiresAt = now() + keptMs;
    await queue.finish(job, ids.map((id) => ({ id, value: toStored(answer), expiresAt })));
    for (const id of ids) learnt(id, answer, keptMs);
    if (question.next !== undefined && isFalse(answer.exists)) {
      await this.#addNext(job, question, question.next);
    }
    return answer;
  }

  /** Whoever asked first need not come back twice. */
  async #addNext(job: HeldJob, { domain, mx }: Question, { id, address }: NonNullable<Question["next"]>) {
    const { queue, seal, now } = this.#options;
    const found = await queue.look([id]);
    if (found.job !== null || found.answers[0] !== null) return;
    const sealed = await seal.encrypt(JSON.stringify({ address, domain, mx } satisfies Question));
    const { group, expiresAt } = job;
    await queue.add({ id, group, sealed, attempts: 0, dueAt: now(), leased: false, expiresAt });
  }
}

/** Ends early when the signal is given. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
  signal.addEventListener("abort", end, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}
