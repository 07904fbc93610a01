/**
 * Mailbox verification. A question is answered from what is kept; otherwise it waits in a durable queue that is worked in
 * the background, and a later call has the answer.
 */
import { type Awaitable, chain } from "../../../concurrency/awaitable.ts";
import type { Budget } from "../../../concurrency/budget.ts";
import { TtlCache } from "../../../concurrency/ttl_cache.ts";
import { DAY_MS } from "../../../model/duration.ts";
import { isFalse } from "../../../model/evidence.ts";
import type { MailboxAnswer } from "../../../model/outside_facts.ts";
import { mailOperator, probingOf } from "../../../net/smtp/mx_provider.ts";
import type { SmtpProber } from "../../../net/smtp/smtp_prober.ts";
import type { SmtpReach } from "../../../net/smtp/smtp_reach.ts";
import type { HeldJob, MailboxJob, MailboxQueue } from "../../../store/records/mailboxes.ts";
import type { Seal } from "../../../store/seal.ts";
import { fromStored, pending, unavailable, unsupported } from "./mailbox_answer.ts";
import type { Spelling } from "./mailbox_spelling.ts";
import { LEASE_MS, MailboxWorker, type MailDomain, pause, type Question } from "./mailbox_worker.ts";

export interface MailboxRequest extends MailDomain {
  /** The first is asked about; each other one only when those before it do not exist. */
  readonly spellings: readonly Spelling[];
  /** How long the caller waits for the answer. */
  readonly wait: false | Budget;
}

export interface MailboxOptions {
  /** `auto` probes while mail servers can be reached, `on` without testing that, `off` never. */
  readonly mode: "auto" | "on" | "off";
  readonly offline: boolean;
  readonly queue: MailboxQueue;
  readonly seal: Seal;
  /** Hash of an identifier; the scope keeps equal texts of different meaning apart. */
  readonly identify: (scope: string, text: string) => string;
  readonly prober: SmtpProber;
  readonly reach: SmtpReach;
  readonly now: () => number;
  /** False: nobody will ever work the queue (a command that ends at once), so nothing goes into it. */
  readonly background?: boolean;
}

/** A job that was not answered is given up; the next call asks anew. */
const JOB_MS = DAY_MS;
const REMEMBERED = 20_000;
/** How long the store is not asked again after it held no answer; what this process learns counts at once. */
const NOTHING_MS = 1_000;
/** How often a caller who waits looks at what another process does: soon at first, then at this pace. */
const LOOK_MS = { first: 10, most: 160 } as const;

export class Mailboxes {
  readonly #options: MailboxOptions;
  readonly #answers: TtlCache<MailboxAnswer>;
  readonly #asking: TtlCache<MailboxAnswer>;
  readonly #worker: MailboxWorker;
  /** Callers who wait. */
  readonly #waiting = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();

  constructor(options: MailboxOptions) {
    this.#options = options;
    this.#answers = new TtlCache({ max: REMEMBERED, now: options.now });
    this.#asking = new TtlCache({ max: 1, now: options.now });
    this.#worker = new MailboxWorker({
      ...options,
      reach: options.mode === "auto" ? options.reach : null,
      domainId: (domain) => this.#domainId(domain),
      learnt: (id, answer, keptMs) => this.#answers.set(id, answer, keptMs),
    });
  }

  get off(): boolean {
    return this.#options.mode === "off";
  }

  ask(request: MailboxRequest): Awaitable<MailboxAnswer> {
    const { mode, offline } = this.#options;
    if (mode === "off") return unsupported("disabled");
    if (offline) return unavailable("offline");
    if (!probingOf(exchangeOf(request)).asks) return unsupported("not_supported");
    const asked = this.#ask(request, 0);
    return request.wait && asked instanceof Promise ? this.#capped(asked, request.wait) : asked;
  }

  /** What is kept about the address, while nobody is asked; null when nothing is. */
  kept(request: MailboxRequest, at = 0): Awaitable<MailboxAnswer | null> {
    const { mode, offline } = this.#options;
    const [spelling, later] = request.spellings.slice(at);
    if (mode === "off" || offline || spelling === undefined) return null;
    const { domain, mx } = request;
    const asking = { id: this.#id(spelling), question: { address: spelling.address, domain, mx } };
    const found = this.#remembered(asking) ?? this.#find(asking).then(({ answer }) => answer);
    const isNone = (answer: MailboxAnswer | null) => answer !== null && isFalse(answer.exists);
    return chain(
      found,
      (answer) => later !== undefined && isNone(answer) ? this.kept(request, at + 1) : answer,
    );
  }

  /** Begins to work the queue. */
  start(): void {
    if (this.#options.mode !== "off" && !this.#options.offline) this.#worker.start();
  }

  /** Hangs up on every server; what was under way stays in the queue. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#worker.stop();
    await Promise.allSettled(this.#waiting);
  }

  /** One round over the queue, and all the probes it begins; a started queue does this by itself. */
  async work(): Promise<void> {
    await this.#worker.work();
  }

  /** What is known about the spelling at this place, or about those behind it when it does not exist. */
  #ask(request: MailboxRequest, at: number): Awaitable<MailboxAnswer> {
    const { domain, mx, wait } = request;
    const [spelling, later] = request.spellings.slice(at);
    if (spelling === undefined) return unavailable("unavailable", "no address");
    const next = later === undefined ? {} : { next: { id: this.#id(later), address: later.address } };
    const asking = { id: this.#id(spelling), question: { address: spelling.address, domain, mx, ...next } };
    return chain(
      this.#remembered(asking) ?? (wait ? this.#askNow(asking, wait) : this.#soon(asking)),
      (answer) => later !== undefined && isFalse(answer.exists) ? this.#ask(request, at + 1) : answer,
    );
  }

  /** Callers with the same question at the same time share one answer. */
  #soon(asking: Asking): Awaitable<MailboxAnswer> {
    return this.#answers.peek(nothingKey(asking.id)) ??
      this.#asking.get(asking.id, async () => ({ value: await this.#askSoon(asking), ttlMs: 0 }));
  }

  async #askSoon(asking: Asking): Promise<MailboxAnswer> {
    const found = await this.#find(asking);
    if (found.answer !== null) return found.answer;
    const { mode, reach, queue, background } = this.#options;
    if (background === false) {
      return unavailable("unavailable", "a one-off command leaves nothing that could ask later");
    }
    const answer = mode === "auto" && reach.last === false ? closed() : pending();
    if (answer.status === "pending" && found.job === null) {
      await queue.add(await this.#jobOf(asking));
      this.#worker.wake();
    }
    this.#answers.set(nothingKey(asking.id), answer, NOTHING_MS);
    return answer;
  }

  /** Asks, or waits for whoever is asking: this process or another one. */
  async #askNow(asking: Asking, wait: Budget): Promise<MailboxAnswer> {
    const { mode, reach, now } = this.#options;
    const until = now() + wait.remaining();
    for (let look: number = LOOK_MS.first; wait.remaining() > 0; look = Math.min(2 * look, LOOK_MS.most)) {
      const { answer, job } = await this.#find(asking);
      if (answer !== null) return answer;
      let running = this.#worker.running(asking.id);
      if (running === null) {
        if (this.#stop.signal.aborted) return pending();
        if (mode === "auto" && !await reach.open()) return closed();
        if (job !== null && !job.leased && job.dueAt > until) return pending();
        const held = await this.#hold(asking, job);
        if (held !== null) running = this.#worker.begin(held, asking.question, until);
      }
      const came = await running;
      if (came !== null && came.status !== "pending") return came;
      await pause(Math.min(look, wait.remaining()), this.#stop.signal);
    }
    return await this.#askSoon(asking);
  }

  /** The job, claimed; null while somebody else has it or it is not due. */
  async #hold(asking: Asking, job: HeldJob | null): Promise<HeldJob | null> {
    const { queue, now } = this.#options;
    if (job === null) return await queue.addHeld(await this.#jobOf(asking), LEASE_MS);
    return job.dueAt > now() ? null : await queue.lease(job, LEASE_MS);
  }

  /** What is kept about the address or its whole domain, or the job that will find out. */
  async #find(asking: Asking): Promise<{ answer: MailboxAnswer | null; job: HeldJob | null }> {
    const remembered = this.#remembered(asking);
    if (remembered !== null) return { answer: remembered, job: null };
    const ids = [asking.id, this.#domainId(asking.question.domain)];
    const { answers, job } = await this.#options.queue.look(ids);
    const stored = answers.find((each) => each !== null) ?? null;
    if (stored === null) return { answer: null, job };
    const answer = fromStored(stored.value);
    this.#answers.set(stored.id, answer, stored.expiresAt - this.#options.now());
    return { answer, job };
  }

  #remembered({ id, question }: Asking): MailboxAnswer | null {
    return this.#answers.peek(id) ?? this.#answers.peek(this.#domainId(question.domain)) ?? null;
  }

  async #jobOf({ id, question }: Asking): Promise<MailboxJob> {
    const { seal, identify, now } = this.#options;
    return {
      id,
      group: identify("mailbox_group", mailOperator(exchangeOf(question))),
      sealed: await seal.encrypt(JSON.stringify(question)),
      attempts: 0,
      dueAt: now(),
      leased: false,
      expiresAt: now() + JOB_MS,
    };
  }

  /** The probe itself goes on; its answer is there for the next call. */
  async #capped(work: Promise<MailboxAnswer>, wait: Budget): Promise<MailboxAnswer> {
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
    return this.#options.identify("mailbox", spelling.key);
  }

  #domainId(domain: string): string {
    return this.#options.identify("mailbox_domain", domain);
  }
}

/** One spelling's question, and the hash its answer is kept under. */
interface Asking {
  readonly id: string;
  readonly question: Question;
}

/** Where it is remembered that the store holds no answer for an id. */
function nothingKey(id: string): string {
  return `nothing ${id}`;
}

/** The exchanger that stands for the domain's mail operator. */
function exchangeOf({ mx, domain }: MailDomain): string {
  return mx.find((record) => record.exchange !== "")?.exchange ?? domain;
}

function closed() {
  return unavailable("unavailable", "mail servers cannot be reached from here");
}
