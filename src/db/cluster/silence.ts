/**
 * A bound on waiting for a store, which may be elsewhere, or a file that another program has locked. When reads, or commits,
 * have been waiting and none was answered for SILENT_MS, the store is silent: what waits fails, and what comes fails immediately, until a probe is answered. A slow store that answers
 * something meanwhile is not silent. A commit that failed in this way may have been applied.
 */
import type { Distribution } from "../../concurrency/measure/distribution.ts";
import type { Batch, Engine, Entry, Key, ScanOptions } from "../engine.ts";
import { StoreFailure } from "../failure.ts";
import { READY } from "../own_rows.ts";

const SILENT_MS = 1300;
const OBSERVE_MS = 100;
/** A tick that is later than this was delayed by this process itself, which does not count against the store. */
const LATE_MS = 2 * OBSERVE_MS;
/** A probe without an answer for this long gets another connection. */
const PROBE_MS = 800;
/** A store that answers only reads gets other connections this often. */
const HELD_UP_MS = 2 * PROBE_MS;

interface SilenceOptions {
  readonly engine: Engine;
  /** A time that is written into the store. */
  readonly now: () => number;
  readonly log: (line: string) => void;
  /**
   * A store is also silent when one answer takes this long, whatever else it answers: a file of this machine, of which a part
   * of the work waits for a lock. Absent: it may take any time.
   */
  readonly patienceMs?: number;
}

/** A store of which a read failed counts as failing for this long. */
const FAILING_MS = 10_000;

export class BoundedEngine implements Engine {
  readonly #engine: Engine;
  readonly #log: (line: string) => void;
  readonly #reads: AnswerQueue;
  readonly #commits: AnswerQueue;
  #timer: ReturnType<typeof setInterval> | null = null;
  #observedAt = 0;
  /** Of the engine, at that time: while it gets on with what is waiting for it, waiting is not silence. */
  #steps = 0;
  #reconnectedAt = -Infinity;
  #loggedSilence: number | null = null;
  #readFailedAt = -Infinity;

  constructor({ engine, now, log, patienceMs = Infinity }: SilenceOptions) {
    this.#engine = engine;
    this.#log = log;
    const key = READY.key();
    this.#reads = new AnswerQueue(() => engine.get([key]), patienceMs);
    this.#commits = new AnswerQueue(() => engine.commit({ set: [READY.set(key, now())] }), patienceMs);
  }

  keepTime(): void {
    this.#engine.keepTime?.();
  }

  get isRemote(): boolean {
    return this.#engine.isRemote ?? false;
  }

  get packs(): boolean {
    return this.#engine.packs ?? false;
  }

  get sums(): boolean {
    return this.#engine.sums ?? false;
  }

  get checkpointSeconds(): Distribution | null {
    return this.#engine.checkpointSeconds ?? null;
  }

  get isSilent(): boolean {
    return this.#reads.isSilent || this.#commits.isSilent;
  }

  /** It does not answer, or reads failed just now. */
  get isFailing(): boolean {
    return this.isSilent ||
      performance.now() - this.#readFailedAt < FAILING_MS;
  }

  get(keys: readonly Key[]): Promise<(Entry | null)[]> {
    return this.#run(this.#reads, () => this.#read(this.#engine.get(keys)));
  }

  async #read<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      this.#readFailedAt = performance.now();
      throw error;
    }
  }

  async *scan(prefix: Key, options?: ScanOptions): AsyncIterable<Entry> {
    const entries = this.#engine.scan(prefix, options)[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.#run(this.#reads, () => this.#read(entries.next()));
      if (next.done) return;
      yield next.value;
    }
  }

  commit(batch: Batch): Promise<string | null> {
    return this.#run(this.#commits, () => this.#engine.commit(batch), isCommitted);
  }

  /** It takes as long as the files are large. */
  async overwrite(all: boolean): Promise<void> {
    await this.#engine.overwrite?.(all);
  }

  async fileSizes(): Promise<Readonly<Record<string, number>>> {
    return await this.#engine.fileSizes?.() ?? {};
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#engine.close();
  }

  #run<T>(queue: AnswerQueue, work: () => Promise<T>, isAnswer?: (value: T) => boolean): Promise<T> {
    if (this.#timer === null) {
      this.#observedAt = performance.now();
      this.#timer = setInterval(() => this.#observe(), OBSERVE_MS);
    }
    return queue.run(work, isAnswer);
  }

  #observe(): void {
    const now = performance.now();
    const { steps = 0 } = this.#engine;
    const passed = steps === this.#steps ? Math.min(now - this.#observedAt, LATE_MS) : 0;
    this.#observedAt = now;
    this.#steps = steps;
    const queues = [this.#reads, this.#commits];
    for (const queue of queues) queue.pass(passed);
    if (this.#reads.isSilent) this.#readFailedAt = now;
    // A server that does not even read does not write.
    if (this.#reads.isSilent) this.#commits.fall();
    const isSilent = queues.some((queue) => queue.isSilent);
    if (isSilent && this.#loggedSilence === null) {
      this.#loggedSilence = now;
      this.#log(`the store does not answer: requests that need it are refused until it does`);
    } else if (!isSilent && this.#loggedSilence !== null) {
      const seconds = ((now - this.#loggedSilence) / 1000).toFixed(1);
      this.#loggedSilence = null;
      this.#log(`the store answers again, after ${seconds} s`);
    }
    // New connections end what uses the old ones, so not immediately while the store answers something. What it answers may wait
    // behind what it does not answer, though.
    const isStuck = queues.some((queue) => queue.probeIsStuck);
    const isQuiet = queues.every((queue) => queue.quietMs >= PROBE_MS);
    if (isStuck && (isQuiet || now - this.#reconnectedAt >= HELD_UP_MS)) {
      this.#reconnectedAt = now;
      this.#engine.reconnect?.();
    }
    for (const queue of queues) queue.probe();
    if (!isSilent && queues.every((queue) => queue.isIdle)) this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** What waits for one kind of answers. */
class AnswerQueue {
  readonly #ask: () => Promise<unknown>;
  readonly #patienceMs: number;
  /** What waits, and since when by `#passedMs`; the oldest first. */
  readonly #waiting = new Map<(error: StoreFailure) => void, number>();
  #passedMs = 0;
  /** For how long something has been waiting without any answer. */
  #quietMs = 0;
  #isSilent = false;
  /** The probe that is under way. */
  #probe: { waitedMs: number } | null = null;

  constructor(ask: () => Promise<unknown>, patienceMs: number) {
    this.#ask = ask;
    this.#patienceMs = patienceMs;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  get quietMs(): number {
    return this.#waiting.size === 0 && !this.#isSilent ? Infinity : this.#quietMs;
  }

  get probeIsStuck(): boolean {
    return this.#probe !== null && this.#probe.waitedMs >= PROBE_MS;
  }

  /** @param isAnswer false: what came says nothing about whether the store does such work */
  run<T>(work: () => Promise<T>, isAnswer: (value: T) => boolean = () => true): Promise<T> {
    if (this.#isSilent) return Promise.reject(silent());
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#quietMs = 0;
      this.#waiting.set(reject, this.#passedMs);
      const settled = (isAnswer: boolean) => {
        // What was given up before says nothing about the present connections.
        if (this.#waiting.delete(reject) && isAnswer) this.#quietMs = 0;
      };
      work().then((value) => {
        settled(isAnswer(value));
        resolve(value);
      }, (error) => {
        settled(true);
        reject(error);
      });
    });
  }

  pass(milliseconds: number): void {
    if (this.#probe !== null) this.#probe.waitedMs += milliseconds;
    if (this.#waiting.size === 0 && !this.#isSilent) return;
    this.#quietMs += milliseconds;
    this.#passedMs += milliseconds;
    const [oldest = Infinity] = this.#waiting.values();
    if (this.#quietMs >= SILENT_MS || this.#passedMs - oldest >= this.#patienceMs) this.fall();
  }

  /** Silent from now on: what waits fails. */
  fall(): void {
    if (this.#isSilent) return;
    this.#isSilent = true;
    const waiting = [...this.#waiting.keys()];
    this.#waiting.clear();
    for (const fail of waiting) fail(silent());
  }

  /** Asks whether the store answers again. One that is refused or takes too long is followed by the next. */
  probe(): void {
    if (!this.#isSilent || this.#probe !== null && !this.probeIsStuck) return;
    const probe = this.#probe = { waitedMs: 0 };
    this.#ask().then(() => {
      this.#isSilent = false;
      this.#quietMs = 0;
      this.#probe = null;
    }, () => {
      if (this.#probe === probe) this.#probe = null;
    });
  }
}

/** A failed check is found out by reading: a store whose commits wait for a replica that is gone answers it immediately. */
function isCommitted(version: string | null): boolean {
  return version !== null;
}

function silent(): StoreFailure {
  return new StoreFailure("the store does not answer");
}
