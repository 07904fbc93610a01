/**
 * Shares one kind of outside source between accounts and zones, so that the questions of one account do not keep those of others from being answered.
 *
 * - A question may start while its account has fewer in flight than are still free ("dynamic threshold"): one account alone
 *   has half of the slots, and n busy accounts leave one share in n + 1 free for the next. The same holds within a zone, and
 *   for guests within three quarters of the slots, so that no number of guests leaves members without.
 * - Waiting questions are taken from the account, and within it the zone, that was served longest ago.
 * - A zone that stays silent is cut off for the account whose questions it left unanswered. It is not cut off for others: an
 *   account that asks for a dead name below a large domain would take that domain from everybody.
 * - A question that no caller waits for any more is asked only when its account has no other, and dropped after a while.
 * - The same question of several accounts is one: it waits in the queue of each, and the first turn starts it.
 */
import type { Budget } from "./budget.ts";
import { CutOffs } from "./cut_offs.ts";
import type { Declined, FairOptions, OutsideQuestion } from "./outside_question.ts";

const GUESTS_SHARE = 3 / 4;
/** Abandoned questions examined for one that may start. */
const MAX_EXAMINED = 16;

export class FairScheduler<T> {
  readonly #options: FairOptions<T>;
  readonly #guestSlots: number;
  readonly #guestWaiting: number;
  readonly #jobs = new Map<string, Job<T>>();
  readonly #started = new Set<Job<T>>();
  /** Those with questions; the one that was served longest ago first. */
  readonly #accounts = new Map<string, Account<T>>();
  readonly #runningByZone = new Map<string, number>();
  readonly #cutOffs: CutOffs | null;
  #guestsRunning = 0;
  #guestsQueued = 0;
  #queued = 0;

  constructor(options: FairOptions<T>) {
    this.#options = options;
    this.#guestSlots = Math.ceil(options.slots * GUESTS_SHARE);
    this.#guestWaiting = Math.ceil(options.maxWaiting * GUESTS_SHARE);
    this.#cutOffs = options.cutOff === undefined ? null : new CutOffs(options.cutOff);
  }

  /** The answer, or what `declined` makes of the reason why there is none. Rejects as the work does. */
  ask(question: OutsideQuestion<T>, budget: Budget): Promise<T> {
    if (!budget.mayAsk) return Promise.resolve(this.#options.declined("memory"));
    const { key, zone } = question;
    const existing = this.#jobs.get(key);
    if (existing !== undefined && this.#started.has(existing)) return existing.promise;
    const { id } = budget.account;
    if (this.#cutOffs?.isOpen(id, zone)) return this.#decline("silent");
    const account = this.#accounts.get(id) ?? newAccount<T>(id, budget.isGuest);
    const before = existing?.waiting.get(id);
    if (before === undefined && !this.#mayWait(account)) return this.#decline("full");
    const job = existing ?? this.#newJob(question);
    this.#accounts.set(id, account);
    if (before === undefined) this.#count(account, 1);
    if (before === undefined || before.remaining() < budget.remaining()) {
      job.waiting.set(id, budget);
      account.abandoned.delete(job);
      if (budget.remaining() > 0) zoneQueueOf(account, zone).queue.add(job);
      else this.#abandon(account, job);
    }
    this.#startOf(account);
    return job.promise;
  }

  /** True while the question waits or runs. */
  has(key: string): boolean {
    return this.#jobs.has(key);
  }

  /** Declines all that wait, and resolves when what runs has ended. */
  async close(): Promise<void> {
    for (const account of [...this.#accounts.values()]) {
      const waiting = [...account.zones.values()].flatMap(({ queue }) => [...queue]);
      for (const job of [...waiting, ...account.abandoned.keys()]) this.#leave(account, job, "dropped");
    }
    await Promise.allSettled([...this.#started].map((job) => job.promise));
  }

  #decline(why: Declined): Promise<T> {
    return Promise.resolve(this.#declined(why));
  }

  #declined(why: Declined): T {
    this.#options.meter?.count(why);
    return this.#options.declined(why);
  }

  #newJob(question: OutsideQuestion<T>): Job<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const job = { ...question, promise, resolve, waiting: new Map() };
    this.#jobs.set(question.key, job);
    return job;
  }

  #startNext(): void {
    while (this.#queued > 0 && this.#startOne());
  }

  #startOne(): boolean {
    for (const account of this.#accounts.values()) if (this.#startOf(account)) return true;
    return false;
  }

  /** Starts a question of the account, when it has one that may start. */
  #startOf(account: Account<T>): boolean {
    if (account.queued === 0 || !this.#mayRun(account)) return false;
    this.#dropExpired(account);
    const job = this.#nextAwaited(account) ?? this.#nextAbandoned(account);
    if (job !== null) this.#start(account, job);
    return job !== null;
  }

  #mayRun({ running, guest }: Account<T>): boolean {
    return running < this.#options.slots - this.#started.size &&
      (!guest || running < this.#guestSlots - this.#guestsRunning);
  }

  #mayWait(account: Account<T>): boolean {
    this.#dropExpired(account);
    const { queued, guest } = account;
    return queued < this.#options.maxWaiting - this.#queued &&
      (!guest || queued < this.#guestWaiting - this.#guestsQueued);
  }

  #count(account: Account<T>, change: 1 | -1): void {
    account.queued += change;
    this.#queued += change;
    if (this.#options.meter !== undefined) this.#options.meter.waiting += change;
    if (account.guest) this.#guestsQueued += change;
  }

  #mayRunIn(zone: string, running: number): boolean {
    return running < this.#options.zoneSlots - (this.#runningByZone.get(zone) ?? 0);
  }

  #nextAwaited(account: Account<T>): Job<T> | null {
    for (const [zone, { running, queue }] of account.zones) {
      if (!this.#mayRunIn(zone, running)) continue;
      for (const job of queue) {
        if (job.waiting.get(account.id)!.remaining() > 0) return job;
        this.#abandon(account, job);
      }
    }
    return null;
  }

  #abandon(account: Account<T>, job: Job<T>): void {
    account.zones.get(job.zone)?.queue.delete(job);
    account.abandoned.set(job, performance.now() + this.#options.lingerMs);
    this.#forgetIdle(account, job.zone);
  }

  #nextAbandoned(account: Account<T>): Job<T> | null {
    let examined = 0;
    for (const job of account.abandoned.keys()) {
      if (this.#mayRunIn(job.zone, account.zones.get(job.zone)?.running ?? 0)) return job;
      if (++examined >= MAX_EXAMINED) return null;
    }
    return null;
  }

  #dropExpired(account: Account<T>): void {
    for (const [job, dropAt] of account.abandoned) {
      if (dropAt > performance.now()) return;
      this.#leave(account, job, "dropped");
    }
  }

  #start(account: Account<T>, job: Job<T>): void {
    const { zone } = job;
    for (const id of job.waiting.keys()) this.#dequeue(this.#accounts.get(id)!, job);
    job.waiting.clear();
    this.#started.add(job);
    const zoneQueue = zoneQueueOf(account, zone);
    // Served last, so at the end of both orders.
    account.zones.delete(zone);
    account.zones.set(zone, zoneQueue);
    this.#accounts.delete(account.id);
    this.#accounts.set(account.id, account);
    account.running++;
    zoneQueue.running++;
    if (account.guest) this.#guestsRunning++;
    this.#runningByZone.set(zone, (this.#runningByZone.get(zone) ?? 0) + 1);
    this.#cutOffs?.started(account.id, zone);
    const work = this.#options.meter?.measure(job.work()) ?? job.work();
    job.resolve(work);
    const end = () => {
      account.running--;
      zoneQueue.running--;
      if (account.guest) this.#guestsRunning--;
      const running = this.#runningByZone.get(zone)! - 1;
      if (running === 0) this.#runningByZone.delete(zone);
      else this.#runningByZone.set(zone, running);
      this.#started.delete(job);
      this.#jobs.delete(job.key);
      this.#forgetIdle(account, zone);
      this.#startNext();
    };
    work.then((answer) => this.#observe(account, zone, answer)).then(end, end);
  }

  /** Counts silent answers; when they cut the zone off, what still waits for it is declined. */
  #observe(account: Account<T>, zone: string, answer: T): void {
    const { cutOff } = this.#options;
    if (cutOff === undefined || this.#cutOffs === null) return;
    if (!cutOff.isSilent(answer)) return this.#cutOffs.answered(account.id, zone);
    this.#cutOffs.stayedSilent(account.id, zone);
    if (!this.#cutOffs.isOpen(account.id, zone)) return;
    const abandoned = [...account.abandoned.keys()].filter((job) => job.zone === zone);
    for (const job of [...zoneQueueOf(account, zone).queue, ...abandoned]) {
      this.#leave(account, job, "silent");
    }
  }

  /** The account gives the question up; when no other waits, it is declined. */
  #leave(account: Account<T>, job: Job<T>, why: Declined): void {
    job.waiting.delete(account.id);
    this.#dequeue(account, job);
    this.#forgetIdle(account, job.zone);
    if (job.waiting.size > 0) return;
    this.#jobs.delete(job.key);
    job.resolve(this.#declined(why));
  }

  #dequeue(account: Account<T>, job: Job<T>): void {
    account.zones.get(job.zone)?.queue.delete(job);
    account.abandoned.delete(job);
    this.#count(account, -1);
    this.#forgetIdle(account, job.zone);
  }

  #forgetIdle(account: Account<T>, zone: string): void {
    const zoneQueue = account.zones.get(zone);
    if (zoneQueue !== undefined && zoneQueue.running === 0 && zoneQueue.queue.size === 0) {
      account.zones.delete(zone);
    }
    if (account.running === 0 && account.queued === 0) this.#accounts.delete(account.id);
  }
}

/** A question that waits or runs. */
interface Job<T> extends OutsideQuestion<T> {
  readonly promise: Promise<T>;
  readonly resolve: (answer: T | Promise<T>) => void;
  /** While it waits: the latest budget of each account that asked. */
  readonly waiting: Map<string, Budget>;
}

interface ZoneQueue<T> {
  running: number;
  readonly queue: Set<Job<T>>;
}

interface Account<T> {
  readonly id: string;
  readonly guest: boolean;
  running: number;
  queued: number;
  /** By zone; the one that was served longest ago first. */
  readonly zones: Map<string, ZoneQueue<T>>;
  /** Questions that no caller waits for any more, with the time when they are dropped. */
  readonly abandoned: Map<Job<T>, number>;
}

function newAccount<T>(id: string, guest: boolean): Account<T> {
  return { id, guest, running: 0, queued: 0, zones: new Map(), abandoned: new Map() };
}

function zoneQueueOf<T>(account: Account<T>, zone: string): ZoneQueue<T> {
  let zoneQueue = account.zones.get(zone);
  if (zoneQueue === undefined) account.zones.set(zone, zoneQueue = { running: 0, queue: new Set() });
  return zoneQueue;
}
