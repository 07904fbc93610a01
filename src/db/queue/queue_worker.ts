/**
 * Works off the lanes of a queue: at most one job of a lane at a time, of each kind a bounded number of lanes in parallel, and of
 * an account a few of them, so that slow lanes of one account leave room for those of others.
 */
import { lruOf } from "../../concurrency/lru.ts";
import { isAhead, isLeased } from "../../concurrency/clock_rules.ts";
import { DAY_MS } from "../duration.ts";
import type { Change } from "../commit/change.ts";
import { isAbandoned } from "../failure.ts";
import { type Job, type Lane, LANE_LOST, textOf } from "./lane.ts";
import { LEASE_MS, type Queue } from "./queue.ts";
import { WorkLoop } from "../../concurrency/work_loop.ts";

/** The job was not tried: it stays as it is, and the lane rests until then. */
export interface Postponed {
  readonly postponedUntil: number;
}

export interface JobResult {
  /** When and with what note the job is tried again; null: it is done, or given up. */
  readonly moved: { readonly dueAt: number; readonly note: string } | null;
  /** The lane rests until then. */
  readonly restUntil?: number;
  /** Stored with the end of the job. */
  readonly also?: Change;
}

/** What becomes of the jobs of one kind of lane. */
export interface JobHandler {
  /** False: the lane rests until it is woken; it is asked again now and then. */
  isOpen(lane: Lane): boolean | Promise<boolean>;
  /** Within LEASE_MS. After a failure to be thrown the job is tried again soon. */
  work(lane: Lane, job: Job, attempt: Attempt): Promise<JobResult | Postponed>;
}

/** An attempt at a job. */
export interface Attempt {
  /** Attempts of the lane that failed one after another before this one. */
  readonly failures: number;
  /** The time of the first of them; 0 when there is none. */
  readonly failingSince: number;
  /** Aborted when this process stops. */
  readonly signal: AbortSignal;
}

/** How long a lane waits that another process took just now. */
const TAKEN_MS = 1000;
/** Of each kind, so that receivers that hang keep no score waiting. */
const LANES_AT_ONCE = 64;
const LANES_OF_ACCOUNT = 4;
const LANES_PER_TICK = 500;
/** Jobs of a lane before others have their turn. */
const JOBS_IN_TURN = 20;
/** How long a lane rests that is not open, or whose handler threw. */
const REST_MS = 30_000;
const MAX_REMEMBERED = 20_000;
/** No job or lane is put off by more than this: what lies further ahead is of a clock that was wrong, and due. */
const MAX_AHEAD_MS = DAY_MS;

/** When a lane is worth a look. */
interface Look {
  readonly version: string;
  readonly at: number;
  /** True: new jobs do not change that. */
  readonly rests: boolean;
}

export class QueueWorker {
  readonly #queue: Queue;
  readonly #handlers: Readonly<Record<string, JobHandler>>;
  readonly #now: () => number;
  readonly #looks = lruOf<Look>(MAX_REMEMBERED);
  /** Lanes to be visited, in the order in which they came. */
  readonly #waiting = new Map<string, Lane>();
  /** The lanes that are visited now. */
  readonly #visited = new Map<string, Lane>();
  /** Lanes that got a job while they were visited. */
  readonly #again = new Set<string>();
  readonly #loop = new WorkLoop(() => this.#look());
  #after: Lane | null = null;

  /** @param handlers by kind of lane; a lane of another kind is left alone */
  constructor(queue: Queue, handlers: Readonly<Record<string, JobHandler>>, now: () => number) {
    this.#queue = queue;
    this.#handlers = handlers;
    this.#now = now;
  }

  start(): void {
    this.#loop.start();
  }

  /** The lane has a job now, which this process appended. */
  wake(lane: Lane): void {
    if (!this.#loop.isStarted) return;
    const look = this.#looks.get(textOf(lane));
    if (look?.rests && this.#isAhead(look.at)) return;
    this.#wait(lane);
    this.#pump();
  }

  /** Looks at all lanes again: one of them may have been switched on. */
  reconsider(): void {
    this.#looks.clear();
    if (this.#loop.isStarted) void this.#loop.poll();
  }

  /** One pass over all lanes, until its visits have ended; after `start` this happens periodically. */
  async work(): Promise<void> {
    this.#after = null;
    do {
      await this.#loop.poll();
      await this.#loop.settled();
    } while (this.#after !== null);
  }

  /** Aborts the jobs in progress, which stay in the queue. */
  async stop(): Promise<void> {
    this.#waiting.clear();
    await this.#loop.stop();
  }

  async #look(): Promise<void> {
    let [last, seen]: [Lane | null, number] = [null, 0];
    for await (const { lane, version } of this.#queue.lanes(this.#after, LANES_PER_TICK)) {
      [last, seen] = [lane, seen + 1];
      const look = this.#looks.get(textOf(lane));
      const isNews = look === undefined || !this.#isAhead(look.at) ||
        (look.version !== version && !look.rests);
      if (isNews && !this.#visited.has(textOf(lane))) this.#wait(lane);
    }
    this.#after = seen < LANES_PER_TICK ? null : last;
    this.#pump();
  }

  #wait(lane: Lane): void {
    const text = textOf(lane);
    if (this.#visited.has(text)) this.#again.add(text);
    else if (this.#waiting.size < MAX_REMEMBERED) this.#waiting.set(text, lane);
  }

  /** Starts visits while there is room: those of accounts first that were served longest ago. */
  #pump(): void {
    const busy = new Map<string, number>();
    const count = (name: string) => busy.set(name, (busy.get(name) ?? 0) + 1);
    const begin = (lane: Lane) => void [kindOf(lane), ownKindOf(lane)].forEach(count);
    const hasRoom = (lane: Lane) =>
      (busy.get(kindOf(lane)) ?? 0) < LANES_AT_ONCE && (busy.get(ownKindOf(lane)) ?? 0) < LANES_OF_ACCOUNT;
    this.#visited.forEach(begin);
    while (!this.#loop.signal.aborted) {
      const turn = ([, lane]: [string, Lane]) => this.#loop.turnOf(lane.account);
      let next: [string, Lane] | null = null;
      for (const each of this.#waiting) {
        if (hasRoom(each[1]) && (next === null || turn(each) < turn(next))) next = each;
      }
      if (next === null) return;
      const [text, lane] = next;
      this.#waiting.delete(text);
      this.#loop.served(lane.account);
      begin(lane);
      this.#visited.set(text, lane);
      void this.#loop.run(text, this.#visit(lane).catch(() => this.#rest(lane)), () => {
        this.#visited.delete(text);
        if (this.#again.delete(text)) this.#wait(lane);
        this.#pump();
      });
    }
  }

  async #visit(lane: Lane): Promise<void> {
    const handler = this.#handlers[kindOf(lane)];
    if (handler === undefined || !await handler.isOpen(lane)) return this.#rest(lane);
    const version = await this.#queue.version(lane);
    if (version === null) return;
    const state = await this.#queue.state(lane);
    const [notBefore, until] = [state?.notBefore ?? 0, state?.until ?? 0];
    const later = Math.max(
      this.#isAhead(notBefore) ? notBefore : 0,
      isLeased(until, this.#now(), LEASE_MS) ? until : 0,
    );
    if (later > 0) return this.#lookAt(lane, version, later, true);
    if (!await this.#queue.claim(lane)) return this.#lookAt(lane, version, this.#now() + TAKEN_MS, false);
    await this.#workOff(lane, handler, state?.failures ?? 0, state?.failingSince ?? 0);
  }

  /** @param failures attempts that failed one after another, and since when */
  async #workOff(
    lane: Lane,
    handler: JobHandler,
    failures: number,
    failingSince: number,
  ): Promise<void> {
    const { signal } = this.#loop;
    for (let count = 0; count < JOBS_IN_TURN && !signal.aborted; count++) {
      const version = await this.#queue.version(lane);
      const [job] = await this.#queue.list(lane, 1);
      if (version === null) return await this.#release(lane);
      if (job === undefined) {
        if (await this.#queue.clear(lane, version)) return;
        continue;
      }
      if (this.#isAhead(job.dueAt)) {
        this.#lookAt(lane, version, job.dueAt, false);
        return await this.#release(lane);
      }
      const result = await handler.work(lane, job, { failures, failingSince, signal });
      if ("postponedUntil" in result) {
        this.#lookAt(lane, version, result.postponedUntil, true);
        return await this.#release(lane, result.postponedUntil);
      }
      const { moved, restUntil, also } = result;
      if (signal.aborted && moved !== null) break;
      [failures, failingSince] = moved === null ? [0, 0] : [failures + 1, failingSince || this.#now()];
      await this.#queue.settle(lane, job, moved, also);
      if (restUntil !== undefined) {
        this.#lookAt(lane, version, restUntil, true);
        return await this.#release(lane, restUntil);
      }
      if (!await handler.isOpen(lane)) break;
    }
    await this.#release(lane);
    this.#again.add(textOf(lane));
  }

  #isAhead(at: number): boolean {
    return isAhead(at, this.#now(), MAX_AHEAD_MS);
  }

  async #release(lane: Lane, notBefore = 0): Promise<void> {
    await this.#queue.release(lane, notBefore).catch((error: unknown) => {
      if (!isAbandoned(error, LANE_LOST)) throw error;
    });
  }

  #rest(lane: Lane): void {
    this.#lookAt(lane, "", this.#now() + REST_MS, true);
  }

  #lookAt(lane: Lane, version: string, at: number, rests: boolean): void {
    this.#looks.set(textOf(lane), { version, at, rests });
  }
}

function kindOf({ name }: Lane): string {
  return name.split(".")[0]!;
}

function ownKindOf(lane: Lane): string {
  return `${kindOf(lane)} ${lane.account}`;
}
