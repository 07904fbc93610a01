/**
 * Mailbox verification. A question is answered from what is kept; otherwise it waits in a durable queue that is worked in
 * the background, and a later call has the answer.
 */
import type { Awaitable } from "../../cache/awaitable.ts";
import { Cached } from "../../cache/cached.ts";
import type { MailboxAnswer } from "../../net/facts.ts";
import { mxProvider, probingOf } from "../../net/mx_provider.ts";
import type { SmtpProber } from "../../net/smtp.ts";
import type { SmtpReach } from "../../net/smtp_reach.ts";
import type { HeldJob, MailboxJob, MailboxQueue } from "../../store/mailboxes.ts";
import type { Seal } from "../../store/seal.ts";
import { fromStored, pending, unavailable, unsupported } from "./mailbox_answer.ts";
import { LEASE_MS, MailboxWorker, type Question } from "./mailbox_worker.ts";

/**
 * `address` is what goes into RCPT TO, the domain in A-labels. `mx` has the most preferred first; empty, the domain itself
 * receives its mail (implicit MX).
 */
export interface MailboxRequest extends Question {
  /** What queue and answers are kept under. */
  readonly normalized: string;
  /** True: wait for the answer as long as a probe may take. */
  readonly wait: boolean;
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
  /** How long a call that waits may wait, in milliseconds. */
  readonly waitMs?: number;
}

const WAIT_MS = 8_000;
/** A job that was not answered is given up; the next call asks anew. */
const JOB_MS = 24 * 3_600_000;
const REMEMBERED = 20_000;
/** How long the store is not asked again after it held no answer; what this process learns counts at once. */
const NOTHING_MS = 1_000;

export class Mailboxes {
  readonly #options: MailboxOptions;
  readonly #answers: Cached<MailboxAnswer>;
  readonly #asking: Cached<MailboxAnswer>;
  readonly #worker: MailboxWorker;
  readonly #waitMs: number;

  constructor(options: MailboxOptions) {
    this.#options = options;
    this.#answers = new Cached({ max: REMEMBERED, now: options.now });
    this.#asking = new Cached({ max: 1, now: options.now });
    this.#waitMs = options.waitMs ?? WAIT_MS;
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
    const remembered = this.#remembered(request);
    if (remembered !== null) return remembered;
    if (!request.wait) {
      return this.#answers.peek(nothingKey(this.#id(request))) ??
        this.#once(`soon ${this.#id(request)}`, () => this.#askSoon(request));
    }
    return this.#capped(this.#once(`now ${this.#id(request)}`, () => this.#askNow(request)));
  }

  /** Begins to work the queue. */
  start(): void {
    if (this.#options.mode !== "off" && !this.#options.offline) this.#worker.start();
  }

  /** Hangs up on every server; what was under way stays in the queue. */
  async stop(): Promise<void> {
    await this.#worker.stop();
  }

  /** One round over the queue, and all the probes it begins; a started queue does this by itself. */
  async work(): Promise<void> {
    await this.#worker.work();
  }

  async #askSoon(request: MailboxRequest): Promise<MailboxAnswer> {
    const found = await this.#find(request);
    if (found.answer !== null) return found.answer;
    const { mode, reach, queue, now } = this.#options;
    const answer = mode === "auto" && reach.last === false ? closed() : pending();
    if (answer.status === "pending" && found.job === null) {
      await queue.add(await this.#jobOf(request, now()));
      this.#worker.wake();
    }
    this.#answers.set(nothingKey(this.#id(request)), answer, NOTHING_MS);
    return answer;
  }

  async #askNow(request: MailboxRequest): Promise<MailboxAnswer> {
    const { mode, reach, queue, now } = this.#options;
    const found = await this.#find(request);
    if (found.answer !== null) return found.answer;
    const running = this.#worker.running(this.#id(request));
    if (running !== null) return await running;
    if (mode === "auto" && !await reach.open()) return closed();
    if (found.job !== null && found.job.dueAt > now()) return pending();
    const held = found.job === null
      ? await this.#addHeld(await this.#jobOf(request, now() + LEASE_MS))
      : await queue.move(found.job, now() + LEASE_MS);
    if (held === null) return await this.#worker.running(this.#id(request)) ?? pending();
    const { address, domain, mx } = request;
    return await this.#worker.begin(held, { address, domain, mx }, now() + this.#waitMs);
  }

  /** Callers with the same question at the same time share one answer. */
  #once(key: string, ask: () => Promise<MailboxAnswer>): Promise<MailboxAnswer> {
    return this.#asking.get(key, async () => ({ value: await ask(), ttlMs: 0 }));
  }

  async #addHeld(job: MailboxJob): Promise<HeldJob | null> {
    await this.#options.queue.add(job);
    return (await this.#options.queue.look([job.id])).job;
  }

  /** What is kept about the address or its whole domain, or the job that will find out. */
  async #find(request: MailboxRequest): Promise<{ answer: MailboxAnswer | null; job: HeldJob | null }> {
    const remembered = this.#remembered(request);
    if (remembered !== null) return { answer: remembered, job: null };
    const ids = [this.#id(request), this.#domainId(request.domain)];
    const { answers, job } = await this.#options.queue.look(ids);
    const stored = answers.find((each) => each !== null) ?? null;
    if (stored === null) return { answer: null, job };
    const answer = fromStored(stored.value);
    this.#answers.set(stored.id, answer, stored.expiresAt - this.#options.now());
    return { answer, job };
  }

  #remembered(request: MailboxRequest): MailboxAnswer | null {
    return this.#answers.peek(this.#id(request)) ?? this.#answers.peek(this.#domainId(request.domain)) ??
      null;
  }

  async #jobOf(request: MailboxRequest, dueAt: number): Promise<MailboxJob> {
    const { seal, identify, now } = this.#options;
    const { address, domain, mx } = request;
    const exchange = exchangeOf(request);
    return {
      id: this.#id(request),
      group: identify("mailbox_group", mxProvider(exchange)?.name ?? parentOf(exchange)),
      sealed: await seal.close(JSON.stringify({ address, domain, mx } satisfies Question)),
      attempts: 0,
      dueAt,
      expiresAt: now() + JOB_MS,
    };
  }

  /** The probe itself goes on; its answer is there for the next call. */
  async #capped(work: Promise<MailboxAnswer>): Promise<MailboxAnswer> {
    const { promise, resolve } = Promise.withResolvers<MailboxAnswer>();
    const timer = setTimeout(() => resolve(pending()), this.#waitMs);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #id(request: MailboxRequest): string {
    return this.#options.identify("mailbox", request.normalized);
  }

  #domainId(domain: string): string {
    return this.#options.identify("mailbox_domain", domain);
  }
}

/** Where it is remembered that the store holds no answer for an id. */
function nothingKey(id: string): string {
  return `nothing ${id}`;
}

/** The exchanger that stands for the domain's mail operator. */
function exchangeOf({ mx, domain }: Question): string {
  return mx.find((record) => record.exchange !== "")?.exchange ?? domain;
}

/** `mx1.mail.example` → `mail.example`; a name of two labels stays. */
function parentOf(host: string): string {
  const dot = host.indexOf(".");
  return host.indexOf(".", dot + 1) < 0 ? host : host.slice(dot + 1);
}

function closed() {
  return unavailable("unavailable", "mail servers cannot be reached from here");
}
