/** Mailbox verification. A request returns the stored answer, or queues a probe whose answer a later request returns. */
import { isAhead } from "../../../concurrency/clock_rules.ts";
import { type Awaitable, chain } from "../../../concurrency/awaitable.ts";
import type { Budget } from "../../../concurrency/budget.ts";
import { TtlCache } from "../../../concurrency/ttl_cache.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { isFalse } from "../../../model/evidence.ts";
import type { MailboxAnswer } from "../../../model/outside_facts.ts";
import { mailProvider, probingOf } from "../../../net/smtp/mx_provider.ts";
import type { SmtpReach } from "../../../net/smtp/smtp_reach.ts";
import type { MailboxJob, VersionedJob } from "../../../records/mailboxes.ts";
import { fromStored, pending, unavailable, unsupported } from "./mailbox_answer.ts";
import type { Spelling } from "./mailbox_spelling.ts";
import {
  CLAIM_MS,
  groupOf,
  type MailboxQuestion,
  MailboxWorker,
  type MailDomain,
  partsOf,
  pause,
  type WorkerOptions,
} from "./mailbox_worker.ts";

export interface MailboxRequest extends MailDomain {
  /** The first is probed; each later one only when those before it do not exist. */
  readonly spellings: readonly Spelling[];
  /** Canonical text of the address, under whose hash scores have it. */
  readonly identity: string;
  /** How long the caller waits for the answer. */
  readonly wait: false | Budget;
  /** Id of the account that asks. */
  readonly account: string;
}

export interface MailboxOptions extends Pick<WorkerOptions, "queue" | "seal" | "prober" | "now"> {
  /** `auto` probes while mail servers can be reached, `on` without that test, `off` never. */
  readonly mode: "auto" | "on" | "off";
  readonly offline: boolean;
  readonly hash: (scope: "email" | "mailbox" | "mailbox_domain" | "mailbox_group", text: string) => string;
  readonly reach: SmtpReach;
  /** False: this process is a one-off command that does not process the queue, so nothing is added to it. */
  readonly background?: boolean;
}

/** An unanswered job expires after this; the next call adds a new one. */
const JOB_TTL_MS = DAY_MS;
const CACHED_ANSWERS = 20_000;
/** How long the absence of a stored answer is cached. */
const MISS_TTL_MS = 1_000;
/** Interval at which a waiting caller checks for another process's answer, doubled after each check. */
const POLL_MS = { first: 10, max: 160 } as const;
const UNREACHABLE = unavailable("unavailable", "mail servers cannot be reached from this host");

export class Mailboxes {
  readonly #options: MailboxOptions;
  readonly #answers: TtlCache<MailboxAnswer>;
  /** Shares one lookup between concurrent callers; stores nothing. */
  readonly #lookups: TtlCache<MailboxAnswer>;
  readonly #worker: MailboxWorker;
  /** Work that waiting callers started. */
  readonly #waiting = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();

  constructor(options: MailboxOptions) {
    this.#options = options;
    this.#answers = new TtlCache({ max: CACHED_ANSWERS, now: options.now });
    this.#lookups = new TtlCache({ max: 1, now: options.now });
    this.#worker = new MailboxWorker({
      ...options,
      reach: options.mode === "auto" ? options.reach : null,
      domainId: (domain) => this.#domainId(domain),
      onAnswer: (id, answer, ttlMs) => this.#answers.set(id, answer, ttlMs),
    });
  }

  get off(): boolean {
    return this.#options.mode === "off";
  }

  verify(request: MailboxRequest): Awaitable<MailboxAnswer> {
    const { mode, offline } = this.#options;
    if (mode === "off") return unsupported("disabled");
    if (offline) return unavailable("offline");
    if (!probingOf(exchangeOf(request)).supported) return unsupported("not_supported");
    const answer = this.#verify(request, 0);
    return request.wait && answer instanceof Promise ? this.#within(answer, request.wait) : answer;
  }

  /** The stored answer, without contacting the mail server; null when there is none. */
  stored(request: MailboxRequest, at = 0): Awaitable<MailboxAnswer | null> {
    const { mode, offline } = this.#options;
    const [spelling, later] = request.spellings.slice(at);
    if (mode === "off" || offline || spelling === undefined) return null;
    const { domain, mx, account } = request;
    const question = { address: spelling.address, domain, mx, email: this.#emailId(request) };
    const lookup = { account, id: this.#id(spelling), question };
    const found = this.#cached(lookup) ?? this.#find(lookup).then(({ answer }) => answer);
    const isMissing = (answer: MailboxAnswer | null) => answer !== null && isFalse(answer.exists);
    return chain(
      found,
      (answer) => later !== undefined && isMissing(answer) ? this.stored(request, at + 1) : answer,
    );
  }

  /** Starts processing the queue. */
  start(): void {
    if (this.#options.mode !== "off" && !this.#options.offline) this.#worker.start();
  }

  /** Aborts all conversations; unfinished jobs stay in the queue. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#worker.stop();
    await Promise.allSettled(this.#waiting);
  }

  /**
   * Deletes what mail servers said of addresses, whoever asked, and what waits to be asked about them for the account.
   * @param emails their hashes, as scores have them
   */
  async erase(emails: ReadonlySet<string>, account: string): Promise<void> {
    const { queue, hash } = this.#options;
    const of = hash("mailbox_group", account);
    await queue.forgetJobs((job) => {
      if (partsOf(job.group)[1] !== of) return false;
      const email = this.#worker.questionOf(job)?.email;
      return email !== undefined && emails.has(email);
    });
    await queue.forgetAnswers(emails);
    this.forget();
  }

  /** Answers in memory are read again. */
  forget(): void {
    this.#answers.clear();
  }

  /** One pass over the queue, until its probes have ended; after `start` this happens periodically. */
  async work(): Promise<void> {
    await this.#worker.work();
  }

  /** The answer for the spelling at this index, or for the later ones when it does not exist. */
  #verify(request: MailboxRequest, at: number): Awaitable<MailboxAnswer> {
    const { domain, mx, wait, account } = request;
    const [spelling, later] = request.spellings.slice(at);
    if (spelling === undefined) return unavailable("unavailable", "no address");
    const next = later === undefined ? {} : { next: { id: this.#id(later), address: later.address } };
    const question = { address: spelling.address, domain, mx, email: this.#emailId(request), ...next };
    const lookup = { account, id: this.#id(spelling), question };
    return chain(
      this.#cached(lookup) ?? (wait ? this.#probe(lookup, wait) : this.#queued(lookup)),
      (answer) => later !== undefined && isFalse(answer.exists) ? this.#verify(request, at + 1) : answer,
    );
  }

  /** Concurrent callers with the same question share one answer. */
  #queued(lookup: Lookup): Awaitable<MailboxAnswer> {
    return this.#answers.peek(missKey(lookup.id)) ??
      this.#lookups.get(lookup.id, async () => ({ value: await this.#enqueue(lookup), ttlMs: 0 }));
  }

  /** The stored answer; without one, `pending` after a job was queued. */
  async #enqueue(lookup: Lookup): Promise<MailboxAnswer> {
    const found = await this.#find(lookup);
    if (found.answer !== null) return found.answer;
    const { mode, reach, queue, background } = this.#options;
    if (background === false) {
      return unavailable("unavailable", "a one-off command does not queue checks");
    }
    const answer = mode === "auto" && reach.last === false ? UNREACHABLE : pending();
    if (answer.status === "pending" && found.job === null) {
      await queue.add(this.#jobOf(lookup));
      this.#worker.wake();
    }
    this.#answers.set(missKey(lookup.id), answer, MISS_TTL_MS);
    return answer;
  }

  /** Probes, or waits for the probe that is already running in this process or another one. */
  async #probe(lookup: Lookup, wait: Budget): Promise<MailboxAnswer> {
    const { mode, reach, now } = this.#options;
    const until = now() + wait.remaining();
    for (let poll: number = POLL_MS.first; wait.remaining() > 0; poll = Math.min(2 * poll, POLL_MS.max)) {
      const { answer, job } = await this.#find(lookup);
      if (answer !== null) return answer;
      let running = this.#worker.running(lookup.id);
      if (running === null) {
        if (this.#stop.signal.aborted) return pending();
        if (mode === "auto" && !await reach.open()) return UNREACHABLE;
        if (job !== null && !job.leased && isAhead(job.dueAt, until, JOB_TTL_MS)) return pending();
        const claimed = await this.#claim(lookup, job);
        if (claimed !== null) running = this.#worker.run(claimed, lookup.question, until);
      }
      const result = await running;
      if (result !== null && result.status !== "pending") return result;
      await pause(Math.min(poll, wait.remaining()), this.#stop.signal);
    }
    return await this.#enqueue(lookup);
  }

  /** The job, claimed; null while another worker has it or it is not due. */
  async #claim(lookup: Lookup, job: VersionedJob | null): Promise<VersionedJob | null> {
    const { queue, now } = this.#options;
    if (job === null) return await queue.addClaimed(this.#jobOf(lookup), CLAIM_MS);
    return isAhead(job.dueAt, now(), JOB_TTL_MS) ? null : await queue.claim(job, CLAIM_MS);
  }

  /** The stored answer for the address or its whole domain, or the queued job. */
  async #find(lookup: Lookup): Promise<{ answer: MailboxAnswer | null; job: VersionedJob | null }> {
    const cached = this.#cached(lookup);
    if (cached !== null) return { answer: cached, job: null };
    const ids = [lookup.id, this.#domainId(lookup.question.domain)];
    const { answers, job } = await this.#options.queue.find(ids);
    const stored = answers.find((each) => each !== null) ?? null;
    if (stored === null) return { answer: null, job };
    const answer = fromStored(stored.value);
    this.#answers.set(stored.id, answer, stored.expiresAt - this.#options.now());
    return { answer, job };
  }

  #cached({ id, question }: Lookup): MailboxAnswer | null {
    return this.#answers.peek(id) ?? this.#answers.peek(this.#domainId(question.domain)) ?? null;
  }

  #jobOf({ id, question, account }: Lookup): MailboxJob {
    const { seal, hash, now } = this.#options;
    return {
      id,
      group: groupOf(
        hash("mailbox_group", mailProvider(exchangeOf(question))),
        hash("mailbox_group", account),
      ),
      sealed: seal.encrypt(JSON.stringify(question)),
      attempts: 0,
      dueAt: now(),
      leased: false,
      expiresAt: now() + JOB_TTL_MS,
    };
  }

  /** `pending` after the budget; the probe continues and the next call has its answer. */
  async #within(work: Promise<MailboxAnswer>, wait: Budget): Promise<MailboxAnswer> {
    const { promise, resolve } = Promise.withResolvers<MailboxAnswer>();
    const timer = setTimeout(() => resolve(pending()), wait.remaining());
    const settled = work.catch(() => {}).finally(() => this.#waiting.delete(settled));
    this.#waiting.add(settled);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #id(spelling: Spelling): string {
    return this.#options.hash("mailbox", spelling.key);
  }

  #emailId({ identity }: MailboxRequest): string {
    return this.#options.hash("email", identity);
  }

  #domainId(domain: string): string {
    return this.#options.hash("mailbox_domain", domain);
  }
}

/** One spelling's question, the hash under which its answer is stored, and who asks. */
interface Lookup {
  readonly account: string;
  readonly id: string;
  readonly question: MailboxQuestion;
}

/** Cache key of "the store has no answer for this id". */
function missKey(id: string): string {
  return `miss ${id}`;
}

/** The exchanger by which the domain's mail provider is recognised. */
function exchangeOf({ mx, domain }: MailDomain): string {
  return mx.find((record) => record.exchange !== "")?.exchange ?? domain;
}
